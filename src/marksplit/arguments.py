"""Arguments that several functions take: what is wrong with one, and what to write in its place.

The values of options are checked where those are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from os import PathLike

from marksplit.options import SYNTAXES, ChunkOptions, OptionFields, Syntax

_ELSEWHERE = {
    "chunk_size": "max_size",
    "split_length": "max_size",
    "max_tokens": "max_size",
    "chunk_overlap": "overlap",
    "split_overlap": "overlap",
    "length_function": "sizer",
    "tokenizer": "sizer",
}
"""Fields by the names that other splitters have for them."""


def options_with(options: ChunkOptions, given: OptionFields) -> ChunkOptions:
    """`options`, with the fields that were `given` as keywords in place of theirs.

    Raises:
        TypeError: `options` is something else, or a keyword is no field.
        OptionError: a value is out of its range.
    """
    if not isinstance(options, ChunkOptions):
        raise TypeError(_no_options(options))
    for name in given:
        if name not in ChunkOptions.__slots__:
            raise TypeError(f"ChunkOptions has no field {name!r}{_nearest(name)}")
    return replace(options, **given) if given else options


def _no_options(value: object) -> str:
    what = repr(value)
    if isinstance(value, Syntax):
        what, instead = "a Syntax", "syntax=..."
    elif isinstance(value, int) and not isinstance(value, bool):
        instead = f"ChunkOptions(max_size={value})"
    elif isinstance(value, Mapping):
        instead = "ChunkOptions(**{...})"
    elif value is ChunkOptions:
        what, instead = "its class", "ChunkOptions()"
    elif value is None:
        instead = "ChunkOptions(), or nothing"
    else:
        instead = "ChunkOptions(max_size=300)"
    return f"options must be a ChunkOptions, not {what}: write {instead}"


def _nearest(name: str) -> str:
    known = ChunkOptions.__slots__
    if name == "syntax":
        return ": an outline has that of parse(text, syntax)"
    close = [_ELSEWHERE[name]] if name in _ELSEWHERE else get_close_matches(name, known, 1)
    return f"; did you mean {close[0]!r}?" if close else f": it has {', '.join(known)}"


def require_syntax(syntax: object) -> None:
    """Refuse what is no `Syntax`.

    Raises:
        TypeError: it says which to write.
    """
    if isinstance(syntax, Syntax):
        return
    presets = [syntax] if isinstance(syntax, str) and syntax in SYNTAXES else list(SYNTAXES)
    ways = ", ".join(f"Syntax.{name}()" for name in presets)
    some = "one of " if len(presets) > 1 else ""
    what = "its class" if syntax is Syntax else repr(syntax)
    raise TypeError(f"syntax must be a Syntax, not {what}: write {some}{ways}")


def require_text(text: object) -> None:
    """Refuse what is no ``str``.

    Raises:
        TypeError: it says what it is.
    """
    if isinstance(text, str):
        return
    hint = ""
    if isinstance(text, PathLike):
        hint = ": chunk_file(path) and parse_file(path) read a file"
    elif isinstance(text, bytes):
        hint = ": write text.decode()"
    raise TypeError(f"text must be a str, not {type(text).__name__}{hint}")
