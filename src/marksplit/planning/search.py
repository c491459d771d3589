"""The search for the next cut: the best one after a position that leaves a piece that fits.

Which cuts exist is asked of `marksplit.cuts`, what fits of `marksplit.planning.fitting`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from marksplit.cuts import Cut, Paragraph, Rank, Structure, first_after
from marksplit.planning.fitting import Fitting, Room, end_of
from marksplit.planning.in_paragraph import InParagraph
from marksplit.planning.job import Job
from marksplit.planning.scoring import Scores
from marksplit.spans import Span

_PAUSES = (Rank.SENTENCE, Rank.CLAUSE)


class _Cluster(NamedTuple):
    """Consecutive blocks with no cut of rank `Rank.BLOCK` or better between them."""

    room: Room
    runs: list[tuple[list[Cut], int]]
    """Cuts between blocks and inside them in order: lists, and where each starts to count."""
    after_heading: Cut | None
    unit: Span
    """What comes first after the headings, up to the first of those cuts."""
    paragraph: Paragraph | None
    """The paragraph in `unit`, if it is one."""


class Search:
    """Finds the cut that ends a piece."""

    def __init__(
        self, job: Job, structure: Structure, fitting: Fitting, scores: Scores | None
    ) -> None:
        self._text = job.text
        self._blocks = job.blocks
        self._structure = structure
        self._fitting = fitting
        self._scores = scores
        self._paragraphs = InParagraph(structure.alone, fitting, scores)

    def next(self, room: Room) -> Cut | None:
        """The cut that ends the piece in `room`, if one fits."""
        fitting, ends = self._fitting, self._fitting.ends
        index = fitting.index(room.position)
        reach = index - 1 + fitting.count(room, ends, index, room.limit + 1)
        if reach == room.limit and fitting.allows(room, ends[reach]):
            return self.end(room.limit)
        best = self._between_blocks(room, index, min(reach + 1, room.limit))
        if best is None:
            return self._inside(room, reach)
        return self._fuller(room, best, reach)

    def _inside(self, room: Room, reach: int) -> Cut | None:
        """The best cut that fits before the next one of rank `Rank.BLOCK` or better."""
        fitting = self._fitting
        cluster = self._cluster(room, reach)
        found: list[Cut] = []
        for cuts, low in cluster.runs:
            count = fitting.count(room, cuts, low, len(cuts), end_of)
            found += cuts[low : low + count]
            if low + count < len(cuts):
                break
        best = self._best(room, found)
        if best is not None and best.rank == Rank.EDGE:
            return self._past_edge(cluster, best)
        if best is None or best.rank != Rank.HEADING_RUN:
            return best or self._in_paragraph(cluster) or self._in_line(cluster)
        # Outer headings are let go, no more of them than is needed; where that does not help,
        # the text below the headings is cut instead.
        runs = [cut for cut in found if cut.rank == Rank.HEADING_RUN]
        helping = [cut for cut in runs if fitting.fits(cut.start, cluster.unit.end)]
        return self._best(room, helping[:1]) or self._in_paragraph(cluster) or best

    def unit(self, position: int, limit: int) -> tuple[int, Cut]:
        """The smallest lawful piece where nothing fits: its start, and the cut that ends it."""
        begin = position
        while self._text[begin] in " \t":
            begin += 1
        index = self._fitting.index(position)
        paragraph = self._structure.paragraph(index, position)
        if paragraph is not None and paragraph.block.start < position:
            starts = (line.start for line in paragraph.lines if line.start >= position)
            content = next(starts, position)
            if not self._text[position:content].strip(" \t>"):
                begin = content  # quote markers at the start of the line may go too
        in_code = self._blocks[index].kind == "indented_code" or (
            self._structure.is_in_atomic(index, position)
        )
        if begin > position and not in_code:
            cut = self.next(Room(begin, begin, limit))
            if cut is not None:
                return begin, cut
        cluster = self._cluster(Room(position, position, limit), index)
        candidates = [cuts[low] for cuts, low in cluster.runs]
        if cluster.after_heading is not None:
            candidates.append(cluster.after_heading)
        if cluster.paragraph is not None and (not candidates or cluster.unit.start <= position):
            candidates += self._paragraphs.nearest(position, cluster.unit, cluster.paragraph)
        return position, min(candidates) if candidates else self._after(cluster)

    def _fuller(self, room: Room, best: Cut, reach: int) -> Cut:
        """`best`, or where that leaves a crumb, a cut a little worse that leaves none.

        Where `best` is after a thematic break, that is a cut between blocks. Where it is between
        blocks, that is one inside the next block, if that block has to be cut anyway.
        """
        fitting = self._fitting
        if best.rank not in (Rank.RULE, Rank.BLOCK) or not fitting.is_crumb(
            room.position, best.end
        ):
            return best
        following = fitting.index(best.start)
        found: Cut | None = None
        if best.rank == Rank.RULE:
            last = min(reach + 1, room.limit)
            found = self._between_blocks(room, following, last)
        elif not fitting.fits(best.start, fitting.ends[following]):
            found = self._inside(room._replace(position=best.start), reach)
        if found is None or not (found.rank <= Rank.ROW or found.rank in _PAUSES):
            return best
        return best if fitting.is_crumb(room.position, found.end) else found

    def _between_blocks(self, room: Room, index: int, last: int) -> Cut | None:
        """The best cut before one of the blocks after `index` to `last`; of equals the last."""
        ends, ranks = self._fitting.ends, self._structure.ranks
        index = self._first_solid(room, index, last)
        for rank in sorted(set(ranks[index + 1 : last + 1])):
            if rank > Rank.BLOCK:
                break
            for number in range(last, index, -1):
                if ranks[number] != rank or not self._fitting.allows(room, ends[number - 1]):
                    continue
                cut = self._structure.before(number)
                if self._scores is None:
                    return cut
                equals = [k for k in range(last, index, -1) if ranks[k] == rank]
                return self._scores.preferred(room, cut, map(self._structure.before, equals))
        return None

    def _first_solid(self, room: Room, index: int, last: int) -> int:
        """The first block from `index` on that says something, where a piece starts before it."""
        if room.position > self._blocks[index].start:
            return index
        return max(index, min(self._structure.solid[index], last))

    def _cluster(self, room: Room, reach: int) -> _Cluster:
        """What lies between `room.position` and the next cut of rank `Rank.BLOCK` or better.

        It is not looked at further than one block after `reach` and the first text.
        """
        blocks, structure = self._blocks, self._structure
        first = last = unit = self._fitting.index(room.position)
        runs: list[tuple[list[Cut], int]] = []
        after_heading: Cut | None = None
        solid = self._first_solid(room, first, room.limit)
        while True:
            inside = structure.inside(last)
            low = first_after(inside, room.position)
            if low < len(inside):
                runs.append((inside, low))
            beyond = last > max(reach, unit) and not structure.leads(last)
            cut = structure.before(last + 1) if last < room.limit and not beyond else None
            if cut is not None and last < solid:
                cut = cut._replace(rank=max(cut.rank, Rank.BOND))  # no piece says nothing
            if cut is None or cut.rank <= Rank.BLOCK:
                break
            if cut.rank == Rank.AFTER_HEADING:
                after_heading = cut
            else:
                runs.append(([cut], 0))
            last += 1
            if unit == last - 1 and structure.leads(unit) and self._stays_whole(unit):
                unit = last
        start = max(room.position, blocks[unit].start)
        ends = (cuts[low].end for cuts, low in runs if cuts[low].end > start)
        span = Span(start, next(ends, blocks[last].end))
        paragraph = structure.paragraph(unit, start)
        if paragraph is None and unit > first and not self._fitting.fits(*span):
            # Letting the headings go would help nothing: they travel with what they lead to.
            after_heading = None
            runs = [run for run in runs if run[0][run[1]].rank != Rank.HEADING_RUN]
        return _Cluster(room, runs, after_heading, span, paragraph)

    def _stays_whole(self, index: int) -> bool:
        """Whether a heading, or what leads to it, need not be cut."""
        block = self._blocks[index]
        return block.kind == "heading" or self._fitting.fits(block.start, block.end)

    def _best(self, room: Room, cuts: Sequence[Cut]) -> Cut | None:
        """The last cut of the best rank; another one where a sizer is not monotone."""
        ordered = sorted(cuts, key=lambda cut: (cut.rank, -cut.end))
        best = next((cut for cut in ordered if self._fitting.allows(room, cut.end)), None)
        if best is None or self._scores is None:
            return best
        return self._scores.preferred(room, best, ordered)

    def end(self, limit: int) -> Cut:
        """The cut after top-level block `limit`, the last one that a piece may reach."""
        end = self._fitting.ends[limit]
        following = limit + 1 < len(self._blocks)
        return Cut(end, self._blocks[limit + 1].start if following else end, Rank.PART_END)

    def _in_paragraph(self, cluster: _Cluster) -> Cut | None:
        """The best cut inside the first paragraph, or after the headings above it."""
        room, after = cluster.room, cluster.after_heading
        if after is not None and not self._fitting.allows(room, after.end):
            after = None
        if cluster.paragraph is None:
            return after
        return self._paragraphs.best(room, cluster.unit, cluster.paragraph, after, self.next)

    def _in_line(self, cluster: _Cluster) -> Cut | None:
        """The cut inside a line of code that alone is too big, where such a block is split."""
        if cluster.paragraph is not None or cluster.room.origin < cluster.unit.start:
            return None
        return self._inside_line(cluster.room, *cluster.unit)

    def _past_edge(self, cluster: _Cluster, edge: Cut) -> Cut:
        """`edge`, or a cut in a line of code after it that is too big: no chunk is a fence alone."""
        if edge.end != cluster.unit.end:
            return edge
        index, low = self._fitting.index(edge.start), edge.start
        inside = self._structure.inside(index)
        number = bisect_right(inside, edge)
        end = inside[number].end if number < len(inside) else self._blocks[index].end
        line_end = self._structure.line_end(index, low)
        if self._fitting.fits(low, end) or self._fitting.fits(low, line_end):
            return edge
        return self._inside_line(cluster.room, low, end) or edge

    def _inside_line(self, room: Room, low: int, end: int) -> Cut | None:
        """The last cut that fits inside the line of code from `low`, in a unit that ends in `end`."""
        count = self._fitting.count(room, range(low + 1, end), 0, end - low - 1)
        cut = self._structure.in_line(self._fitting.index(low), low, low + count)
        return cut if cut is not None and self._fitting.allows(room, cut.end) else None

    def _after(self, cluster: _Cluster) -> Cut:
        """The cut after the whole cluster."""
        index, limit = self._fitting.index(cluster.room.position), cluster.room.limit
        while index < limit and self._structure.ranks[index + 1] > Rank.BLOCK:
            index += 1
        return self._structure.before(index + 1) if index < limit else self.end(limit)
