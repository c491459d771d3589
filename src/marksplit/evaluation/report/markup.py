"""HTML made of parts, in which every text is escaped. Nothing of evaluations here.

What cannot be seen or turns the direction of a line is spelled out as its code point.
"""

from __future__ import annotations

import re
import unicodedata
from html import escape

_UNSEEN = re.compile(
    "([\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
    "\ufeff\ufff9-\ufffb\U000e0000-\U000e007f\ud800-\udfff])\\1*"
)
"""Runs of a control or bidi character, an invisible one or a lone surrogate. Joiners belong to words."""
_EMPTY = {"circle", "line", "rect"}


class Markup(str):
    """HTML that may stand in a page as it is."""

    __slots__ = ()


Part = str | None
"""A child of an element: `Markup` as it is, other text escaped, None left out."""


def element(tag: str, *children: Part, **attributes: object) -> Markup:
    """An element of HTML or SVG.

    Args:
        attributes: a `_` at the end of a name is dropped, any other becomes ``-``; True is an
            attribute without a value; False and None leave it out.
    """
    written = "".join(
        _attribute(name, value)
        for name, value in attributes.items()
        if value is not None and value is not False
    )
    if tag in _EMPTY and not children:
        return Markup(f"<{tag}{written}/>")
    return Markup(f"<{tag}{written}>{join(*children)}</{tag}>")


def join(*children: Part) -> Markup:
    """The children one after another."""
    return Markup(
        "".join(
            child if isinstance(child, Markup) else text(child)
            for child in children
            if child is not None
        )
    )


def text(value: str) -> Markup:
    """A text as it can be seen."""
    parts, done = [], 0
    for found in _UNSEEN.finditer(value):
        name = unicodedata.name(found[1], None)
        parts += [
            escape(value[done : found.start()]),
            element("span", Markup(_code(found)), class_="control", title=name),
        ]
        done = found.end()
    return Markup("".join([*parts, escape(value[done:])]))


def visible(value: str) -> str:
    """The same without elements: for attributes, titles and options."""
    return _UNSEEN.sub(lambda found: f"[{_code(found)}]", value)


def clipped(value: str, limit: int) -> str:
    """At most `limit` characters of a text; an ellipsis shows that there are more."""
    return value if len(value) <= limit else value[: limit - 1] + "…"


def _code(found: re.Match[str]) -> str:
    times = len(found[0])
    return f"U+{ord(found[1]):04X}" + (f" × {times}" if times > 1 else "")


def _attribute(name: str, value: object) -> str:
    written = name.removesuffix("_").replace("_", "-")
    return f" {written}" if value is True else f' {written}="{escape(visible(str(value)))}"'
