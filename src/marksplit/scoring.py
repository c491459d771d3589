"""What a scorer of cuts is asked, and its answer checked: scores of places in one part.

Which of the places is taken is decided in `marksplit.search`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from math import isfinite

from marksplit.blocks import Block
from marksplit.boundaries import Boundaries
from marksplit.cuts import Cut, CutRank
from marksplit.errors import CutScorerError
from marksplit.options import CutScorer
from marksplit.spans import Source, Span
from marksplit.splits import ROW


class Scores:
    """Scores of the cuts of one document, asked for part by part."""

    def __init__(
        self, source: Source, blocks: Sequence[Block], boundaries: Boundaries, scorer: CutScorer
    ) -> None:
        self._source = source
        self._blocks = blocks
        self._boundaries = boundaries
        self._scorer = scorer
        self._scores: dict[int, float] = {}
        self._places: list[Cut] = []

    def of(self, cut: Cut) -> float:
        """How good a cut is by the scorer; 0 where it does not know it."""
        return self._scores.get(cut.end, 0.0)

    def ends_behind(self, cut: Cut) -> Iterator[int]:
        """Ends of the places of the part behind `cut` that are as good by rank, and its own end."""
        for number in range(bisect_right(self._places, cut), len(self._places)):
            place = self._places[number]
            if place.rank <= cut.rank:
                yield place.end

    def ask(self, first: int, last: int) -> None:
        """Have the part of top-level blocks `first` to `last`, both included, scored.

        Raises:
            CutScorerError: the scorer fails, or its answer is not one number for each place.
        """
        cuts = list(self._cuts(first, last))
        self._scores, self._places = {}, []
        if not cuts:
            return
        end = self._blocks[last].end
        starts = [self._blocks[first].start, *(cut.start for cut in cuts)]
        ends = [*(cut.end for cut in cuts), end]
        units = [*map(Span, starts, ends)]
        try:
            answer = list(self._scorer(self._source.text, units))
            scores = [float(score) for score in answer]
        except Exception as error:
            raise self._error(units, f"failed: {type(error).__name__}: {error}") from error
        if len(scores) != len(cuts):
            wanted = f"{len(cuts)} scores, one for each place between {len(units)} units"
            raise self._error(units, f"must return {wanted}, not {len(scores)}")
        for number, score in enumerate(scores):
            if not isfinite(score):
                raise self._error(units, f"must return finite scores, not {score} (at {number})")
        self._scores = dict(zip((cut.end for cut in cuts), scores, strict=True))
        self._places = [*cuts, Cut(end, end, 0)]

    def _cuts(self, first: int, last: int) -> Iterator[Cut]:
        """Cuts between blocks, items, blocks of containers and sentences, in order."""
        for index in range(first, last + 1):
            if index > first:
                cut = self._boundaries.before(index)
                if _counts(cut):
                    yield cut
            found = [cut for cut in self._boundaries.inside(index) if _counts(cut)]
            for paragraph in _paragraphs([self._blocks[index]]):
                leaf = self._boundaries.leaf(index, paragraph.start)
                if leaf is not None:
                    found += leaf.ranked.get(CutRank.SENTENCE, ())
            yield from sorted(found)

    def _error(self, units: Sequence[Span], problem: str) -> CutScorerError:
        first = self._source.line_at(units[0].start)
        last = self._source.line_at(units[-1].end - 1)
        return CutScorerError(first, last, problem)


def _counts(cut: Cut) -> bool:
    return cut.rank < ROW or cut.rank == CutRank.SENTENCE


def _paragraphs(blocks: Iterable[Block]) -> Iterator[Block]:
    for block in blocks:
        if block.kind == "paragraph":
            yield block
        yield from _paragraphs(block.children)
