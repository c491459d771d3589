"""A document as the reference parse has it: what the laws compare chunks with.

The planner has its own view of a document and must not use this one.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace

from marksplit.document import Block, BlockKind, leads_heading, stock_blocks, ungrouped
from marksplit.options import Syntax
from marksplit.spans import BOM, Source, Span

_INDENT = re.compile(r"[ \t]*")


class ReferenceParse:
    """The reference parse of `text`, and where its blocks stand.

    Attributes:
        source: the text and its lines.
        blocks: its top-level blocks.
        paths: for each of them the titles of the headings above; a heading is among its own.
    """

    def __init__(self, text: str, syntax: Syntax) -> None:
        self.text = text
        self._ungrouped = replace(syntax, html_containers=False)
        self.source = Source(text)
        self.blocks = stock_blocks(text, syntax)
        self._starts = [block.start for block in self.blocks]
        self._ends = [block.end for block in self.blocks]
        self._parts = tuple(ungrouped(self.blocks))
        self._part_starts = [block.start for block in self._parts]
        self._part_ends = [block.end for block in self._parts]
        self._above = list(_headings_above(text, self.blocks))
        self._section_ends = {
            heading: self._ends[index]
            for index, above in enumerate(self._above)
            for heading in above
        }
        self.paths = [tuple(self.blocks[j].label for j in above) for above in self._above]

    def touched(self, start: int, end: int) -> range:
        """Indexes of the top-level blocks that share text with the span."""
        return range(bisect_right(self._ends, start), bisect_left(self._starts, end))

    def common_path(self, indexes: Sequence[int]) -> tuple[str, ...]:
        """The longest common prefix of the paths of some top-level blocks."""
        low = min(self.paths[index] for index in indexes)
        high = max(self.paths[index] for index in indexes)
        size = 0
        while size < len(low) and low[size] == high[size]:
            size += 1
        return low[:size]

    def section(self, start: int, end: int, depth: int) -> Span:
        """The innermost section that holds the span, of headings to level `depth`."""
        for heading in reversed(self._above[self.touched(start, end)[0]]):
            block = self.blocks[heading]
            if block.level <= depth and self._section_ends[heading] >= end:
                above = self.blocks[heading - 1] if heading else block
                lead = above if leads_heading(self.text, above, block) else block
                return Span(lead.start, self._section_ends[heading])
        return Span(self.source.body_start, self._ends[-1])

    def alone(self, start: int, end: int) -> list[tuple[BlockKind, int, int]]:
        """Kind, line and level of the top-level blocks of the span when it is parsed alone."""
        piece = self.text[start:end]
        if start > 0 and piece.startswith(BOM):
            piece = BOM + piece  # only a document starts with a mark; here it is a character
        source = Source(piece)
        first = start <= self.source.body_start
        blocks = stock_blocks(piece, self._ungrouped, front_matter=first)
        return [
            (block.kind, source.line_at(block.start), block.level) for block in ungrouped(blocks)
        ]

    def in_place(self, start: int, end: int) -> list[tuple[BlockKind, int, int]]:
        """Kind, line and level of the top-level blocks of the span, in the document.

        Both views leave HTML containers ungrouped, since a piece may lack one of the tags.
        """
        above = self.source.line_at(start) - 1
        first, last = bisect_right(self._part_ends, start), bisect_left(self._part_starts, end)
        return [
            (block.kind, max(self.source.line_at(block.start) - above, 1), block.level)
            for block in self._parts[first:last]
        ]

    def is_list_alone(self, item: Block) -> bool:
        """Whether a list item still is one when it starts a piece: tables are tried first."""
        return [kind for kind, *_ in self.alone(item.start, item.end)] == ["list"]

    def is_bound(self, start: int) -> bool:
        """Whether law 7 speaks of a chunk from `start`: a block, an item, or in a paragraph."""
        touched = self.touched(start, start + 1)
        if not touched:
            return False
        first = self.blocks[touched[0]]
        items = first.children if first.kind == "list" else ()
        return first.kind == "paragraph" or any(
            self.starts_at(start, block) for block in (first, *items)
        )

    def both_read(
        self, paragraph: Block, start: int, end: int, resume: int, *, nested: bool
    ) -> bool:
        """Whether a piece that ends inside a paragraph, and the rest of it, read as in place.

        In a container only the piece need, and only where law 7 speaks of it.
        """
        if nested:
            return not self.is_bound(start) or self.alone(start, end) == self.in_place(start, end)
        rest = [kind for kind, *_ in self.alone(resume, paragraph.end)]
        return rest == ["paragraph"] and self.alone(start, end) == self.in_place(start, end)

    def starts_at(self, offset: int, block: Block) -> bool:
        """Whether `block` starts at `offset`, or in the indentation before it."""
        indent = _INDENT.match(self.text, block.start)
        return block.start <= offset <= (indent.end() if indent else block.start)

    def around(self, offset: int) -> Iterator[Block]:
        """The blocks that hold `offset`, outermost first."""
        inside: Sequence[Block] = [self.blocks[i] for i in self.touched(offset, offset + 1)]
        while block := next((each for each in inside if each.start <= offset < each.end), None):
            yield block
            inside = block.children

    def innermost(self, offset: int) -> Block | None:
        """The innermost block that holds `offset`, if one does."""
        blocks = [*self.around(offset)]
        return blocks[-1] if blocks else None

    def quote_depth(self, offset: int) -> int:
        """The number of block quotes around `offset`."""
        return sum(block.kind == "blockquote" for block in self.around(offset))

    def walk(self) -> Iterator[Block]:
        """Every block, at any depth, each before its children."""
        waiting = list(reversed(self.blocks))
        while waiting:
            block = waiting.pop()
            yield block
            waiting.extend(reversed(block.children))

    def place(self, offset: int) -> str:
        """Where `offset` is, for a message."""
        return f"line {self.source.line_at(offset)}"


def _headings_above(text: str, blocks: Sequence[Block]) -> Iterator[tuple[int, ...]]:
    """For each top-level block the indexes of the headings it stands under, outermost first."""
    above: tuple[int, ...] = ()
    for index, block in enumerate(blocks):
        following = index + 1 if index + 1 < len(blocks) else index
        heading = following if leads_heading(text, block, blocks[following]) else index
        level = blocks[heading].level
        if level and heading not in above:
            above = (*(j for j in above if blocks[j].level < level), heading)
        yield above
