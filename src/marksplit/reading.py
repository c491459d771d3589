"""Whether pieces of a document read alone as they do in place (law 7), asked of the parser at need.

Where there are cuts is the matter of `marksplit.boundaries`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from marksplit.blocks import Block, BlockKind
from marksplit.cuts import Cut
from marksplit.paragraphs import Leaf, Reader
from marksplit.spans import BOM, Source, Span

_RISKY_START = re.compile(r"[#>`~*+\-_=<|:\[$0-9]|\.\.\.")
_OPENS_BLOCK = re.compile(r"#{1,6}(?:\s|\Z)|>|[-+*](?:\s|\Z)|\d{1,9}[.)](?:\s|\Z)|`{3}|~{3}|=+\s*$")
_OPENS = re.compile(
    r"(?:#{1,6}|[-+*]|\d{1,9}[.)])(?:[ \t\r\n]|\Z)|>|~{3}|`{3,}+[^`\r\n]*+(?:[\r\n]|\Z)"
)
"""What opens a block for sure, at the start of a text."""
_RISKY_END = re.compile(r"[ \t>]*(?:<|`{3}|~{3}|\${2})|[\s>*+\-_=|:`~#0-9.)$\\]*\Z")
_RISKY_HEAD = re.compile(r"[ \t]*(?:[<\[$`~]|\Z)")
_BEFORE_TEXT = re.compile(r"(?:[ \t>]|[-+*][ \t]|\d{1,9}[.)][ \t])*")
_TABLE_ROW = re.compile(r"[ \t>]*[-:|][-:| \t]*\r?\Z")
_OPENED = re.compile(
    r"""\[(?:[^\[\]\\]|\\.)*+(?:\]:\s*+(?:\S++(?:\s++(?:"(?:[^"\\]|\\.)*+"|'(?:[^'\\]|\\.)*+'"""
    r"""|\((?:[^()\\]|\\.)*+\)))?+)?+)?+|<(?:[^<>"']|"[^"]*+"|'[^']*+')*+>?+""",
    re.DOTALL,
)
"""As much of a text as could belong to a link reference definition or a tag that starts it."""
_DECISIVE = 300
"""How much of a line behind that decides what it opens, in code points."""


class _Counted(NamedTuple):
    """Pipes from a place to the end of its line: all, and those behind a backslash."""

    line: int
    start: int
    pipes: int
    escaped: int


class Reading:
    """How pieces of one document read."""

    def __init__(self, source: Source, reader: Reader) -> None:
        self._source = source
        self._text = source.text
        self._reader = reader
        self._rows: dict[int, int] = {}  # by line, the pipes in what may be a delimiter row, or -1
        self._tables: dict[tuple[int, int, bool], bool] = {}
        self._counted = _Counted(0, 0, 0, 0)

    def starts_well(self, leaf: Leaf, cut: Cut) -> bool:
        """Whether the rest of the paragraph behind `cut` still reads as a paragraph alone."""
        text = self._text
        if text.startswith(BOM, cut.start):
            return False  # a reader of the piece alone would skip it
        if text.startswith("$$", cut.start) and not leaf.nested:
            return False  # a later block could close the math that it would open
        if leaf.nested:
            return not _OPENS_BLOCK.match(text, cut.start, leaf.block.end)
        if self._heads_table(cut.start, leaf.block.end):
            return False
        marks = self._reader.marks
        plain = not (marks and marks.match(text, cut.start))
        if plain and not _RISKY_START.match(text, cut.start):
            return True
        if text.startswith("```", cut.start):
            opens = leaf.run_at(cut.start).opens
            if opens or plain:
                return not opens
        elif _OPENS.match(text, cut.start, leaf.block.end):
            return False
        known = leaf.starts.get(cut.start)
        if known is None:
            end = self._decided(cut.start, leaf.block.end)
            known = self._reader.kinds(text[cut.start : end]) == ("paragraph",)
            leaf.starts[cut.start] = known
        return known

    def ends_well(self, leaf: Leaf, origin: int, cut: Cut, expected: tuple[BlockKind, ...]) -> bool:
        """Whether a chunk from `origin` to `cut`, inside a paragraph, reads as it does in place.

        `expected`: kinds of the top-level blocks that the chunk touches.
        """
        text = self._text
        block = leaf.block
        start = max(origin, block.start)
        if start == origin and not leaf.nested and _OPENS.match(text, start, cut.end):
            return False
        line = max(start, self._source.line_start(self._source.line_at(max(cut.end - 1, start))))
        risky = (
            _RISKY_END.match(text, line, cut.end) is not None
            or _RISKY_HEAD.match(text, start, cut.end) is not None
            or (start == origin and not leaf.nested and _RISKY_START.match(text, start) is not None)
            or (len(expected) > 1 and expected[-2] == "definition")
            or self._holds_marks(start, cut.end)
        )
        return not risky or self.reads_as(origin, cut.end, expected)

    def reads_as(self, start: int, end: int, expected: tuple[BlockKind, ...]) -> bool:
        """Whether the text between, alone, has top-level blocks of the `expected` kinds."""
        text = self._text[start:end]
        if start and text.startswith(BOM):
            text = BOM + text  # only a document starts with a mark; here it is a character
        return self._reader.kinds(text) == expected

    def reads_as_table(self, item: Block) -> bool:
        """Whether the item alone would be a table: those are tried before lists."""
        source = self._source
        if self._text.find("|", item.start, item.end) < 0:
            return False
        line = source.line_at(item.start)
        if line >= source.line_count or "|" not in self._text[item.start : source.line_end(line)]:
            return False
        row = Span(source.line_start(line + 1), source.line_end(line + 1))
        if not _TABLE_ROW.match(self._text, *row):
            return False
        return self._reader.kinds(self._text[item.start : row.end])[:1] == ("table",)

    def _holds_marks(self, start: int, end: int) -> bool:
        """Whether a dialect's mark stands at `start` or at the start of a line up to `end`."""
        marks = self._reader.marks
        if marks is None:
            return False
        position = start
        while position < end:
            found = _BEFORE_TEXT.match(self._text, position, end)
            if marks.match(self._text, found.end() if found else position, end):
                return True
            position = self._source.line_starts[self._source.line_at(position)]
        return False

    def _decided(self, start: int, end: int) -> int:
        """How far a text, of a paragraph that ends in `end`, decides what its start reads as.

        Its first line opens a block or is a definition, tables aside; a line that ends the
        paragraph would end it in place as well. Dialects have longer reach.
        """
        if self._reader.marks is not None:
            return end
        source = self._source
        opened = _OPENED.match(self._text, start, end)
        known = opened.end() if opened else start
        return min(source.line_end(source.line_at(known)), known + _DECISIVE, end)

    def _heads_table(self, start: int, end: int) -> bool:
        """Whether the text from `start`, in a paragraph that ends in `end`, would be a table.

        What counts is the number of cells in its line and in the one below: the parser is asked
        once for each number, so that a line with many cuts is not read for each of them.
        """
        source, text = self._source, self._text
        line = source.line_at(start)
        if line >= source.line_count or source.line_start(line + 1) >= end:
            return False
        row = self._rows.get(line)
        if row is None:
            below = Span(source.line_start(line + 1), source.line_end(line + 1))
            row = text.count("|", *below) if _TABLE_ROW.match(text, *below) else -1
            self._rows[line] = row
        if row < 0:
            return False
        count = self._pipes(line, start)
        cells = count.pipes - count.escaped
        if abs(cells - row) > 2:  # an empty cell at either end of a line is none
            return False
        key = line, cells, text[start] == "|"
        if key not in self._tables:
            table = self._reader.kinds(text[start : min(source.line_end(line + 1), end)])
            self._tables[key] = table[:1] == ("table",)
        return self._tables[key]

    def _pipes(self, line: int, start: int) -> _Counted:
        """The pipes from `start` to the end of its line, counted from the last place asked for."""
        text, last = self._text, self._counted
        if last.line != line:
            end = self._source.line_end(line)
            pipes, escaped = text.count("|", start, end), text.count("\\|", start, end)
        else:
            low, high = sorted((last.start, start))
            sign = 1 if start < last.start else -1
            pipes = last.pipes + sign * text.count("|", low, high)
            escaped = last.escaped + sign * text.count("\\|", low, high + 1)
        self._counted = _Counted(line, start, pipes, escaped)
        return self._counted
