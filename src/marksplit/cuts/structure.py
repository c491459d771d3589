"""Where a run of top-level blocks may be cut, and how well. Sizes are the planner's matter.

Here are the cuts between blocks and items; those in rows, lines of code and paragraphs are found
in `marksplit.cuts.rows` and `marksplit.cuts.paragraph`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from marksplit.cuts.alone import ReadAlone
from marksplit.cuts.bonds import explains, introduces
from marksplit.cuts.html_rows import html_cuts
from marksplit.cuts.paragraph import Paragraph
from marksplit.cuts.ranks import DEEPEST, Cut, Rank
from marksplit.cuts.rows import cut_in_line, split_cuts
from marksplit.document import (
    ATOMIC,
    Block,
    Outline,
    Scope,
    child_at,
    innermost,
    is_bare,
    tag_gaps,
)
from marksplit.options import ChunkOptions
from marksplit.spans import Span


class Structure:
    """The cuts of some of a document's top-level blocks, found when asked for and remembered.

    Attributes:
        alone: how pieces of the document read.
    """

    def __init__(
        self,
        outline: Outline,
        blocks: Sequence[Block],
        scopes: Sequence[Scope],
        options: ChunkOptions,
        fits: Callable[[int, int], bool],
    ) -> None:
        """`fits` says whether a piece from a start to an end is within `max_size`."""
        self._outline = outline
        self._source = outline.lines
        self._text = outline.source
        self._blocks = blocks
        self._scopes = scopes
        self._sentences = options.sentences
        self._cuts_atoms = options.oversize == "split"
        self._bonds = options.bonds
        self._fits = fits
        self.alone = ReadAlone(outline, blocks)
        self._inside: dict[int, list[Cut]] = {}
        self._paragraphs: dict[Span, Paragraph] = {}

    @cached_property
    def ranks(self) -> list[int]:
        """How good the cut before each top-level block is, by its index; the first one's says nothing."""
        text, blocks = self._text, self._blocks
        kinds = [block.kind for block in blocks]
        ranks: list[int] = [Rank.BLOCK] * len(blocks)
        for index, gap in tag_gaps(self._text, blocks).items():
            inner = Rank.INNER + min(gap.depth - 1, DEEPEST)
            ranks[index] = Rank.BOND if gap.tag else inner
        for index, kind in enumerate(kinds):
            if kind == "heading":
                lead = self._scopes[index].lead
                run = lead and kinds[lead - 1] == "heading"
                deeper = run and blocks[lead - 1].level < blocks[index].level
                level = Rank.HEADING + blocks[index].level - 1
                ranks[index] = Rank.HEADING_RUN
                ranks[lead] = Rank.HEADING_RUN if deeper else level
                if index + 1 < len(kinds):
                    ranks[index + 1] = Rank.AFTER_HEADING
            elif index and kinds[index - 1] != "heading":
                if kind == kinds[index - 1] == "paragraph":
                    last = text[blocks[index - 1].end - 1]
                    if (last == "." or last.isalnum()) and text[blocks[index].start] not in ":{":
                        continue  # plain text binds nothing: most blocks are that
                self._rank_bond(index, ranks)
        return ranks

    def leads(self, index: int) -> bool:
        """Whether top-level block `index` is a heading, or belongs to the one after it."""
        heading = self._blocks[index].kind == "heading"
        return heading or (
            index + 1 < len(self._blocks) and self.ranks[index + 1] == Rank.HEADING_RUN
        )

    @cached_property
    def solid(self) -> list[int]:
        """For each top-level block the first one, from it on, that says something by itself."""
        found: list[int] = []
        following = len(self._blocks)
        for index in range(len(self._blocks) - 1, -1, -1):
            if not is_bare(self._text, self._blocks[index]):
                following = index
            found.append(following)
        return found[::-1]

    def before(self, index: int) -> Cut:
        """The cut before top-level block `index`."""
        left, right = self._blocks[index - 1], self._blocks[index]
        return Cut(left.end, right.start, self.ranks[index])

    def inside(self, index: int) -> list[Cut]:
        """Cuts inside top-level block `index`, in order, but those in paragraphs.

        They lie between items, between the blocks in them, and in atomic blocks that are split.
        """
        block = self._blocks[index]
        if not block.children and not self._cuts_atoms:
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

    def in_line(self, index: int, low: int, high: int) -> Cut | None:
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

    def paragraph(self, index: int, position: int) -> Paragraph | None:
        """The paragraph in top-level block `index` that holds `position` or comes next."""
        block = self._blocks[index]
        nested = bool(block.children)
        quotes = 0
        while block.children:
            quotes += block.kind == "blockquote"
            block = child_at(block, position)
        if block.kind != "paragraph":
            return None
        found = self._paragraphs.get(block.span)
        if found is None:
            found = self._paragraphs[block.span] = Paragraph(
                self._outline, block, nested=nested, quotes=quotes, sentences=self._sentences
            )
        return found

    def _splits(self, block: Block) -> bool:
        return self._cuts_atoms and block.kind in ATOMIC and not self._fits(block.start, block.end)

    def _collect(self, block: Block, depth: int, quotes: int, found: list[Cut]) -> None:
        """Append the cuts inside `block`, in order."""
        if self._splits(block):
            if block.kind == "html":
                found += html_cuts(self._source, block, quotes, self._splits)
            else:
                found += split_cuts(self._source, block, quotes)
        quotes += block.kind == "blockquote"
        level = min(depth, DEEPEST)
        previous: Block | None = None
        for number, child in enumerate(block.children):
            if previous is not None and child.start > previous.start:
                if block.kind != "list":
                    tag = block.kind in ("html_container", "jsx_container") and (
                        previous is block.children[0]
                        or (child.kind in ("html", "jsx") and child is block.children[-1])
                    )
                    bound = tag or self._is_bound(block.children, number)
                    rank = Rank.BOND if bound else Rank.INNER + level
                    found.append(Cut(previous.end, child.start, rank))
                elif not self.alone.item_reads_as_table(child):
                    found.append(Cut(previous.end, child.start, Rank.ITEM + level))
            if child.children or self._cuts_atoms:
                self._collect(child, depth + 1, quotes, found)
            previous = child

    def _rank_bond(self, index: int, ranks: list[int]) -> None:
        """Rank the cut before top-level block `index` by what binds it to the one before it.

        What leads to a block that is too big stays with the text before it instead.
        """
        blocks = self._blocks
        if blocks[index - 1].kind == "thematic_break":
            if ranks[index] == Rank.BLOCK:
                ranks[index] = Rank.RULE
        elif self._bonds:
            leads = introduces(self._text, blocks, index)
            if not leads and not explains(self._text, blocks, index):
                return
            ranks[index] = Rank.BOND
            has_text_above = index > 1 and ranks[index - 1] == Rank.BLOCK
            if leads and has_text_above and not self._can_join(index):
                ranks[index - 1], ranks[index] = Rank.BOND, Rank.BLOCK

    def _is_bound(self, blocks: Sequence[Block], index: int) -> bool:
        """Whether ``blocks[index]`` and the one before it belong together."""
        if blocks[index - 1].kind == "heading":
            return True
        if not self._bonds:
            return False
        return introduces(self._text, blocks, index) or explains(self._text, blocks, index)

    def _can_join(self, index: int) -> bool:
        """Whether a piece may hold the block before top-level block `index`, and the start of that."""
        left, right = self._blocks[index - 1], self._blocks[index]
        cut_inside = right.children or right.kind == "paragraph" or self._splits(right)
        return bool(cut_inside) or self._fits(left.start, right.end)
