"""Anchors of headings, as GitHub makes them. Which heading is meant is decided elsewhere."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

_KEPT = {"Ll", "Lu", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "Pc"}
_LETTERLIKE = re.compile(
    "[\u24b6-\u24e9\U0001f130-\U0001f149\U0001f150-\U0001f169\U0001f170-\U0001f189]"
)
"""Letters in circles and squares: symbols by category, but alphabetic."""
_LOWER = bytes(range(128)).lower().replace(b" ", b"-") + bytes(128)
_DROPPED = bytes(
    set(range(128)) - set(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_- \n")
)
"""ASCII that no anchor holds, line ends aside."""


def slug(text: str) -> str:
    """The anchor of a heading that is the first of its kind, as npm's github-slugger makes it."""
    if text.isascii():
        return _of_ascii(text).replace("\n", "")
    return text.lower().translate(_CHARACTERS)


def slugs(texts: Iterable[str]) -> list[str]:
    """Anchors of all headings of a document in order; equal ones get ``-1``, ``-2`` and so on."""
    seen: dict[str, int] = {}
    for first in _slugs(list(texts)):
        anchor = first
        while anchor in seen:
            seen[first] += 1
            anchor = f"{first}-{seen[first]}"
        seen[anchor] = 0
    return list(seen)


def _slugs(texts: Sequence[str]) -> list[str]:
    """The slug of each text: all at once where that is possible, since most documents are ASCII."""
    joined = "\n".join(texts)
    if joined.isascii() and joined.count("\n") == len(texts) - 1:
        return _of_ascii(joined).split("\n")
    return [slug(text) for text in texts]


def _of_ascii(text: str) -> str:
    """The slug of an ASCII text, line by line."""
    return text.encode("ascii").translate(_LOWER, _DROPPED).decode("ascii")


class _Characters(dict[int, str]):
    """What becomes of each character, by code point: itself or nothing; found when first asked."""

    def __missing__(self, code: int) -> str:
        mark = chr(code)
        kept = unicodedata.category(mark) in _KEPT or _LETTERLIKE.match(mark)
        self[code] = mark if kept else ""
        return self[code]


_CHARACTERS = _Characters({ord(" "): "-", ord("-"): "-"})
