"""Fenced code (CommonMark 4.5)."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache

from marksplit.blocks import Block
from marksplit.parser.rules.markers import FENCE
from marksplit.parser.rules.scan import BLANK, Scan, new_block


def fenced_code(
    scan: Scan, line: int, indent: int, list_indent: int, level: int, out: list[Block]
) -> int:
    """A fence that opens at `line`, to its closing fence or the end of its container."""
    opening = FENCE.match(scan.text, scan.begins[line] + scan.shifts[line])
    if opening is None:
        return 0
    fence, info = (opening[1], opening[2]) if opening[1] else (opening[3], opening[4])
    if indent or scan.quotes:
        stop = _stop_in_container(scan, line, indent, fence)
        end = scan.end_before(stop)
    else:
        stop = _stop_at_top(scan, line, fence)
        end = scan.ends[stop - 1] if scan.physical[stop - 1] != BLANK else scan.end_before(stop)
    out.append(new_block(Block, ("fenced_code", scan.starts[line], end, 0, info.strip(), ())))
    return stop


@lru_cache(maxsize=64)
def _closing(mark: str, length: int) -> re.Pattern[str]:
    return re.compile(rf"^ {{0,3}}{mark}{{{length},}}[ \t]*$", re.MULTILINE)


def _stop_at_top(scan: Scan, line: int, fence: str) -> int:
    """The line behind the fence outside all containers: one search through the text."""
    if line + 1 >= scan.count:
        return scan.count
    closing = _closing(fence[0], len(fence)).search(
        scan.text, scan.begins[line + 1], scan.line_ends[scan.count - 1]
    )
    if closing is None:
        return scan.count
    return bisect_left(scan.begins, closing.start(), line + 1, scan.count) + 1


def _stop_in_container(scan: Scan, line: int, indent: int, fence: str) -> int:
    text, begins, shifts, indents = scan.text, scan.begins, scan.shifts, scan.indents
    firsts = scan.firsts
    mark, code, length, size = fence[0], ord(fence[0]), len(fence), len(text)
    for following in range(line + 1, scan.end):
        first = firsts[following]
        if first == BLANK:
            # As in markdown-it-py: an empty last line of a quote without a line end closes.
            if begins[following] + shifts[following] >= size:
                return following
        elif indents[following] < indent:
            return following
        elif first == code and indents[following] - indent < 4:
            rest = text[begins[following] + shifts[following] : scan.line_ends[following]]
            tail = rest.lstrip(mark)
            if len(rest) - len(tail) >= length and not tail.strip(" \t"):
                return following + 1
    return scan.end
