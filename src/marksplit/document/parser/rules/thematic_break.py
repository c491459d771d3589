"""Thematic breaks (CommonMark 4.1): three or more of one of ``*``, ``-``, ``_`` on a line."""

from __future__ import annotations

from marksplit.document.blocks import Block
from marksplit.document.parser.markers import BREAK_RUNS
from marksplit.document.parser.rules.scan import Scan, new_block


def is_thematic_break(scan: Scan, line: int, position: int) -> bool:
    """Whether the rest of `line`, which starts with a mark at `position`, is nothing but marks.

    The place of the first other character is remembered, since in ``- - - - x`` every item asks
    again about the rest of the same line.
    """
    text, end = scan.text, scan.line_ends[line]
    mark = text[position]
    if line == scan.rule_line and position <= scan.rule_break and text[scan.rule_break] != mark:
        return False
    run = BREAK_RUNS[mark].match(text, position, end)
    if run is not None and run.end() < end:
        scan.rule_line, scan.rule_break = line, run.end()
        return False
    return text.count(mark, position, end) >= 3


def thematic_break(
    scan: Scan, line: int, indent: int, list_indent: int, level: int, out: list[Block]
) -> int:
    """A break that starts at `line`; see the package for arguments and result."""
    if not is_thematic_break(scan, line, scan.begins[line] + scan.shifts[line]):
        return 0
    out.append(new_block(Block, ("thematic_break", scan.starts[line], scan.ends[line], 0, "", ())))
    return line + 1
