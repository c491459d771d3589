"""``$$`` blocks, as the dollarmath plugin of mdit-py-plugins reads them, without blank lines."""

from __future__ import annotations

import re
from bisect import bisect_right

from mdit_py_plugins.dollarmath.index import DOLLAR_EQNO_REV

from marksplit.document.blocks import Block
from marksplit.document.parser.rules.blockquote import more_lines
from marksplit.document.parser.rules.scan import BLANK, Scan, new_block

_CLOSING = re.compile(r"\$\$(?:[^\S\n]*\([^)$\n]+\))?[^\S\n]*$", re.MULTILINE)
_PERHAPS_BLANK = re.compile(rb"[\n\x0b\x0c\x1c-\x1f\x85\xa0?]")
"""First characters, over `Scan.firsts`, of lines that may hold nothing but white space."""


def math_block(
    scan: Scan, line: int, indent: int, list_indent: int, level: int, out: list[Block]
) -> int:
    """Math that opens at `line`; 0 unless it is closed before a blank line.

    The closing line may be lazy or less indented, as in the plugin.
    """
    text = scan.text[scan.begins[line] + scan.shifts[line] : scan.line_ends[line]]
    if not text.startswith("$$") or not scan.syntax.math:
        return 0
    stop = 0
    if len(text.strip()) > 3:
        if _closes(text):
            stop = line + 1
        elif "$$" in text[2:]:
            return 0
    stop = stop or _closed(scan, line)
    if stop:
        out.append(new_block(Block, ("math", scan.starts[line], scan.ends[stop - 1], 0, "", ())))
    return stop


def _closes(text: str) -> bool:
    """Whether a line ends in ``$$``, or in ``$$ (label)``."""
    return text.rstrip().endswith("$$") or DOLLAR_EQNO_REV.match(text[::-1]) is not None


def _closed(scan: Scan, line: int) -> int:
    """The line after the one below `line` that closes; 0 when there is none.

    That nothing closes before some line is remembered for each set of open quotes, and where
    blocks can close at all is searched once, so that unclosed ``$$`` do not read on and on.
    """
    quotes = tuple((quote.indent, quote.list_indent) for quote in scan.quotes)
    dead_from, dead_to = scan.dead_math.get(quotes, (0, 0))
    if dead_from <= line < dead_to:
        return 0
    candidates = _candidates(scan)
    index = bisect_right(candidates, line)
    following = line + 1
    while index < len(candidates):
        candidate = candidates[index]
        limit = min(candidate, scan.end)
        blank = _blank_line(scan, following, limit)
        if blank < limit:
            scan.dead_math[quotes] = line, blank
            return 0
        following = limit
        if candidate < scan.end:
            begin = scan.begins[candidate] + scan.shifts[candidate]
            if _closes(scan.text[begin : scan.line_ends[candidate]]):
                return candidate + 1
            index += 1
        elif not more_lines(scan):
            break
    scan.dead_math[quotes] = line, scan.end
    return 0


def _blank_line(scan: Scan, line: int, end: int) -> int:
    """The first line from `line` on without text, Unicode white space aside; else `end`."""
    while True:
        found = _PERHAPS_BLANK.search(scan.firsts, line, end)
        if found is None:
            return end
        line = found.start()
        text = scan.text[scan.begins[line] + scan.shifts[line] : scan.line_ends[line]]
        if scan.firsts[line] == BLANK or not text.strip():
            return line
        line += 1


def _candidates(scan: Scan) -> list[int]:
    """Lines of the text that may close a block, in order."""
    if scan.math_ends is None:
        scan.math_ends = [
            bisect_right(scan.origins, found.start()) - 1 for found in _CLOSING.finditer(scan.text)
        ]
    return scan.math_ends
