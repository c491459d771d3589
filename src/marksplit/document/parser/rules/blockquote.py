"""Blockquotes (CommonMark 5.1), and GitHub's alerts, which are quotes that open with ``[!NOTE]``."""

from __future__ import annotations

import re

from marksplit.document.blocks import Block
from marksplit.document.parser.rules.interrupts import INTERRUPTING, interrupts
from marksplit.document.parser.rules.scan import BLANK, Scan, first_code
from marksplit.document.parser.stock import _ALERT

_QUOTED = re.compile(rb">*")
_LAZY = re.compile(rb"[^\n#>`~*+\-_<0-9]*")
"""A run of lines that end no blockquote, over `Scan.firsts`."""


def blockquote(
    scan: Scan, line: int, indent: int, list_indent: int, level: int, out: list[Block]
) -> int:
    """A quote that starts at `line`."""
    outer = scan.quotes[-1] if scan.quotes else None
    quote = Quote(line, indent, list_indent)
    scan.quotes.append(quote)
    quote.advance(scan, scan.end, outer is None or outer.closed)
    scan.end = quote.next
    children: list[Block] = []
    stop = scan.inside(scan, line, 0, list_indent, level + 1, children)
    quote.restore(scan)
    scan.quotes.pop()
    scan.end = outer.next if outer else scan.count
    block = scan.container("blockquote", line, stop, "", children)
    if scan.has_alerts and block.children and block.children[0].kind == "paragraph":
        block = block._replace(label=_alert(scan, line))
    out.append(block)
    return stop


def _alert(scan: Scan, line: int) -> str:
    source = scan.source.text
    start, end = scan.starts[line], scan.ends[line]
    if source.find("[!", start, end) < 0:
        return ""
    found = _ALERT.search(source, start, end)
    return found[1].lower() if found else ""


class Quote:
    """The lines of one open quote, found step by step.

    Attributes:
        indent: what the container of the quote requires.
        list_indent: that of the list around it.
        next: the line behind those known so far.
        closed: whether no more follow.
        interrupted: whether another block ends the quote, without a blank line.
    """

    __slots__ = (
        "_begins",
        "_columns",
        "_empty",
        "_firsts",
        "_lazy",
        "_runs",
        "_shifts",
        "_tab_offsets",
        "closed",
        "indent",
        "interrupted",
        "list_indent",
        "next",
    )

    def __init__(self, line: int, indent: int, list_indent: int) -> None:
        self.indent = indent
        self.list_indent = list_indent
        self.next = line
        self.closed = False
        self.interrupted = False
        self._empty = False
        self._lazy: list[tuple[int, list[int]]] = []
        self._runs: list[tuple[int, int]] = []
        self._begins: list[int] = []
        self._shifts: list[int] = []
        self._columns: list[int] = []
        self._tab_offsets: list[int] = []
        self._firsts = bytearray()

    def advance(self, scan: Scan, limit: int, last: bool) -> None:
        """Take lazy continuation lines, then marked lines, to the next lazy line.

        Args:
            scan: the document.
            limit: where the lines of the container end, as far as they are known.
            last: whether they are all known.
        """
        firsts, indents, indent = scan.firsts, scan.indents, self.indent
        line = self.next
        marked = False
        while line < limit:
            first = firsts[line]
            if first == 0x3E and indents[line] >= indent:  # ">"
                line = self._take_marked(scan, line, limit)
                marked = True
            elif first == BLANK or self._empty:
                self.closed = True
                break
            elif marked:
                break
            elif (
                first in INTERRUPTING
                and indents[line] - indent < 4
                and interrupts(scan, line, indent, self.list_indent, first, False)
            ):
                self.closed = self.interrupted = True
                break
            else:
                run = max(_LAZY.match(firsts, line).end(), line + 1)  # type: ignore[union-attr]
                line = self._take_lazy(scan, line, min(run, limit))
        else:
            self.closed = last
        self.next = line

    def _take_lazy(self, scan: Scan, line: int, end: int) -> int:
        columns = scan.indents[line:end]
        if max(columns) >= 0:  # else they are lazy in an outer quote as well
            self._lazy.append((line, columns))
            scan.indents[line:end] = [-1] * (end - line)
        return end

    def _take_marked(self, scan: Scan, line: int, limit: int) -> int:
        """Step over the markers of a run of lines; returns the line behind it."""
        end = min(_QUOTED.match(scan.firsts, line).end(), limit)  # type: ignore[union-attr]
        columns = scan.indents[line:end]
        if min(columns) < self.indent:  # a line that is indented less is lazy
            end = line + next(i for i, column in enumerate(columns) if column < self.indent)
            del columns[end - line :]
        self._runs.append((line, end))
        self._begins += scan.begins[line:end]
        self._shifts += scan.shifts[line:end]
        self._columns += columns
        self._firsts += scan.firsts[line:end]
        if scan.has_tabs:
            self._tab_offsets += scan.tab_offsets[line:end]
            for marked in range(line, end):
                _step_over_tabs(scan, marked)
        else:
            _step_over(scan, line, end)
        self._empty = scan.firsts[end - 1] == BLANK
        return end

    def restore(self, scan: Scan) -> None:
        """Undo all changes to the line table."""
        for line, columns in self._lazy:
            scan.indents[line : line + len(columns)] = columns
        done = 0
        for line, end in self._runs:
            kept = slice(done, done + end - line)
            scan.begins[line:end] = self._begins[kept]
            scan.shifts[line:end] = self._shifts[kept]
            scan.indents[line:end] = self._columns[kept]
            scan.firsts[line:end] = self._firsts[kept]
            if scan.has_tabs:
                scan.tab_offsets[line:end] = self._tab_offsets[kept]
            done += end - line


def _step_over(scan: Scan, line: int, end: int) -> None:
    """Step over one marker and its space on each line, where the document has no tabs."""
    text, begins, shifts, indents = scan.text, scan.begins, scan.shifts, scan.indents
    line_ends, firsts = scan.line_ends, scan.firsts
    for marked in range(line, end):
        begin = begins[marked] + shifts[marked] + 1
        line_end = line_ends[marked]
        if begin < line_end and text[begin] == " ":
            begin += 1
        position = begin
        while position < line_end and text[position] == " ":
            position += 1
        begins[marked] = begin
        shifts[marked] = indents[marked] = position - begin
        if position < line_end:
            first = text[position]
            firsts[marked] = ord(first) if first < "\u0100" else 0x3F
        else:
            firsts[marked] = BLANK


def _step_over_tabs(scan: Scan, line: int) -> None:
    """Step over one marker and its space; a tab stays in part, as columns before the text."""
    text, end = scan.text, scan.line_ends[line]
    begin = scan.begins[line] + scan.shifts[line] + 1
    column = initial = scan.indents[line] + 1
    before = scan.tab_offsets[line]
    white = begin < end and text[begin] in " \t"
    kept = 0
    if white:
        if text[begin] == " " or (before + column) % 4 == 3:
            begin += 1
            initial += 1
            column += 1
        else:
            kept = 1
    position = begin
    while position < end and text[position] in " \t":
        column += 1 if text[position] == " " else 4 - (column + before + kept) % 4
        position += 1
    scan.begins[line] = begin
    scan.tab_offsets[line] = scan.indents[line] + 1 + white
    scan.indents[line] = column - initial
    scan.shifts[line] = position - begin
    scan.firsts[line] = BLANK if position >= end else first_code(text[position])
