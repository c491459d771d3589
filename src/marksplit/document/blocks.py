"""What the parser tells the rest: blocks. No parsing and no planning here."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Literal, NamedTuple

from marksplit._field_docs import documented
from marksplit.spans import Span

_END = attrgetter("end")

BlockKind = Literal[
    "heading",
    "paragraph",
    "thematic_break",
    "fenced_code",
    "indented_code",
    "html",
    "table",
    "math",
    "front_matter",
    "definition",
    "blockquote",
    "list",
    "list_item",
    "footnote",
    "container",
    "html_container",
    "jsx_container",
    "jsx",
    "esm",
]

ATOMIC: frozenset[BlockKind] = frozenset(
    {
        *("fenced_code", "indented_code", "html", "table", "math", "front_matter", "definition"),
        *("jsx", "esm"),
    }
)
"""Kinds that are never cut; see law 4."""


@documented
class Block(NamedTuple):
    """One block of a document. A named tuple, since a document has very many of them.

    `start` is the offset of the first character of the block's first line, so that a block that
    shares its first line with its container (``- - text``) starts where the container starts.
    `end` is the offset just after its last line that is not blank, the line end excluded.
    """

    kind: BlockKind
    """What it is."""
    start: int
    """Offset of its first line's first character."""
    end: int
    """Offset just after its last line with text."""
    level: int = 0
    """The level of a heading, 1 to 6; 0 for every other kind."""
    label: str = ""
    """Heading: title. Fenced code: info string. List and list item: marker (``-``, ``1.``).
    Footnote: its label. Definition: its label as CommonMark normalises it. Blockquote: the kind
    of a GitHub alert (``note``), else empty. Container: what follows its opening mark
    (``note "Title"``), or the target that names its one block (``(name)=``). HTML container: the
    name of its tag (``details``). JSX container: the name of its element (``Tabs``). JSX: of a tag
    that stands alone the name, behind ``/`` if it closes; else empty."""
    children: tuple[Block, ...] = ()
    """Blocks inside a blockquote, list, list item, footnote or container. The opening and closing
    lines of a container are in none of them, the tags of an HTML or JSX container are."""

    @property
    def span(self) -> Span:
        """Start and end."""
        return Span(self.start, self.end)

    @property
    def atomic(self) -> bool:
        """Whether no chunk boundary may lie inside."""
        return self.kind in ATOMIC


def index_at(starts: Sequence[int], offset: int) -> int:
    """Index of the block that holds `offset`, or of the last one before it, or 0.

    `starts` are those of the blocks, which are in order.
    """
    return max(bisect_right(starts, offset) - 1, 0)


def child_at(block: Block, offset: int) -> Block:
    """The child of a container that holds `offset`, or else the next one after it, or the last."""
    children = block.children
    if len(children) == 1:
        return children[0]
    return children[min(bisect_right(children, offset, key=_END), len(children) - 1)]


def innermost(block: Block, offset: int) -> Block:
    """The block without children that `child_at` leads to, from `block` down."""
    while block.children:
        block = child_at(block, offset)
    return block


def ungrouped(blocks: Iterable[Block]) -> Iterator[Block]:
    """`blocks` with the children of HTML and JSX containers in their place: as they read alone."""
    for block in blocks:
        if block.kind in ("html_container", "jsx_container"):
            yield from ungrouped(block.children)
        else:
            yield block
