"""Footnote definitions, as the footnote plugin of mdit-py-plugins reads them."""

from __future__ import annotations

import re

from marksplit.document.blocks import Block
from marksplit.document.parser.markers import FOOTNOTE
from marksplit.document.parser.rules.scan import BLANK, Scan, first_code

_WHITE = re.compile(r"[ \t]*")


def footnote(
    scan: Scan, line: int, indent: int, list_indent: int, level: int, out: list[Block]
) -> int:
    """A footnote at `line`: what follows on it, and the lines that are indented by four."""
    begin, shift, columns = scan.begins[line], scan.shifts[line], scan.indents[line]
    first = scan.firsts[line]
    text = scan.text
    mark = FOOTNOTE.match(text, begin + shift)
    if mark is None:
        return 0
    notes = scan.env.setdefault("footnotes", {"refs": {}, "list": {}})
    notes["refs"][":" + mark[1]] = -1
    content = mark.end()
    white = _WHITE.match(text, content)
    position = content if white is None else white.end()
    initial = offset = columns + content - begin - shift
    for character in text[content:position]:
        offset += 4 - offset % 4 if character == "\t" else 1
    inner = indent + 4
    scan.begins[line] = content
    scan.shifts[line] = position - content
    scan.indents[line] = offset - initial
    if offset - initial < inner:
        scan.indents[line] += inner
    scan.firsts[line] = BLANK if position >= scan.line_ends[line] else first_code(text[position])
    children: list[Block] = []
    stop = scan.parse_blocks(scan, line, inner, list_indent, level + 1, children)
    scan.begins[line], scan.shifts[line], scan.indents[line] = begin, shift, columns
    scan.firsts[line] = first
    out.append(scan.container("footnote", line, stop, mark[1], children))
    return stop
