"""Plots as SVG: recall with its interval by setting, and recall against the size of chunks.

Places across are per cent of the width, so that a plot fits a phone without small letters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor, log10

from marksplit.evaluation.report.markup import Markup, clipped, element, join
from marksplit.evaluation.report.words import NAME, interval, named, percent, suggested, verdict
from marksplit.evaluation.results import Estimate, SettingResult
from marksplit.evaluation.suggestion import Suggestion

Numbered = Sequence[tuple[int, SettingResult]]
"""Settings by the numbers that they have in the report."""

_ROW = 30
_WIDTH, _HEIGHT = 400, 270
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 20, 12, 40
_MIDDLE = (_TOP + _HEIGHT - _BOTTOM) / 2
_SPAN = 0.05
"""What an axis spans at least."""
_LETTER = 6
"""About the width of a digit in the labels of points."""


class Scale:
    """Numbers on an axis with round ticks, from a little below the least to above the largest."""

    def __init__(
        self, values: Sequence[float], *, steps: int = 5, low: float | None = None
    ) -> None:
        most = max(values)
        least = min(values) if low is None else low
        least = max(min(least, most - _SPAN), 0)
        span = max(most - least, _SPAN)
        magnitude = 10.0 ** floor(log10(span / steps))
        step = next(size * magnitude for size in (1, 2, 5, 10) if size * magnitude * steps >= span)
        first, last = floor(least / step + 1e-9), ceil(most / step - 1e-9)
        self.ticks = [number * step for number in range(first, max(last, first + 1) + 1)]

    def at(self, value: float) -> float:
        """Where a value is, from 0 to 1."""
        return (value - self.ticks[0]) / (self.ticks[-1] - self.ticks[0])


def recalls(numbered: Numbered, retriever: str) -> list[Estimate]:
    """The recall of each setting at the budget."""
    return [each.retrievers[retriever].at_budget.estimates["recall"] for _, each in numbered]


def recall_scale(numbered: Numbered, retrievers: Sequence[str]) -> Scale:
    """One scale for the plots of all retrievers, so that they can be held side by side."""
    found = [each for name in retrievers for each in recalls(numbered, name)]
    return Scale([end for each in found for end in (each.low, each.high)])


def recall_plot(numbered: Numbered, retriever: str, scale: Scale, suggestion: Suggestion) -> Markup:
    """A row for each setting with its recall and the interval, the best on top.

    Args:
        suggestion: its setting is marked in the plot of its retriever.
    """
    chosen = suggestion.setting if suggestion.retriever == retriever else None
    found = recalls(numbered, retriever)
    order = sorted(range(len(found)), key=lambda index: -found[index].value)
    first = found[0].value
    rows = [
        element(
            "li",
            element(
                "span",
                element("b", f"{numbered[index][0]}"),
                " ",
                named(numbered[index][1].name),
                suggested(numbered[index][1].name == chosen),
            ),
            _row(numbered[index][1], retriever, scale, first),
            _value(found[index], numbered[index][1], retriever),
            class_="row chosen" if numbered[index][1].name == chosen else "row",
        )
        for index in order
    ]
    axis = element(
        "svg",
        *(
            element(
                "text",
                f"{100 * tick:.3g}",
                x=_per_cent(scale.at(tick)),
                y=14,
                text_anchor="middle",
            )
            for tick in scale.ticks
        ),
        class_="axis",
        aria_hidden="true",
        height=18,
    )
    return join(element("ol", *rows, class_="forest"), element("div", axis, class_="row axis-row"))


def size_plot(numbered: Numbered, retriever: str, recall: Scale) -> Markup:
    """A point for each setting: its chunks' mean size across, its recall upwards."""
    sizes = Scale([each.mean_size for _, each in numbered], low=0)
    label = f"Recall against mean chunk size with {retriever}"
    title = element("title", label)
    points = [
        (_x(sizes, each.mean_size), estimate)
        for (_, each), estimate in zip(numbered, recalls(numbered, retriever), strict=True)
    ]
    marks = [
        element(
            "g",
            element("title", _told(number, each, estimate)),
            element("line", x1=x, x2=x, y1=_y(recall, estimate.low), y2=_y(recall, estimate.high)),
            element("circle", cx=x, cy=_y(recall, estimate.value), r=4),
            class_=_class(each, retriever),
        )
        for (number, each), (x, estimate) in zip(numbered, points, strict=True)
    ]
    spots = [(x, _y(recall, estimate.value)) for x, estimate in points]
    return element(
        "svg",
        title,
        *_grid(sizes, recall),
        *marks,
        *_labels([number for number, _ in numbered], spots),
        class_="sizes",
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
        role="img",
        aria_label=label,
    )


