"""Numbers and names as the report writes them."""

from __future__ import annotations

from collections.abc import Mapping

from marksplit.evaluation.metrics import METRICS
from marksplit.evaluation.report.markup import Markup, clipped, element
from marksplit.evaluation.results import Estimate, Scores

NAME = 160
"""Characters that a name may have; longer ones are cut."""

COUNTS = ("answered", "unanswered")
"""Metrics that are told as numbers of questions."""

TITLES: Mapping[str, tuple[str, str]] = {
    "recall": ("Recall", "the share of the answer's characters that was retrieved"),
    "precision": ("Precision", "the share of the retrieved characters that is answer"),
    "iou": ("IoU", "what was retrieved of the answer, as a share of answer and retrieved together"),
    "hit_rate": (
        "Hit rate",
        "the share of the questions for which something of the answer was retrieved",
    ),
    "mrr": ("MRR", "the mean of 1 / rank of the first chunk that holds something of the answer"),
    "average_relevance": ("Relevance", "the mean share of a retrieved chunk that is answer"),
    "answered": ("All", "questions for which the whole answer was retrieved"),
    "unanswered": ("None", "questions for which nothing of the answer was retrieved"),
}
"""Each metric's short name, and what it is."""


def counted(number: int, noun: str) -> str:
    """A number and its noun."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def percent(share: float, *, sign: str = "") -> str:
    """A share with one digit, without the per cent sign."""
    return f"{100 * share:{sign}.1f}"


def interval(estimate: Estimate, *, sign: str = "") -> str:
    """The ends of an interval of shares."""
    return f"[{percent(estimate.low, sign=sign)}, {percent(estimate.high, sign=sign)}]"


def named(name: str) -> Markup:
    """A name of any direction, apart from the text around it."""
    return element("bdi", clipped(name, NAME))


def suggested(is_it: bool) -> Markup | None:
    """The mark of the suggested setting."""
    return element("span", "suggested", class_="suggested") if is_it else None


def verdict(difference: Estimate) -> str:
    """What a difference to the first setting is worth: ``better``, ``worse`` or ``level``."""
    if not difference.is_clear:
        return "level"
    return "better" if difference.is_above else "worse"


def column(scores: Scores, metric: str) -> list[float]:
    """One metric of all questions, in order."""
    values: list[float] = scores.by_question[:, METRICS.index(metric)].tolist()
    return values
