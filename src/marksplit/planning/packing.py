"""Cutting a run of top-level blocks for size: pieces packed greedily, overlap, no crumbs.

Spans in, pieces out. The next cut is found by `marksplit.planning.search`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from marksplit.chunks import Frame
from marksplit.cuts import Cut, Rank, Structure
from marksplit.document import Scope, headings
from marksplit.planning.fitting import Fitting, Room
from marksplit.planning.job import Job
from marksplit.planning.overlap import Overlap, Previous
from marksplit.planning.scoring import Scores
from marksplit.planning.search import Search


class Piece(NamedTuple):
    """A planned chunk."""

    start: int
    end: int
    overlap: int = 0
    """Leading code points that the piece before also holds."""
    oversize: bool = False
    frame: Frame | None = None
    """What is to stand around it in place of what its context would be, so that it fits."""
    rank: int = Rank.PART_END
    """That of the cut which ends it."""
    by_score: bool = False
    """Whether a score put that cut before a later one."""


class Packer:
    """Cuts runs of top-level blocks into pieces of at most `max_size`."""

    def __init__(self, job: Job, fitting: Fitting) -> None:
        options = job.options
        structure = Structure(job.outline, job.blocks, job.scopes, options, fitting.fits)
        self._blocks = job.blocks
        self._scopes = job.scopes
        self._fitting = fitting
        self._structure = structure
        self._alone = structure.alone
        self._scores = Scores(job, structure, fitting, options.cuts) if options.cuts else None
        self._search = Search(job, structure, fitting, self._scores)
        self._overlap = Overlap(job, structure, fitting)
        self._overlap_size = options.overlap
        self._closed_by = _next_shallower(job.scopes)

    def pack(self, first: int, last: int) -> Iterator[Piece]:
        """Pieces of the top-level blocks `first` to `last`, both included, in order."""
        if self._scores is not None:
            self._scores.ask(first, last)
        position = self._blocks[first].start
        end = self._blocks[last].end
        previous: Previous | None = None
        limit = last  # the last block that the piece may reach
        while True:
            origin, cut = self._next(position, limit, previous)
            oversize, frame = False, None
            if cut is None:
                position, cut = self._search.unit(position, limit)
                cut = self._with_bare(cut, limit)
                origin = position
                if not self._fitting.fits(position, cut.end):
                    frame = self._fitting.fitting_frame(position, cut.end)
                    oversize = frame is None
            elif cut.end < end:
                room = Room(position, origin, limit)
                cut = self._without_crumb(room, cut, self._limit(cut.start, last))
            start = self._fitting.stripped(origin, cut.end)
            overlap = max(0, previous.cut.end - start) if previous else 0
            is_section_end = cut.rank == Rank.PART_END and cut.end < end
            rank = Rank.SECTION_END if is_section_end else cut.rank
            yield Piece(start, cut.end, overlap, oversize, frame, rank, cut.by_score)
            if cut.end >= end:
                return
            previous = Previous(max(start, position), cut)
            position, limit = cut.start, self._limit(cut.start, last)

    def reads_same(self, start: int, end: int) -> bool:
        """Whether a chunk from `start` to `end` reads alone as it does in place (law 7)."""
        return self._alone.reads_same(start, end)

    def holds_heading(self, start: int, end: int) -> bool:
        """Whether a top-level heading starts in the text between."""
        inside = self._blocks[self._fitting.index(start) : self._fitting.index(end - 1) + 1]
        return any(block.kind == "heading" and block.start >= start for block in inside)

    def _next(self, position: int, limit: int, previous: Previous | None) -> tuple[int, Cut | None]:
        """Where the piece from `position` starts with its overlap, and the cut that ends it.

        Overlap must not lead to a worse cut than none would, nor to a piece that reads otherwise.
        """
        without = self._search.next(Room(position, position, limit))
        if without is None or previous is None:
            return position, without
        allowed = self._overlap_size
        while allowed:
            origin = self._overlap.start(previous, allowed)
            if origin == position:
                break
            before = self._fitting.too_far(position)
            cut = self._search.next(Room(position, origin, limit, before))
            if cut is not None and cut.rank <= without.rank:
                same = self._alone.reads_same(origin, cut.end)
                return (origin, cut) if same else (position, without)
            allowed //= 2
        return position, without

    def _with_bare(self, cut: Cut, limit: int) -> Cut:
        """`cut`, or the end of block `limit` where what is left up to there says nothing."""
        first = self._fitting.index(cut.start)
        is_next = (
            cut.start == self._blocks[first].start and self._blocks[first - 1].kind != "heading"
        )
        return self._search.end(limit) if is_next and self._structure.solid[first] > limit else cut

    def _without_crumb(self, room: Room, cut: Cut, rest: int) -> Cut:
        """`cut`, or an earlier one as good that leaves no crumb between it and block `rest`'s end.

        A crumb is a last piece under a fifth of `max_size`.
        """
        fitting, end = self._fitting, self._blocks[rest].end
        if not fitting.is_crumb(cut.start, end):
            return cut
        position, origin, limit, _ = room
        bound = min(fitting.back_from(end), cut.end - 1)
        while bound > position and not fitting.is_crumb(origin, bound):
            moved = self._search.next(Room(position, origin, limit, bound + 1))
            if moved is None or moved.rank > cut.rank or fitting.is_crumb(origin, moved.end):
                break
            if not fitting.is_crumb(moved.start, end):
                reads = origin == position or self._alone.reads_same(origin, moved.end)
                return moved if reads and fitting.fits(moved.start, end) else cut
            bound = moved.end - 1
        return cut

    def _limit(self, position: int, last: int) -> int:
        """The last block, up to `last`, that a piece from the cut at `position` may reach.

        A piece that starts inside a section never runs past its end: what does not fit is cut
        within its own section first.
        """
        index = self._fitting.index(position)
        return min(last, self._closed_by.get(index, self._scopes[index].following) - 1)


def _next_shallower(scopes: Sequence[Scope]) -> dict[int, int]:
    """By each heading, and the block that leads to it, where the next shallower section starts.

    It is the number of blocks where there is none.
    """
    found: dict[int, int] = {}
    waiting: list[Scope] = []
    for index in headings(scopes):
        scope = scopes[index]
        while waiting and waiting[-1].level > scope.level:
            closed = waiting.pop()
            found[closed.lead] = found[closed.first] = scope.lead
        waiting.append(scope)
    for scope in waiting:
        found[scope.lead] = found[scope.first] = len(scopes)
    return found
