"""How much of the text before a piece may be repeated at its start.

It is never more than asked, starts at a lawful cut, and crosses no heading. Whether the piece then
still fits and reads well is for `marksplit.planning.packing` to find out.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from marksplit.cuts import IN_SPLIT_BLOCK, Cut, Rank, Structure, between
from marksplit.planning.fitting import Fitting
from marksplit.planning.job import Job
from marksplit.spans import Span

_NEAR = 64


class Previous(NamedTuple):
    """The piece before: where its own text starts, after its overlap, and the cut that ends it."""

    start: int
    cut: Cut


class Overlap:
    """Finds where a piece may start."""

    def __init__(self, job: Job, structure: Structure, fitting: Fitting) -> None:
        self._blocks = job.blocks
        self._scopes = job.scopes
        self._measure = job.measure
        self._structure = structure
        self._fitting = fitting

    def start(self, previous: Previous, allowed: int) -> int:
        """Where the next piece starts when it may repeat `allowed` of the text before it.

        The start of a block, an item or a sentence is taken where there is one, else of a word; in
        scripts without spaces, of a syllable.
        """
        floor, cut = previous
        index = self._fitting.index(cut.start)
        block = self._blocks[index]
        scope = self._scopes[index]
        if (scope.parent and scope.lead == index and block.start == cut.start) or (
            self._structure.is_in_atomic(index, cut.start)
        ):
            return cut.start
        starts = [*self._starts_before(cut.end, floor)][::-1]
        unfit = self._unfit(starts, cut.end, allowed)
        best = starts[unfit] if unfit < len(starts) else cut.start
        bound = starts[unfit - 1] if unfit else floor
        paragraph = self._structure.paragraph(self._fitting.index(bound), bound)
        if paragraph is None:
            return best
        low, high = between(paragraph.cuts, Span(bound, min(best, cut.end)))
        cuts = [each for each in paragraph.cuts[low:high] if each.start < min(best, cut.end)]
        worst = Rank.SENTENCE if best < cut.start else Rank.SPACE
        unfit = self._unfit([each.start for each in cuts], cut.end, allowed)
        fitting = [each for each in cuts[unfit:] if each.rank <= worst]
        for each in sorted(fitting, key=lambda each: each.rank != Rank.SENTENCE):
            if self._structure.alone.tail_reads_same(paragraph, each):
                return each.start
        if best < cut.start:
            return best
        ends = range(bound + 1, cut.end)
        low = bound + self._unfit(ends, cut.end, allowed)
        # some cut near there will do: a long text is not read for it to its end
        for each in paragraph.unspaced(low, min(low + _NEAR, cut.end - 1)):
            if self._structure.alone.tail_reads_same(paragraph, each):
                return each.start
        return best

    def _unfit(self, starts: Sequence[int], end: int, allowed: int) -> int:
        """How many of `starts`, which rise, are further than `allowed` before `end`."""
        if self._measure.characters:
            return bisect_left(starts, end - allowed)
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
            inside = self._structure.inside(index)
            for number in range(bisect_right(inside, (end, 0, 0)) - 1, -1, -1):
                start = inside[number].start
                if start <= floor:
                    return
                if start < end and inside[number].rank not in IN_SPLIT_BLOCK:
                    yield start
            start = self._blocks[index].start
            if start <= floor:
                return
            yield start
