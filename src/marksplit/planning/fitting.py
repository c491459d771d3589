"""What fits: the size of a span as it would be delivered, and how many ends of a run fit.

Cuts are the business of `marksplit.planning.search`; here is only whether the text up to one fits.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar, overload

from marksplit.chunks import Frame
from marksplit.cuts import Cut
from marksplit.document import index_at
from marksplit.planning.job import Job
from marksplit.spans import FAR

T = TypeVar("T")
end_of: Callable[[Cut], int] = attrgetter("end")


class Room(NamedTuple):
    """Where a piece may lie."""

    position: int
    """Where its own text starts."""
    origin: int
    """Where it starts with its overlap."""
    limit: int
    """The last block that it may reach."""
    before: int = FAR
    """It has to end before this offset."""


class Fitting:
    """Sizes of the pieces of one job against `max_size`.

    A piece is measured as it is delivered: without headings that are left out, and with
    `count_context` framed by its context. Sizers are taken to grow with the text while cuts are
    looked for; what is delivered is always measured itself.

    Attributes:
        max_size: that of the options.
        ends: where each top-level block ends.
    """

    def __init__(self, job: Job) -> None:
        options = job.options
        self.max_size = options.max_size
        self._blocks = job.blocks
        self._starts = [block.start for block in job.blocks]
        self.ends = [block.end for block in job.blocks]
        self._scopes = job.scopes
        self._measure = job.measure
        self._contexts = job.contexts
        self._counts_context = options.count_context
        self._strip = options.strip_headings
        self._plain = job.measure.characters and not self._strip and not options.count_context
        self._framed: dict[tuple[int, int], int] = {}
        self._known: dict[int, tuple[int, int]] = {}  # by origin: an end that fits, one too far

    def index(self, offset: int) -> int:
        """Index of the top-level block that holds `offset`, or of the last one before it, or 0."""
        return index_at(self._starts, offset)

    def stripped(self, start: int, end: int) -> int:
        """`start`, moved past the leading headings that `strip_headings` leaves out."""
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
        if not self._counts_context:
            return self._measure.within(begin, end, self.max_size)
        if self._measure.is_far_over(begin, end, self.max_size):
            return False
        return self._size_framed(begin, end) <= self.max_size

    def fitting_frame(self, start: int, end: int) -> Frame | None:
        """A frame so small that a piece which cannot be cut fits in it, if there is one."""
        if not self._counts_context:
            return None
        return self._contexts.shortened(self.stripped(start, end), end)

    def is_crumb(self, start: int, end: int) -> bool:
        """Whether the text between is under a fifth of `max_size`."""
        least = self.max_size // 5
        if self._measure.characters:
            return end - start < least
        return least > 0 and self._measure.within(start, end, least - 1)

    def back_from(self, end: int) -> int:
        """About where a piece that ends in `end` starts when it is no crumb."""
        return end - int(self.max_size // 5 * self._measure.density) - 1

    def too_far(self, position: int) -> int:
        """An end known to be too far from `position`: it is from any earlier origin, too."""
        return FAR if self._counts_context else self._known.get(position, (0, FAR))[1]

    def allows(self, room: Room, end: int) -> bool:
        """Whether a piece in `room` may end in `end`, and fits."""
        if end >= room.before:
            return False
        known = self._known.get(room.origin)
        return (known is None or end < known[1]) and self.fits(room.origin, end)

    @overload
    def count(self, room: Room, items: Sequence[int], low: int, high: int) -> int: ...

    @overload
    def count(
        self, room: Room, items: Sequence[T], low: int, high: int, key: Callable[[T], int]
    ) -> int: ...

    def count(
        self,
        room: Room,
        items: Sequence[Any],
        low: int,
        high: int,
        key: Callable[[Any], int] | None = None,
    ) -> int:
        """How many of ``items[low:high]``, from the first, end where a piece in `room` may.

        Ends rise: the items are ends, or `key` gives those of items. A guess by the density of the
        text measured so far, then the secant, then bisection; what is known of an origin is not
        measured again.
        """
        origin = room.origin
        if self._plain:
            top = min(origin + self.max_size, room.before - 1)
            return bisect_right(items, top, low, high, key=key) - low
        fit, over = self._known.get(origin, (origin, FAR))
        last = bisect_left(items, min(over, room.before), low, high, key=key)
        first = bisect_right(items, fit, low, last, key=key)
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
            size = self._measure.of(self._contexts.text_to_embed(start, end))
            self._framed[start, end] = size
            if size:
                self._measure.density = (end - start) / size
        return size
