"""The search for the next cut: the best one behind a position that leaves a piece that fits.

Which cuts exist is asked of `marksplit.boundaries`, what fits of `marksplit.fitting`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import chain, takewhile

from marksplit.blocks import Block, BlockKind, ungrouped
from marksplit.boundaries import AFTER_HEADING, BLOCK, HEADING_RUN, Boundaries
from marksplit.clusters import Cluster, Clusters
from marksplit.cuts import Cut, CutRank, behind
from marksplit.fitting import Fitting, end_of
from marksplit.paragraphs import Leaf, between
from marksplit.scoring import Scores
from marksplit.splits import EDGE

END = -1
"""Rank of the end of a run: better than any cut."""
_GRAPHEMES = (CutRank.GRAPHEME, CutRank.PROTECTED_GRAPHEME)
_IN_PARAGRAPH = sorted({AFTER_HEADING, *CutRank} - {CutRank.TIGHT_GRAPHEME})
"""Ranks of the cuts in a paragraph, and of that behind the headings above it, best first."""
_PROTECTED_BLANKS = (CutRank.PROTECTED_LINE, CutRank.PROTECTED_SPACE)


class Search:
    """Finds the cut that ends a piece of one document."""

    def __init__(
        self,
        text: str,
        blocks: Sequence[Block],
        boundaries: Boundaries,
        fitting: Fitting,
        scores: Scores | None = None,
    ) -> None:
        self._text = text
        self._blocks = blocks
        self._boundaries = boundaries
        self._reading = boundaries.reading
        self._clusters = Clusters(blocks, boundaries, fitting)
        self._fitting = fitting
        self._scores = scores

    def next(self, position: int, origin: int, limit: int) -> Cut | None:
        """The cut that ends the piece from `position`, measured from `origin`, if one fits.

        The piece may reach block `limit`; `origin` is before `position` where text is repeated.
        """
        index = self._fitting.index(position)
        ends = self._fitting.ends
        reach = index - 1 + self._fitting.count(origin, ends, index, limit + 1)
        if reach == limit and self._fitting.allows(origin, ends[limit]):
            return self._end(limit)
        best = self._between_blocks(position, origin, index, min(reach + 1, limit))
        if best is not None:
            return best
        cluster = self._clusters.at(position, limit, reach)
        fitting: list[Cut] = []
        for cuts, low in cluster.runs:
            count = self._fitting.count(origin, cuts, low, len(cuts), end_of)
            fitting += cuts[low : low + count]
            if low + count < len(cuts):
                break
        best = self._best(position, origin, fitting)
        if best is not None and best.rank == EDGE:
            return self._past_edge(cluster, origin, best)
        if best is None or best.rank != HEADING_RUN:
            return best or self._in_paragraph(cluster, origin) or self._in_line(cluster, origin)
        # Outer headings are let go, no more of them than is needed; where that does not help,
        # the text below the headings is cut instead.
        runs = [cut for cut in fitting if cut.rank == HEADING_RUN]
        helping = [cut for cut in runs if self._fitting.fits(cut.start, cluster.unit.end)]
        return (
            self._best(position, origin, helping[:1]) or self._in_paragraph(cluster, origin) or best
        )

    def unit(self, position: int, limit: int) -> tuple[int, Cut]:
        """The smallest lawful piece where nothing fits: its start, and the cut that ends it."""
        begin = position
        while self._text[begin] in " \t":
            begin += 1
        leaf = self._boundaries.leaf(self._fitting.index(position), position)
        if leaf is not None and leaf.block.start < position:
            starts = (line.start for line in leaf.lines if line.start >= position)
            content = next(starts, position)
            if not self._text[position:content].strip(" \t>"):
                begin = content  # quote markers at the start of the line may go too
        index = self._fitting.index(position)
        in_code = self._blocks[index].kind == "indented_code" or (
            self._boundaries.is_in_atomic(index, position)
        )
        if begin > position and not in_code:
            cut = self.next(begin, begin, limit)
            if cut is not None:
                return begin, cut
        cluster = self._clusters.at(position, limit, index)
        candidates = [cuts[low] for cuts, low in cluster.runs]
        if cluster.after_heading is not None:
            candidates.append(cluster.after_heading)
        if cluster.leaf is not None and (not candidates or cluster.unit.start <= position):
            candidates += self._nearest_in(cluster, cluster.leaf)
        return position, min(candidates) if candidates else self._behind(cluster, limit)

    def reads_well(self, start: int, end: int) -> bool:
        """Whether a chunk from `start` to `end` reads alone as it does in place (law 7)."""
        if not self._reads_alone(self._fitting.index(start), start):
            return True
        return self._reading.reads_as(start, end, self._kinds(start, end))

    def _between_blocks(self, position: int, origin: int, index: int, last: int) -> Cut | None:
        """The best cut before one of the blocks behind `index` to `last`; of equals the last."""
        ends, ranks = self._fitting.ends, self._boundaries.ranks
        for rank in sorted(set(ranks[index + 1 : last + 1])):
            if rank > BLOCK:
                break
            for number in range(last, index, -1):
                if ranks[number] != rank or not self._fitting.allows(origin, ends[number - 1]):
                    continue
                cut = self._boundaries.before(number)
                if self._scores is None:
                    return cut
                equals = [k for k in range(last, index, -1) if ranks[k] == rank]
                cuts = map(self._boundaries.before, equals)
                return self._scores.preferred(position, origin, cut, cuts)
        return None

    def _best(self, position: int, origin: int, cuts: Sequence[Cut]) -> Cut | None:
        """The last cut of the best rank; another one where a sizer is not monotone."""
        ordered = sorted(cuts, key=lambda cut: (cut.rank, -cut.end))
        best = next((cut for cut in ordered if self._fitting.allows(origin, cut.end)), None)
        if best is None or self._scores is None:
            return best
        return self._scores.preferred(position, origin, best, ordered)

    def _end(self, limit: int) -> Cut:
        if limit + 1 < len(self._blocks):
            return Cut(self._fitting.ends[limit], self._blocks[limit + 1].start, END)
        return Cut(self._fitting.ends[limit], self._fitting.ends[limit], END)

    def _in_paragraph(self, cluster: Cluster, origin: int) -> Cut | None:
        """The best cut inside the first paragraph, or behind the headings above it."""
        after = cluster.after_heading
        if after is not None and not self._fitting.allows(origin, after.end):
            after = None
        leaf = cluster.leaf
        if leaf is None:
            return after
        top = self._fitting.top(origin) if self._scores is None else None
        unsafe: list[Cut] = []
        cuts: Iterable[Cut]
        for rank in _IN_PARAGRAPH:
            if rank == AFTER_HEADING:
                if after is None:
                    continue
                alone = self.next(after.start, after.start, cluster.limit)
                if alone is None or alone.rank not in _PROTECTED_BLANKS:
                    return after
                continue  # the text below is cut at such a place with or without the headings
            if rank in _GRAPHEMES:
                cuts = self._last_graphemes(cluster, leaf, origin, rank)
            elif top is not None:
                cuts = leaf.falling(rank, cluster.unit, top)
            else:
                ranked = leaf.ranked(rank)
                low, high = between(ranked, cluster.unit)
                count = self._fitting.count(origin, ranked, low, high, end_of)
                cuts = ranked[low : low + count][::-1]
            for cut in cuts:
                if not self._fitting.allows(origin, cut.end):
                    continue  # a sizer that is not monotone
                if not self._reading.starts_well(leaf, cut):
                    unsafe.append(cut)
                elif self._ends_well(leaf, origin, cut):
                    if rank != CutRank.SENTENCE or self._scores is None:
                        return cut
                    is_lawful = partial(self._lawful, leaf, origin)
                    return self._scores.preferred(
                        cluster.position, origin, cut, cuts, is_lawful=is_lawful
                    )
        if leaf.nested and after is None:  # no law asks how the rest reads alone
            return next((cut for cut in unsafe if self._ends_well(leaf, origin, cut)), None)
        return after

    def _last_graphemes(self, cluster: Cluster, leaf: Leaf, origin: int, worst: int) -> list[Cut]:
        """Some of the last cuts between grapheme clusters that fit, best first.

        `worst`: `CutRank.GRAPHEME` for those outside protected spans, else all.
        """
        low = max(cluster.unit.start, cluster.position)
        ends = range(low + 1, cluster.unit.end + 1)
        count = self._fitting.count(origin, ends, 0, len(ends))
        high, width = low + count, 64
        if origin + 2 < high - width and high <= leaf.fenced_until(origin):
            return []
        while high > low:
            first = max(low, high - width)
            cuts = leaf.graphemes(first, high)
            cuts = [cut for cut in cuts if cut.rank < worst + 10]
            if cuts or first == low:
                return sorted(cuts, key=lambda cut: (cut.rank, -cut.end))
            width *= 4
        return []

    def _ends_well(self, leaf: Leaf, origin: int, cut: Cut) -> bool:
        if leaf.nested and not self._reads_alone(self._fitting.index(origin), origin):
            return True
        return self._reading.ends_well(leaf, origin, cut, self._kinds(origin, cut.end))

    def _kinds(self, start: int, end: int) -> tuple[BlockKind, ...]:
        """Kinds of the blocks that share text with the span, as it reads by itself."""
        first, last = self._fitting.index(start), self._fitting.index(end - 1)
        before = takewhile(
            lambda block: block.start < end, ungrouped(self._blocks[first : last + 1])
        )
        return tuple(block.kind for block in before if block.end > start)

    def _reads_alone(self, index: int, origin: int) -> bool:
        """Whether law 7 binds a chunk from `origin`, in a top-level block that is no paragraph.

        It does at the start of the block, or of an item of a list, indentation aside.
        """
        block = self._blocks[index]
        while origin > block.start and self._text[origin - 1] in " \t":
            origin -= 1
        if block.kind != "list":
            return origin == block.start or block.kind == "paragraph"
        children = block.children
        return children[bisect_right(children, origin, key=_start) - 1].start == origin

    def _in_line(self, cluster: Cluster, origin: int) -> Cut | None:
        """The cut inside a line of code that alone is too big, where such a block is split."""
        if cluster.leaf is not None or origin < cluster.unit.start:
            return None
        low, end = cluster.unit
        count = self._fitting.count(origin, range(low + 1, end), 0, end - low - 1)
        cut = self._boundaries.split_line(self._fitting.index(low), low, low + count)
        return cut if cut is not None and self._fitting.allows(origin, cut.end) else None

    def _past_edge(self, cluster: Cluster, origin: int, edge: Cut) -> Cut:
        """`edge`, or a cut in the line of code behind it that is too big: a fence alone is void."""
        if edge.end != cluster.unit.end:
            return edge
        index, low = self._fitting.index(edge.start), edge.start
        inside = self._boundaries.inside(index)
        behind = bisect_right(inside, edge)
        end = inside[behind].end if behind < len(inside) else self._blocks[index].end
        line_end = self._boundaries.line_end(index, low)
        if self._fitting.fits(low, end) or self._fitting.fits(low, line_end):
            return edge
        count = self._fitting.count(origin, range(low + 1, end), 0, end - low - 1)
        cut = self._boundaries.split_line(index, low, low + count)
        return cut if cut is not None and self._fitting.allows(origin, cut.end) else edge

    def _behind(self, cluster: Cluster, limit: int) -> Cut:
        """The cut behind all that no cut of rank `BLOCK` or better parts."""
        index = self._fitting.index(cluster.position)
        while index < limit and self._boundaries.ranks[index + 1] > BLOCK:
            index += 1
        return self._boundaries.before(index + 1) if index < limit else self._end(limit)

    def _nearest_in(self, cluster: Cluster, leaf: Leaf) -> list[Cut]:
        low, high = between(leaf.cuts, cluster.unit)
        origin = cluster.position
        found: list[Cut] = []
        fenced = behind(leaf.cuts, origin + 2, low, high)
        free = behind(leaf.cuts, leaf.fenced_until(origin), low)
        for number in chain(range(low, fenced), range(max(fenced, free), high)):
            cut = leaf.cuts[number]
            if self._lawful(leaf, origin, cut):
                found.append(cut)
                break
        start, width = cluster.unit.start, 8
        end = found[0].end if found else cluster.unit.end
        while start < end:
            for cut in leaf.graphemes(start, min(start + width, end)):
                if self._lawful(leaf, origin, cut):
                    return [*found, cut]
            start, width = start + width, width * 4
        return found

    def _lawful(self, leaf: Leaf, origin: int, cut: Cut) -> bool:
        starts_well = leaf.nested or self._reading.starts_well(leaf, cut)
        return starts_well and self._ends_well(leaf, origin, cut)


def _start(block: Block) -> int:
    return block.start
