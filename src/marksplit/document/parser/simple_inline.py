"""Inline content whose constructs are simple: found by one pattern, without an inline parse.

What is not simple is left to the parser: nothing here guesses. Worth 12 % of `chunk`.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from typing import Literal, NamedTuple

from markdown_it.common.utils import normalizeReference

from marksplit.document.parser.inline_kinds import InlineKinds

UseKind = Literal["link", "image", "footnote"]

_CODE = r"(?:`[^`]++`|``[^`]++(?:`[^`]++)*+``|```[^`]++```)(?!`)"
_NO_PATH = r"\x00-\x20!\"$'();<>\[\\\]^`{|}\x7f-\xa0"
TARGET = (
    rf"(?:https?://[\w.\-@:]*+(?:[/#?][^{_NO_PATH}]*+)?+|mailto:[\w.\-/#?=&%+~,@:*]*+"
    rf"|[^{_NO_PATH}:]*+|<(?:https?://[\w.\-@:]*+(?=[/#?>]))?+[\w.\-/#?=&%+~,@* {{|}}]*+>)"
    r"(?: \"[^\"\\`<&\n]*+\")?+"
)
"""A link target that no parser refuses, and its title."""
TAG = (
    r"</[A-Za-z][A-Za-z0-9\-]*+>"
    r"|<[A-Za-z][A-Za-z0-9\-]*+(?: [A-Za-z]+=\"[\w.\-#/: ]*+\")*+ ?/?>"
)
"""An HTML tag with plain attributes, if any."""
_OTHER = r"!(?!\[)|&(?!#|[A-Za-z][A-Za-z0-9]{1,31};)"
_BARE = re.compile(r"www\.|https?://|(?:mailto|xmpp):|(?<=[\w.+\-])@[\w\-]*+\.\w", re.ASCII)
"""What may be a link without brackets."""


@lru_cache(maxsize=64)
def _pieces(kinds: InlineKinds) -> re.Pattern[str]:
    """Pieces that read the same whatever stands around them.

    Labels hold no brackets but those of an image.
    """
    text, own = f"[^{kinds.marks}]", kinds.pattern
    other = f"{_OTHER}|(?!{own})[{kinds.other_starts}]" if kinds.other_starts else _OTHER
    label = rf"(?:{text}++|{other}|{_CODE}|!\[{text}*+\]\({TARGET}\))*+"
    return re.compile(
        rf"(?P<text>{text}++)"
        rf"|(?P<alone>{own}|{_CODE}"
        rf"|{TAG}"
        r"|<https?://[\w.\-/#?=&%+~,:]*+>)"
        r"|(?P<math>\$(?:[^$\\]|\\.)++\$)|\$(?=\$)|\$(?!(?:[^$\\]|\\(?:.|\Z))*+\$)"
        rf"|\[\^(?P<note>[^ \n{kinds.marks}]++)\](?![(\[:])"
        rf"|!?\[(?P<label>{label})\]"
        rf"(?:(?P<target>\({TARGET}\))|(?!\()(?:\[(?P<name>{text}*+)\]|(?!\[)))"
        rf"|{other}|\]|\^(?!\[)|<(?![A-Za-z/!?])|\\(?:.|\Z)",
        re.ASCII | re.DOTALL,
    )


class Construct(NamedTuple):
    """Code, a link, an image, an autolink, a tag or a footnote mark in inline content."""

    start: int
    end: int
    kind: UseKind | None = None
    """What uses a definition here, if anything does."""
    label: str = ""
    """Of that definition, as CommonMark normalises it; a footnote's as it is."""


def normalised(label: str) -> str:
    """What `normalizeReference` gives, faster for most labels."""
    if label.isascii() and label.isprintable():
        return " ".join(label.split()).upper()
    return normalizeReference(label)


def simple_constructs(
    content: str, links: Collection[str], footnotes: Collection[str], *, kinds: InlineKinds
) -> list[Construct] | None:
    """The constructs of inline content in order, or None where it takes a parse to know them.

    Args:
        content: inline content, in a syntax.
        links: labels of the link reference definitions, normalised.
        footnotes: labels of the footnotes, with a colon before each.
        kinds: the inline constructs of the syntax.
    """
    if content.endswith("\\") and "$" in content:
        return None  # for the math rule that backslash stands before the first character as well
    found: list[Construct] = []
    position, size = 0, len(content)
    match = _pieces(kinds).match
    math = "math_inline" in kinds.by_rule
    while position < size:
        piece = match(content, position)
        if piece is None:
            return None
        start, position = position, piece.end()
        group = piece.lastgroup
        if group == "text":
            if _BARE.search(content, start, position):
                return None
        elif group in ("alone", "target") or (group == "math" and math):
            found.append(Construct(start, position))
        elif group == "math":
            position = start + 1
        elif group == "note":
            if f":{piece['note']}" not in footnotes:
                return None
            found.append(Construct(start, position, "footnote", piece["note"]))
        elif group is not None:
            image = content[start] == "!"
            label = normalised(piece["name"] or piece["label"])
            if label in links:
                found.append(Construct(start, position, "image" if image else "link", label))
            else:
                position = start + 1 + image  # the bracket is text, and so may be what follows
    return found
