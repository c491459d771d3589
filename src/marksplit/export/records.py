"""Records: what a store keeps of a chunk, ready for JSON.

No files and no JSON text here; only what follows from chunks and settings.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import partial
from hashlib import sha256
from typing import TypedDict

from marksplit import Boundary, Chunk, ChunkOptions, Syntax

SCHEMA_VERSION = 1
"""Rises when a field of the records is renamed, removed or changes its meaning."""
BOUNDARY_VERSION = 3
"""Rises when equal text and settings are cut differently, which means embedding anew."""


class Placement(TypedDict):
    """What a record adds to the fields of its chunk; `records` says what it means."""

    heading: str
    char_count: int
    approx_tokens: int
    source: str
    total: int
    position: str
    key: str
    recipe: str
    schema_version: int


class Contextual(TypedDict):
    """What a record holds besides where the text to embed is asked for."""

    contextual_text: str | None
    """None only in a record that an earlier run without it made."""


_ADDRESS = re.compile(r" at 0x[0-9A-Fa-f]+")


def records(
    chunks: Sequence[Chunk],
    *,
    source: str,
    options: ChunkOptions,
    syntax: Syntax,
    contextual: bool = False,
    front_matter: Mapping[str, object] | None = None,
    boundaries: Sequence[Boundary] | None = None,
) -> Iterator[dict[str, object]]:
    """One record for each chunk of one document, in order.

    A record holds every field of the chunk, its `heading`, `char_count` and `approx_tokens`, and

    - `source`: the document's name as given;
    - `total`: the number of chunks of the document;
    - `position`: ``"beginning"``, ``"middle"`` or ``"end"``; a chunk alone is the beginning;
    - `key`: 32 hex digits of SHA-256 over `source` and `id`, what a store upserts by;
    - `recipe`: 16 hex digits that change with the settings or the `BOUNDARY_VERSION`;
    - `schema_version`: the `SCHEMA_VERSION`;
    - `contextual_text`: the text to embed, as ``Chunk.with_context()`` gives it, where it is asked
      for;
    - `front_matter`: as given, where it is;
    - `reason`: why the chunk starts where it does, where `boundaries` are given.

    Args:
        chunks: all chunks of the document.
        source: a name that stays the same for the same document, such as its path.
        options: what the chunks were cut with.
        syntax: what the document was parsed with.
        contextual: whether records hold the text to embed.
        front_matter: values of the document that each record is to carry, ready for JSON, as
            `marksplit.export.front_matter.select` gives them.
        boundaries: those between the chunks, as `marksplit.explain` gives them.
    """
    carried = {} if front_matter is None else {"front_matter": dict(front_matter)}
    why = None if boundaries is None else reasons(chunks, boundaries)
    recipe = _recipe(options, syntax)
    total = len(chunks)
    for number, chunk in enumerate(chunks):
        placement: Placement = {
            "heading": chunk.heading,
            "char_count": chunk.char_count,
            "approx_tokens": chunk.approx_tokens,
            "source": source,
            "total": total,
            "position": _position(number, total),
            "key": _key(source, chunk.id),
            "recipe": recipe,
            "schema_version": SCHEMA_VERSION,
        }
        embedded: Contextual | dict[str, object] = {}
        if contextual:
            embedded = Contextual(contextual_text=chunk.with_context())
        reason = {} if why is None else {"reason": why[number]}
        yield {**chunk.to_dict(), **placement, **embedded, **carried, **reason}


def reasons(chunks: Sequence[Chunk], boundaries: Sequence[Boundary]) -> list[str]:
    """Why each chunk starts where it does, in a line of English."""
    return ["start of the document", *map(str, boundaries)] if chunks else []


def _position(number: int, total: int) -> str:
    if number == 0:
        return "beginning"
    return "end" if number == total - 1 else "middle"


def _key(source: str, chunk_id: str) -> str:
    # The id has a fixed length, so the joined text is unambiguous.
    return sha256(f"{source}{chunk_id}".encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _recipe(options: ChunkOptions, syntax: Syntax) -> str:
    for name, value, kind in (("options", options, ChunkOptions), ("syntax", syntax, Syntax)):
        if not isinstance(value, kind):
            raise TypeError(f"{name} must be a {kind.__name__}, not {value!r}")
    settings = {
        "boundaries": BOUNDARY_VERSION,
        "options": _settings(options),
        "syntax": _settings(syntax),
    }
    written = json.dumps(settings, sort_keys=True)
    return sha256(written.encode("ascii")).hexdigest()[:16]


def _settings(value: ChunkOptions | Syntax) -> dict[str, object]:
    """The fields of `value`; a switch that is off is left out, so that a new one changes nothing."""
    found: dict[str, object] = {}
    for field in fields(value):
        setting = getattr(value, field.name)
        if setting is None or setting is False:
            continue
        found[field.name] = _name(setting) if callable(setting) else setting
    return found


def _name(function: object) -> str:
    """A name that is the same in every process; functions of one name are not told apart."""
    if function is len:
        return "chars"
    if isinstance(function, partial):
        bound = [*function.args, *sorted(function.keywords.items())]
        arguments = ", ".join(_ADDRESS.sub("", repr(each)) for each in bound)
        return f"{_name(function.func)}({arguments})"
    if is_dataclass(function) and not isinstance(function, type):
        return _ADDRESS.sub("", repr(function))
    named = function if hasattr(function, "__qualname__") else type(function)
    return f"{getattr(named, '__module__', None)}.{getattr(named, '__qualname__', '')}"
