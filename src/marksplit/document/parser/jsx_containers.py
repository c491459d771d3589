"""JSX tags that stand around other blocks, as containers of those blocks.

The tags are blocks already, labelled by their names; nothing here reads text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from marksplit.document.blocks import Block

_DEEPEST = 50
"""Blocks nested deeper than this are not grouped: only hostile ones are."""


def group_jsx(blocks: Sequence[Block], depth: int = 0) -> tuple[Block, ...]:
    """`blocks` with a container for each pair of tags of one parent, which are in it.

    A tag that is not closed, or is closed behind what holds it, makes no container.
    """
    if depth >= _DEEPEST:
        return tuple(blocks)
    return tuple(_grouped(blocks, _partners(blocks), 0, len(blocks), depth))


def _grouped(
    blocks: Sequence[Block], partners: dict[int, int], first: int, end: int, depth: int
) -> Iterator[Block]:
    index = first
    while index < end:
        block, last = blocks[index], partners.get(index, end)
        if last < end and depth < _DEEPEST:
            inner = _grouped(blocks, partners, index + 1, last, depth + 1)
            children = (block, *inner, blocks[last])
            yield Block("jsx_container", block.start, blocks[last].end, 0, block.label, children)
            index = last
        elif block.children:
            yield block._replace(children=group_jsx(block.children, depth + 1))
        else:
            yield block
        index += 1


def _partners(blocks: Sequence[Block]) -> dict[int, int]:
    """For opening tags the index of the tag that closes them."""
    found: dict[int, int] = {}
    opened: list[tuple[str, int]] = []
    count: dict[str, int] = {}
    for index, block in enumerate(blocks):
        if block.kind != "jsx" or not block.label:
            continue
        name = block.label.removeprefix("/")
        if name == block.label:
            opened.append((name, index))
            count[name] = count.get(name, 0) + 1
        elif count.get(name):
            other = ""
            while other != name:
                other, start = opened.pop()
                count[other] -= 1
            found[start] = index
    return found
