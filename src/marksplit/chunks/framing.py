"""The text to embed: a slice with what stands around it. What that is, is found in `context`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from marksplit.document import HeadingPath
from marksplit.spans import Span

_ESCAPED = re.compile(r"[\\`*\[\]<$~|]|&(?=#?\w+;)|(?<!\w)_|_(?!\w)|\^(?=\[)")
_OPENING = re.compile(r"#{1,6}(?= |$)|>|[-+](?= |$)|=+$|-+$|\d{1,9}(?=[.)](?: |$))|:(?=\s)")


class Frame(NamedTuple):
    """What stands around a slice in the text to embed, beside the lines of `Chunk.context`."""

    titles: HeadingPath | None = None
    """Titles whose heading lines lie outside the slice, outermost first; None: the heading path."""
    title: str = ""
    """The title of the document, to come before them."""
    closing: str = ""
    """The line that closes what the slice leaves open at its end."""
    first: str = ""
    """Definitions that have to come before the slice, since it defines their labels once more."""
    last: str = ""
    """Definitions that come after it."""
    left_out: tuple[Span, ...] = ()
    """Where the slice is data of an image that is not shown."""

    def around(self, text: str, lead: str) -> str:
        """`text` below the titles and the `lead` lines, between the definitions."""
        titles = (self.title, *(self.titles or ())) if self.title else self.titles or ()
        if self.left_out:
            text = _without(text, self.left_out)
        body = framed((), lead, text, self.closing)
        if self.first or self.last:
            body = "\n\n".join(filter(None, (self.first, body, self.last)))
        return framed(titles, "", body, "")


def framed(titles: Sequence[str], lead: str, text: str, closing: str) -> str:
    """`text` below a line of heading titles and the `lead` lines, and above a `closing` line."""
    path = " > ".join(_escape(title) for title in titles if title)
    head = f"{_escape_opening(path)}\n\n" if path else ""
    return "".join((head, lead, lead and "\n", text, closing and "\n", closing))


def _without(text: str, spans: Sequence[Span]) -> str:
    kept, position = [], 0
    for start, end in spans:
        kept.append(text[position:start])
        position = end
    return "".join([*kept, text[position:]])


def _escape(title: str) -> str:
    return _ESCAPED.sub(lambda found: "\\" + found[0], title)


def _escape_opening(path: str) -> str:
    """Escape what would open a block at the start of a line."""
    found = _OPENING.match(path)
    if found is None:
        return path
    if found[0].isdigit():
        return f"{found[0]}\\{path[found.end() :]}"
    return "\\" + path
