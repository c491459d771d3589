"""Settings in words: the command line and the Python call that give the same chunks."""

from __future__ import annotations

import shlex
from dataclasses import fields

from marksplit import ChunkOptions, Syntax


def written(source: str, options: ChunkOptions, syntax: Syntax) -> dict[str, str]:
    """The settings as a `command` and as a `python` call; defaults are left out."""
    return {
        "command": _command(source, options, syntax),
        "python": _python(options, syntax),
    }


def _changed(value: ChunkOptions | Syntax) -> dict[str, object]:
    default = type(value)()
    return {
        field.name: getattr(value, field.name)
        for field in fields(value)
        if getattr(value, field.name) != getattr(default, field.name)
    }


def _command(source: str, options: ChunkOptions, syntax: Syntax) -> str:
    words = ["marksplit", "chunk", source]
    for name, value in _changed(options).items():
        flag = "--unit" if name == "sizer" else "--" + name.replace("_", "-")
        words += [flag] if value is True else [flag, _name(value)]
    if syntax == Syntax.commonmark():
        words += ["--syntax", "commonmark"]
    line = shlex.join(words)
    if syntax not in (Syntax(), Syntax.commonmark()):
        line += f"  # Python only: {_call(syntax)}"
    return line


def _python(options: ChunkOptions, syntax: Syntax) -> str:
    arguments = ["text"]
    if _changed(options):
        arguments.append(_call(options))
    if syntax == Syntax.commonmark():
        arguments.append("syntax=Syntax.commonmark()")
    elif syntax != Syntax():
        arguments.append(f"syntax={_call(syntax)}")
    return f"chunk({', '.join(arguments)})"


def _call(value: ChunkOptions | Syntax) -> str:
    given = ", ".join(
        f"{name}={_name(setting) if callable(setting) else repr(setting)}"
        for name, setting in _changed(value).items()
    )
    return f"{type(value).__name__}({given})"


def _name(value: object) -> str:
    return str(getattr(value, "__name__", value))
