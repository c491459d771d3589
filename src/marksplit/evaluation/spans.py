"""Arithmetic on spans of one document. What the spans stand for is not known here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from marksplit import Span


def merged(spans: Iterable[Span]) -> tuple[Span, ...]:
    """The same characters in as few spans as can be, in order; empty spans are left out."""
    found: list[Span] = []
    for span in sorted(spans):
        if span.start >= span.end:
            continue
        if found and span.start <= found[-1].end:
            found[-1] = Span(found[-1].start, max(found[-1].end, span.end))
        else:
            found.append(span)
    return tuple(found)


def length(spans: Iterable[Span]) -> int:
    """The sum of their lengths: what lies in two spans counts twice."""
    return sum(span.end - span.start for span in spans)


def shared(first: Sequence[Span], second: Sequence[Span]) -> tuple[Span, ...]:
    """What lies in both; each is in order, without overlap, as `merged` gives it."""
    found: list[Span] = []
    left = right = 0
    while left < len(first) and right < len(second):
        start = max(first[left].start, second[right].start)
        end = min(first[left].end, second[right].end)
        if start < end:
            found.append(Span(start, end))
        if first[left].end <= second[right].end:
            left += 1
        else:
            right += 1
    return tuple(found)


def without(spans: Sequence[Span], taken: Sequence[Span]) -> tuple[Span, ...]:
    """What of `spans` does not lie in `taken`; each is as `merged` gives it."""
    found: list[Span] = []
    for span in spans:
        position = span.start
        for start, end in shared([span], taken):
            if position < start:
                found.append(Span(position, start))
            position = end
        if position < span.end:
            found.append(Span(position, span.end))
    return tuple(found)
