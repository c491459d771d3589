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
    _inner: int = field(default=0, repr=False, compare=False)
    """How many titles at the end of `heading_path` have their heading line in `text`."""

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

        Titles are joined by ``" > "`` and escaped so that they read as one paragraph. Where
        nothing is missing, it is `text` itself.
        """
        titles = self.heading_path[: len(self.heading_path) - self._inner]
        path = " > ".join(_escape(title) for title in titles if title)
        head = f"{_escape_opening(path)}\n\n" if path else ""
        return f"{head}{self.context}\n{self.text}" if self.context else head + self.text

    def to_dict(self) -> dict[str, object]:
        """Every field by name, in order, ready for JSON; tuples become lists."""
        values = {item.name: getattr(self, item.name) for item in fields(self)}
        del values["_inner"]
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in values.items()
        }


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
