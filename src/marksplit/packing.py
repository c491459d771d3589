"""Cutting a run of top-level blocks for size: pack greedily at the best rank of cut that fits.

Spans in, pieces out. Which cuts exist is asked of `marksplit.boundaries`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from marksplit.blocks import Block, BlockKind, ungrouped
from marksplit.boundaries import AFTER_HEADING, BLOCK, HEADING_RUN, Boundaries, Leaf
from marksplit.cuts import Cut, CutRank
from marksplit.sections import Scope
from marksplit.sizing import Measure
from marksplit.spans import Span

_END = -1
"""Rank of the end of a run: better than any cut."""
_FAR = 1 << 62
_PROTECTED_BLANKS = (CutRank.PROTECTED_LINE, CutRank.PROTECTED_SPACE)


class Piece(NamedTuple):
    """A planned chunk."""

    start: int
    end: int
    overlap: int = 0
    """Leading code points that the piece before also holds."""
    oversize: bool = False


class _Cluster(NamedTuple):
    """Top-level blocks that no cut of rank `BLOCK` or better parts, from a position on."""

    position: int
    limit: int
    """The last block that a piece may reach."""
    runs: list[tuple[list[Cut], int]]
    """Structural cuts in order: lists, and the index in each from which it counts."""
    after_heading: Cut | None
    unit: Span
    """What comes first behind the headings, up to the first structural cut."""
    leaf: Leaf | None
    """The paragraph in `unit`, if it is one."""


class _Previous(NamedTuple):
    """The piece before: where its own text starts, behind its overlap, and the cut that ends it."""

    start: int
    cut: Cut


class Packer:
    """Cuts runs of one document's top-level blocks into pieces of at most `max_size`."""

    def __init__(
        self,
        text: str,
        blocks: Sequence[Block],
        scopes: Sequence[Scope],
        boundaries: Boundaries,
        measure: Measure,
        *,
        max_size: int,
        overlap: int,
        strip_headings: bool,
    ) -> None:
        self._text = text
        self._blocks = blocks
        self._starts = [block.start for block in blocks]
        self._scopes = scopes
        self._boundaries = boundaries
        self._measure = measure
        self._max_size = max_size
        self._overlap = overlap
        self._strip = strip_headings
        self._closed_by = _next_shallower(blocks)

    def stripped(self, start: int, end: int) -> int:
        """`start`, moved behind the leading headings that `strip_headings` leaves out."""
        if not self._strip:
            return start
        first, last = self._index(start), self._index(end - 1)
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
        """Whether the text between, without headings that are left out, is within `max_size`."""
        return self._measure.within(self.stripped(start, end), end, self._max_size)

    def pack(self, first: int, last: int) -> Iterator[Piece]:
        """Pieces of the top-level blocks `first` to `last`, both included, in order."""
        position = origin = self._starts[first]
        end = self._blocks[last].end
        previous = _Previous(position, Cut(position, position, _END))
        while True:
            limit = self._limit(first, last, position)
            cut = self._next(position, origin, limit)
            if origin < position:
                origin, cut = self._with_less_overlap(position, origin, cut, limit, previous)
                if cut is not None and not self.reads_well(origin, cut.end):
                    origin, cut = position, self._next(position, position, limit)
            oversize = cut is None
            if cut is None:
                position, cut, oversize = self._unit(position, limit)
                origin = position
            start = self.stripped(origin, cut.end)
            yield Piece(start, cut.end, max(0, previous.cut.end - start), oversize)
            if cut.end >= end:
                return
            previous = _Previous(max(start, position), cut)
            origin = self._overlap_start(previous, self._overlap)
            position = cut.start

    def reads_well(self, start: int, end: int) -> bool:
        """Whether a chunk from `start` to `end` reads alone as it does in place (law 7)."""
        if not self._reads_alone(self._index(start), start):
            return True
        return self._boundaries.reads_as(start, end, self._kinds(start, end))

    def holds_heading(self, start: int, end: int) -> bool:
        """Whether a top-level heading starts in the text between."""
        first = bisect_right(self._starts, start - 1)
        last = bisect_right(self._starts, end - 1)
        return any(block.kind == "heading" for block in self._blocks[first:last])

    # How far a piece may reach

    def _index(self, offset: int) -> int:
        """Index of the top-level block that holds `offset`, or of the last one before it."""
        return max(bisect_right(self._starts, offset) - 1, 0)

    def _limit(self, first: int, last: int, position: int) -> int:
        """The last block that a piece from `position` may reach.

        A piece that starts in the middle of a section ends with it: what does not fit is cut
        within its own section first.
        """
        index = self._index(position)
        if index == first and self._starts[first] == position:
            return last
        return min(last, self._closed_by[index] - 1)

    def _reach(self, origin: int, index: int, limit: int) -> int:
        """The last block up to `limit` to whose end the text from `origin` fits.

        It is ``index - 1`` where not even block `index` fits.
        """
        blocks = self._blocks
        return (
            index
            - 1
            + _last_fitting(
                limit - index + 1, lambda number: self.fits(origin, blocks[index + number].end)
            )
        )

    # The next cut

    def _next(self, position: int, origin: int, limit: int) -> Cut | None:
        """The cut that ends the piece from `position`, measured from `origin`, if one fits."""
        index = self._index(position)
        reach = self._reach(origin, index, limit)
        if reach == limit:
            return self._end(limit)
        outer = [self._boundaries.before(block) for block in range(index + 1, reach + 2)]
        best = self._best(origin, [cut for cut in outer if cut.rank <= BLOCK])
        if best is not None:
            return best
        cluster = self._cluster(position, limit)
        fitting: list[Cut] = []
        for cuts, low in cluster.runs:
            count = self._count_fitting(origin, cuts, low)
            fitting += cuts[low : low + count]
            if low + count < len(cuts):
                break
        best = self._best(origin, fitting)
        if best is None or best.rank != HEADING_RUN:
            return best or self._in_paragraph(cluster, origin)
        # Outer headings are let go, no more of them than is needed; where that does not help,
        # the text below the headings is cut instead.
        runs = [cut for cut in fitting if cut.rank == HEADING_RUN]
        helping = [cut for cut in runs if self.fits(cut.start, cluster.unit.end)]
        return self._best(origin, helping[:1]) or self._in_paragraph(cluster, origin) or best

    def _best(self, origin: int, cuts: Sequence[Cut]) -> Cut | None:
        """The last cut of the best rank; another one where a sizer is not monotone."""
        ordered = sorted(cuts, key=lambda cut: (cut.rank, -cut.end))
        return next((cut for cut in ordered if self.fits(origin, cut.end)), None)

    def _end(self, limit: int) -> Cut:
        end = self._blocks[limit].end
        return Cut(end, self._starts[limit + 1] if limit + 1 < len(self._blocks) else end, _END)

    def _count_fitting(self, origin: int, cuts: Sequence[Cut], low: int) -> int:
        return _last_fitting(
            len(cuts) - low, lambda number: self.fits(origin, cuts[low + number].end)
        )

    def _cluster(self, position: int, limit: int) -> _Cluster:
        """What lies between `position` and the next cut of rank `BLOCK` or better."""
        blocks, boundaries = self._blocks, self._boundaries
        first = last = self._index(position)
        runs: list[tuple[list[Cut], int]] = []
        after_heading: Cut | None = None
        unit = first
        while True:
            inside = boundaries.inside(last)
            low = bisect_right(inside, (position, _FAR, 0))
            if low < len(inside):
                runs.append((inside, low))
            cut = boundaries.before(last + 1) if last < limit else None
            if cut is None or cut.rank <= BLOCK:
                break
            if cut.rank == AFTER_HEADING:
                after_heading = cut
            else:
                runs.append(([cut], 0))
            last += 1
            if blocks[last - 1].kind == "heading":
                unit = last
        start = max(position, self._starts[unit])
        ends = (cuts[low].end for cuts, low in runs if cuts[low].end > start)
        span = Span(start, next(ends, blocks[last].end))
        leaf = boundaries.leaf(unit, start)
        if leaf is None and unit > first and not self.fits(*span):
            # Letting the headings go would help nothing: they travel with what they lead to.
            after_heading = None
            runs = [run for run in runs if run[0][run[1]].rank != HEADING_RUN]
        return _Cluster(position, limit, runs, after_heading, span, leaf)

    def _in_paragraph(self, cluster: _Cluster, origin: int) -> Cut | None:
        """The best cut inside the first paragraph, or behind the headings above it."""
        after = cluster.after_heading
        if after is not None and not self.fits(origin, after.end):
            after = None
        leaf = cluster.leaf
        if leaf is None:
            return after
        low, high = leaf.between(cluster.unit)
        count = self._count_fitting(origin, leaf.cuts[:high], low)
        ranked: dict[int, list[Cut]] = {
            AFTER_HEADING: [],
            CutRank.GRAPHEME: [],
            CutRank.PROTECTED_GRAPHEME: [],
        }
        for cut in reversed(leaf.cuts[low : low + count]):
            ranked.setdefault(cut.rank, []).append(cut)
        unsafe: list[Cut] = []
        for rank in sorted(ranked):
            if rank == AFTER_HEADING and after is not None:
                alone = self._next(after.start, after.start, cluster.limit)
                if alone is None or alone.rank not in _PROTECTED_BLANKS:
                    return after
                continue  # the text below is cut at such a place with or without the headings
            if rank in (CutRank.GRAPHEME, CutRank.PROTECTED_GRAPHEME):
                ranked[rank] = self._last_graphemes(cluster, leaf, origin, rank)
            for cut in ranked[rank]:
                if not self.fits(origin, cut.end):
                    continue  # a sizer that is not monotone
                if not self._boundaries.starts_well(leaf, cut):
                    unsafe.append(cut)
                elif self._ends_well(leaf, origin, cut):
                    return cut
        if leaf.nested and after is None:  # no law asks how the rest reads alone
            return next((cut for cut in unsafe if self._ends_well(leaf, origin, cut)), None)
        return after

    def _last_graphemes(self, cluster: _Cluster, leaf: Leaf, origin: int, worst: int) -> list[Cut]:
        """Some of the last cuts between grapheme clusters that fit, best first.

        `worst`: `CutRank.GRAPHEME` for those outside protected spans, else all.
        """
        low = max(cluster.unit.start, cluster.position)
        count = _last_fitting(cluster.unit.end - low, lambda n: self.fits(origin, low + n + 1))
        high, width = low + count, 64
        while high > low:
            first = max(low, high - width)
            cuts = self._boundaries.graphemes(leaf, first, high)
            cuts = [cut for cut in cuts if cut.rank < worst + 10]
            if cuts or first == low:
                return sorted(cuts, key=lambda cut: (cut.rank, -cut.end))
            width *= 4
        return []

    def _ends_well(self, leaf: Leaf, origin: int, cut: Cut) -> bool:
        if leaf.nested and not self._reads_alone(self._index(origin), origin):
            return True
        return self._boundaries.ends_well(leaf, origin, cut, self._kinds(origin, cut.end))

    def _kinds(self, start: int, end: int) -> tuple[BlockKind, ...]:
        """Kinds of the blocks that share text with the span, as it reads by itself."""
        blocks = ungrouped(self._blocks[self._index(start) : self._index(end - 1) + 1])
        before = takewhile(lambda block: block.start < end, blocks)
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

    # Nothing fits

    def _unit(self, position: int, limit: int) -> tuple[int, Cut, bool]:
        """The smallest lawful piece: its start, the cut that ends it, and whether it is oversize."""
        begin = position
        while self._text[begin] in " \t":
            begin += 1
        leaf = self._boundaries.leaf(self._index(position), position)
        if leaf is not None and leaf.block.start < position:
            starts = (line.start for line in leaf.lines if line.start >= position)
            content = next(starts, position)
            if not self._text[position:content].strip(" \t>"):
                begin = content  # quote markers at the start of the line may go too
        if begin > position and self._blocks[self._index(position)].kind != "indented_code":
            cut = self._next(begin, begin, limit)
            if cut is not None:
                return begin, cut, False
        cluster = self._cluster(position, limit)
        nearest = self._end(self._last_of(cluster, limit))
        candidates = [cuts[low] for cuts, low in cluster.runs]
        if cluster.after_heading is not None:
            candidates.append(cluster.after_heading)
        if cluster.leaf is not None and (not candidates or cluster.unit.start <= position):
            candidates += self._nearest_in(cluster, cluster.leaf)
        cut = min([nearest, *candidates])
        return position, cut, not self.fits(position, cut.end)

    def _last_of(self, cluster: _Cluster, limit: int) -> int:
        index = self._index(cluster.position)
        while index < limit and self._boundaries.before(index + 1).rank > BLOCK:
            index += 1
        return index

    def _nearest_in(self, cluster: _Cluster, leaf: Leaf) -> list[Cut]:
        low, high = leaf.between(cluster.unit)
        origin = cluster.position
        found: list[Cut] = []
        for cut in leaf.cuts[low:high]:
            if self._lawful(leaf, origin, cut):
                found.append(cut)
                break
        start, width = cluster.unit.start, 64
        end = found[0].end if found else cluster.unit.end
        while start < end:
            for cut in self._boundaries.graphemes(leaf, start, min(start + width, end)):
                if self._lawful(leaf, origin, cut):
                    return [*found, cut]
            start, width = start + width, width * 4
        return found

    def _lawful(self, leaf: Leaf, origin: int, cut: Cut) -> bool:
        starts_well = leaf.nested or self._boundaries.starts_well(leaf, cut)
        return starts_well and self._ends_well(leaf, origin, cut)

    # Overlap

    def _with_less_overlap(
        self, position: int, origin: int, cut: Cut | None, limit: int, previous: _Previous
    ) -> tuple[int, Cut | None]:
        """Where to start, and the cut: overlap must not lead to a worse cut than none would."""
        without = self._next(position, position, limit)
        allowed = self._overlap
        while without is not None and (cut is None or cut.rank > without.rank):
            allowed //= 2
            origin = self._overlap_start(previous, allowed)
            if origin == position:
                break
            cut = self._next(position, origin, limit)
        return (position, without) if without is None or origin == position else (origin, cut)

    def _overlap_start(self, previous: _Previous, allowed: int) -> int:
        """Where the next piece starts when it may repeat `allowed` of the text before it.

        The start of a block, an item or a sentence is taken where there is one, else of a word.
        """
        floor, cut = previous
        index = self._index(cut.start)
        if not allowed or (
            self._blocks[index].kind == "heading" and self._starts[index] == cut.start
        ):
            return cut.start
        best, bound = cut.start, floor
        for start in self._starts_before(cut.end, floor):
            if not self._measure.within(start, cut.end, allowed):
                bound = start
                break
            best = start
        leaf = self._boundaries.leaf(self._index(bound), bound)
        if leaf is None:
            return best
        high = min(best, cut.end)
        first, last = leaf.between(Span(bound, high))
        cuts = [c for c in leaf.cuts[first:last] if c.start < high]
        unfit = _last_fitting(
            len(cuts), lambda n: not self._measure.within(cuts[n].start, cut.end, allowed)
        )
        worst = CutRank.SENTENCE if best < cut.start else CutRank.SPACE
        fitting = [c for c in cuts[unfit:] if c.rank <= worst]
        for c in sorted(fitting, key=lambda c: c.rank != CutRank.SENTENCE):
            if self._boundaries.starts_well(leaf, c):
                return c.start
        return best

    def _starts_before(self, end: int, floor: int) -> Iterator[int]:
        """Starts of blocks and items above `floor`, from `end` back to the nearest heading."""
        for index in range(self._index(end - 1), -1, -1):
            if self._blocks[index].kind == "heading":
                return
            inside = self._boundaries.inside(index)
            for number in range(bisect_right(inside, (end, 0, 0)) - 1, -1, -1):
                if inside[number].start <= floor:
                    return
                if inside[number].start < end:
                    yield inside[number].start
            if self._starts[index] <= floor:
                return
            yield self._starts[index]


def _start(block: Block) -> int:
    return block.start


def _next_shallower(blocks: Sequence[Block]) -> list[int]:
    """For each block the next heading that ends what starts with it; ``len(blocks)`` if none.

    For a heading that is the next one of a shallower level, for any other block the next one.
    """
    found = [len(blocks)] * len(blocks)
    open_headings: list[int] = []
    others: list[int] = []
    for index, block in enumerate(blocks):
        if block.kind != "heading":
            others.append(index)
            continue
        for other in others:
            found[other] = index
        others.clear()
        while open_headings and blocks[open_headings[-1]].level > block.level:
            found[open_headings.pop()] = index
        open_headings.append(index)
    return found


def _last_fitting(count: int, fits: Callable[[int], bool]) -> int:
    """How many of ``0 .. count - 1`` fit, when all that fit come first: gallop, then bisect."""
    low, step = 0, 1
    while low + step <= count and fits(low + step - 1):
        low += step
        step *= 2
    high = min(low + step - 1, count)
    while low < high:
        middle = (low + high + 1) // 2
        if fits(middle - 1):
            low = middle
        else:
            high = middle - 1
    return low