def _row(setting: SettingResult, retriever: str, scale: Scale, first: float) -> Markup:
    estimate = setting.retrievers[retriever].at_budget.estimates["recall"]
    middle = _ROW / 2
    ends = {"x1": _per_cent(scale.at(estimate.low)), "x2": _per_cent(scale.at(estimate.high))}
    return element(
        "svg",
        *(_upright("tick", scale.at(tick), 0, _ROW) for tick in scale.ticks),
        _upright("first", scale.at(first), 0, _ROW),
        element("line", class_="interval", y1=middle, y2=middle, **ends),
        _upright("end", scale.at(estimate.low), middle - 4, middle + 4),
        _upright("end", scale.at(estimate.high), middle - 4, middle + 4),
        element("circle", cx=_per_cent(scale.at(estimate.value)), cy=middle, r=5),
        class_=_class(setting, retriever),
        aria_hidden="true",
        height=_ROW,
    )


def _upright(kind: str, place: float, top: float, bottom: float) -> Markup:
    x = _per_cent(place)
    return element("line", class_=kind, x1=x, x2=x, y1=f"{top:g}", y2=f"{bottom:g}")


def _value(estimate: Estimate, setting: SettingResult, retriever: str) -> Markup:
    difference = setting.retrievers[retriever].at_budget.differences["recall"]
    told = {"better": " ▲ better than the first", "worse": " ▼ worse than the first"}
    sign = told.get(verdict(difference), "")
    return element(
        "span",
        element("b", f"{percent(estimate.value)} %"),
        f" {interval(estimate)}",
        element("span", sign[:2], aria_hidden="true") if sign else None,
        element("span", sign[2:], class_="hidden") if sign else None,
        class_="value",
    )


def _grid(sizes: Scale, recall: Scale) -> Iterator[Markup]:
    right, bottom = _WIDTH - _RIGHT, _HEIGHT - _BOTTOM
    for tick in recall.ticks:
        y = _y(recall, tick)
        yield element("line", class_="tick", x1=_LEFT, x2=right, y1=y, y2=y)
        yield element("text", f"{100 * tick:.3g}", x=_LEFT - 6, y=f"{y + 4:.1f}", text_anchor="end")
    for tick in sizes.ticks:
        x = _x(sizes, tick)
        yield element("line", class_="tick", x1=x, x2=x, y1=bottom, y2=bottom + 4)
        yield element("text", f"{tick:,.0f}", x=x, y=bottom + 17, text_anchor="middle")
    middle = (_LEFT + right) / 2
    yield element("text", "mean chunk size", x=middle, y=_HEIGHT - 6, text_anchor="middle")
    turned = f"rotate(-90 10 {_MIDDLE:g})"
    yield element(
        "text", "recall, %", x=10, y=f"{_MIDDLE:g}", text_anchor="middle", transform=turned
    )


def _labels(numbers: Sequence[int], spots: Sequence[tuple[float, float]]) -> Iterator[Markup]:
    """The number beside each point, where it covers no other point and no other number."""
    taken = [(x - 5, y - 5, x + 5, y + 5) for x, y in spots]
    for number, (x, y) in zip(numbers, spots, strict=True):
        width = _LETTER * len(str(number)) + 2
        places = ((x + 7, y - 5), (x - 7 - width, y - 5), (x - width / 2, y - 17))
        for left, top in (*places, (x - width / 2, y + 7)):
            box = (left, top, left + width, top + 10)
            if not any(_overlap(box, other) for other in taken):
                taken.append(box)
                yield element(
                    "text", str(number), class_="number", x=f"{left + 1:.1f}", y=f"{top + 9:.1f}"
                )
                break


def _overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _told(number: int, setting: SettingResult, estimate: Estimate) -> str:
    return (
        f"{number} {clipped(setting.name, NAME)}: {percent(estimate.value)} % {interval(estimate)}, "
        f"mean size {setting.mean_size:,.0f}"
    )


def _class(setting: SettingResult, retriever: str) -> str:
    return verdict(setting.retrievers[retriever].at_budget.differences["recall"])


def _x(scale: Scale, value: float) -> float:
    return round(_LEFT + scale.at(value) * (_WIDTH - _LEFT - _RIGHT), 1)


def _y(scale: Scale, value: float) -> float:
    bottom = _HEIGHT - _BOTTOM
    return round(bottom - scale.at(value) * (bottom - _TOP), 1)


def _per_cent(place: float) -> str:
    return f"{100 * place:.2f}%"
