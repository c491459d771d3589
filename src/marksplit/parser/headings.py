"""The text of headings as a page shows it, which anchors are made of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from marksplit.blocks import Block
from marksplit.parser.content import leaves
from marksplit.parser.inline import Definitions, title_parser
from marksplit.spans import Source

_HEADING = re.compile(r"#|[\r\n][ \t>]*(?:=+|-+)[ \t]*(?=[\r\n]|\Z)")
"""What a block with a heading in it has: a number sign, or the underline of a setext heading."""
_ATX = re.compile(r"#{1,6}(?:[ \t]+|\Z)(.*?)(?:(?:\A|[ \t]+|(?<=[ \t]))#+)?\Z")
_NOT_AS_TITLE = re.compile(r"!\[|[<&\r\n\t]|[^\S ]|  ")
"""Images, tags and white space: what a title renders otherwise than a page."""
_SHOWN = {"text", "text_special", "code_inline", "math_inline"}


def heading_texts(
    source: Source, blocks: Sequence[Block], definitions: Definitions
) -> Iterator[tuple[Block, str]]:
    """Every heading at any depth, in order, and its text: white space kept, no image's text."""
    text = source.text
    for leaf in leaves(text, blocks, frozenset({"heading"}), _HEADING):
        shown = leaf.block.label
        if _NOT_AS_TITLE.search(text, *leaf.block.span):
            lines = [text[line.start : line.end] for line in leaf.lines(source)]
            atx = _ATX.match(lines[0]) if len(lines) == 1 else None
            shown = _shown(atx[1] if atx else "\n".join(lines[:-1]), definitions)
        yield leaf.block, shown


def _shown(content: str, definitions: Definitions) -> str:
    (inline,) = title_parser(definitions.syntax).parseInline(content, definitions.env())
    return "".join(
        token.content if token.type in _SHOWN else "\n" * token.type.endswith("break")
        for token in inline.children or ()
    )
