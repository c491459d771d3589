"""The metadata of a framework's documents: what an earlier cut wrote, what is written now.

Nothing here knows a framework or cuts a text.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

from marksplit import Chunk
from marksplit.adapters._settings import Shape
from marksplit.export.records import Placement

_LEAN = ("heading_path", "heading", "anchor", "kinds", "context", "chunk_id", "key")
"""What stays the same when another part of the document changes."""
_MORE = ("slice_start", "slice_end", "embedded_above", "embedded_below", "outline_title")
"""What adapters add where a text to embed is shown, or `document_title` is on."""
_RECORD = {field.name for field in fields(Chunk) if not field.name.startswith("_")}
_NAMES = {*_RECORD, *Placement.__annotations__, "chunk_id", *_MORE} - {"text", "source", "id"}
"""Every name that may be added to a document's metadata."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    """A document to cut, and what it tells of the one that it is a piece of.

    Where it is a whole document, all but `text` and `own` say so.
    """

    text: str
    """What is cut: the slice, where the document's text is a text to embed."""
    own: dict[str, object]
    """Its metadata without what an earlier cut wrote."""
    is_piece: bool = False
    path: tuple[str, ...] = ()
    title: str = ""
    """The title of the document that it is a piece of, as far as an earlier cut told it."""
    anchor: str = ""
    key: str = ""
    start: int | None = 0
    """Where it starts; ``None`` where an earlier cut did not tell."""
    first_line: int | None = 1
    may_open: bool = True
    """Whether front matter may stand at its start."""


def opened(
    text: str,
    metadata: Mapping[str, object],
    shape: Shape,
    *,
    offset: object = None,
    path: Sequence[str] = (),
) -> Whole:
    """The document with this text and metadata, ready to be cut.

    Args:
        text: its text.
        metadata: its metadata; names with the prefix of `shape` that an earlier cut wrote count.
        shape: what is to be written.
        offset: where the text starts in a document that another splitter cut, as it says.
        path: titles around it, as that says.
    """
    prefix = shape.metadata_prefix
    base = offset if isinstance(offset, int) else 0
    ours = _earlier({name: metadata[prefix + name] for name in _NAMES if prefix + name in metadata})
    if not ours:
        return Whole(
            text=text,
            own=dict(metadata),
            path=tuple(path),
            start=base,
            first_line=None if base else 1,
            may_open=base == 0,
        )
    first, last = ours.get("slice_start"), ours.get("slice_end")
    if isinstance(first, int) and isinstance(last, int):
        text = text[first:last]
    start = ours.get("start", offset)
    line = ours.get("first_line")
    return Whole(
        text=text,
        own={name: metadata[name] for name in metadata if name not in {prefix + n for n in ours}},
        is_piece=True,
        path=_titles(ours.get("heading_path", [])),
        title=str(ours.get("outline_title", "")),
        anchor=str(ours.get("anchor", "")),
        key=str(ours.get("key", "")),
        start=start if isinstance(start, int) else None,
        first_line=line if isinstance(line, int) else None,
        may_open="front_matter" in str(ours["kinds"]),
    )


def _earlier(found: Mapping[str, object]) -> dict[str, object]:
    """What of `found`, names that may be added, an earlier cut added."""
    number = found.get("chunk_id")
    if not (isinstance(number, str) and len(number) == 32 and "kinds" in found):
        return {}
    is_full = {"recipe", "schema_version"} <= found.keys()
    return {name: found[name] for name in found if is_full or name in (*_LEAN, *_MORE)}


def _titles(path: object) -> tuple[str, ...]:
    if isinstance(path, str):
        return tuple(path.split(" > "))
    return tuple(map(str, path)) if isinstance(path, Sequence) else ()


def refuse_clashes(own: Mapping[str, object], shape: Shape, theirs: Sequence[str] = ()) -> None:
    """Refuse metadata that would be overwritten.

    Args:
        own: a document's metadata.
        shape: what is to be written.
        theirs: names of the framework that are to be written besides.

    Raises:
        ValueError: a name that is to be written is there.
    """
    names = (*_LEAN, *_MORE) if shape.metadata == "lean" else _NAMES
    added = {shape.metadata_prefix + name for name in names}
    clash = sorted(name for name in own if name in added or name in theirs)
    if clash:
        way = "rename it"
        if clash[0] not in theirs:
            way += ", or set metadata_prefix, to be put before each name that marksplit adds"
        raise ValueError(
            f"a document's own metadata has {clash[0]!r}, which would be overwritten: {way}"
        )


def written(metadata: Mapping[str, object], shape: Shape) -> dict[str, object]:
    """What of `metadata` goes into a document, in the form of `shape`; nothing that is empty."""
    lean = shape.metadata == "lean"
    kept = {
        name: value
        for name, value in metadata.items()
        if (not lean or name in _LEAN or name not in _NAMES or name in _MORE)
        and value != []
        and not (lean and value == "")
    }
    if shape.flat_metadata:
        kept = {name: _flat(name, value) for name, value in kept.items()}
    return {shape.metadata_prefix + n if n in _NAMES else n: value for n, value in kept.items()}


def slice_in(contextual_text: str, text: str) -> dict[str, int]:
    """Where the slice is in the text to embed, as metadata."""
    start = contextual_text.find(text)
    return {} if start < 0 else {"slice_start": start, "slice_end": start + len(text)}


def _flat(name: str, value: object) -> object:
    """A string, a number or a bool; a heading path is joined, other values become JSON."""
    if name == "heading_path" and isinstance(value, list):
        return " > ".join(value)
    if isinstance(value, str | int | float):
        return value
    return json.dumps(value, ensure_ascii=False)
