"""Excerpts of documents with the answer marked: bounded, whatever the document is."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property

from marksplit import Span
from marksplit.evaluation.questions import Document
from marksplit.evaluation.report.markup import Markup, Part, clipped, element
from marksplit.evaluation.report.words import NAME
from marksplit.evaluation.spans import shared, without

_LINE_END = re.compile(r"\r\n?|\n")


class Page:
    """A document that excerpts are taken from."""

    def __init__(self, document: Document) -> None:
        self.source = document.source
        self.text = document.text

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(found.end() for found in _LINE_END.finditer(self.text))]

    def place(self, span: Span) -> Markup:
        """The document's name and the lines of a span."""
        first, last = self._line(span.start), self._line(max(span.end - 1, span.start))
        lines = f"line {first:,}" if first == last else f"lines {first:,} to {last:,}"
        return element("span", element("bdi", clipped(self.source, NAME)), f", {lines}")

    def excerpt(
        self,
        span: Span,
        gold: Sequence[Span],
        found: Sequence[Span],
        *,
        focus: Sequence[Span],
        limit: int,
        around: int = 0,
    ) -> Markup:
        """The text of a span with what of it is answer marked, and of that what was found.

        Args:
            gold: the answer; as `merged` gives it, like `found`.
            found: what was retrieved of the document.
            focus: what matters in the span: where that is too long, it is shown from shortly before
                the first of these.
            limit: characters of the span that are shown.
            around: characters that are shown on either side of the span.
        """
        start = span.start
        if focus and span.end - span.start > limit:
            start = min(max(span.start, focus[0].start - limit // 8), span.end - limit)
        end = min(span.end, start + limit)
        window = Span(max(start - around, 0), min(end + around, len(self.text)))
        if start > span.start:
            window = Span(start, window.end)
        if end < span.end:
            window = Span(window.start, end)
        left = span.end - span.start - (end - start)
        outer = Span(0, len(self.text)) if around else span
        return element(
            "pre",
            "…" if window.start > outer.start else None,
            *self._marked(window, gold, found),
            "…" if window.end < outer.end else None,
            element("small", f" {left:,} more characters") if left else None,
            dir="auto",
        )

    def _line(self, offset: int) -> int:
        return bisect_right(self._starts, offset)

    def _marked(self, window: Span, gold: Sequence[Span], found: Sequence[Span]) -> list[Part]:
        inside = shared([window], gold)
        parts = [(span, "found") for span in shared(inside, found)]
        parts += [(span, "missed") for span in without(inside, found)]
        written: list[Part] = []
        done = window.start
        for span, kind in sorted(parts):
            written.append(self.text[done : span.start])
            written.append(element("mark", self.text[span.start : span.end], class_=kind))
            done = span.end
        return [*written, self.text[done : window.end]]
