"""How much of the text before a piece is repeated at its start.

It is never more than asked, starts at a lawful cut, and crosses no heading.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from marksplit.blocks import Block
from marksplit.boundaries import Boundaries
from marksplit.cuts import Cut, CutRank
from marksplit.fitting import Fitting
from marksplit.search import Search
from marksplit.sizing import Measure
from marksplit.spans import Span
from marksplit.splits import SPLIT_RANKS


class Previous(NamedTuple):
    """The piece before: where its own text starts, behind its overlap, and the cut that ends it."""

    start: int
    cut: Cut


class Overlap:
    """Finds where a piece starts, and the cut that ends it."""

    def __init__(
        self,
        blocks: Sequence[Block],
        boundaries: Boundaries,
        measure: Measure,
        fitting: Fitting,
        search: Search,
        size: int,
    ) -> None:
        self._blocks = blocks
        self._boundaries = boundaries
        self._measure = measure
        self._fitting = fitting
        self._search = search
        self._size = size

    def next(self, position: int, limit: int, previous: Previous | None) -> tuple[int, Cut | None]:
        """Where the piece from `position` starts with its overlap, and the cut that ends it.

        Overlap must not lead to a worse cut than none would, nor to a piece that reads otherwise.
        """
        without = self._search.next(position, position, limit)
        if without is None or previous is None:
            return position, without
        allowed = self._size
        while allowed:
            origin = self._start(previous, allowed)
            if origin == position:
                break
            self._fitting.start_earlier(origin, position)
            cut = self._search.next(position, origin, limit)
            if cut is not None and cut.rank <= without.rank:
                return (
                    (origin, cut)
                    if self._search.reads_well(origin, cut.end)
                    else (position, without)
                )
            allowed //= 2
        return position, without

    def _start(self, previous: Previous, allowed: int) -> int:
        """Where the next piece starts when it may repeat `allowed` of the text before it.

        The start of a block, an item or a sentence is taken where there is one, else of a word.
        """
        floor, cut = previous
        index = self._fitting.index(cut.start)
        block = self._blocks[index]
        if (block.kind == "heading" and block.start == cut.start) or (
            self._boundaries.is_in_atomic(index, cut.start)
        ):
            return cut.start
        starts = [*self._starts_before(cut.end, floor)][::-1]
        unfit = self._unfit(starts, cut.end, allowed)
        best = starts[unfit] if unfit < len(starts) else cut.start
        bound = starts[unfit - 1] if unfit else floor
        leaf = self._boundaries.leaf(self._fitting.index(bound), bound)
        if leaf is None:
            return best
        high = min(best, cut.end)
        low = cut.end - allowed if self._measure.characters else bound
        cuts = [c for c in leaf.within(Span(bound, high), low) if c.start < high]
        worst = CutRank.SENTENCE if best < cut.start else CutRank.SPACE
        unfit = self._unfit([c.start for c in cuts], cut.end, allowed)
        fitting = [c for c in cuts[unfit:] if c.rank <= worst]
        for c in sorted(fitting, key=lambda c: c.rank != CutRank.SENTENCE):
            if self._boundaries.reading.starts_well(leaf, c):
                return c.start
        return best

    def _unfit(self, starts: Sequence[int], end: int, allowed: int) -> int:
        """How many of `starts`, which rise, are further than `allowed` before `end`."""
        low, high = 0, len(starts)
        for turn in range(len(starts) + 1):
            if low >= high:
                break
            middle = (low + high) // 2
            if turn < 5:
                guess = end - int(allowed * self._measure.density)
                middle = min(bisect_left(starts, guess, low, high), high - 1)
            if self._measure.within(starts[middle], end, allowed):
                high = middle
            else:
                low = middle + 1
        return low

    def _starts_before(self, end: int, floor: int) -> Iterator[int]:
        """Starts of blocks and items above `floor`, from `end` back to the nearest heading."""
        for index in range(self._fitting.index(end - 1), -1, -1):
            if self._blocks[index].kind == "heading":
                return
            inside = self._boundaries.inside(index)
            for number in range(bisect_right(inside, (end, 0, 0)) - 1, -1, -1):
                start = inside[number].start
                if start <= floor:
                    return
                if start < end and inside[number].rank not in SPLIT_RANKS:
                    yield start
            start = self._blocks[index].start
            if start <= floor:
                return
            yield start
