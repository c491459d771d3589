"""The form of the settings as data, and settings read back from what was entered in it.

Fields, defaults and texts come from `ChunkOptions` and `Syntax` themselves.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from marksplit import ChunkOptions, OptionError, Syntax
from marksplit._field_docs import field_docs
from marksplit.preview.description import Description

Settings = TypeVar("Settings", ChunkOptions, Syntax)

_SIZERS = ("chars", "words", "approx_tokens")


def sizers(options: ChunkOptions) -> tuple[str, ...]:
    """Names of sizers that a form may ask for: those that read no file, and that of `options`."""
    return tuple(dict.fromkeys((*_SIZERS, _sizer_name(options.sizer))))


def form_fields(value: ChunkOptions | Syntax, choices: Sequence[str]) -> list[Description]:
    """A field for each setting that can be entered: a number, a switch or one of several names.

    A setting of another type is left out and keeps its value. `choices` are the names of sizers.
    """
    docs, types = _docs(type(value)), get_type_hints(type(value))
    found: list[Description] = []
    for field in fields(value):
        kind, setting = types[field.name], getattr(value, field.name)
        entry: Description = {
            "name": field.name,
            "value": setting,
            "help": docs.get(field.name, ""),
        }
        if field.name == "sizer":
            entry |= {"kind": "choice", "choices": list(choices)}
            entry["value"] = _sizer_name(setting)
        elif kind is bool:
            entry["kind"] = "switch"
        elif kind is int:
            entry["kind"] = "number"
        elif get_origin(kind) is Literal:
            entry |= {"kind": "choice", "choices": list(get_args(kind))}
        else:
            continue
        found.append(entry)
    return found


def entered(base: Settings, values: Mapping[str, object], choices: Sequence[str]) -> Settings:
    """`base` with the values that were entered.

    Raises:
        OptionError: a value is not allowed, or there is no such setting.
    """
    known = [str(field["name"]) for field in form_fields(base, choices)]
    for name, value in values.items():
        if name not in known:
            raise OptionError(name, value, f"one of the settings {', '.join(known)}")
    changed: dict[str, Any] = dict(values)
    if isinstance(base, ChunkOptions) and "sizer" in changed:
        if changed["sizer"] not in choices:
            raise OptionError("sizer", changed["sizer"], f"one of {', '.join(choices)}")
        if changed["sizer"] == _sizer_name(base.sizer):
            del changed["sizer"]  # it may be a function
        elif changed["sizer"] == "chars":
            changed["sizer"] = len  # the default, so that it need not be told
    return replace(base, **changed)


def _sizer_name(sizer: object) -> str:
    return "chars" if sizer is len else str(getattr(sizer, "__name__", sizer))


def _docs(settings: type[ChunkOptions] | type[Syntax]) -> dict[str, str]:
    """The text under each field, without marks."""
    marks = r'``"?(.*?)"?``|`(\w+)`'
    return {name: re.sub(marks, r"\1\2", text) for name, text in field_docs(settings).items()}
