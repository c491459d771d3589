"""A document of a framework to its chunks, each with the metadata that describes it.

Nothing here knows a framework; where a document is cut is decided by `marksplit` alone.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from hashlib import sha256

from marksplit import Chunk, ChunkOptions, Outline, chunk, chunk_outline, parse
from marksplit.adapters._settings import Shape
from marksplit.export import records
from marksplit.export.records import Placement

_LEAN = ("heading_path", "heading", "anchor", "kinds", "context", "chunk_id", "key")
"""What stays the same when another part of the document changes."""
_OFFSETS = ("start", "end", "section_start", "section_end")
_LINES = ("first_line", "last_line")
_MORE = ("slice_start", "slice_end", "embedded_above", "embedded_below")
_RECORD = {field.name for field in fields(Chunk) if not field.name.startswith("_")}
_NAMES = {*_RECORD, *Placement.__annotations__, "chunk_id", *_MORE} - {"text", "source", "id"}
"""Every name that may be added to a document's metadata."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A chunk of a framework's document."""

    chunk: Chunk
    contextual_text: str
    """The text to embed, with the titles around the document itself, where it is a piece."""
    start: int
    """Where it starts in the document that was never cut, as far as that is known."""
    outer: tuple[str, ...]
    """Titles of the headings around the document itself, where it is a piece."""
    key: str | None
    """What a store upserts by; ``None`` where the document has no name."""
    metadata: dict[str, object]


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


class Cutter:
    """Cuts the documents of one call; the keys that it gives are all different.

    Args:
        options: how to cut.
        shape: what is written.
        extra: further names that the adapter writes into the metadata.
    """

    def __init__(self, options: ChunkOptions, shape: Shape, *, extra: Sequence[str] = ()) -> None:
        self._options = options
        self._shape = shape
        self._extra = extra
        self._seen: Counter[str] = Counter()

    def cut(self, whole: Whole, *, source: str) -> Iterator[Piece]:
        """The chunks of a document, in order.

        Args:
            whole: the document.
            source: its name, for keys; ``""``: it has none.

        Raises:
            ValueError: its own metadata has a name that is to be written.
        """
        self.refuse_clashes(whole.own)
        syntax = self._shape.syntax
        if not whole.may_open:
            syntax = replace(syntax, front_matter=False)
        outline = parse(whole.text, syntax)
        outer = _titles_outside(outline, whole.path)
        chunks = chunk_outline(outline, self._options)
        name = whole.key or source
        described = records(chunks, source=name, options=self._options, syntax=self._shape.syntax)
        for found, record in zip(chunks, described, strict=True):
            del record["text"], record["source"]
            record["chunk_id"] = record.pop("id")
            key = self._unseen(str(record.pop("key"))) if name else None
            if key:
                record["key"] = key
            _place(record, found, whole, outer)
            title = " > ".join(outer)
            contextual = found.with_context(title=title) if outer else found.with_context()
            yield Piece(
                chunk=found,
                contextual_text=contextual,
                start=(whole.start or 0) + found.start,
                outer=outer,
                key=key,
                metadata=record,
            )

    def refuse_clashes(self, own: Mapping[str, object]) -> None:
        """Refuse metadata that would be overwritten.

        Raises:
            ValueError: a name that is to be written is there.
        """
        prefix = self._shape.metadata_prefix
        lean = self._shape.metadata == "lean"
        names = {prefix + name for name in ((*_LEAN, *_MORE) if lean else _NAMES)}
        clash = sorted(name for name in own if name in names or name in self._extra)
        if clash:
            way = "rename it"
            if clash[0] not in self._extra:
                way += ", or set metadata_prefix, to be put before each name that marksplit adds"
            raise ValueError(
                f"a document's own metadata has {clash[0]!r}, which would be overwritten: {way}"
            )

    def _unseen(self, key: str) -> str:
        """`key`, or one made of it where two documents of one name have equal chunks."""
        count = self._seen[key]
        self._seen[key] += 1
        return key if count == 0 else sha256(f"{key}{count}".encode()).hexdigest()[:32]


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


def below_titles(titles: Sequence[str], text: str) -> str:
    """`text` as the text to embed of a piece below these headings."""
    (any_chunk,) = chunk("x")
    return any_chunk.with_context(title=" > ".join(titles))[:-1] + text


def _flat(name: str, value: object) -> object:
    """A string, a number or a bool; a heading path is joined, other values become JSON."""
    if name == "heading_path" and isinstance(value, list):
        return " > ".join(value)
    if isinstance(value, str | int | float):
        return value
    return json.dumps(value, ensure_ascii=False)


def _place(record: dict[str, object], found: Chunk, whole: Whole, outer: Sequence[str]) -> None:
    """Make a record tell of the document that was never cut; leave out what is not known."""
    path = [*outer, *found.heading_path]
    record["heading_path"] = path
    record["heading"] = path[-1] if path else ""
    if whole.is_piece:
        record["anchor"] = whole.anchor if tuple(path) == whole.path else ""
    for names, base in ((_OFFSETS, whole.start), (_LINES, whole.first_line)):
        for name in names:
            if base is None:
                del record[name]
            else:
                record[name] = getattr(found, name) + base - (names is _LINES)


def _titles_outside(outline: Outline, path: tuple[str, ...]) -> tuple[str, ...]:
    """The titles of `path`, that of a piece, whose headings are not at the start of the piece."""
    if not path:
        return ()
    above: list[tuple[int, str]] = []
    for block in outline.blocks:
        if block.kind != "heading":
            break
        above = [each for each in above if each[0] < block.level] + [(block.level, block.label)]
    inside = tuple(title for _, title in above)
    for count in range(min(len(inside), len(path)), 0, -1):
        if path[-count:] == inside[:count]:
            return path[:-count]
    return path
