"""What the laws ask about: the chunks, their document as the reference parse has it, the options."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from marksplit.checks.reference_parse import ReferenceParse
from marksplit.chunks import Chunk, frame_of, framed
from marksplit.document import (
    ATOMIC,
    Block,
    HtmlTable,
    document_title,
    html_tables,
    opening_end,
    table_at,
)
from marksplit.options import ChunkOptions, Syntax
from marksplit.sizing import resolve_sizer
from marksplit.spans import Span

CODE = {"fenced_code", "indented_code"}
Faults = Iterator[tuple[int, str]]
"""What a law finds: the index of a chunk, and what is wrong with it."""
_GAP = re.compile(r"[ \t]*(?:[\r\n][ \t\r\n>]*)?")
_BLANKS = re.compile(r"[ \t\r\n]*")
_MARKS_AND_BLANKS = re.compile(r"[ \t\r\n>]*")
_FENCE = re.compile(r"([^\r\n]*?)(`{3,}|~{3,}|:{3,})")


class Case(ReferenceParse):
    """A document, its reference parse, and the chunks on trial."""

    def __init__(
        self, text: str, chunks: Sequence[Chunk], options: ChunkOptions, syntax: Syntax
    ) -> None:
        super().__init__(text, syntax)
        self.chunks = chunks
        self.options = options
        self.sizer = resolve_sizer(options.sizer)
        self.dropped = 0
        """Where front matter ends that is left out."""
        if options.front_matter == "drop" and self.blocks and self.blocks[0].kind == "front_matter":
            self.dropped = self.blocks[0].end
        self._tables: dict[int, tuple[HtmlTable, ...]] = {}
        self._title = self._document_title() if options.document_title else ""

    def size(self, chunk: Chunk, text: str, titles: Sequence[str]) -> int:
        """What `max_size` limits: the size of `text`, or with `count_context` of it in context."""
        if not self.options.count_context:
            return self.sizer(text)
        return self._size_framed(titles, chunk.context, text, frame_of(chunk).closing)

    def titles_shown(self, titles: Sequence[str]) -> Sequence[str]:
        """Those of `titles` that are surely shown: none where they are shortened."""
        size = self.sizer(framed(titles, "", "", ""))
        return titles if size <= self.options.max_size // 2 else ()

    def split_block(self, chunk: Chunk, edge: int) -> Block | None:
        """The block around `edge`, an edge of `chunk`, that was rightly split there."""
        if self.options.oversize != "split" or not self.options.max_size:
            return None
        block = self.innermost(edge)
        if block is None or block.kind not in ATOMIC or not block.start < edge < block.end:
            return None
        whole = self.text[block.start : block.end]
        path = self.paths[self.touched(block.start, block.end)[0]]  # a chunk may have joined others
        over = self.size(chunk, whole, path) > self.options.max_size
        return block if over and self.is_split_place(chunk, block, edge) else None

    def tables(self, block: Block) -> tuple[HtmlTable, ...]:
        """The tables of an HTML block."""
        if block.start not in self._tables:
            self._tables[block.start] = html_tables(self.text, block.start, block.end)
        return self._tables[block.start]

    def is_split_place(
        self, chunk: Chunk, block: Block, edge: int, *, surely: bool = False
    ) -> bool:
        """Whether a block that is too big may be cut in `edge`: at the ends of certain lines.

        In a table of an HTML block that is before its rows; in a row only where it is too big:
        `surely`, whatever is counted as its context.
        """
        if block.kind == "html":
            at_line = edge == self.source.line_start(self.source.line_at(edge))
            marks = _MARKS_AND_BLANKS if at_line else _GAP
            gap = (marks if self.quote_depth(block.start) else _BLANKS).match(self.text, edge)
            place = gap.end() if gap else edge
            table = table_at(self.tables(block), place)
            if table is not None:
                row = table.row_at(place)
                if row is None or place == table.rows[0].start:
                    return False
                if place == row.start:
                    return True
                if not self._row_is_over(chunk, table, row, surely=surely):
                    return False
        line, block_line = self.source.line_at(edge), self.source.line_at(block.start)
        start, end = self.source.line_start(line), self.source.line_end(line)
        if edge == end:
            line += 1  # cut after it
        elif edge != start:
            text = self.text[start:end]
            if self.options.count_context:
                opened = self.source.line_end(max(opening_end(self.source, block), block_line))
                opening = self.text[block.start : opened]
                fence = _FENCE.search(opening) if block.kind == "fenced_code" else None
                closing = frame_of(chunk).closing or (_closing(fence) if fence else "")
                opening = self._tags_around(edge) + (opening if fence else "")
                opening = max(chunk.context, opening, key=len)
                size = self._size_framed(chunk.heading_path, opening, text, closing)
            else:
                size = self.sizer(text)
            return block.kind in CODE and size > self.options.max_size
        first = max(opening_end(self.source, block), block_line)
        return line > first + (block.kind == "table")  # a header goes with the first row

    def _row_is_over(self, chunk: Chunk, table: HtmlTable, row: Span, *, surely: bool) -> bool:
        text = self.text[row.start : row.end]
        if surely or not self.options.count_context:
            return self.sizer(text) > self.options.max_size
        opening = self._tags_around(row.start) + table.opening(self.text, row.start)
        closing = table.closing(row.end)
        size = self._size_framed(chunk.heading_path, opening, text, closing)
        return size > self.options.max_size

    def _tags_around(self, offset: int) -> str:
        """The lines that open the JSX elements around `offset`."""
        tags = [block.children[0] for block in self.around(offset) if block.kind == "jsx_container"]
        return "".join(f"{self.text[tag.start : tag.end]}\n" for tag in tags)

    def _size_framed(self, titles: Sequence[str], lead: str, text: str, closing: str) -> int:
        """The size in context; where references may be shown, with all the room they may take."""
        if self._title and self._title not in titles[:1]:
            titles = (self._title, *titles)
        room = self.options.max_size // 4 if self.options.context_references else 0
        return self.sizer(framed(titles, lead, text, closing)) + room

    def _document_title(self) -> str:
        first = self.blocks[0] if self.blocks else None
        is_front_matter = first is not None and first.kind == "front_matter"
        front_matter = self.text[first.start : first.end] if first and is_front_matter else ""
        return document_title(front_matter, self.blocks)


def _closing(opening: re.Match[str]) -> str:
    """The line that closes the fence: below the marker of an item there are spaces."""
    return "".join(mark if mark in "> \t" else " " for mark in opening[1]) + opening[2]
