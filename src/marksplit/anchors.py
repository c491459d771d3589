"""Anchors of headings, as GitHub makes them. Which heading is meant is decided elsewhere."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

_DROPPED = re.compile(r"[^a-z0-9_\- ]")
_KEPT = {"Ll", "Lu", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "Pc"}
_LETTERLIKE = re.compile(
    "[\u24b6-\u24e9\U0001f130-\U0001f149\U0001f150-\U0001f169\U0001f170-\U0001f189]"
)
"""Letters in circles and squares: symbols by category, but alphabetic."""


def slug(text: str) -> str:
    """The anchor of a heading that is the first of its kind: what npm's github-slugger makes."""
    text = text.lower()
    if text.isascii():
        return _DROPPED.sub("", text).replace(" ", "-")
    kept = (
        mark
        for mark in text
        if mark in "- " or unicodedata.category(mark) in _KEPT or _LETTERLIKE.match(mark)
    )
    return "".join(kept).replace(" ", "-")


def slugs(texts: Iterable[str]) -> Iterator[str]:
    """Anchors of all headings of a document in order; equal ones get ``-1``, ``-2`` and so on."""
    seen: dict[str, int] = {}
    for text in texts:
        first = anchor = slug(text)
        while anchor in seen:
            seen[first] += 1
            anchor = f"{first}-{seen[first]}"
        seen[anchor] = 0
        yield anchor
