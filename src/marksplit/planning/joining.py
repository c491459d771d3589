"""Which small parts and pieces are joined with a neighbour: `merge_sections` and `min_size`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from marksplit.planning.fitting import Fitting
from marksplit.planning.job import Job
from marksplit.planning.packing import Packer, Piece
from marksplit.planning.parts import Part


def join_parts(job: Job, parts: Iterable[Part], fitting: Fitting) -> Iterator[Part]:
    """The parts with those of small sections joined, in order.

    Siblings are joined with each other, or with their parent's text.
    """
    joiner = _Joiner(job, list(parts), fitting)
    return joiner.joined()


def join_small(
    job: Job, pieces: Iterable[Piece], packer: Packer, fitting: Fitting
) -> Iterator[Piece]:
    """Join each piece under `min_size` with a neighbour, where both fit `max_size`."""
    options, measure = job.options, job.measure
    held: Piece | None = None
    for piece in pieces:
        if held is not None:
            small = options.min_size > min(
                measure(held.start, held.end), measure(piece.start + piece.overlap, piece.end)
            )
            if (
                small
                and not (
                    (options.strip_headings or held.overlap)
                    and packer.holds_heading(held.end, piece.end)
                )
                and fitting.stripped(held.start, piece.end) == held.start
                and fitting.fits(held.start, piece.end)
                and packer.reads_same(held.start, piece.end)
            ):
                held = Piece(
                    held.start, piece.end, held.overlap, rank=piece.rank, by_score=piece.by_score
                )
                continue
            yield held
        held = piece
    if held is not None:
        yield held


@dataclass(slots=True)
class _Node:
    """A section among the parts: the part of its own text, if any, and its subsections."""

    level: int
    first: int
    last: int
    own: int | None = None
    children: list[_Node] = field(default_factory=list)


class _Joiner:
    def __init__(self, job: Job, parts: list[Part], fitting: Fitting) -> None:
        self._job = job
        self._parts = parts
        self._fitting = fitting

    def joined(self) -> Iterator[Part]:
        if self._parts:
            for first, last in self._units(self._tree()):
                yield Part(self._parts[first].first, self._parts[last].last)

    def _tree(self) -> _Node:
        root = _Node(0, 0, len(self._parts) - 1)
        path = [root]
        for number, part in enumerate(self._parts):
            index = part.first
            above = 0
            while index <= part.last and self._job.scopes[index].lead == index:
                level = self._job.scopes[index].level
                if not 0 < level <= self._job.options.max_heading_depth or level <= above:
                    break
                while path[-1].level >= level:
                    path.pop().last = number - 1
                node = _Node(level, number, number)
                path[-1].children.append(node)
                path.append(node)
                above, index = level, self._job.scopes[index].first + 1
            path[-1].own = number
        for node in path:
            node.last = len(self._parts) - 1
        return root

    def _span(self, first: int, last: int) -> tuple[int, int]:
        start = self._job.blocks[self._parts[first].first].start
        end = self._job.blocks[self._parts[last].last].end
        return self._fitting.stripped(start, end), end

    def _fits(self, first: int, last: int) -> bool:
        return self._fitting.fits(*self._span(first, last))

    def _small(self, unit: tuple[int, int]) -> bool:
        low = self._job.options.min_size
        return low > 0 and self._job.measure.within(*self._span(*unit), low - 1)

    def _units(self, node: _Node) -> list[tuple[int, int]]:
        """Runs of parts, first and last, that `node` is cut into."""
        merge = self._job.options.merge_sections
        if merge and self._fits(node.first, node.last):
            return [(node.first, node.last)]
        units: list[tuple[int, int]] = []
        open_unit = False  # whether the last unit may take in a sibling that follows it
        packed = False  # whether the last unit is a run of siblings that `merge_sections` made
        if node.own is not None:
            units.append((node.own, node.own))
            open_unit = True
        for child in node.children:
            below = self._units(child)
            whole = len(below) == 1
            if whole and open_unit:
                run = units[-1][0], child.last
                wanted = (merge and packed) or self._small(units[-1]) or self._small(below[0])
                if wanted and self._fits(*run):
                    units[-1] = run
                    continue
            units += below
            open_unit = packed = whole
        return units
