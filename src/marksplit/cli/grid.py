"""Values to try, as they are written on a command line: ``max_size=400,800 overlap=0,100``.

Fields, their types and choices are read off `ChunkOptions`; what is tried is said elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Literal, get_args, get_origin, get_type_hints

from marksplit import ChunkOptions, CutScorer
from marksplit.cli.arguments import Parser, named_cuts

_SWITCH = {"on": True, "true": True, "off": False, "false": False}


def grid_values(
    parser: Parser, flag: str, written: Sequence[str], *, switches: Sequence[str]
) -> dict[str, dict[str, object]]:
    """The values of each name by how they are written, in order; anything else is wrong usage.

    Args:
        flag: what the values were written behind.
        switches: names that are on or off, besides the fields of `ChunkOptions`.
    """
    kinds: dict[str, object] = dict.fromkeys(switches, bool)
    types = get_type_hints(ChunkOptions)
    kinds |= {field.name: types[field.name] for field in fields(ChunkOptions)}
    kinds |= {"sizer": str, "cuts": CutScorer}
    known = [name for name, kind in kinds.items() if _is_written(kind)]
    values: dict[str, dict[str, object]] = {}
    for each in written:
        given, equals, texts = each.partition("=")
        name = given.strip().replace("-", "_")
        if not equals or name not in known:
            parser.error(
                f"{flag} {each}: must be NAME=VALUE,VALUE,... with a name of {', '.join(known)}"
            )
        if name in values:
            parser.error(f"{flag} {each}: {given} is given twice")
        values[name] = {
            text: _value(parser, f"{flag} {each}", text, kinds[name])
            for text in map(str.strip, texts.split(","))
        }
    return values


def _is_written(kind: object) -> bool:
    return kind in (bool, int, str, CutScorer) or get_origin(kind) is Literal


def _value(parser: Parser, where: str, text: str, kind: object) -> object:
    if kind is bool:
        if text.lower() not in _SWITCH:
            parser.error(f"{where}: must be on or off, not {text!r}")
        return _SWITCH[text.lower()]
    if kind == CutScorer:
        return None if text.lower() == "off" else named_cuts(parser, text)
    if kind is int:
        try:
            return int(text)
        except ValueError:
            parser.error(f"{where}: must be an integer, not {text!r}")
    if kind is not str and text not in get_args(kind):
        parser.error(f"{where}: must be {' or '.join(get_args(kind))}, not {text!r}")
    return text
