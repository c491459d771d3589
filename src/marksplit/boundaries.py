"""Where a run of top-level blocks may be cut, and how well: ranks. Sizes are the packer's matter.

Ranks, best first: before a deeper heading, between top-level blocks, between list items (outer
before inner), between the blocks of a quote or item, the ranks of `marksplit.splits` inside a block
that is split, then what would part a heading or a line that introduces something from what
follows, then the ranks of `marksplit.cuts` inside paragraphs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

from marksplit.blocks import ATOMIC, Block, child_at, innermost
from marksplit.cuts import Cut, CutRank
from marksplit.paragraphs import Leaf, Reader
from marksplit.reading import Reading
from marksplit.spans import Source, Span
from marksplit.splits import cut_in_line, split_cuts

BLOCK = 10
ITEM = 20
INNER = 50
INTRODUCTION = 80
HEADING_RUN = 90
AFTER_HEADING = CutRank.SPACE + 5
_DEEPEST = 19
_INTRODUCED = ATOMIC | {"list"}
_COLONS = (":", "：")


class Boundaries:
    """Cuts of one document, found when they are asked for and remembered by block.

    Attributes:
        reading: how pieces of the document read.
    """

    def __init__(
        self,
        source: Source,
        blocks: Sequence[Block],
        reader: Reader,
        *,
        sentences: Callable[[str], Iterable[int]] | None = None,
        is_split: Callable[[Block], bool] | None = None,
    ) -> None:
        """`is_split` says of an atomic block whether it may be cut; by default none may."""
        self._source = source
        self._text = source.text
        self._blocks = blocks
        self._reader = reader
        self._sentences = sentences
        self._is_split = is_split
        self.reading = Reading(source, reader)
        self._inside: dict[int, list[Cut]] = {}
        self._leaves: dict[Span, Leaf] = {}

    @cached_property
    def ranks(self) -> list[int]:
        """How good the cut before each top-level block is, by its index; the first one's says nothing."""
        blocks = self._blocks
        kinds = [block[0] for block in blocks]
        ranks = [BLOCK] * len(blocks)
        wraps = self._reader.wraps(blocks)
        for index, depth in wraps.items():
            tag = wraps.get(index - 1, 0) < depth or wraps.get(index + 1, 0) < depth
            ranks[index] = INTRODUCTION if tag else INNER + min(depth - 1, _DEEPEST)
        for index, kind in enumerate(kinds):
            if kind == "heading":
                run = index and kinds[index - 1] == "heading"
                deeper = run and blocks[index - 1].level < blocks[index].level
                ranks[index] = HEADING_RUN if deeper else blocks[index].level
                if index + 1 < len(kinds):
                    ranks[index + 1] = AFTER_HEADING
            elif (
                kind in _INTRODUCED
                and index
                and kinds[index - 1] == "paragraph"
                and self._introduces(blocks[index - 1], blocks[index])
            ):
                ranks[index] = INTRODUCTION
        return ranks

    def before(self, index: int) -> Cut:
        """The cut before top-level block `index`."""
        left, right = self._blocks[index - 1], self._blocks[index]
        return Cut(left.end, right.start, self.ranks[index])

    def inside(self, index: int) -> list[Cut]:
        """Cuts inside top-level block `index`, in order, but those in paragraphs.

        They lie between items, between the blocks in them, and in atomic blocks that are split.
        """
        block = self._blocks[index]
        if not block.children and self._is_split is None:
            return []
        found = self._inside.get(index)
        if found is None:
            found = self._inside[index] = []
            self._collect(block, 0, 0, found)
        return found

    def line_end(self, index: int, offset: int) -> int:
        """Where the line of `offset` ends, or the innermost block there, in top-level block `index`."""
        block = innermost(self._blocks[index], offset)
        return min(block.end, self._source.line_end(self._source.line_at(offset)))

    def split_line(self, index: int, low: int, high: int) -> Cut | None:
        """The last cut inside the line of code that starts in `low`, with ``end <= high``.

        None where the whole line ends there: then it is only what follows that does not fit.
        """
        block = innermost(self._blocks[index], low)
        if not block.start <= low < block.end or not self._splits(block):
            return None
        if high >= self.line_end(index, low):
            return None
        return cut_in_line(self._source, block, low, high)

    def is_in_atomic(self, index: int, offset: int) -> bool:
        """Whether `offset`, in top-level block `index`, is inside an atomic block."""
        block = innermost(self._blocks[index], offset)
        return block.kind in ATOMIC and block.start < offset < block.end

    def leaf(self, index: int, position: int) -> Leaf | None:
        """The paragraph in top-level block `index` that holds `position` or comes next."""
        block = self._blocks[index]
        nested = bool(block.children)
        quotes = 0
        while block.children:
            quotes += block.kind == "blockquote"
            block = child_at(block, position)
        if block.kind != "paragraph":
            return None
        leaf = self._leaves.get(block.span)
        if leaf is None:
            leaf = Leaf(block, nested, quotes, self._text, self._reader, self._sentences)
            self._leaves[block.span] = leaf
        return leaf

    def _splits(self, block: Block) -> bool:
        return self._is_split is not None and block.kind in ATOMIC and self._is_split(block)

    def _collect(self, block: Block, depth: int, quotes: int, found: list[Cut]) -> None:
        """Append the cuts inside `block`, in order."""
        if self._splits(block):
            found += split_cuts(self._source, block, quotes)
        quotes += block.kind == "blockquote"
        level = min(depth, _DEEPEST)
        previous: Block | None = None
        for child in block.children:
            if previous is not None and child.start > previous.start:
                if block.kind != "list":
                    tag = block.kind == "html_container" and (
                        previous is block.children[0] or child is block.children[-1]
                    )
                    bound = tag or self._introduces(previous, child)
                    rank = INTRODUCTION if bound else INNER + level
                    found.append(Cut(previous.end, child.start, rank))
                elif not self.reading.reads_as_table(child):
                    found.append(Cut(previous.end, child.start, ITEM + level))
            if child.children or self._is_split is not None:
                self._collect(child, depth + 1, quotes, found)
            previous = child

    def _introduces(self, left: Block, right: Block) -> bool:
        if left.kind == "heading":
            return True
        return (
            left.kind == "paragraph"
            and right.kind in _INTRODUCED
            and self._text[max(left.start, left.end - 40) : left.end]
            .rstrip(" \t*_")
            .endswith(_COLONS)
        )
