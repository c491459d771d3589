"""Sections: which heading a block stands under. No sizes and no cutting here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from marksplit._field_docs import documented
from marksplit.document.bare import leads_heading
from marksplit.document.blocks import Block
from marksplit.spans import Span

HeadingPath = tuple[str, ...]
"""Plain titles, outermost first."""


@documented
@dataclass(frozen=True, slots=True)
class Section:
    """A heading with everything up to the next heading of its level or a shallower one."""

    heading: Block | None
    """None for the root, which holds the whole document."""
    body: tuple[Block, ...]
    """Blocks before the first child; the heading is not among them."""
    children: tuple[Section, ...]
    """Sections of deeper headings. A level that the document jumps over is not invented."""
    span: Span
    """From the heading's first line to the end of the section's last block."""

    @property
    def level(self) -> int:
        """The heading's level, 1 to 6; 0 for the root."""
        return self.heading.level if self.heading else 0

    @property
    def title(self) -> str:
        """The heading's plain text; ``""`` for the root."""
        return self.heading.label if self.heading else ""

    def walk(self, path: HeadingPath = ()) -> Iterator[tuple[HeadingPath, Section]]:
        """This section and all below it in document order, each with its heading path.

        `path` is the heading path of the section itself: ``()`` for the root.
        """
        yield path, self
        for child in self.children:
            yield from child.walk((*path, child.title))


@dataclass(slots=True)
class Scope:
    """What `scopes` says of the blocks under one heading; the root's `level` is 0."""

    path: HeadingPath
    level: int
    parent: Scope | None
    lead: int
    """Index of the first block: the heading, or what belongs to it on the lines above."""
    first: int
    """Index of the heading among the top-level blocks; 0 for the root."""
    last: int
    """Index of the last block in the section, subsections included."""
    following: int
    """Index of the first block of the next section; the number of blocks if there is none."""


def scopes(text: str, blocks: Sequence[Block]) -> list[Scope]:
    """For each top-level block the innermost heading above it; for a heading, itself.

    An anchor or a comment above a heading stands under that heading.
    """
    places = [index for index, block in enumerate(blocks) if block.kind == "heading"]
    leads = [
        index - 1
        if index
        and text[blocks[index - 1].start] == "<"  # spares a call for each heading
        and leads_heading(text, blocks[index - 1], blocks[index])
        else index
        for index in places
    ]
    leads.append(len(blocks))
    scope = Scope((), 0, None, 0, 0, len(blocks) - 1, leads[0])
    found = [scope] * leads[0]
    for index, (lead, following) in zip(places, pairwise(leads), strict=True):
        heading = blocks[index]
        while scope.parent is not None and scope.level >= heading.level:
            scope.last = lead - 1
            scope = scope.parent
        path = (*scope.path, heading.label)
        scope = Scope(path, heading.level, scope, lead, index, index, following)
        found += [scope] * (following - lead)
    while scope.parent is not None:
        scope.last = len(blocks) - 1
        scope = scope.parent
    return found


def headings(found: Sequence[Scope]) -> Iterator[int]:
    """Indices of the headings among the blocks of which `scopes` says `found`, in order."""
    index = found[0].following if found and found[0].parent is None else 0
    while index < len(found):
        yield found[index].first
        index = found[index].following


def enclosing(scope: Scope, last: int, depth: int) -> Scope:
    """The innermost section around `scope` that reaches block `last`, no deeper than `depth`."""
    while scope.parent is not None and (scope.last < last or scope.level > depth):
        scope = scope.parent
    return scope


def common_scope(found: Sequence[Scope]) -> Scope:
    """The scope of the first that has the longest common prefix of all paths as its path."""
    scope = found[0]
    size = len(scope.path)
    for other in found:
        if other is not scope and other.path != scope.path:
            size = min(size, _shared(scope.path, other.path))
    while scope.parent is not None and len(scope.path) > size:
        scope = scope.parent
    return scope


def _shared(one: HeadingPath, other: HeadingPath) -> int:
    size = 0
    for mine, its in zip(one, other, strict=False):
        if mine != its:
            break
        size += 1
    return size


def heading_scope(
    blocks: Sequence[Block], found: Sequence[Scope], first: int, last: int
) -> tuple[Scope, int]:
    """What the blocks `first` to `last` stand under, and how many titles of its path they hold.

    `found` is what `scopes` says of all blocks. Only where there is nothing but headings do those
    count themselves.
    """
    if found[first] is found[last]:  # then all in between stand under it as well
        scope = found[first]
        return scope, int(scope.parent is not None and first <= scope.first <= last)
    body: list[Scope] = []
    heads: list[Scope] = []
    for index in range(first, last + 1):
        kind = blocks[index].kind
        if kind != "definition":
            (heads if kind == "heading" else body).append(found[index])
    scope = common_scope(body or heads or [found[first]])
    path = scope.path
    return scope, sum(path[: len(head.path)] == head.path for head in heads)


def section_tree(blocks: Sequence[Block], span: Span) -> Section:
    """The tree of sections of a document; `span` is that of the whole document."""
    headings = [index for index, block in enumerate(blocks) if block.kind == "heading"]
    bounds = [*headings, len(blocks)]
    # Innermost first: a heading takes the finished sections after it that are deeper.
    open_sections: list[Section] = []
    for number in range(len(headings) - 1, -1, -1):
        index = headings[number]
        heading = blocks[index]
        children: list[Section] = []
        while open_sections and open_sections[-1].level > heading.level:
            children.append(open_sections.pop())
        body = tuple(blocks[index + 1 : bounds[number + 1]])
        end = children[-1].span.end if children else (body[-1] if body else heading).end
        open_sections.append(Section(heading, body, tuple(children), Span(heading.start, end)))
    body = tuple(blocks[: bounds[0]])
    return Section(None, body, tuple(reversed(open_sections)), span)
