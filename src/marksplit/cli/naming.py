"""The names of inputs in the records, where they are not the paths as typed.

Which inputs there are is known before.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Iterator
from dataclasses import replace

from marksplit.cli.arguments import Parser
from marksplit.cli.reading import STDIN, Input, InputError


def add_naming(parser: Parser) -> None:
    """Add ``--base`` and ``--source``."""
    group = parser.add_argument_group("how sources, and so keys, are named")
    group.add_argument(
        "--base",
        metavar="DIR",
        help="by the path below DIR, wherever it is run and however PATH is typed "
        "(default: PATH as typed)",
    )
    group.add_argument(
        "--source", metavar="NAME", help='standard input by NAME (default: "-")', type=_name
    )


def check_naming(arguments: argparse.Namespace) -> None:
    """Leave with exit code 2 where the options do not fit the paths."""
    if arguments.source and arguments.paths and STDIN not in arguments.paths:
        arguments.parser.error("--source names standard input, which is not among the PATHs")
    if arguments.base is not None and not os.path.isdir(arguments.base):
        arguments.parser.error(f"--base must be a folder, not {arguments.base!r}")


def named(
    found: Iterable[Input | InputError], arguments: argparse.Namespace
) -> Iterator[Input | InputError]:
    """What is `found`, under the names that the arguments ask for."""
    base, stdin = arguments.base, arguments.source
    for each in found:
        if each.source == STDIN:
            yield replace(each, source=stdin) if stdin and isinstance(each, Input) else each
            continue
        name = each.source if base is None else _below(base, each.source)
        if name is None:
            yield InputError(each.source, f"not below --base {base}")
        elif isinstance(each, Input):
            yield replace(each, source=name)
        else:
            yield InputError(name, each.reason)


def _below(base: str, path: str) -> str | None:
    """The way from a folder to what is in it, by the names as typed or, failing that, the real ones."""
    folder, name = os.path.split(os.path.abspath(path))
    for top, full in (
        (os.path.abspath(base), os.path.join(folder, name)),
        (os.path.realpath(base), os.path.join(os.path.realpath(folder), name)),
    ):
        if full == top:
            return "."
        if full.startswith(os.path.join(top, "")):
            return os.path.relpath(full, top).replace(os.sep, "/")
    return None


def _name(text: str) -> str:
    if not text:
        raise argparse.ArgumentTypeError("a source has a name")
    return text
