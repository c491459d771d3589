"""How an adapter is set: options under our names and the framework's, and what its documents hold.

Nothing here knows a framework or cuts a text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, get_args

from marksplit import ChunkOptions, OptionError, Syntax

Content = Literal["text", "contextual"]
"""What a document's text is: the slice, or the text to embed."""
Detail = Literal["lean", "full"]
"""How much of a chunk's record is in the metadata."""

_SAME = {
    "chunk_size": "max_size",
    "split_length": "max_size",
    "chunk_overlap": "overlap",
    "split_overlap": "overlap",
    "length_function": "sizer",
}
"""Frameworks' names of options that are ours under another name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """What an adapter's documents hold.

    Raises:
        OptionError: a value is not allowed.
        TypeError: `syntax` is not a ``Syntax``.
    """

    syntax: Syntax
    content: Content = "text"
    metadata: Detail = "lean"
    flat_metadata: bool = False
    metadata_prefix: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.syntax, Syntax):
            raise TypeError(f"syntax must be a Syntax, not {self.syntax!r}")
        for name, choices in (("content", Content), ("metadata", Detail)):
            if getattr(self, name) not in get_args(choices):
                allowed = " or ".join(map(repr, get_args(choices)))
                raise OptionError(name, getattr(self, name), allowed)
        if not isinstance(self.flat_metadata, bool):
            raise OptionError("flat_metadata", self.flat_metadata, "True or False")
        if not isinstance(self.metadata_prefix, str):
            raise OptionError("metadata_prefix", self.metadata_prefix, "a str")


def chunk_options(
    options: ChunkOptions | None,
    given: Mapping[str, object],
    *,
    theirs: Mapping[str, object] | None = None,
) -> ChunkOptions:
    """`options`, or the defaults, with the fields in `given` changed.

    Args:
        options: what to start from.
        given: fields by name.
        theirs: fields by a framework's names; one that is ``None`` is not given.

    Raises:
        TypeError: `options` is something else, a name in `given` is no option, or an option is
            given under both of its names.
        OptionError: a value is not allowed.
    """
    if not isinstance(options, ChunkOptions | None):
        raise TypeError(f"options must be a ChunkOptions, not {options!r}")
    values: dict[str, Any] = dict(given)
    for name, value in (theirs or {}).items():
        if value is None:
            continue
        if _SAME[name] in given:
            raise TypeError(f"{name} and {_SAME[name]} are one option: give one of them")
        values[_SAME[name]] = value
    names = [field.name for field in fields(ChunkOptions)]
    unknown = [name for name in values if name not in names]
    if unknown:
        raise TypeError(f"unknown option {unknown[0]!r}; options are {', '.join(names)}")
    return replace(options or ChunkOptions(), **values)


def option_values(options: ChunkOptions) -> dict[str, object]:
    """The fields of `options` by name."""
    return {field.name: getattr(options, field.name) for field in fields(options)}
