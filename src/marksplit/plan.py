"""Which parts a document is cut into: sections first, then joins, then cuts for size.

Spans in, pieces out. This file knows options; cutting one part for size is `marksplit.packing`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from marksplit.blocks import ATOMIC, Block
from marksplit.boundaries import Boundaries
from marksplit.context import Contexts
from marksplit.errors import OversizeBlockError
from marksplit.fitting import Fitting
from marksplit.options import ChunkOptions
from marksplit.packing import Packer, Piece
from marksplit.paragraphs import Reader
from marksplit.scoring import Scores
from marksplit.sections import Scope, headings
from marksplit.sizing import Measure
from marksplit.spans import Source


class Part(NamedTuple):
    """Top-level blocks that heading rules keep together: `first` to `last`, both included."""

    first: int
    last: int


def plan(
    source: Source,
    blocks: Sequence[Block],
    scopes: Sequence[Scope],
    options: ChunkOptions,
    measure: Measure,
    contexts: Contexts,
    reader: Reader,
) -> Iterator[Piece]:
    """The pieces of a document, in order.

    Args:
        source: the document.
        blocks: its top-level blocks.
        scopes: for each block the section it stands in.
        options: how to cut.
        measure: sizes of spans of `source`.
        contexts: what stands around a piece in the text to embed.
        reader: what the parser says of paragraphs and of pieces on their own.

    Raises:
        OversizeBlockError: an atomic block is too big and `options` wants none.
    """
    fitting = Fitting(source.text, blocks, scopes, measure, contexts, options)
    if options.oversize == "error" and options.max_size:
        _refuse_oversize(source, blocks, fitting, measure)
    parts = (
        _single_blocks(blocks, options) if options.split_blocks else _parts(blocks, scopes, options)
    )
    if options.max_size and (options.merge_sections or options.min_size):
        parts = _Joiner(blocks, list(parts), options, fitting, measure).joined()
    packer: Packer | None = None
    for part in parts:
        start, end = blocks[part.first].start, blocks[part.last].end
        if not options.max_size or fitting.fits(start, end):
            yield Piece(fitting.stripped(start, end), end)
            continue
        packer = packer or _packer(source, blocks, scopes, options, measure, fitting, reader)
        pieces = packer.pack(*part)
        if options.min_size:
            pieces = _join_small(pieces, options, packer, fitting, measure)
        yield from pieces


def _packer(
    source: Source,
    blocks: Sequence[Block],
    scopes: Sequence[Scope],
    options: ChunkOptions,
    measure: Measure,
    fitting: Fitting,
    reader: Reader,
) -> Packer:
    boundaries = Boundaries(
        source,
        blocks,
        reader,
        sentences=options.sentences,
        is_split=_is_oversize(fitting) if options.oversize == "split" else None,
    )
    scores = None
    if options.cuts is not None:
        scores = Scores(source, blocks, boundaries, fitting, options.cuts)
    return Packer(
        source.text,
        blocks,
        scopes,
        boundaries,
        measure,
        fitting,
        overlap=options.overlap,
        scores=scores,
    )


def _is_oversize(fitting: Fitting) -> Callable[[Block], bool]:
    return lambda block: not fitting.fits(block.start, block.end)


def _refuse_oversize(
    source: Source, blocks: Sequence[Block], fitting: Fitting, measure: Measure
) -> None:
    """Raise for the first atomic block, at any depth, that is over `max_size`."""
    for block in blocks:
        if fitting.fits(block.start, block.end):
            continue
        if block.kind in ATOMIC:
            raise OversizeBlockError(
                block.kind,
                measure(block.start, block.end),
                fitting.max_size,
                source.line_at(block.start),
                source.line_at(block.end - 1),
            )
        _refuse_oversize(source, block.children, fitting, measure)


def _parts(
    blocks: Sequence[Block], scopes: Sequence[Scope], options: ChunkOptions
) -> Iterator[Part]:
    """Cut before headings; a run of ever deeper headings goes with the text below it."""
    first = 0
    run_end = 0  # up to there the part holds nothing but a run of ever deeper headings
    for index in headings(scopes):
        level = blocks[index].level
        deeper = run_end == index and (index == first or level > blocks[index - 1].level)
        if level <= options.max_heading_depth and index > first and not deeper:
            yield Part(first, index - 1)
            first, deeper = index, True
        if deeper:
            run_end = index + 1
    if blocks:
        yield Part(first, len(blocks) - 1)


def _single_blocks(blocks: Sequence[Block], options: ChunkOptions) -> Iterator[Part]:
    """Each block alone; definitions, which render as nothing, join the block before them.

    Headings that are to be left out go with what follows them.
    """
    first = 0
    for index in range(1, len(blocks)):
        left, right = blocks[index - 1], blocks[index]
        joined = right.kind == "definition" or all(
            block.kind == "definition" for block in blocks[first:index]
        )
        if options.strip_headings and left.kind == "heading":
            joined = joined or right.kind != "heading" or right.level > left.level
        if not joined:
            yield Part(first, index - 1)
            first = index
    if blocks:
        yield Part(first, len(blocks) - 1)


def _join_small(
    pieces: Iterable[Piece],
    options: ChunkOptions,
    packer: Packer,
    fitting: Fitting,
    measure: Measure,
) -> Iterator[Piece]:
    """Join each piece under `min_size` with a neighbour, where both fit `max_size`."""
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
                and packer.reads_well(held.start, piece.end)
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
    """Joins parts of small sections: siblings with each other, or with their parent's text."""

    def __init__(
        self,
        blocks: Sequence[Block],
        parts: list[Part],
        options: ChunkOptions,
        fitting: Fitting,
        measure: Measure,
    ) -> None:
        self._blocks = blocks
        self._parts = parts
        self._options = options
        self._fitting = fitting
        self._measure = measure

    def joined(self) -> Iterator[Part]:
        """The parts after joining, in order."""
        if not self._parts:
            return
        units = self._units(self._tree())
        for first, last in units:
            yield Part(self._parts[first].first, self._parts[last].last)

    def _tree(self) -> _Node:
        root = _Node(0, 0, len(self._parts) - 1)
        path = [root]
        for number, part in enumerate(self._parts):
            index = part.first
            while index <= part.last and self._blocks[index].kind == "heading":
                level = self._blocks[index].level
                if level > self._options.max_heading_depth or (
                    index > part.first and level <= self._blocks[index - 1].level
                ):
                    break
                while path[-1].level >= level:
                    path.pop().last = number - 1
                node = _Node(level, number, number)
                path[-1].children.append(node)
                path.append(node)
                index += 1
            path[-1].own = number
        for node in path:
            node.last = len(self._parts) - 1
        return root

    def _span(self, first: int, last: int) -> tuple[int, int]:
        start = self._blocks[self._parts[first].first].start
        end = self._blocks[self._parts[last].last].end
        return self._fitting.stripped(start, end), end

    def _fits(self, first: int, last: int) -> bool:
        return self._fitting.fits(*self._span(first, last))

    def _small(self, unit: tuple[int, int]) -> bool:
        low = self._options.min_size
        return low > 0 and self._measure.within(*self._span(*unit), low - 1)

    def _units(self, node: _Node) -> list[tuple[int, int]]:
        """Runs of parts, first and last, that `node` is cut into."""
        merge = self._options.merge_sections
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
