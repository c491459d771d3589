"""The tables of all scores: settings by retrievers, for each rule of how much is retrieved."""

from __future__ import annotations

from collections.abc import Iterator

from marksplit.evaluation.metrics import METRICS
from marksplit.evaluation.report.markup import Markup, element
from marksplit.evaluation.report.overview import scrolled
from marksplit.evaluation.report.plots import Numbered
from marksplit.evaluation.report.words import (
    COUNTS,
    TITLES,
    interval,
    named,
    percent,
    verdict,
)
from marksplit.evaluation.results import Estimate, RetrieverResult, Scores

_SIGNS = {"better": "▲", "worse": "▼", "level": ""}


def scores_table(
    numbered: Numbered, retrievers: tuple[str, ...], questions: int, *, rule: str, caption: str
) -> Markup:
    """All measures with their intervals.

    Args:
        rule: ``at_budget`` or ``at_k``.
        caption: what the rule is, in words.
    """
    titles = ["Recall", "To the first", *(TITLES[name][0] for name in METRICS[1:])]
    head = element(
        "tr",
        element("th", "#", scope="col"),
        element("th", "Setting", scope="col"),
        *(element("th", title, scope="col", class_="number") for title in titles),
    )
    bodies = [
        element(
            "tbody",
            element(
                "tr",
                element("th", element("span", name), scope="rowgroup", colspan=2 + len(titles)),
                class_="group",
            ),
            *(
                element(
                    "tr",
                    element("td", f"{number}"),
                    element("th", named(each.name), scope="row"),
                    *_cells(_scores(each.retrievers[name], rule), questions, first=number == 1),
                )
                for number, each in numbered
            ),
        )
        for name in retrievers
    ]
    table = element(
        "table", element("caption", element("span", caption)), element("thead", head), *bodies
    )
    return scrolled(caption, table)


def _scores(result: RetrieverResult, rule: str) -> Scores:
    return result.at_budget if rule == "at_budget" else result.at_k


def _cells(scores: Scores, questions: int, *, first: bool) -> Iterator[Markup]:
    for name, estimate in scores.estimates.items():
        if name in COUNTS:
            ends = f"[{estimate.low * questions:,.0f}, {estimate.high * questions:,.0f}]"
            yield _cell(f"{round(estimate.value * questions):,}", ends)
        else:
            yield _cell(percent(estimate.value), interval(estimate))
        if name == "recall":
            yield element("td", "–", class_="number") if first else _difference(scores, name)


def _difference(scores: Scores, name: str) -> Markup:
    found: Estimate = scores.differences[name]
    worth = verdict(found)
    sign = element("span", _SIGNS[worth], aria_hidden="true") if _SIGNS[worth] else None
    said = element("span", f"{worth} beyond chance", class_="hidden") if sign else None
    return _cell(
        percent(found.value, sign="+"), interval(found, sign="+"), sign, said, class_=worth
    )


def _cell(value: str, ends: str, *more: Markup | None, class_: str = "") -> Markup:
    return element(
        "td",
        value,
        *((" ", *more) if more and more[0] else ()),
        element("small", ends),
        class_=f"number {class_}".rstrip(),
    )
