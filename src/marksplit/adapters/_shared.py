"""What all adapters do alike: options from keywords, a document to slices with metadata.

Nothing here knows a framework.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

from marksplit import Chunk, ChunkOptions, OptionError, Syntax, chunk
from marksplit.export import records


def chunk_options(options: ChunkOptions | None, given: Mapping[str, object]) -> ChunkOptions:
    """`options`, or the defaults, with the fields in `given` changed.

    Raises:
        TypeError: `options` is something else, or a name in `given` is no option.
        OptionError: a value is not allowed.
    """
    if not isinstance(options, ChunkOptions | None):
        raise TypeError(f"options must be a ChunkOptions, not {options!r}")
    names = [field.name for field in fields(ChunkOptions)]
    unknown = [name for name in given if name not in names]
    if unknown:
        raise TypeError(f"unknown option {unknown[0]!r}; options are {', '.join(names)}")
    values: dict[str, Any] = dict(given)
    return replace(options or ChunkOptions(), **values)


def option_values(options: ChunkOptions) -> dict[str, object]:
    """The fields of `options` by name."""
    return {field.name: getattr(options, field.name) for field in fields(options)}


def check_adapter_settings(syntax: object, flat_metadata: object) -> None:
    """Refuse settings of a wrong type.

    Raises:
        TypeError: `syntax` is not a ``Syntax``.
        OptionError: `flat_metadata` is not a ``bool``.
    """
    if not isinstance(syntax, Syntax):
        raise TypeError(f"syntax must be a Syntax, not {syntax!r}")
    if not isinstance(flat_metadata, bool):
        raise OptionError("flat_metadata", flat_metadata, "True or False")


def chunks_with_metadata(
    text: str, options: ChunkOptions, syntax: Syntax, *, source: str
) -> Iterator[tuple[Chunk, dict[str, object]]]:
    """Each chunk of `text` with the fields of its record that describe it.

    `text` and `source` are left out, since a framework holds both in places of its own; `id` is
    called `chunk_id`, since some stores reserve the name.

    Args:
        text: a document.
        options: how to cut.
        syntax: which Markdown it is.
        source: the document's name in the framework, for the record's `key`.
    """
    chunks = chunk(text, options, syntax=syntax)
    described = records(chunks, source=source, options=options, syntax=syntax)
    for found, record in zip(chunks, described, strict=True):
        del record["text"], record["source"]
        record["chunk_id"] = record.pop("id")
        yield found, record


def flattened(metadata: dict[str, object]) -> dict[str, object]:
    """`metadata` of strings, numbers and bools only, as some vector stores require.

    The heading path is joined by ``" > "``; any other compound value becomes JSON.
    """
    flat = dict(metadata)
    for name, value in metadata.items():
        if name == "heading_path" and isinstance(value, list):
            flat[name] = " > ".join(value)
        elif not isinstance(value, str | int | float):
            flat[name] = json.dumps(value, ensure_ascii=False)
    return flat
