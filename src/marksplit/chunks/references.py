"""References: what a chunk names and does not hold, and how it is written as Markdown again.

How they are found is `marksplit.chunks.usage`'s business.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from marksplit._field_docs import documented

ReferenceKind = Literal["link", "image", "footnote"]

_ENTITY = re.compile(r"&(?=#?\w+;)")
_DATA = re.compile(r"(data:image/[^,]*,).*", re.DOTALL)
_BARE = re.compile(r"[^\s<()][^\s()]*")


@documented
@dataclass(frozen=True, slots=True)
class Reference:
    """A definition that a chunk uses and that stands elsewhere in the document."""

    kind: ReferenceKind
    """What uses it."""
    label: str
    """As the definition has it, white space collapsed."""
    target: str
    """Where a link leads, as a page has it; of a footnote its Markdown text."""
    title: str
    """Plain text; ``""`` for none."""
    start: int
    """Where the definition's first line starts."""
    end: int
    """Where the definition ends, excluded."""


def definition(reference: Reference, *, data_uris: bool = True) -> str:
    """The definition of `reference` as Markdown, to stand at the start of a line.

    Args:
        reference: what to define.
        data_uris: False leaves the data of an image's ``data:`` URI out.
    """
    if reference.kind == "footnote":
        mark = f"[^{reference.label}]:"
        if not reference.target:
            return mark
        lines = reference.target.split("\n")
        first = f"{mark} {lines.pop(0)}" if reference.target[0] not in " \t" else mark
        return "\n".join([first, *(f"    {line}" if line else "" for line in lines)])
    target = reference.target if data_uris else _DATA.sub(r"\1", reference.target)
    target = _ENTITY.sub(r"\&", target)
    if not _BARE.fullmatch(target):
        target = f"<{target}>"
    title = reference.title.replace("\\", "\\\\").replace('"', '\\"')
    title = _ENTITY.sub("&amp;", title).replace("\r", "&#13;").replace("\n", "&#10;")
    return f"[{reference.label}]: {target}" + (f' "{title}"' if title else "")


def definitions(references: Iterable[Reference], *, data_uris: bool = True) -> str:
    """All definitions that `references` need, each once: links and images first, then footnotes."""
    links: dict[str, None] = {}
    footnotes: dict[str, None] = {}
    for each in references:
        found = footnotes if each.kind == "footnote" else links
        found[definition(each, data_uris=data_uris)] = None
    # A blank line before a footnote keeps it from going on with a quote in the one before.
    return "\n\n".join([*(["\n".join(links)] if links else []), *footnotes])
