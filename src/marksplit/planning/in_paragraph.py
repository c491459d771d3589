"""The search for a cut inside one paragraph: the best that fits, or the nearest where nothing does.

Between blocks, items and lines of code `marksplit.planning.search` looks itself.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import chain

from marksplit.cuts import IN_PARAGRAPH, Cut, Paragraph, Rank, ReadAlone, between, first_after
from marksplit.planning.fitting import Fitting, Room, end_of
from marksplit.planning.scoring import Scores
from marksplit.spans import Span

_PROTECTED_BLANKS = (Rank.PROTECTED_LINE, Rank.PROTECTED_SPACE)


class InParagraph:
    """Finds cuts inside paragraphs."""

    def __init__(self, alone: ReadAlone, fitting: Fitting, scores: Scores | None) -> None:
        self._alone = alone
        self._fitting = fitting
        self._scores = scores

    def best(
        self,
        room: Room,
        unit: Span,
        paragraph: Paragraph,
        after: Cut | None,
        next_cut: Callable[[Room], Cut | None],
    ) -> Cut | None:
        """The best cut inside a paragraph that fits, or the one after the headings above it.

        Args:
            room: where the piece may lie.
            unit: the part of the paragraph that is looked at.
            paragraph: the paragraph.
            after: the cut after the headings above it, if there are some and it fits.
            next_cut: the search, to ask what would become of the paragraph without its headings.
        """
        unlawful: list[Cut] = []
        stranded: list[Cut] = []  # cuts before backticks that would open a fence in a piece
        passed: list[Cut] = []  # cuts further up: what is before the backticks stays with them
        torn: list[Cut] = []
        crumb: Cut | None = None
        for rank in IN_PARAGRAPH:
            if crumb is not None and rank > Rank.LINE:
                return crumb
            if rank == Rank.AFTER_HEADING:
                if after is None:
                    continue
                alone = next_cut(Room(after.start, after.start, room.limit))
                if alone is None or alone.rank not in _PROTECTED_BLANKS:
                    return after
                continue  # the text below is cut at such a place with or without the headings
            cuts = self._last_of(rank, room, unit, paragraph)
            for cut in cuts:
                if not self._fitting.allows(room, cut.end):
                    continue  # a sizer that is not monotone
                if not self._alone.tail_reads_same(paragraph, cut):
                    unlawful.append(cut)
                elif self._strands(paragraph, cut):
                    stranded.append(cut)
                elif stranded and cut.end < stranded[0].end:
                    passed.append(cut)
                elif stranded and cut.rank == Rank.TORN:
                    torn.append(cut)
                elif self._alone.head_reads_same(paragraph, room.origin, cut):
                    is_crumb = self._fitting.is_crumb(room.position, cut.end)
                    if crumb is not None and is_crumb:
                        return crumb
                    if rank < Rank.LINE and is_crumb:
                        crumb = cut  # a cut of the next rank may leave a fuller piece
                        break
                    if rank != Rank.SENTENCE or self._scores is None:
                        return cut
                    is_lawful = partial(self._is_lawful, paragraph, room.origin)
                    return self._scores.preferred(room, cut, cuts, is_lawful=is_lawful)
        if crumb is not None:
            return crumb
        lawful = partial(self._alone.head_reads_same, paragraph, room.origin)
        left = next(filter(lawful, (*passed, *stranded, *torn)), None)
        if after is None and left is not None:
            return left
        if paragraph.nested and after is None:  # no law asks how the rest reads alone
            return next(filter(lawful, unlawful), None)
        return after

    def _strands(self, paragraph: Paragraph, cut: Cut) -> bool:
        """Whether the rest after `cut` starts with backticks that could not stay in one piece."""
        closed = self._alone.closed_at(paragraph, cut.start)
        return closed > cut.start and not self._fitting.fits(cut.start, closed)

    def _last_of(self, rank: int, room: Room, unit: Span, paragraph: Paragraph) -> list[Cut]:
        """The cuts of one rank that fit, the last first; of those between graphemes a few."""
        if rank in (Rank.GRAPHEME, Rank.PROTECTED_GRAPHEME):
            return self._last_graphemes(rank, room, unit, paragraph)
        ranked = paragraph.ranked(rank)
        low, high = between(ranked, unit)
        count = self._fitting.count(room, ranked, low, high, end_of)
        return ranked[low : low + count][::-1]

    def _last_graphemes(
        self, worst: int, room: Room, unit: Span, paragraph: Paragraph
    ) -> list[Cut]:
        """Some of the last cuts between grapheme clusters that fit, best first.

        `worst`: `Rank.GRAPHEME` for those outside protected spans, else all.
        """
        low = max(unit.start, room.position)
        ends = range(low + 1, unit.end + 1)
        count = self._fitting.count(room, ends, 0, len(ends))
        high, width = low + count, 64
        fenced = self._alone.fenced_until(paragraph, room.origin)
        if room.origin + 2 < high - width and high <= fenced:
            return []
        while high > low:
            first = max(low, high - width)
            cuts = paragraph.graphemes(first, high)
            if worst == Rank.GRAPHEME:
                cuts = [cut for cut in cuts if cut.rank <= Rank.TIGHT_GRAPHEME]
            if cuts or first == low:
                return sorted(cuts, key=lambda cut: (cut.rank, -cut.end))
            width *= 4
        return []

    def nearest(self, origin: int, unit: Span, paragraph: Paragraph) -> list[Cut]:
        """The first lawful cuts of a paragraph in which nothing fits."""
        cuts = paragraph.cuts
        low, high = between(cuts, unit)
        found: list[Cut] = []
        fenced = first_after(cuts, origin + 2, low, high)
        free = first_after(cuts, self._alone.fenced_until(paragraph, origin), low)
        for number in chain(range(low, fenced), range(max(fenced, free), high)):
            if self._is_lawful(paragraph, origin, cuts[number]):
                found.append(cuts[number])
                break
        start, width = unit.start, 8
        end = found[0].end if found else unit.end
        while start < end:
            for cut in paragraph.graphemes(start, min(start + width, end)):
                if self._is_lawful(paragraph, origin, cut):
                    return [*found, cut]
            start, width = start + width, width * 4
        return found

    def _is_lawful(self, paragraph: Paragraph, origin: int, cut: Cut) -> bool:
        tail_reads_same = paragraph.nested or self._alone.tail_reads_same(paragraph, cut)
        return tail_reads_same and self._alone.head_reads_same(paragraph, origin, cut)
