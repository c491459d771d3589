"""The scores of an evaluation as tables for a terminal. Only their look is decided here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from marksplit.cli.layout import clip, left, right, terminal_width, width
from marksplit.evaluation import Estimate, Evaluation, Scores, SettingResult

_SHORT = 24
"""Columns that names of settings have at least, where the terminal is narrow."""
_TITLES = (
    "setting",
    "chunks",
    "size",
    "recall",
    "to the first",
    "prec.",
    "IoU",
    "hit",
    "MRR",
    "relev.",
    "all",
    "none",
)
_MEANS = ("precision", "iou", "hit_rate", "mrr", "average_relevance")
_DIFFERENCE = _TITLES.index("to the first")
_LEGEND = """\
Brackets hold 95 % intervals by bootstrap; * marks a difference beyond chance. Size is the
mean in characters; chunks, all and none are counts; the rest is per cent. hit: questions
for which something of the answer was found; relev.: mean share of a chunk that is answer;
all, none: questions for which all or nothing of the answer was found."""


def tables(evaluation: Evaluation) -> Iterator[str]:
    """The lines: a table for each retriever and each rule of how much is retrieved."""
    yield f"documents: {len(evaluation.documents):,}, questions: {len(evaluation.questions):,}"
    clipped = False
    for name in evaluation.settings[0].retrievers:
        found = [each.retrievers[name] for each in evaluation.settings]
        for title, scores in (
            (f"{evaluation.budget:,} characters retrieved", [each.at_budget for each in found]),
            (f"{evaluation.k} chunks retrieved", [each.at_k for each in found]),
        ):
            yield ""
            yield f"{evaluation.told(name)}, {title}"
            lines = list(_table(evaluation.settings, scores, len(evaluation.questions)))
            clipped = clipped or any("…" in line for line in lines)
            yield from lines
    if clipped:
        yield ""
        yield "settings"
        yield from (f"{label} {each.name}" for label, each in _labelled(evaluation.settings))
    yield ""
    yield from _LEGEND.split("\n")
    for setting in evaluation.settings:
        if setting.unlocated:
            yield (
                f"{setting.name}: {setting.unlocated} chunks are left out, since their text is not "
                f"in the documents."
            )


def _labelled(settings: Sequence[SettingResult]) -> Iterator[tuple[str, SettingResult]]:
    """Settings with their numbers, as on the page."""
    size = len(str(len(settings)))
    return ((f"{number:>{size}}", setting) for number, setting in enumerate(settings, 1))


def _table(
    settings: Sequence[SettingResult], scores: Sequence[Scores], questions: int
) -> Iterator[str]:
    first, *others = (
        [f"{label} {setting.name}", *_cells(setting, found, questions)]
        for (label, setting), found in zip(_labelled(settings), scores, strict=True)
    )
    first[_DIFFERENCE] = ""
    cells = [list(_TITLES), first, *others]
    if not others:
        cells = [[*row[:_DIFFERENCE], *row[_DIFFERENCE + 1 :]] for row in cells]
    names, *columns = zip(*cells, strict=True)
    widths = [max(map(width, column)) for column in columns]
    room = max(terminal_width() - sum(widths) - 2 * len(widths), _SHORT)
    longest = min(max(map(width, names)), room)
    for name, *values in cells:
        line = [left(clip(name, longest), longest)]
        line += [right(value, size) for value, size in zip(values, widths, strict=True)]
        yield "  ".join(line).rstrip()


def _cells(setting: SettingResult, scores: Scores, questions: int) -> list[str]:
    found = scores.estimates
    counts = (round(found[name].value * questions) for name in ("answered", "unanswered"))
    return [
        f"{setting.chunks:,}",
        f"{setting.mean_size:,.0f}",
        _interval(found["recall"], ""),
        _interval(scores.differences["recall"], "+"),
        *(f"{100 * found[name].value:.1f}" for name in _MEANS),
        *map(str, counts),
    ]


def _interval(estimate: Estimate, sign: str) -> str:
    value, low, high = (100 * each for each in (estimate.value, estimate.low, estimate.high))
    mark = "*" if sign and estimate.is_clear else " " if sign else ""
    return f"{value:{sign}.1f} [{low:{sign}.1f}, {high:{sign}.1f}]{mark}"
