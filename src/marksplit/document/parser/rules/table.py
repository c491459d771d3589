"""Tables (GFM 4.10), counted but not split into cells."""

from __future__ import annotations

import re

from markdown_it.common.utils import MD_TRIM_CHARS
from markdown_it.rules_block.table import MAX_AUTOCOMPLETED_CELLS

from marksplit.document.blocks import Block
from marksplit.document.parser.markers import DELIMITER_ROW, INTERRUPTING_STARTS
from marksplit.document.parser.rules.interrupts import interrupts
from marksplit.document.parser.rules.scan import BLANK, Scan, new_block

_PIPE = 0x7C  # "|"
_PIPES = re.compile(rb"\|*")


def _columns(row: str) -> int:
    """Cells of a row without white space around it; a backslash before a pipe escapes it."""
    return row.count("|") - row.count("\\|") + 1 - row.startswith("|") - _closed(row)


def _closed(row: str) -> bool:
    return row.endswith("|") and not row.endswith("\\|")


def table_columns(scan: Scan, line: int, indent: int) -> int:
    """Columns of a table whose head is `line`; 0 when there is none.

    The caller knows that the next line exists and starts with one of `DELIMITER_STARTS`.
    """
    begins, shifts, line_ends = scan.begins, scan.shifts, scan.line_ends
    text = scan.text
    head = begins[line] + shifts[line]
    if text.find("|", head, line_ends[line]) < 0 or not scan.syntax.tables:
        return 0
    below = line + 1
    if not indent <= scan.indents[below] < indent + 4 or scan.indents[line] - indent >= 4:
        return 0
    row = DELIMITER_ROW.match(text, begins[below] + shifts[below])
    if row is None:
        return 0
    delimiter = row[0]
    marks = delimiter.rstrip(" \t")
    columns = marks.count("|") + 1 - marks.startswith("|") - marks.endswith("|")
    found = _columns(text[head : line_ends[line]].strip(MD_TRIM_CHARS))
    return columns if found == columns else 0


def table(
    scan: Scan, line: int, indent: int, list_indent: int, level: int, out: list[Block]
) -> int:
    """A table whose head is `line`, to the first line that is no row.

    markdown-it-py fills short rows with empty cells and ends the table where that would make
    more than `MAX_AUTOCOMPLETED_CELLS`; longer rows count against it.
    """
    columns = table_columns(scan, line, indent)
    if not columns:
        return 0
    stop = _last_row(scan, line + 2, indent, list_indent)
    if (stop - line) * columns > MAX_AUTOCOMPLETED_CELLS:
        filled = 0
        for row in range(line + 2, stop):
            cells = scan.text[scan.begins[row] + scan.shifts[row] : scan.line_ends[row]]
            filled += columns - _columns(cells.strip(MD_TRIM_CHARS))
            if filled > MAX_AUTOCOMPLETED_CELLS:
                stop = row
                break
    out.append(new_block(Block, ("table", scan.starts[line], scan.ends[stop - 1], 0, "", ())))
    return stop


def _last_row(scan: Scan, line: int, indent: int, list_indent: int) -> int:
    """The line after the last row, the limit on cells aside."""
    firsts, indents, end = scan.firsts, scan.indents, scan.end
    while line < end:
        first = firsts[line]
        if first == _PIPE:
            run = min(_PIPES.match(firsts, line).end(), end)  # type: ignore[union-attr]
            columns = indents[line:run]
            if min(columns) >= indent and max(columns) < indent + 4:
                line = run
                continue
        if first == BLANK or not indent <= indents[line] < indent + 4:
            return line
        if first in INTERRUPTING_STARTS and interrupts(
            scan, line, indent, list_indent, first, False
        ):
            return line
        text = scan.text[scan.begins[line] + scan.shifts[line] : scan.line_ends[line]]
        if not text.strip(MD_TRIM_CHARS):
            return line
        line += 1
    return line
