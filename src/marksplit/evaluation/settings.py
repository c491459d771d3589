"""Settings to compare: ways to cut a document into pieces, each with a name.

Grids of marksplit's own options are here; other splitters are in `baselines`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import partial
from itertools import product

from marksplit import ChunkOptions, OptionError, Span, Syntax, chunk

CONTEXT = "context"
"""The one name in a grid that is no field of `ChunkOptions`: see `marksplit_setting`."""

_SWITCH = {True: "on", False: "off"}


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a document that can be retrieved."""

    embedded: str
    """What the retrievers are given of it."""
    span: Span | None
    """Where it is in the document; None when its text is not to be found there."""


Cutter = Callable[[str], Sequence[Piece]]


@dataclass(frozen=True, slots=True)
class Setting:
    """One way to cut."""

    name: str
    options: Mapping[str, object]
    """What it was set up with, ready for JSON."""
    cut: Cutter


def marksplit_setting(
    options: ChunkOptions = ChunkOptions(),
    *,
    context: bool = True,
    syntax: Syntax = Syntax(),
    name: str = "marksplit",
) -> Setting:
    """marksplit with these options.

    Args:
        context: whether chunks are retrieved by `Chunk.with_context`, with the headings that the
            text lacks, and not by the text alone.
    """
    values = {field.name: told(getattr(options, field.name)) for field in fields(options)}
    cut = partial(_cut, options=options, syntax=syntax, context=context)
    return Setting(name, {**values, CONTEXT: context}, cut)


def marksplit_grid(
    options: ChunkOptions,
    grid: Mapping[str, Sequence[object] | Mapping[str, object]],
    *,
    syntax: Syntax = Syntax(),
) -> list[Setting]:
    """A setting for each combination of the values in `grid`, the last name changing fastest.

    Args:
        options: the fields that the grid does not name.
        grid: by the name of a field of `ChunkOptions`, or `CONTEXT` with truth values: the values,
            perhaps by how they are told in the setting's name.

    Raises:
        OptionError: a field has a value that is not allowed, alone or with the others.
    """
    allowed = [field.name for field in fields(ChunkOptions)] + [CONTEXT]
    for name in grid:
        if name not in allowed:
            raise OptionError("grid", name, f"one of {', '.join(allowed)}")
    settings = []
    for values in product(*map(_by_name, grid.values())):
        chosen = {field: value for field, (_, value) in zip(grid, values, strict=True)}
        named = (f"{field}={name}" for field, (name, _) in zip(grid, values, strict=True))
        context = bool(chosen.pop(CONTEXT, True))
        changed: ChunkOptions = replace(options, **chosen)  # type: ignore[arg-type]
        name = " ".join(["marksplit", *named])
        settings.append(marksplit_setting(changed, context=context, syntax=syntax, name=name))
    return settings


def _by_name(values: Sequence[object] | Mapping[str, object]) -> list[tuple[str, object]]:
    if isinstance(values, Mapping):
        return list(values.items())
    return [
        (_SWITCH[value] if isinstance(value, bool) else str(told(value)), value) for value in values
    ]


def _cut(text: str, *, options: ChunkOptions, syntax: Syntax, context: bool) -> list[Piece]:
    return [
        Piece(each.with_context() if context else each.text, Span(each.start, each.end))
        for each in chunk(text, options, syntax=syntax)
    ]


def told(value: object) -> object:
    """A value ready for JSON: a function by its name, a scorer or an embedder by what it is made of."""
    if value is len:
        return "chars"
    if is_dataclass(value) and not isinstance(value, type):
        return repr(value)
    if callable(value):
        return getattr(value, "__qualname__", type(value).__qualname__)
    return value
