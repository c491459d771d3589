"""Which lines open a table or fenced code, found in their text. Where to cut is decided elsewhere."""

from __future__ import annotations

from marksplit.document.blocks import Block
from marksplit.document.parser.markers import DELIMITER_LINE, FENCE_MARK
from marksplit.spans import Source

_NEAR = 50
"""How many lines may come before: openings of containers and their options."""


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
