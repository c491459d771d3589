"""Whether pieces of a document read alone as they do in place (law 7), asked of the parser at need.

Where there are cuts is found in `marksplit.cuts.structure`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from operator import attrgetter
from typing import NamedTuple

from marksplit.cuts.paragraph import Paragraph
from marksplit.cuts.ranks import Cut
from marksplit.document import (
    Block,
    BlockKind,
    Outline,
    dialect_marks,
    index_at,
    kinds_alone,
    ungrouped,
)
from marksplit.spans import BOM, Span

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
_RUN = re.compile(r"`+")
_TO_BACKTICK = re.compile(r"[^`\r\n]*+")
_START = attrgetter("start")
_DECISIVE = 300
"""How much of a line after that decides what it opens, in code points."""


class _Pipes(NamedTuple):
    """Pipes from a place to the end of its line: all, and those after a backslash."""

    line: int
    start: int
    pipes: int
    escaped: int


class _Backticks(NamedTuple):
    """Backticks in a row."""

    start: int
    end: int
    until: int
    """The next backtick on the line, or its end."""
    opens: bool
    """Whether no other backtick follows on the line, so that three of them open a fence."""


class ReadAlone:
    """How pieces of some of a document's top-level blocks read."""

    def __init__(self, outline: Outline, blocks: Sequence[Block]) -> None:
        self._source = outline.lines
        self._text = outline.source
        self._blocks = blocks
        self._starts = [block.start for block in blocks]
        self._marks = dialect_marks(outline.syntax)
        self._syntax = replace(outline.syntax, html_containers=False)  # a piece may lack a tag
        self._tails: dict[int, bool] = {}  # whether the rest from there reads as a paragraph
        self._rows: dict[int, int] = {}  # by line, the pipes in what may be a delimiter row, or -1
        self._tables: dict[tuple[int, int, bool], bool] = {}
        self._pipes = _Pipes(0, 0, 0, 0)
        self._backticks = _Backticks(0, 0, 0, False)

    def reads_same(self, start: int, end: int) -> bool:
        """Whether a chunk from `start` to `end` reads alone as it does in place."""
        return not self._law_7_applies(start) or self._reads_as(start, end, self._kinds(start, end))

    def tail_reads_same(self, paragraph: Paragraph, cut: Cut) -> bool:
        """Whether the rest of the paragraph after `cut` still reads as a paragraph alone."""
        text, start, end = self._text, cut.start, paragraph.block.end
        if text.startswith(BOM, start):
            return False  # a reader of the piece alone would skip it
        if text.startswith("$$", start) and not paragraph.nested:
            return False  # a later block could close the math that it would open
        if paragraph.nested:
            return not _OPENS_BLOCK.match(text, start, end)
        if self._heads_table(start, end):
            return False
        plain = not (self._marks and self._marks.match(text, start))
        if plain and not _RISKY_START.match(text, start):
            return True
        if text.startswith("```", start):
            opens = self._backticks_at(paragraph, start).opens
            if opens or plain:
                return not opens
        elif _OPENS.match(text, start, end):
            return False
        known = self._tails.get(start)
        if known is None:
            piece = text[start : self._decided(start, end)]
            known = self._tails[start] = kinds_alone(piece, self._syntax) == ("paragraph",)
        return known

    def head_reads_same(self, paragraph: Paragraph, origin: int, cut: Cut) -> bool:
        """Whether a chunk from `origin` to `cut`, inside a paragraph, reads as it does in place."""
        if paragraph.nested and not self._law_7_applies(origin):
            return True
        text, end = self._text, cut.end
        start = max(origin, paragraph.block.start)
        at_start = start == origin and not paragraph.nested
        if at_start and _OPENS.match(text, start, end):
            return False
        expected = self._kinds(origin, end)
        line = max(start, self._source.line_start(self._source.line_at(max(end - 1, start))))
        risky = (
            _RISKY_END.match(text, line, end) is not None
            or _RISKY_HEAD.match(text, start, end) is not None
            or (at_start and _RISKY_START.match(text, start) is not None)
            or (len(expected) > 1 and expected[-2] == "definition")
            or self._holds_marks(start, end)
        )
        return not risky or self._reads_as(origin, end, expected)

    def fenced_until(self, paragraph: Paragraph, origin: int) -> int:
        """Up to where a chunk from `origin` would read as a fence; else `origin`.

        A later backtick on the line keeps it from being one.
        """
        fenced = not paragraph.nested and origin >= paragraph.block.start
        if fenced and self._text.startswith("```", origin):
            return self._backticks_at(paragraph, origin).until
        return origin

    def closed_at(self, paragraph: Paragraph, origin: int) -> int:
        """Where a piece from `origin` that would read as a fence has to reach, at least, not to."""
        fenced = self.fenced_until(paragraph, origin)
        if fenced == origin:
            return origin
        run = self._backticks_at(paragraph, origin)
        return fenced + run.end - run.start

    def item_reads_as_table(self, item: Block) -> bool:
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
        return kinds_alone(self._text[item.start : row.end], self._syntax)[:1] == ("table",)

    def _law_7_applies(self, origin: int) -> bool:
        """Whether law 7 binds a chunk from `origin`.

        It does at the start of a top-level block, or of an item of a top-level list, indentation
        aside, and anywhere in a top-level paragraph.
        """
        block = self._blocks[index_at(self._starts, origin)]
        while origin > block.start and self._text[origin - 1] in " \t":
            origin -= 1
        if block.kind != "list":
            return origin == block.start or block.kind == "paragraph"
        items = block.children
        return items[bisect_right(items, origin, key=_START) - 1].start == origin

    def _kinds(self, start: int, end: int) -> tuple[BlockKind, ...]:
        """Kinds of the blocks that share text with the span, as it reads by itself."""
        first, last = index_at(self._starts, start), index_at(self._starts, end - 1)
        before = takewhile(
            lambda block: block.start < end, ungrouped(self._blocks[first : last + 1])
        )
        return tuple(block.kind for block in before if block.end > start)

    def _reads_as(self, start: int, end: int, expected: tuple[BlockKind, ...]) -> bool:
        """Whether the text between, alone, has top-level blocks of the `expected` kinds."""
        text = self._text[start:end]
        if start and text.startswith(BOM):
            text = BOM + text  # only a document starts with a mark; here it is a character
        return kinds_alone(text, self._syntax) == expected

    def _backticks_at(self, paragraph: Paragraph, position: int) -> _Backticks:
        """The backticks around `position`, where there are some."""
        if not self._backticks.start <= position < self._backticks.end:
            text, start, last = self._text, position, paragraph.block.end
            while start > paragraph.block.start and text[start - 1] == "`":
                start -= 1
            end = _end(_RUN, text, position, last)
            until = _end(_TO_BACKTICK, text, end, last)
            self._backticks = _Backticks(start, end, until, until == last or text[until] != "`")
        return self._backticks

    def _holds_marks(self, start: int, end: int) -> bool:
        """Whether a dialect's mark stands at `start` or at the start of a line up to `end`."""
        marks = self._marks
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
        if self._marks is not None:
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
        count = self._pipes_from(line, start)
        cells = count.pipes - count.escaped
        if abs(cells - row) > 2:  # an empty cell at either end of a line is none
            return False
        key = line, cells, text[start] == "|"
        if key not in self._tables:
            table = kinds_alone(text[start : min(source.line_end(line + 1), end)], self._syntax)
            self._tables[key] = table[:1] == ("table",)
        return self._tables[key]

    def _pipes_from(self, line: int, start: int) -> _Pipes:
        """The pipes from `start` to the end of its line, counted from the last place asked for."""
        text, last = self._text, self._pipes
        if last.line != line:
            end = self._source.line_end(line)
            pipes, escaped = text.count("|", start, end), text.count("\\|", start, end)
        else:
            low, high = sorted((last.start, start))
            sign = 1 if start < last.start else -1
            pipes = last.pipes + sign * text.count("|", low, high)
            escaped = last.escaped + sign * text.count("\\|", low, high + 1)
        self._pipes = _Pipes(line, start, pipes, escaped)
        return self._pipes


def _end(pattern: re.Pattern[str], text: str, start: int, end: int) -> int:
    found = pattern.match(text, start, end)
    return found.end() if found else start
