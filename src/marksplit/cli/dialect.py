"""``--syntax``: the name of a preset, and single switches of `Syntax` turned on or off.

Their names and what they mean come from `SYNTAXES` and `Syntax` themselves.
"""

from __future__ import annotations

import argparse
import re
from dataclasses import fields, replace

from marksplit import SYNTAXES, Syntax

_SWITCHES = tuple(field.name for field in fields(Syntax))
_SWITCHED = re.compile(r"([+-])(\w+)")
_WRITTEN = re.compile(rf"(\w+)((?:{_SWITCHED.pattern})*)")


def add_syntax(parser: argparse.ArgumentParser) -> None:
    """Add ``--syntax``."""
    parser.add_argument(
        "--syntax",
        type=_named,
        default=next(iter(SYNTAXES)),
        metavar="NAME[+SWITCH][-SWITCH]",
        help=f"which Markdown it is: {', '.join(SYNTAXES)} (default: %(default)s, what GitHub "
        "renders); +SWITCH and -SWITCH turn a part of it on or off, as in github+html_containers: "
        f"{', '.join(_SWITCHES)}",
    )


def _named(text: str) -> Syntax:
    written = _WRITTEN.fullmatch(text)
    if written is None or written[1] not in SYNTAXES:
        raise argparse.ArgumentTypeError(
            f"must be one of {', '.join(SYNTAXES)}, which +SWITCH and -SWITCH may follow, "
            f"not {text!r}"
        )
    changed = {}
    for sign, name in _SWITCHED.findall(written[2]):
        if name not in _SWITCHES:
            raise argparse.ArgumentTypeError(
                f"a switch is one of {', '.join(_SWITCHES)}, not {name!r}"
            )
        changed[name] = sign == "+"
    return replace(SYNTAXES[written[1]], **changed)
