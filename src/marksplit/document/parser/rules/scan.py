"""What the rules share while they read one document: its line table and its open block quotes.

Lines count from 0 at the first line after front matter, as in markdown-it-py. No rule of Markdown
lives here.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, MutableSequence, Sequence
from itertools import compress, repeat
from operator import add, itemgetter, sub

from markdown_it.utils import EnvType

from marksplit.document.blocks import Block, BlockKind
from marksplit.document.parser.inline import Definitions
from marksplit.document.parser.markers import CONTAINER_MARKS
from marksplit.document.parser.rules.titles import NO_REFERENCES, heading_title
from marksplit.options import Syntax
from marksplit.spans import Source

BLANK = 0x0A
"""What `Scan.firsts` says of a line without text."""

_INDENTATION = re.compile(r"[ \t]*+").match
_IS_WHITE = bytes(code in b" \t" for code in range(256))
"""Whether a Latin-1 code is white space, as a table of ``bytes.translate``."""
_OTHERS = re.compile(r"[^\x00-\xff]").sub
blank_lines = re.compile(rb"\n*").match
"""Finds the run of blank lines from a line on, over `Scan.firsts`."""
BlockRule = Callable[["Scan", int, int, int, int, list[Block]], int]
"""See the package for its arguments and its result."""
new_block = tuple.__new__
"""Makes a block of all its fields at once, worth 8 % of `parse` and 3 % of `chunk`."""


def first_code(character: str) -> int:
    """The entry of `Scan.firsts` for a character."""
    return ord(character) if character < "\u0100" else 0x3F


class Quote:
    """An open block quote: the lines it has so far, and what the line table said of them before.

    Attributes:
        indent: what the container of the quote requires.
        list_indent: that of the list around it.
        next: the line after those known so far.
        closed: whether no more follow.
        interrupted: whether another block ends the quote, without a blank line.
        empty: whether the last line has a marker and nothing else.
    """

    __slots__ = ("_kept", "closed", "empty", "indent", "interrupted", "list_indent", "next")

    def __init__(self, line: int, indent: int, list_indent: int) -> None:
        self.indent = indent
        self.list_indent = list_indent
        self.next = line
        self.closed = self.interrupted = self.empty = False
        self._kept: list[tuple[MutableSequence[int], int, MutableSequence[int]]] = []

    def keep(self, line: int, end: int, *tables: MutableSequence[int]) -> None:
        """Remember what `tables` say of some lines, which is about to change."""
        self._kept += zip(tables, repeat(line), map(itemgetter(slice(line, end)), tables))

    def restore(self) -> None:
        """Undo all changes to the line table."""
        for table, line, values in self._kept:
            table[line : line + len(values)] = values


class Scan:
    """A document being read.

    A blockquote changes the line table while its content is read, and restores it: markers are
    stepped over, and lazy continuation lines get the indentation -1, as in markdown-it-py.

    Attributes:
        text: the text with ``\\n`` line ends and without NUL; table offsets refer to it.
        begins: offset where the text of each line begins, after the markers of quotes.
        line_ends: offset after the text of each line.
        shifts: characters of white space (or list marker) at `begins`.
        indents: columns of that white space; -1 for a lazy continuation line.
        tab_offsets: columns before `begins`, by which tabs are counted.
        firsts: Latin-1 code of the first character after the white space, `BLANK` for none and
            ``?`` for any that is not in Latin-1. One entry more closes the document.
        physical: `firsts` as it was outside all quotes.
        starts: start of each line in the source.
        ends: end of each line in the source, the line end excluded.
        count: the number of lines.
        end: the line where the open quote's lines end, as far as they are known.
        quotes: the open quotes, outermost first.
        parse_blocks: the loop over blocks, which rules of containers call for what is inside.
    """

    __slots__ = (
        "_stop",
        "_stop_end",
        "begins",
        "count",
        "dead_math",
        "definitions",
        "end",
        "ends",
        "env",
        "firsts",
        "has_alerts",
        "has_tabs",
        "indents",
        "line_ends",
        "math_ends",
        "origins",
        "parse_blocks",
        "physical",
        "postponed",
        "quotes",
        "rule_break",
        "rule_line",
        "shifts",
        "source",
        "starts",
        "syntax",
        "tab_offsets",
        "text",
    )

    def __init__(
        self, source: Source, skipped: int, syntax: Syntax, parse_blocks: BlockRule
    ) -> None:
        self.source = source
        self.syntax = syntax
        self.parse_blocks = parse_blocks
        self.env: EnvType = {}
        self.definitions = Definitions(self.env, syntax)
        text = source.text.replace("\0", "\ufffd") if "\0" in source.text else source.text
        starts = source.line_starts[skipped:]
        if not skipped and source.body_start:
            starts = (source.body_start, *starts[1:])
        begins = starts
        if "\r" in text:
            text = text[starts[0] :].replace("\r\n", "\n").replace("\r", "\n")
            begins = Source(text).line_starts
        count = len(begins) - 1
        line_ends = list(map(sub, begins[1:], repeat(1)))
        if count and not text.endswith("\n"):
            line_ends[-1] += 1
            if not text[begins[-2] :].strip(" \t"):
                count -= 1  # markdown-it-py counts no last line without text and line end
                begins = (*begins[:count], len(text))
                del line_ends[count:]
        ends = (*line_ends, len(text))
        self.count = count
        self.text = text
        self.starts = starts
        self.origins = begins
        self.begins = list(begins)
        self.line_ends: Sequence[int] = ends
        self.ends: Sequence[int] = ends
        if "\r" in source.text:  # two tables, and two of offsets: arrays hold no objects
            self.line_ends = array("q", ends)
            self.ends = array("q", map(add, starts, map(sub, ends, begins)))
        self.tab_offsets = [0] * (count + 1)
        self._find_indentation()
        self.has_alerts = syntax.alerts and "[!" in text
        self.end = count
        self.quotes: list[Quote] = []
        self.postponed: list[tuple[int, str]] = []
        self.math_ends: list[int] | None = None
        self.dead_math: dict[tuple[tuple[int, int], ...], tuple[int, int]] = {}
        self.rule_line = self.rule_break = -1
        self._stop = self._stop_end = -1

    def _find_indentation(self) -> None:
        """Fill `firsts`, `physical`, `shifts` and `indents`, looking at indented lines only."""
        text, begins = self.text, self.begins
        heads = "".join(map(text.__getitem__, begins[: self.count]))
        latin = heads if heads.isascii() else _OTHERS("?", heads)
        self.firsts = firsts = bytearray(latin.encode("latin-1"))
        firsts.append(BLANK)
        self.shifts = shifts = [0] * (self.count + 1)
        self.indents = indents = shifts[:]
        self.has_tabs = has_tabs = "\t" in text
        for line in compress(range(self.count), firsts.translate(_IS_WHITE)):
            begin = begins[line]
            end = _INDENTATION(text, begin).end()  # type: ignore[union-attr]
            shifts[line] = indents[line] = end - begin
            first = text[end]  # the line end of a blank line, which is `BLANK`
            firsts[line] = ord(first) if first < "\u0100" else 0x3F
            if has_tabs:
                indents[line] = len(text[begin:end].expandtabs(4))
        self.physical = bytes(firsts)

    def end_before(self, stop: int) -> int:
        """Where the last line before the line `stop` ends that is not blank in the source."""
        if stop != self._stop:
            last = stop - 1
            while self.physical[last] == BLANK:
                last -= 1
            self._stop, self._stop_end = stop, self.ends[last]
        return self._stop_end

    def container(
        self, kind: BlockKind, line: int, stop: int, label: str, children: list[Block]
    ) -> Block:
        """A block over the lines from `line` to before `stop`, with what is in it.

        It ends with its last child, since bare quote markers below are no text. Text that was
        nested too deep to be parsed becomes a paragraph.
        """
        start = self.starts[line]
        if children:
            end = children[-1].end
        else:
            end = self.end_before(stop)
            markers = CONTAINER_MARKS.match(self.source.text, start, end)
            if markers is not None and markers.end() < end:
                children = [Block("paragraph", start, end)]
        return new_block(Block, (kind, start, end, 0, label, tuple(children)))

    def heading(self, level: int, line: int, stop: int, content: str) -> Block:
        """A heading over whole lines.

        A title with a bracket waits for the definitions, which may still come.
        """
        start = self.starts[line]
        if "[" in content:
            self.postponed.append((start, content))
        else:
            content = heading_title(content, self.definitions, NO_REFERENCES)
        return new_block(Block, ("heading", start, self.ends[stop - 1], level, content, ()))

    def blank_limit(self) -> int:
        """Blank lines are skipped up to this line (``lineMax`` of markdown-it-py)."""
        for quote in reversed(self.quotes):
            if quote.interrupted:
                return quote.next
        return self.count
