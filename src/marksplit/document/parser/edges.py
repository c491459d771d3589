"""Which lines open a table or fenced code, and what closes code or HTML that a text leaves open.

Both are found in the text of the block (CommonMark 4.5 and 4.6). Where to cut is decided elsewhere.
"""

from __future__ import annotations

import re

from marksplit.document.blocks import Block, BlockKind
from marksplit.document.parser.markers import DELIMITER_LINE, FENCE_MARK, FENCE_RUN
from marksplit.spans import Source

_FENCE = re.compile(rf" {{0,3}}({FENCE_RUN})")
_TAG = re.compile(r"[ \t]*<(script|pre|style|textarea)\b", re.IGNORECASE)
_CLOSED_TAG = re.compile(r"</(?:script|pre|style|textarea)>", re.IGNORECASE)
_MARKS = (("<!--", "-->"), ("<?", "?>"), ("<![CDATA[", "]]>"), ("<!", ">"))
_NEAR = 50
"""How many lines may come before: openings of containers and their options."""


def closing_line(kind: BlockKind, text: str) -> str:
    """The line that closes a top-level block; ``""`` where a blank line or nothing need to.

    `text` is the block from its first line on; its end may be cut off.
    """
    if kind == "fenced_code":
        opened = _FENCE.match(text)
        if opened is None:
            return ""
        mark = opened[1]
        closed = re.compile(rf"[\r\n] {{0,3}}{mark[0]}{{{len(mark)},}}[ \t]*\Z")
        return "" if closed.search(text, max(text.rfind("\n"), text.rfind("\r"), 0)) else mark
    if kind != "html":
        return ""
    if tag := _TAG.match(text):
        return "" if _CLOSED_TAG.search(text) else f"</{tag[1]}>"
    for opening, closing in _MARKS:
        if text.lstrip(" \t").startswith(opening):
            return "" if closing in text else closing
    return ""


def opening_end(source: Source, block: Block) -> int:
    """The last of the lines that open `block`; the line before its first one if none does.

    For fenced code that is the line of the fence, for a table its delimiter row. They need not be
    the first lines, since a block may start with a line that opens a container of a dialect.
    """
    text = source.text
    first, last = source.line_at(block.start), source.line_at(max(block.end - 1, block.start))
    if block.kind == "table":
        for line in range(first + 1, min(last, first + _NEAR) + 1):
            if DELIMITER_LINE.fullmatch(text, source.line_start(line), source.line_end(line)):
                return line
        return min(first + 1, last)
    if block.kind != "fenced_code":
        return first - 1
    for line in range(first, min(last, first + _NEAR) + 1):
        fence = FENCE_MARK.search(text, source.line_start(line), source.line_end(line))
        if fence and text[fence.end() : source.line_end(line)].strip() == block.label:
            return line
    return first
