"""Paragraphs and setext headings (CommonMark 4.8 and 4.3), which start alike."""

from __future__ import annotations

from markdown_it.common.utils import MD_TRIM_CHARS

from marksplit.document.blocks import Block
from marksplit.document.parser.markers import (
    DELIMITER_STARTS,
    INTERRUPTING_STARTS,
    UNDERLINE,
    UNDERLINE_STARTS,
    lines_without,
)
from marksplit.document.parser.rules.blockquote import more_lines
from marksplit.document.parser.rules.interrupts import interrupts
from marksplit.document.parser.rules.scan import BLANK, Scan, new_block
from marksplit.document.parser.rules.stock_state import stock_state
from marksplit.document.parser.rules.table import table_columns

plain_lines = lines_without(INTERRUPTING_STARTS | UNDERLINE_STARTS | DELIMITER_STARTS).match
"""Finds the run of lines that neither end a paragraph nor underline it."""


def paragraph(
    scan: Scan, line: int, indent: int, list_indent: int, level: int, out: list[Block]
) -> int:
    """The paragraph or setext heading that starts at `line`; returns the line after it."""
    stop = text_end_line(scan, line + 1, indent, list_indent)
    if stop > 0:
        out.append(
            new_block(Block, ("paragraph", scan.starts[line], scan.ends[stop - 1], 0, "", ()))
        )
        return stop
    stop = -stop
    if indent or scan.quotes:
        content = stock_state(scan, indent, list_indent).getLines(line, stop, indent, False)
    else:
        content = scan.text[scan.begins[line] : scan.line_ends[stop - 1]]
    depth = 1 if scan.firsts[stop] == 0x3D else 2  # "="
    out.append(scan.heading(depth, line, stop + 1, content.strip(MD_TRIM_CHARS)))
    return stop + 1


def text_end_line(scan: Scan, line: int, indent: int, list_indent: int) -> int:
    """The line after the text; negative when that line underlines a setext heading.

    One pass for markdown-it-py's rules lheading and paragraph, which read the lines twice.
    """
    firsts, indents = scan.firsts, scan.indents
    end = scan.end
    while True:
        run = plain_lines(firsts, line).end()  # type: ignore[union-attr]
        if run >= end:
            line = end
            if not more_lines(scan):
                return end
            end = scan.end
            continue
        first = firsts[run]
        if (
            run > line
            and first in DELIMITER_STARTS
            and 0 <= indents[run - 1] < indent + 4
            and table_columns(scan, run - 1, indent)
        ):
            return run - 1
        if first == BLANK:
            return run
        line = run
        columns = indents[line]
        if columns - indent >= 4:  # would be code, but continues the paragraph
            line += 1
            continue
        if (
            first in UNDERLINE_STARTS
            and columns >= indent
            and UNDERLINE.match(scan.text, scan.begins[line] + scan.shifts[line])
        ):
            return -line
        if columns >= 0:
            if (
                line + 1 < end
                and firsts[line + 1] in DELIMITER_STARTS
                and table_columns(scan, line, indent)
            ):
                return line
            if first in INTERRUPTING_STARTS and interrupts(
                scan, line, indent, list_indent, first, True
            ):
                return line
        line += 1
