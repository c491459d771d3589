"""What fits: the size of a span as it would be delivered, and how many ends of a run fit.

Cuts are the business of `marksplit.search`; here is only whether the text up to one fits.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, TypeVar, overload

from marksplit.blocks import Block
from marksplit.chunks import framed
from marksplit.context import Contexts
from marksplit.cuts import Cut
from marksplit.options import ChunkOptions
from marksplit.sections import Scope
from marksplit.sizing import Measure
from marksplit.spans import Span

T = TypeVar("T")
_FAR = 1 << 62
end_of: Callable[[Cut], int] = attrgetter("end")


class Fitting:
    """Sizes of the pieces of one document against `max_size`.

    A piece is measured as it is delivered: without headings that are left out, and with
    `count_context` framed by its context. Sizers are taken to grow with the text while cuts are
    looked for; what is delivered is always measured itself.

    Attributes:
        max_size: that of the options.
        ends: where each top-level block ends.
    """

    def __init__(
        self,
        text: str,
        blocks: Sequence[Block],
        scopes: Sequence[Scope],
        measure: Measure,
        contexts: Contexts,
        options: ChunkOptions,
    ) -> None:
        self.max_size = options.max_size
        self._text = text
        self._blocks = blocks
        self._starts = [block[1] for block in blocks]
        self.ends = [block[2] for block in blocks]
        self._scopes = scopes
        self._measure = measure
        self._contexts = contexts if options.count_context else None
        self._strip = options.strip_headings
        self._plain = measure.characters and not self._strip and not options.count_context
        self._framed: dict[tuple[int, int], int] = {}
        self._known: dict[int, tuple[int, int]] = {}

    def index(self, offset: int) -> int:
        """Index of the top-level block that holds `offset`, or of the last one before it, or 0."""
        return bisect_right(self._starts, offset, 1) - 1

    def stripped(self, start: int, end: int) -> int:
        """`start`, moved behind the leading headings that `strip_headings` leaves out."""
        if not self._strip:
            return start
        first, last = self.index(start), self.index(end - 1)
        if self._starts[first] != start:
            return start
        index = first
        while (
            index < last
            and self._blocks[index].kind == "heading"
            and self._scopes[index].last >= last
        ):
            index += 1
        if all(self._blocks[k].kind == "heading" for k in range(index, last + 1)):
            return start  # nothing else follows: the headings stay, so that nothing vanishes
        return self._starts[index]

    def fits(self, start: int, end: int) -> bool:
        """Whether a piece from `start` to `end` is within `max_size`."""
        if self._plain:
            return end - start <= self.max_size
        begin = self.stripped(start, end)
        if self._contexts is None:
            return self._measure.within(begin, end, self.max_size)
        if self._measure.is_far_over(begin, end, self.max_size):
            return False
        return self._size_framed(begin, end) <= self.max_size

    def is_oversize(self, start: int, end: int) -> bool:
        """Whether a piece that cannot be cut is too big, even with its titles shortened."""
        if self.fits(start, end):
            return False
        piece = Span(self.stripped(start, end), end)
        return self._contexts is None or not self._contexts.shorten(piece)

    def is_crumb(self, start: int, end: int) -> bool:
        """Whether the text between is under a fifth of `max_size`."""
        least = self.max_size // 5
        if self._measure.characters:
            return end - start < least
        return least > 0 and self._measure.within(start, end, least - 1)

    def back_from(self, end: int) -> int:
        """About where a piece that ends in `end` starts when it is no crumb."""
        return end - int(self.max_size // 5 * self._measure.density) - 1

    def forbid(self, origin: int, end: int) -> None:
        """Let no piece from `origin` end in `end` or behind it."""
        fit, over = self._known.get(origin, (origin, _FAR))
        self._known[origin] = min(fit, end - 1), min(over, end)

    def start_earlier(self, origin: int, position: int) -> None:
        """Take it that what does not fit from `position` does not from `origin` before it."""
        known = self._known.get(position)
        if known is not None and self._contexts is None:
            fit, over = self._known.get(origin, (origin, _FAR))
            self._known[origin] = fit, min(over, known[1])

    def allows(self, origin: int, end: int) -> bool:
        """Whether a piece from `origin` may end in `end`: nothing forbids it, and it fits."""
        known = self._known.get(origin)
        return (known is None or end < known[1]) and self.fits(origin, end)

    def top(self, origin: int) -> int | None:
        """Where a piece from `origin` ends at the latest; None where that has to be measured."""
        if not self._plain:
            return None
        known = self._known.get(origin)
        limit = origin + self.max_size
        return limit if known is None else min(limit, known[1] - 1)

    @overload
    def count(self, origin: int, items: Sequence[int], low: int, high: int) -> int: ...

    @overload
    def count(
        self, origin: int, items: Sequence[T], low: int, high: int, key: Callable[[T], int]
    ) -> int: ...

    def count(
        self,
        origin: int,
        items: Sequence[Any],
        low: int,
        high: int,
        key: Callable[[Any], int] | None = None,
    ) -> int:
        """How many of ``items[low:high]``, from the first, end where a piece from `origin` may.

        Ends rise: the items are ends, or `key` gives those of items. A guess by the density of the
        text measured so far, then the secant, then bisection; what is known of `origin` is not
        measured again.
        """
        top = self.top(origin)
        if top is not None:
            return bisect_right(items, top, low, high, key=key) - low
        fit, over = self._known.get(origin, (origin, _FAR))
        first = bisect_right(items, fit, low, high, key=key)
        last = bisect_left(items, over, first, high, key=key)
        for turn in range(high - low + 1):
            if first >= last:
                break
            guess = origin + int(self.max_size * self._measure.density)
            middle = (first + last) // 2
            if turn < 8:
                middle = bisect_right(items, guess, first, last, key=key) - 1
            middle = min(max(middle, first), last - 1)
            end = key(items[middle]) if key else items[middle]
            if self.fits(origin, end):
                first, fit = middle + 1, end
            else:
                last, over = middle, end
        self._known[origin] = fit, over
        return first - low

    def _size_framed(self, start: int, end: int) -> int:
        size = self._framed.get((start, end))
        if size is None:
            assert self._contexts is not None
            titles, lead, closing = self._contexts.frame(start, end)
            text = framed(titles, lead, self._text[start:end], closing)
            size = self._framed[start, end] = self._measure.of(text)
            if size:
                self._measure.density = (end - start) / size
        return size
