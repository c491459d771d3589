"""HTML tags that stand around other blocks, as containers of those blocks.

The blocks themselves are left as they are parsed; nothing here parses Markdown.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from marksplit.document.blocks import Block

_DEEPEST = 50
"""Blocks nested deeper than this are not grouped: only hostile ones are."""
_VOID = frozenset(
    {
        *("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param"),
        *("source", "track", "wbr"),
    }
)
"""Elements without content, which nothing closes."""
MARKUP = re.compile(
    r"<(?:!--.*?(?:-->|\Z)|\?.*?(?:\?>|\Z)|!\[CDATA\[.*?(?:\]\]>|\Z)|![A-Za-z][^<>]*+>"
    r"|(?P<raw>(?i:script|style|pre|textarea))\b.*?(?:</(?i:(?P=raw))>|\Z)"
    r"|(?P<close>/?)(?P<name>[A-Za-z][A-Za-z0-9-]*+)(?=[\s/>])"
    r"[^'\"<>]*+(?:(?:\"[^\"]*+\"|'[^']*+')[^'\"<>]*+)*+>(?:(?<=(?P<void>/)>)|))",
    re.S,
)
"""A tag outside comments, scripts and the like, which have no name here."""


class TagGap(NamedTuple):
    """The gap before a block that pairs of tags are around."""

    depth: int
    """How many pairs."""
    tag: bool
    """Whether it parts a tag from what stands next to it in the pair."""


def group_html(text: str, blocks: Sequence[Block], depth: int = 0) -> tuple[Block, ...]:
    """`blocks` with an HTML container for each pair of tags in different blocks of one parent.

    The blocks that hold the tags are the first and the last of the container's children. A tag
    that is not closed, or is closed outside what holds it, makes no container; of pairs that share
    a block with a tag the outer one does, then the earlier one. A block that closes one pair and
    opens the next is in the container that it opens.
    """
    pairs = _pairs(text, blocks) if depth < _DEEPEST else ()
    partners = {first: (last, name) for first, last, name in pairs}
    return tuple(_grouped(text, blocks, partners, 0, len(blocks), depth))


def tag_gaps(text: str, blocks: Sequence[Block]) -> dict[int, TagGap]:
    """The gaps that pairs of tags in different blocks are around, by the index of the block below.

    A block that closes one pair and opens the next belongs to the pair that it opens: the gap
    before it lies between the two.
    """
    if not any(block.kind == "html" for block in blocks):
        return {}
    pairs = {(first, last) for first, last, _ in _pairs(text, blocks)}
    opening = {first for first, _ in pairs}
    changes: Counter[int] = Counter()
    tags: set[int] = set()
    for first, last in pairs:
        shared = last in opening
        changes[first + 1] += 1
        changes[last if shared else last + 1] -= 1
        if not shared:
            tags.add(last)
        if not shared or first + 1 < last:
            tags.add(first + 1)
    found: dict[int, TagGap] = {}
    depth = 0
    for index in range(min(changes, default=0), max(changes, default=0)):
        depth += changes[index]
        if depth:
            found[index] = TagGap(depth, index in tags)
    return found


def _grouped(
    text: str,
    blocks: Sequence[Block],
    partners: dict[int, tuple[int, str]],
    first: int,
    end: int,
    depth: int,
) -> Iterator[Block]:
    index = first
    while index < end:
        block = blocks[index]
        last, name = partners.get(index, (end, ""))
        if last < end and depth < _DEEPEST:
            shared = partners.get(last, (end, ""))[0] < end
            inner = _grouped(text, blocks, partners, index + 1, last, depth + 1)
            children = (block, *inner) if shared else (block, *inner, blocks[last])
            index = last if shared else last + 1
            if len(children) > 1:
                yield Block("html_container", block.start, children[-1].end, 0, name, children)
                continue
        else:
            index += 1
        if block.children and depth < _DEEPEST:
            block = block._replace(children=group_html(text, block.children, depth + 1))
        yield block


def _pairs(text: str, blocks: Sequence[Block]) -> Iterator[tuple[int, int, str]]:
    """Pairs of tags in different blocks: the block that opens, the one that closes, and the name."""
    opened: list[tuple[str, int]] = []
    count: dict[str, int] = {}
    for index in [index for index, block in enumerate(blocks) if block.kind == "html"]:
        for closes, name in _tags(text, blocks[index].start, blocks[index].end):
            if not closes:
                opened.append((name, index))
                count[name] = count.get(name, 0) + 1
            elif count.get(name):
                while True:
                    other, start = opened.pop()
                    count[other] -= 1
                    if other == name:
                        break
                if start < index:
                    yield start, index, name


def _tags(text: str, start: int, end: int) -> list[tuple[str, str]]:
    """Opening and closing tags between two offsets: ``/`` if it closes, and its name in lower case."""
    # What has no name is a comment, or an element whose content is no markup.
    return [
        (closes, lower)
        for _, closes, name, void in MARKUP.findall(text, start, end)
        if name and not void and (lower := name.lower()) not in _VOID
    ]
