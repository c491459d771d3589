"""Text that no token of the parser covers, given to a neighbouring block, so that nothing is lost.

Nothing here knows tokens; where blocks are right, they are left as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from marksplit.document.blocks import Block
from marksplit.spans import Source

_BLANKS = " \t\r\n>"
"""What may lie outside all blocks: white space, and the bare markers at the end of a quote."""


def cover(source: Source, blocks: Sequence[Block]) -> Iterator[Block]:
    """Top-level blocks in order, with text between them given to the block before it."""
    text = source.text
    position = source.body_start
    pending: Block | None = None
    for block in blocks:
        if block.start < position:
            block = block._replace(start=min(position, block.end))  # noqa: PLW2901
        end = source.trim_end(position, block.start)
        if text[position:end].strip(_BLANKS):
            start = source.line_start(source.line_at(_text_start(text, position)))
            if pending is None or pending.kind == "heading":
                if pending is not None:
                    yield pending
                pending = Block("paragraph", max(start, source.body_start), end)
            else:
                pending = pending._replace(end=end)
        if pending is not None:
            yield pending
        pending = block
        position = block.end
    end = source.trim_end(position, len(text))
    if text[position:end].strip(_BLANKS):
        if pending is not None and pending.kind != "heading":
            pending = pending._replace(end=end)
        else:
            if pending is not None:
                yield pending
            start = source.line_start(source.line_at(_text_start(text, position)))
            pending = Block("paragraph", max(start, source.body_start), end)
    if pending is not None:
        yield pending


def _text_start(text: str, position: int) -> int:
    while text[position] in " \t\r\n":
        position += 1
    return position
