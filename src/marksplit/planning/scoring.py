"""What a scorer of cuts is asked, and which cut its answer prefers to the last one that fits.

Which cuts there are to choose from is decided in `marksplit.planning.search`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from math import isfinite

from marksplit.cuts import Cut, Rank, Structure
from marksplit.document import Block
from marksplit.errors import CutScorerError
from marksplit.options import CutScorer
from marksplit.planning.fitting import Fitting, Room
from marksplit.planning.job import Job
from marksplit.spans import Span


class Scores:
    """Scores of the cuts of one document, asked for part by part."""

    def __init__(self, job: Job, structure: Structure, fitting: Fitting, scorer: CutScorer) -> None:
        self._source = job.source
        self._blocks = job.blocks
        self._structure = structure
        self._fitting = fitting
        self._scorer = scorer
        self._scores: dict[int, float] = {}
        self._places: list[Cut] = []

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
        units = tuple(map(Span, starts, ends))
        try:
            # One more than is wanted tells that there are too many.
            answer = islice(self._scorer(self._source.text, units), len(units))
            scores = [float(score) for score in answer]
        except Exception as error:
            raise self._error(units, f"failed: {type(error).__name__}: {error}") from error
        if len(scores) != len(cuts):
            wanted = f"{len(cuts)} scores, one for each place between {len(units)} units"
            given = "more" if len(scores) > len(cuts) else str(len(scores))
            raise self._error(units, f"must return {wanted}, not {given}")
        for number, score in enumerate(scores):
            if not isfinite(score):
                raise self._error(units, f"must return finite scores, not {score} (at {number})")
        self._scores = dict(zip((cut.end for cut in cuts), scores, strict=True))
        self._places = [*cuts, Cut(end, end, 0)]

    def preferred(
        self,
        room: Room,
        last: Cut,
        cuts: Iterable[Cut],
        *,
        is_lawful: Callable[[Cut], bool] = lambda cut: True,
    ) -> Cut:
        """The one of `cuts` with the highest score, or `last`; of equal scores the last.

        It is as good by rank as `last`, the last that fits, lies from half way to it on, and leaves
        no crumb on either side as far as is seen: how the text after it is cut is not known yet.
        """
        middle = room.position + (last.end - room.position) // 2
        better = [
            cut
            for cut in cuts
            if cut.rank == last.rank
            and middle <= cut.end < last.end
            and self._score(cut) > self._score(last)
        ]
        for cut in sorted(better, key=lambda cut: (-self._score(cut), -cut.end)):
            crumbs = self._fitting.is_crumb(room.position, cut.end) or self._leaves_crumb(cut, last)
            if not crumbs and self._fitting.allows(room, cut.end) and is_lawful(cut):
                return cut._replace(by_score=True)
        return last

    def _score(self, cut: Cut) -> float:
        return self._scores.get(cut.end, 0.0)

    def _leaves_crumb(self, cut: Cut, last: Cut) -> bool:
        """Whether a piece from `cut` that ends as well as `last`, or better, is a crumb."""
        places, end = self._places, last.end
        for number in range(bisect_right(places, last), len(places)):
            if not self._fitting.is_crumb(cut.start, end):
                break
            if places[number].rank <= last.rank:
                end = places[number].end
        return self._fitting.is_crumb(cut.start, end) or not self._fitting.fits(cut.start, end)

    def _cuts(self, first: int, last: int) -> Iterator[Cut]:
        """Cuts between blocks, items, blocks of containers and sentences, in order."""
        for index in range(first, last + 1):
            if index > first:
                cut = self._structure.before(index)
                if _counts(cut):
                    yield cut
            found = [cut for cut in self._structure.inside(index) if _counts(cut)]
            for block in _paragraphs([self._blocks[index]]):
                paragraph = self._structure.paragraph(index, block.start)
                if paragraph is not None:
                    found += paragraph.ranked(Rank.SENTENCE)
            yield from sorted(found)

    def _error(self, units: Sequence[Span], problem: str) -> CutScorerError:
        first = self._source.line_at(units[0].start)
        last = self._source.line_at(units[-1].end - 1)
        return CutScorerError(first, last, problem)


def _counts(cut: Cut) -> bool:
    return cut.rank < Rank.ROW or cut.rank == Rank.SENTENCE


def _paragraphs(blocks: Iterable[Block]) -> Iterator[Block]:
    for block in blocks:
        if block.kind == "paragraph":
            yield block
        yield from _paragraphs(block.children)
