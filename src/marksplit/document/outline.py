"""A parsed document: parse once, cut many times."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from marksplit._field_docs import documented
from marksplit.arguments import require_syntax, require_text
from marksplit.document.anchors import slugs
from marksplit.document.blocks import Block, BlockKind, ungrouped
from marksplit.document.parser import Definitions, heading_texts, parse_lean
from marksplit.document.sections import Section, section_tree
from marksplit.document.title import document_title
from marksplit.options import Syntax
from marksplit.spans import Source, Span


@documented
@dataclass(frozen=True)
class Outline:
    """A document's source, blocks and sections."""

    source: str
    """The text as given."""
    blocks: tuple[Block, ...]
    """Top-level blocks in order, disjoint; text outside them is blank."""
    syntax: Syntax
    """The syntax it was parsed with."""
    lines: Source = field(repr=False, compare=False)
    """The lines of `source`."""
    definitions: Definitions = field(repr=False, compare=False)
    """Link and footnote definitions, for inline parsing."""

    @property
    def span(self) -> Span:
        """From the start of the document, after a byte order mark, to its last block's end."""
        start = self.lines.body_start
        return Span(start, self.blocks[-1].end if self.blocks else start)

    @cached_property
    def root(self) -> Section:
        """The section tree; the root holds the whole document."""
        return section_tree(self.blocks, self.span)

    @cached_property
    def anchors(self) -> dict[int, str]:
        """The anchor of each heading, by where the heading starts."""
        found = heading_texts(self.lines, self.blocks, self.definitions)
        return dict(zip(found, slugs(found.values()), strict=True))

    @property
    def title(self) -> str:
        """The front matter's `title`, if a string of one line, else the only h1, at the start."""
        return document_title(self.front_matter, self.blocks)

    @property
    def front_matter(self) -> str:
        """The front matter with its delimiter lines; ``""`` when there is none."""
        if self.blocks and self.blocks[0].kind == "front_matter":
            return self.source[self.blocks[0].start : self.blocks[0].end]
        return ""


def parse(text: str, syntax: Syntax = Syntax()) -> Outline:
    """Parse a Markdown text. Every ``str`` is a document: parsing never fails.

    Raises:
        TypeError: `text` is not a ``str``, or `syntax` no `Syntax`.
    """
    require_text(text)
    require_syntax(syntax)
    lines = Source(text)
    parsed = parse_lean(lines, syntax)
    return Outline(text, parsed.blocks, syntax, lines, parsed.definitions)


def require_outline(outline: object) -> None:
    """Refuse what is no `Outline`.

    Raises:
        TypeError: it says how to make one.
    """
    if not isinstance(outline, Outline):
        what = type(outline).__name__
        raise TypeError(f"outline must be an Outline, not {what}: write parse(text)")


def kinds_alone(text: str, syntax: Syntax) -> tuple[BlockKind, ...]:
    """Kinds of the top-level blocks of a piece of a document, read by itself."""
    parsed = parse_lean(Source(text), syntax, front_matter=False)
    return tuple(block.kind for block in ungrouped(parsed.blocks))
