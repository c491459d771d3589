"""The text of headings as a page shows it, which anchors are made of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import chain
from operator import itemgetter

from marksplit.document.blocks import Block, BlockKind
from marksplit.document.parser.content import Leaf, leaves
from marksplit.document.parser.inline import Definitions, shown_text
from marksplit.document.parser.rules.titles import simple_text
from marksplit.spans import Source

_NOT_AS_TITLE = re.compile(r"!\[|<|&(?=#?\w)|[^\S ]|  ")
"""Images, tags and white space: what a title renders otherwise than a page."""
_KIND, _CHILDREN = itemgetter(0), itemgetter(5)
_ANYTHING = re.compile("")
_HEADINGS: frozenset[BlockKind] = frozenset({"heading"})


def heading_texts(
    source: Source, blocks: Sequence[Block], definitions: Definitions
) -> dict[int, str]:
    """The text of every heading at any depth, in order and by where the heading starts.

    White space stays as it is, and images say nothing.
    """
    text = source.text
    if _holds_nested_headings(blocks):
        nested = leaves(text, blocks, _HEADINGS, _ANYTHING)
        return {leaf.block.start: _text(source, leaf, definitions) for leaf in nested}
    found: dict[int, str] = {}
    for block in [block for block in blocks if block.kind == "heading"]:
        _, start, end, level, title, _ = block
        plain = start + level + 1
        if (  # a title that stands there as it is: a "<" in it may be math, and no tag
            plain + len(title) == end and text.startswith(title, plain)
        ) or not _NOT_AS_TITLE.search(text, start, end):
            found[start] = title
        else:
            found[start] = _rendered(source, Leaf(block, False, 0), definitions)
    return found


def _holds_nested_headings(blocks: Iterable[Block]) -> bool:
    """Whether a heading stands in a container. All blocks pass here, so it has to be fast."""
    level = list(chain.from_iterable(map(_CHILDREN, blocks)))
    while level:
        if "heading" in map(_KIND, level):
            return True
        level = list(chain.from_iterable(map(_CHILDREN, level)))
    return False


def _text(source: Source, leaf: Leaf, definitions: Definitions) -> str:
    if not _NOT_AS_TITLE.search(source.text, leaf.block.start, leaf.block.end):
        return leaf.block.label
    return _rendered(source, leaf, definitions)


def _rendered(source: Source, leaf: Leaf, definitions: Definitions) -> str:
    """The text of a heading that a page shows otherwise than its title."""
    lines = [source.text[line.start : line.end] for line in leaf.lines(source)]
    content = "\n".join(lines[:-1]) or _without_marks(lines[0], leaf.block.level)
    simple = simple_text(content, definitions.kinds, definitions.links)
    return shown_text(content, definitions) if simple is None else simple


def _without_marks(line: str, level: int) -> str:
    """An ATX heading without the number signs that open and close it."""
    content = line[level:].strip(" \t")
    unclosed = content.rstrip("#")
    return content if unclosed and unclosed[-1] not in " \t" else unclosed.rstrip(" \t")
