"""What closes code or HTML that a text leaves open at its end (CommonMark 4.5 and 4.6)."""

from __future__ import annotations

import re

from marksplit.document.blocks import BlockKind
from marksplit.document.parser.markers import FENCE_RUN

_FENCE = re.compile(rf" {{0,3}}({FENCE_RUN})")
_TAG = re.compile(r"[ \t]*<(script|pre|style|textarea)\b", re.IGNORECASE)
_CLOSED_TAG = re.compile(r"</(?:script|pre|style|textarea)>", re.IGNORECASE)
_MARKS = (("<!--", "-->"), ("<?", "?>"), ("<![CDATA[", "]]>"), ("<!", ">"))


def closing_line(kind: BlockKind, text: str) -> str:
    """The line that closes a top-level block; ``""`` where a blank line or nothing need to.

    `text` is the block from its first line on; its end may be cut off.
    """
    if kind == "fenced_code":
        opened = _FENCE.match(text)
        if opened is None:
            return ""
        mark = opened[1]
        closed = re.compile(rf"[\r\n] {{0,3}}{mark[0]}{{{len(mark)},}}[ \t]*\Z")
        return "" if closed.search(text, max(text.rfind("\n"), text.rfind("\r"), 0)) else mark
    if kind != "html":
        return ""
    if tag := _TAG.match(text):
        return "" if _CLOSED_TAG.search(text) else f"</{tag[1]}>"
    for opening, closing in _MARKS:
        if text.lstrip(" \t").startswith(opening):
            return "" if closing in text else closing
    return ""
