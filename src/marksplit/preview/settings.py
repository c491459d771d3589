"""Settings in words: the command line and the Python call that give the same chunks."""

from __future__ import annotations

import shlex
from dataclasses import fields

from marksplit import ChunkOptions, Syntax

_FLAGS = {"sizer": "--unit", "front_matter": "--drop-front-matter"}
_HOOKS = ("sentences", "cuts")
"""Fields that hold functions, which no command line can give as they are."""
_PRESETS = ("commonmark", "mkdocs", "mdx", "myst")


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
    python_only = [f"{name}={_name(changed.pop(name))}" for name in _HOOKS if name in changed]
    for name, value in changed.items():
        flag = _FLAGS.get(name, "--" + name.replace("_", "-"))
        words += [flag] if value is True or name == "front_matter" else [flag, _name(value)]
    preset = _preset(syntax)
    if preset:
        words += ["--syntax", preset]
    if preset is None:
        python_only.append(_call(syntax))
    line = shlex.join(words)
    return f"{line}  # Python only: {', '.join(python_only)}" if python_only else line


def _python(options: ChunkOptions, syntax: Syntax) -> str:
    arguments = ["text"]
    if _changed(options):
        arguments.append(_call(options))
    preset = _preset(syntax)
    if preset is None:
        arguments.append(f"syntax={_call(syntax)}")
    elif preset:
        arguments.append(f"syntax=Syntax.{preset}()")
    return f"chunk({', '.join(arguments)})"


def _preset(syntax: Syntax) -> str | None:
    """The name of a ready-made syntax; empty for the default, None for any other."""
    made = {name: getattr(Syntax, name)() for name in _PRESETS}
    return "" if syntax == Syntax() else next((n for n in made if made[n] == syntax), None)


def _call(value: ChunkOptions | Syntax) -> str:
    given = ", ".join(
        f"{name}={_name(setting) if callable(setting) else repr(setting)}"
        for name, setting in _changed(value).items()
    )
    return f"{type(value).__name__}({given})"


def _name(value: object) -> str:
    return str(getattr(value, "__name__", value))
