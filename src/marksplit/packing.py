"""Cutting a run of top-level blocks for size: pieces packed greedily, overlap, no crumbs.

Spans in, pieces out. The next cut is found by `marksplit.search`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from marksplit.blocks import Block
from marksplit.boundaries import Boundaries
from marksplit.cuts import Cut
from marksplit.fitting import Fitting
from marksplit.overlap import Overlap, Previous
from marksplit.scoring import Scores
from marksplit.search import END, Search
from marksplit.sections import Scope, headings
from marksplit.sizing import Measure

SECTION = 0
"""Rank of the end of a section that was cut: what starts inside it ends with it."""


class Piece(NamedTuple):
    """A planned chunk."""

    start: int
    end: int
    overlap: int = 0
    """Leading code points that the piece before also holds."""
    oversize: bool = False
    rank: int = END
    """That of the cut which ends it; `END`: it ends with the blocks that belong together."""
    by_score: bool = False
    """Whether a score put that cut before a later one."""


class Packer:
    """Cuts runs of one document's top-level blocks into pieces of at most `max_size`."""

    def __init__(
        self,
        text: str,
        blocks: Sequence[Block],
        scopes: Sequence[Scope],
        boundaries: Boundaries,
        measure: Measure,
        fitting: Fitting,
        *,
        overlap: int,
        scores: Scores | None = None,
    ) -> None:
        self._blocks = blocks
        self._scopes = scopes
        self._fitting = fitting
        self._scores = scores
        self._search = Search(text, blocks, boundaries, fitting, scores)
        self._overlap = Overlap(blocks, boundaries, measure, fitting, self._search, overlap)
        self._closed_by = _next_shallower(blocks, headings(scopes))

    def pack(self, first: int, last: int) -> Iterator[Piece]:
        """Pieces of the top-level blocks `first` to `last`, both included, in order."""
        if self._scores is not None:
            self._scores.ask(first, last)
        position = self._blocks[first].start
        end = self._blocks[last].end
        previous: Previous | None = None
        limit = last  # the last block that the piece may reach
        while True:
            origin, cut = self._overlap.next(position, limit, previous)
            oversize = cut is None
            rest = last
            if cut is None:
                position, cut = self._search.unit(position, limit)
                origin = position
                oversize = self._fitting.is_oversize(position, cut.end)
                rest = self._limit(cut.start, last)
            elif cut.end < end:
                rest = self._limit(cut.start, last)
                moved = self._without_crumb(position, origin, cut, limit, rest)
                if moved is not cut:
                    cut, rest = moved, self._limit(moved.start, last)
            start = self._fitting.stripped(origin, cut.end)
            overlap = max(0, previous.cut.end - start) if previous else 0
            rank = SECTION if cut.rank == END and cut.end < end else cut.rank
            by_score = self._scores is not None and self._scores.decided(origin, cut)
            yield Piece(start, cut.end, overlap, oversize, rank, by_score)
            if cut.end >= end:
                return
            previous = Previous(max(start, position), cut)
            position, limit = cut.start, rest

    def _without_crumb(self, position: int, origin: int, cut: Cut, limit: int, rest: int) -> Cut:
        """`cut`, or an earlier one as good that leaves no crumb between it and block `rest`'s end.

        A crumb is a last piece under a fifth of `max_size`.
        """
        fitting, end = self._fitting, self._blocks[rest].end
        if not fitting.is_crumb(cut.start, end):
            return cut
        bound = min(fitting.back_from(end), cut.end - 1)
        while bound > position and not fitting.is_crumb(origin, bound):
            fitting.forbid(origin, bound + 1)
            moved = self._search.next(position, origin, limit)
            if moved is None or moved.rank > cut.rank or fitting.is_crumb(origin, moved.end):
                break
            if not fitting.is_crumb(moved.start, end):
                reads = origin == position or self._search.reads_well(origin, moved.end)
                return moved if reads and fitting.fits(moved.start, end) else cut
            bound = moved.end - 1
        return cut

    def reads_well(self, start: int, end: int) -> bool:
        """Whether a chunk from `start` to `end` reads alone as it does in place (law 7)."""
        return self._search.reads_well(start, end)

    def holds_heading(self, start: int, end: int) -> bool:
        """Whether a top-level heading starts in the text between."""
        inside = self._blocks[self._fitting.index(start) : self._fitting.index(end - 1) + 1]
        return any(block.kind == "heading" and block.start >= start for block in inside)

    def _limit(self, position: int, last: int) -> int:
        """The last block, up to `last`, that a piece from the cut at `position` may reach.

        A piece that starts in the middle of a section ends with it: what does not fit is cut
        within its own section first.
        """
        index = self._fitting.index(position)
        return min(last, self._closed_by.get(index, self._scopes[index].following) - 1)


def _next_shallower(blocks: Sequence[Block], indices: Iterable[int]) -> dict[int, int]:
    """For each of the headings the next one of a shallower level; ``len(blocks)`` if none."""
    found: dict[int, int] = {}
    waiting: list[int] = []
    for index in indices:
        level = blocks[index].level
        while waiting and blocks[waiting[-1]].level > level:
            found[waiting.pop()] = index
        waiting.append(index)
    return found | dict.fromkeys(waiting, len(blocks))
