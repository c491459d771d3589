"""Block quotes (CommonMark 5.1), and GitHub's alerts, which are quotes that open with ``[!NOTE]``.

A quote gets its lazy continuation lines only when a block in it asks for them (`more_lines`).
"""

from __future__ import annotations

import re

from marksplit.document.blocks import Block
from marksplit.document.parser.markers import ALERT, INTERRUPTING_STARTS, lines_without
from marksplit.document.parser.rules.interrupts import interrupts
from marksplit.document.parser.rules.scan import BLANK, Quote, Scan, first_code

_MARK = 0x3E  # ">"
_QUOTED = re.compile(rb">*")
_LAZY = lines_without(INTERRUPTING_STARTS - {ord("[")})
"""Lines that end no quote; footnotes do not."""


def blockquote(
    scan: Scan, line: int, indent: int, list_indent: int, level: int, out: list[Block]
) -> int:
    """A quote that starts at `line`."""
    outer = scan.quotes[-1] if scan.quotes else None
    quote = Quote(line, indent, list_indent)
    scan.quotes.append(quote)
    _advance(scan, quote, scan.end, outer is None or outer.closed)
    scan.end = quote.next
    children: list[Block] = []
    stop = scan.parse_blocks(scan, line, 0, list_indent, level + 1, children)
    quote.restore()
    scan.quotes.pop()
    scan.end = outer.next if outer else scan.count
    block = scan.container("blockquote", line, stop, "", children)
    if scan.has_alerts and block.children and block.children[0].kind == "paragraph":
        block = block._replace(label=_alert(scan, line))
    out.append(block)
    return stop


def more_lines(scan: Scan) -> bool:
    """Get more lines for the open quotes; False when all their lines are known.

    Rules ask for them only when a block takes lazy continuation lines, so that a quote that ends
    before its lazy lines does not read them. The stock rule reads them all, each time, and takes
    quadratic time for ``> # heading`` followed by text, repeated.
    """
    quotes = scan.quotes
    if not quotes or quotes[-1].closed:
        return False
    index = len(quotes) - 1
    while index and quotes[index].next >= quotes[index - 1].next:
        if quotes[index - 1].closed:
            break
        index -= 1
    limit, last = scan.count, True
    if index:
        limit, last = quotes[index - 1].next, quotes[index - 1].closed
    for quote in quotes[index:]:
        _advance(scan, quote, limit, last)
        limit, last = quote.next, quote.closed
    scan.end = quotes[-1].next
    return True


def _alert(scan: Scan, line: int) -> str:
    source = scan.source.text
    start, end = scan.starts[line], scan.ends[line]
    if source.find("[!", start, end) < 0:
        return ""
    found = ALERT.search(source, start, end)
    return found[1].lower() if found else ""


def _advance(scan: Scan, quote: Quote, limit: int, last: bool) -> None:
    """Take lazy continuation lines, then marked lines, up to the next lazy line.

    Args:
        scan: the document.
        quote: one of its open quotes.
        limit: where the lines of the container end, as far as they are known.
        last: whether they are all known.
    """
    firsts, indents, indent = scan.firsts, scan.indents, quote.indent
    line = quote.next
    marked = False
    while line < limit:
        first = firsts[line]
        if first == _MARK and indents[line] >= indent:
            line = _take_marked(scan, quote, line, limit)
            marked = True
        elif first == BLANK or quote.empty:
            quote.closed = True
            break
        elif marked:
            break
        elif (
            first in INTERRUPTING_STARTS
            and indents[line] - indent < 4
            and interrupts(scan, line, indent, quote.list_indent, first, False)
        ):
            quote.closed = quote.interrupted = True
            break
        else:
            run = max(_LAZY.match(firsts, line).end(), line + 1)  # type: ignore[union-attr]
            line = _take_lazy(scan, quote, line, min(run, limit))
    else:
        quote.closed = last
    quote.next = line


def _take_lazy(scan: Scan, quote: Quote, line: int, end: int) -> int:
    if max(scan.indents[line:end]) >= 0:  # else they are lazy in an outer quote as well
        quote.keep(line, end, scan.indents)
        scan.indents[line:end] = [-1] * (end - line)
    return end


def _take_marked(scan: Scan, quote: Quote, line: int, limit: int) -> int:
    """Step over the markers of a run of lines; returns the line after it."""
    end = min(_QUOTED.match(scan.firsts, line).end(), limit)  # type: ignore[union-attr]
    columns = scan.indents[line:end]
    if min(columns) < quote.indent:  # a line that is indented less is lazy
        end = line + next(i for i, column in enumerate(columns) if column < quote.indent)
    quote.keep(line, end, scan.begins, scan.shifts, scan.indents, scan.tab_offsets, scan.firsts)
    for marked in range(line, end):
        _step_over(scan, marked)
    quote.empty = scan.firsts[end - 1] == BLANK
    return end


def _step_over(scan: Scan, line: int) -> None:
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
