"""Settings to compare: ways to cut a document into pieces, each with a name.

Grids of marksplit's own options are here; other splitters are in `baselines`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from itertools import product

from marksplit import ChunkOptions, OptionError, Span, Syntax, chunk

CONTEXT = "context"
"""The one name in a grid that is no field of `ChunkOptions`: see `marksplit_setting`."""


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
    told = {field.name: _told(getattr(options, field.name)) for field in fields(options)}
    cut = partial(_cut, options=options, syntax=syntax, context=context)
    return Setting(name, {**told, CONTEXT: context}, cut)


def marksplit_grid(
    options: ChunkOptions,
    grid: Mapping[str, Sequence[object]],
    *,
    syntax: Syntax = Syntax(),
) -> list[Setting]:
    """A setting for each combination of the values in `grid`, the last name changing fastest.

    Args:
        options: the fields that the grid does not name.
        grid: values by the name of a field of `ChunkOptions`, or `CONTEXT` with truth values.

    Raises:
        OptionError: a field has a value that is not allowed, alone or with the others.
    """
    allowed = [field.name for field in fields(ChunkOptions)] + [CONTEXT]
    for name in grid:
        if name not in allowed:
            raise OptionError("grid", name, f"one of {', '.join(allowed)}")
    settings = []
    for values in product(*grid.values()):
        chosen = dict(zip(grid, values, strict=True))
        name = " ".join(["marksplit", *(f"{key}={_shown(chosen[key])}" for key in chosen)])
        context = bool(chosen.pop(CONTEXT, True))
        changed: ChunkOptions = replace(options, **chosen)  # type: ignore[arg-type]
        settings.append(marksplit_setting(changed, context=context, syntax=syntax, name=name))
    return settings


def _cut(text: str, *, options: ChunkOptions, syntax: Syntax, context: bool) -> list[Piece]:
    return [
        Piece(each.with_context() if context else each.text, Span(each.start, each.end))
        for each in chunk(text, options, syntax=syntax)
    ]


def _told(value: object) -> object:
    if value is len:
        return "chars"
    if callable(value):
        return getattr(value, "__qualname__", type(value).__qualname__)
    return value


def _shown(value: object) -> object:
    if isinstance(value, bool):
        return "on" if value else "off"
    return _told(value)
