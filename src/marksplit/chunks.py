"""Chunks: what a user receives. How they are found is none of this file's business."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from hashlib import sha256

from marksplit.blocks import BlockKind
from marksplit.sizing import approx_tokens

_ESCAPED = re.compile(r"[\\`*\[\]<$~|]|&(?=#?\w+;)|(?<!\w)_|_(?!\w)|\^(?=\[)")
_OPENING = re.compile(r"#{1,6}(?= |$)|>|[-+](?= |$)|=+$|-+$|\d{1,9}(?=[.)](?: |$))|:(?=\s)")


@dataclass(frozen=True, slots=True)
class Chunk:
    """An exact slice of a Markdown text, and where it stands.

    Offsets are code points of the whole text, the end excluded; lines count from 1, both ends
    included; sizes are in the sizer's unit.
    """

    index: int
    """Position in the result, from 0."""
    text: str
    """``source[start:end]``, always."""
    start: int
    end: int
    first_line: int
    last_line: int
    heading_path: tuple[str, ...]
    """Plain titles of the headings above the text, outermost first."""
    kinds: tuple[BlockKind, ...]
    """Kinds of the top-level blocks in it, in order, without repeats in a row."""
    size: int
    """What the sizer says of `text`."""
    overlap: int
    """Number of leading code points that the previous chunk also holds."""
    oversize: bool
    """Whether it is over ``max_size``, because one unit alone is."""
    context: str
    """What a reader of this piece alone needs and the slice lacks; never part of `text`."""
    section_start: int
    section_end: int
    """Span of the innermost section, down to ``max_heading_depth``, that holds it."""
    id: str
    """32 hex digits: equal for equal heading path, text and occurrence among equal ones."""
    _titles: tuple[str, ...] = field(default=(), repr=False, compare=False)
    """Titles of `heading_path` whose heading line is not in `text`, as `with_context` shows them."""
    _closing: str = field(default="", repr=False, compare=False)
    """The line that closes a fence which `text` leaves open."""

    @property
    def char_count(self) -> int:
        """Code points in `text`."""
        return len(self.text)

    @property
    def approx_tokens(self) -> int:
        """A rough estimate of model tokens: a quarter of `char_count`, rounded up."""
        return approx_tokens(self.text)

    @property
    def heading(self) -> str:
        """The innermost title of `heading_path`, or ``""``."""
        return self.heading_path[-1] if self.heading_path else ""

    def with_context(self) -> str:
        """The text to embed: titles that the slice lacks, `context`, and `text`.

        Titles are joined by ``" > "`` and escaped so that they read as one paragraph; a fence that
        the slice leaves open is closed. Where nothing is missing, it is `text` itself.
        """
        return framed(self._titles, self.context, self.text, self._closing)

    def to_dict(self) -> dict[str, object]:
        """Every field by name, in order, ready for JSON; tuples become lists."""
        names = [item.name for item in fields(self) if not item.name.startswith("_")]
        values = {name: getattr(self, name) for name in names}
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in values.items()
        }


def framed(titles: Sequence[str], lead: str, text: str, closing: str) -> str:
    """`text` below a line of heading titles and the `lead` lines, and above a `closing` line."""
    path = " > ".join(_escape(title) for title in titles if title)
    head = f"{_escape_opening(path)}\n\n" if path else ""
    return "".join((head, lead, lead and "\n", text, closing and "\n", closing))


def chunk_id(heading_path: Sequence[str], text: str, occurrence: int) -> str:
    """The id of a chunk; `occurrence` counts equal chunks of a document from 0."""
    parts = [*heading_path, text, str(occurrence)]
    # Lengths make the joined text unambiguous.
    joined = "".join(f"{len(part)}:{part}" for part in parts)
    return sha256(joined.encode("utf-8", "surrogatepass")).hexdigest()[:32]


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
