"""Settings in words: the command line and the Python call that give the same chunks."""

from __future__ import annotations

import shlex
from dataclasses import fields
from operator import itemgetter

from marksplit import SYNTAXES, ChunkOptions, Syntax

_CONTEXTUAL = {"count_context", "document_title", "context_references", "strip_data_uris"}
"""Fields that only the text to embed has to do with, which the command writes when asked."""


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
    changed = _changed(options)
    functions = [name for name, value in changed.items() if callable(value)]
    python_only = [f"{name}={_name(changed.pop(name))}" for name in functions]
    if changed.keys() & _CONTEXTUAL:
        words.append("--contextual")
    for name, value in changed.items():
        flag = "--" + name.replace("_", "-")
        if value is False:
            words.append(f"--no-{flag.removeprefix('--')}")
        else:
            words += [flag] if value is True else [flag, _name(value)]
    if syntax != Syntax():
        words += ["--syntax", _syntax(syntax)]
    line = shlex.join(words)
    return f"{line}  # Python only: {', '.join(python_only)}" if python_only else line


def _python(options: ChunkOptions, syntax: Syntax) -> str:
    arguments = ["text"]
    if _changed(options):
        arguments.append(_call(options))
    preset = next((name for name, made in SYNTAXES.items() if made == syntax), None)
    if syntax != Syntax():
        arguments.append(f"syntax=Syntax.{preset}()" if preset else f"syntax={_call(syntax)}")
    return f"chunk({', '.join(arguments)})"


def _syntax(syntax: Syntax) -> str:
    """The name of the preset that is nearest, and the switches that differ: ``mdx+math-alerts``."""
    written = []
    for name, preset in SYNTAXES.items():
        switched = [
            f"{'+' if getattr(syntax, field.name) else '-'}{field.name}"
            for field in fields(Syntax)
            if getattr(syntax, field.name) != getattr(preset, field.name)
        ]
        written.append((len(switched), name + "".join(switched)))
    return min(written, key=itemgetter(0))[1]


def _call(value: ChunkOptions | Syntax) -> str:
    given = ", ".join(
        f"{name}={_name(setting) if callable(setting) else repr(setting)}"
        for name, setting in _changed(value).items()
    )
    return f"{type(value).__name__}({given})"


def _name(value: object) -> str:
    return str(getattr(value, "__name__", value))
