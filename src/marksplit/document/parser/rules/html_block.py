"""HTML blocks (CommonMark 4.6): start and end conditions are those of markdown-it-py."""

from __future__ import annotations

import re
from bisect import bisect_right

from markdown_it.rules_block.html_block import HTML_SEQUENCES

from marksplit.document.blocks import Block
from marksplit.document.parser.rules.scan import BLANK, Scan, new_block


def _unanchored(pattern: re.Pattern[str]) -> str:
    flags = "(?i:" if pattern.flags & re.IGNORECASE else "(?:"
    return flags + pattern.pattern.removeprefix("^") + ")"


INTERRUPTING_HTML = re.compile(
    "|".join(
        _unanchored(opening) for opening, _, ends_paragraph in HTML_SEQUENCES if ends_paragraph
    )
)
"""How a line starts that ends a paragraph; to be matched up to the end of the line."""

_OPENING = re.compile(
    "|".join(
        f"(?P<kind{number}>{_unanchored(opening)})"
        for number, (opening, _, _) in enumerate(HTML_SEQUENCES)
    )
).match
_CLOSING = {f"kind{number}": closing for number, (_, closing, _) in enumerate(HTML_SEQUENCES)}


def html_block(
    scan: Scan, line: int, indent: int, list_indent: int, level: int, out: list[Block]
) -> int:
    """HTML that starts at `line`: to its closing sequence or, without one, to a blank line."""
    text = scan.text[scan.begins[line] + scan.shifts[line] : scan.line_ends[line]]
    opening = _OPENING(text)
    if opening is None or opening.lastgroup is None:
        return 0
    closing = _CLOSING[opening.lastgroup]
    if closing.search(""):
        stop = _blank_line(scan, line + 1, indent)
    elif closing.search(text):
        stop = line + 1
    elif indent or scan.quotes:
        stop = _closing_line(scan, line + 1, indent, closing)
    else:
        found = closing.search(scan.text, scan.line_ends[line], scan.line_ends[scan.count - 1])
        stop = bisect_right(scan.begins, found.start(), line, scan.count) if found else scan.count
    out.append(new_block(Block, ("html", scan.starts[line], scan.end_before(stop), 0, "", ())))
    return stop


def _blank_line(scan: Scan, line: int, indent: int) -> int:
    """The first line from `line` on that is blank or less indented than its container."""
    blank = scan.firsts.find(b"\n", line, scan.end)
    end = scan.end if blank < 0 else blank
    if indent or scan.quotes:
        indents = scan.indents
        for following in range(line, end):
            if indents[following] < indent:
                return following
    return end


def _closing_line(scan: Scan, line: int, indent: int, closing: re.Pattern[str]) -> int:
    """The line after the one with the closing sequence; blank lines may be less indented."""
    text, begins, shifts, line_ends = scan.text, scan.begins, scan.shifts, scan.line_ends
    for following in range(line, scan.end):
        if scan.indents[following] < indent and scan.firsts[following] != BLANK:
            return following
        if closing.search(text, begins[following] + shifts[following], line_ends[following]):
            return following + 1
    return scan.end
