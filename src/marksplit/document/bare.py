"""Blocks that say nothing by themselves: rules, comments, anchors, badges, closing tags."""

from __future__ import annotations

import re

from marksplit.document.blocks import Block

_BADGES = re.compile(
    r"(?:\[!\[[^\[\]]{0,500}\](?:\([^()\r\n]{0,2000}\)|\[[^\[\]]{0,500}\])"
    r"\](?:\([^()\r\n]{0,2000}\)|\[[^\[\]]{0,500}\])\s*)++"
)
_ANCHOR = re.compile(r"(?:<a[ \t]+(?:name|id)[ \t]*=[^<>]*(?:/>|>[ \t]*</a>)\s*)++", re.I)
_COMMENT = re.compile(r"(?:<!--(?:(?!-->).)*-->\s*)++", re.S)
_CLOSING_HTML = re.compile(r"(?:</[A-Za-z][\w-]*[ \t]*>\s*)++")
_LONGEST = 2000
"""Code points that such a block may have; in longer ones nobody looks."""


def leads_heading(text: str, block: Block, heading: Block) -> bool:
    """Whether `block`, the one before `heading`, belongs to it.

    So does an anchor above a heading, and a comment on the line above.
    """
    if text[block.start] != "<" or heading.kind != "heading" or not is_bare(text, block):
        return False
    content = text[block.start : block.end].strip()
    if _ANCHOR.fullmatch(content):
        return True
    between = text[block.end : heading.start].strip(" \t")
    return between in ("\n", "\r\n", "\r") and _COMMENT.fullmatch(content) is not None


def is_bare(text: str, block: Block) -> bool:
    """Whether a block says nothing by itself: a rule, a comment, an anchor, badges, closing tags."""
    if block.kind == "thematic_break":
        return True
    if block.kind not in ("html", "paragraph") or text[block.start] not in "<[ \t":
        return False
    if block.end - block.start > _LONGEST:
        return False
    content = text[block.start : block.end].strip()
    patterns = (_COMMENT, _CLOSING_HTML, _ANCHOR) if block.kind == "html" else (_ANCHOR, _BADGES)
    return any(pattern.fullmatch(content) for pattern in patterns)
