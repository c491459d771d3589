"""Where the inline content of blocks stands in the source: lines without markers and indentation.

What the content says is not read here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from marksplit.document.blocks import Block, BlockKind, child_at, index_at
from marksplit.document.parser.markers import LINE_MARKS, quote_marks
from marksplit.spans import Source, Span


def content_lines(source: Source, block: Block, nested: bool, quotes: int) -> list[Span]:
    """The lines of a leaf, without indentation, container markers and trailing blanks.

    Args:
        source: the document.
        block: a block of it without children.
        nested: whether the block lies in a container.
        quotes: in how many block quotes it lies; more ``>`` at a line's start are text.
    """
    text = source.text
    first = source.line_at(block.start)
    last = source.line_at(max(block.start, block.end - 1))
    lines: list[Span] = []
    for line in range(first, last + 1):
        start, end = max(source.line_start(line), block.start), source.line_end(line)
        pattern = LINE_MARKS if nested and line == first else quote_marks(quotes)
        prefix = pattern.match(text, start, end)
        begin = prefix.end() if prefix else start
        while end > begin and text[end - 1] in " \t":
            end -= 1
        if end > begin:
            lines.append(Span(begin, end))
    return lines


class Leaf(NamedTuple):
    """A block without children, and what stands around it."""

    block: Block
    nested: bool
    quotes: int

    def lines(self, source: Source) -> list[Span]:
        """Its content lines."""
        return content_lines(source, self.block, self.nested, self.quotes)


def leaves(
    text: str, blocks: Sequence[Block], kinds: frozenset[BlockKind], pattern: re.Pattern[str]
) -> Iterator[Leaf]:
    """Blocks of one of `kinds`, at any depth and in order, that `pattern` is found in."""
    waiting = [Leaf(block, False, 0) for block in reversed(blocks)]
    while waiting:
        leaf = waiting.pop()
        block = leaf.block
        if block.children:
            if pattern.search(text, block.start, block.end):
                quotes = leaf.quotes + (block.kind == "blockquote")
                waiting += [Leaf(child, True, quotes) for child in reversed(block.children)]
        elif block.kind in kinds and pattern.search(text, block.start, block.end):
            yield leaf


def leaves_at(
    blocks: Sequence[Block], kinds: frozenset[BlockKind], places: Iterable[int]
) -> Iterator[Leaf]:
    """Blocks of one of `kinds`, at any depth, that hold one of `places`, which rise."""
    starts = [block.start for block in blocks]
    done = 0
    for place in places:
        if place < done:
            continue
        block, nested, quotes = blocks[index_at(starts, place)], False, 0
        while block.children and block.start <= place < block.end:
            nested = True
            quotes += block.kind == "blockquote"
            block = child_at(block, place)
        if block.start <= place < block.end:
            done = block.end
            if block.kind in kinds:
                yield Leaf(block, nested, quotes)
