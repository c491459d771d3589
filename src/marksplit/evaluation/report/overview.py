"""What was asked and what was compared, in words. No scores here."""

from __future__ import annotations

from collections.abc import Sequence

from marksplit.evaluation.baselines import BASELINES
from marksplit.evaluation.bootstrap import LEVEL, RESAMPLES
from marksplit.evaluation.report.markup import Markup, Part, clipped, element, join
from marksplit.evaluation.report.plots import Numbered
from marksplit.evaluation.report.words import NAME, TITLES, counted, named, suggested
from marksplit.evaluation.results import Evaluation, SettingResult
from marksplit.evaluation.settings import marksplit_setting
from marksplit.evaluation.spans import length

_VALUE = 200
"""Characters that the value of an option may have; longer ones are cut."""
_RETRIEVERS = {
    "bm25": "BM25 (words in common)",
    "dense": "dense (the cosine of embeddings{by})",
    "fused": "fused (BM25 and dense by reciprocal rank)",
}


def asked(evaluation: Evaluation) -> Markup:
    """The documents, the questions and how they were asked."""
    documents, questions = evaluation.documents, evaluation.questions
    about = {question.source for question in questions}
    answers = sorted(length(question.gold) for question in questions)
    several = sum(len(question.gold) > 1 for question in questions)
    characters = sum(len(document.text) for document in documents)
    by = f" by {clipped(evaluation.embedder, NAME)}" if evaluation.embedder else ""
    names = evaluation.settings[0].retrievers
    retrievers = [_RETRIEVERS.get(name, name).replace("{by}", by) for name in names]
    return join(
        element(
            "dl",
            _number(f"{len(questions):,}", "questions"),
            _number(f"{len(documents):,}", "documents"),
            _number(f"{len(evaluation.settings):,}", "settings"),
            _number(f"{len(retrievers):,}", "retrievers" if len(retrievers) > 1 else "retriever"),
            class_="numbers",
        ),
        element(
            "p",
            f"The questions are about {len(about):,} of the documents, which have {characters:,} "
            f"characters in all. An answer has {_middle(answers):,} "
            f"characters at the median, from {answers[0]:,} to {answers[-1]:,}"
            f"{f', and lies in several places for {several:,} of the questions' if several else ''}.",
        ),
        element(
            "p",
            f"Chunks are retrieved by {_listed(retrievers)}: either "
            f"{evaluation.budget:,} characters of them, best first, which costs the same whatever "
            f"their size, or the first {evaluation.k:,}. Each setting is compared with the first, "
            f"question by question. Brackets hold {LEVEL} % intervals, by a bootstrap of the "
            f"questions with {RESAMPLES:,} resamples (seed {evaluation.seed}).",
        ),
    )


def settings(numbered: Numbered, left_out: int, chosen: str) -> Markup:
    """A table of the settings: number, name, options that are not at their default, chunks.

    Args:
        chosen: the name of the suggested setting, which is marked.
    """
    head = element(
        "tr",
        *(element("th", title, scope="col") for title in ("#", "Setting", "Options")),
        *(element("th", title, scope="col", class_="number") for title in ("Chunks", "Mean size")),
    )
    rows = [
        element(
            "tr",
            element("td", f"{number}"),
            element("th", named(each.name), suggested(each.name == chosen), scope="row"),
            element("td", *_told(each), class_="options"),
            element("td", f"{each.chunks:,}", class_="number"),
            element("td", f"{each.mean_size:,.0f}", class_="number"),
            class_="chosen" if each.name == chosen else None,
        )
        for number, each in numbered
    ]
    unlocated = [
        element(
            "p",
            named(each.name),
            f": {counted(each.unlocated, 'chunk')} left out, since the text is not in the document.",
            class_="note",
        )
        for _, each in numbered
        if each.unlocated
    ]
    return join(
        scrolled("Settings", element("table", element("thead", head), element("tbody", *rows))),
        element(
            "p",
            "The first is the one that the others are compared with. An option of marksplit that is "
            "not named is at its default. Sizes are in characters.",
            class_="note",
        ),
        *unlocated,
        left_out_settings(left_out),
    )


def left_out_settings(count: int) -> Part:
    """What is said of settings that are not shown; nothing where there is none."""
    if not count:
        return None
    return element(
        "p",
        f"{counted(count, 'setting')} of lower recall left out to keep this page small; "
        f"--json FILE has all of them.",
        class_="note",
    )


def measures() -> Markup:
    """What the measures are."""
    entries = [
        part
        for title, meaning in TITLES.values()
        for part in (element("dt", title), element("dd", meaning))
    ]
    return element(
        "details",
        element("summary", "What the measures are"),
        element("dl", *entries, class_="measures"),
    )


def scrolled(label: str, table: Markup) -> Markup:
    """A table that is scrolled across where the window is narrow."""
    return element("div", table, class_="wide", role="region", aria_label=label, tabindex=0)


def _number(value: str, noun: str) -> Markup:
    return element("div", element("dt", noun), element("dd", value))


def _told(setting: SettingResult) -> list[Part]:
    """What a setting is: a baseline in words, and the options that are not at their default."""
    usual = marksplit_setting().options
    options = [
        f"{name}={value}"
        for name, value in setting.options.items()
        if name not in usual or usual[name] != value
    ]
    _, words, _ = BASELINES.get(setting.name.split(" ")[0], (None, "", None))
    parts: list[Part] = [f"{words} "] if words else []
    for each in options:
        parts += [element("code", clipped(each, _VALUE)), " "]
    return parts or ["all at their defaults"]


def _middle(values: Sequence[int]) -> int:
    return values[len(values) // 2]


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
