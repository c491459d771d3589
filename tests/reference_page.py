"""Writes the reference of values and errors from their docstrings.

python tests/reference_page.py > .github/docs/reference.md
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import get_args, get_type_hints

import marksplit
from marksplit import (
    Block,
    BlockKind,
    Boundary,
    Chunk,
    ChunkOptions,
    MarksplitError,
    Outline,
    Reference,
    Section,
    Syntax,
)
from marksplit._field_docs import field_docs
from marksplit.export import records
from marksplit.export.records import Placement

_VALUES: tuple[type, ...] = (
    *(Chunk, Reference, ChunkOptions, Syntax, Outline, Section, Block, Boundary),
)
_TOP = """\
# Reference

Fields of the values that marksplit takes and gives, and its errors. This page is written by
`python tests/reference_page.py` from the docstrings, which `help()` shows too.
"""


def page() -> str:
    """The page as Markdown."""
    parts = [_TOP, *map(_value, _VALUES), _record(), _kinds(), _errors()]
    return "\n".join(parts)


def _value(value: type) -> str:
    own = (inspect.getdoc(value) or "").split("\n\nAttributes:")[0].split("\n\nRaises:")[0]
    rows = list(field_docs(value).items())
    rows += [(name, _first(member)) for name, member in _members(value)]
    return f"## {value.__name__}\n\n{_text(own)}\n\n{_table('field', rows)}"


def _members(value: type) -> Iterator[tuple[str, object]]:
    """Public properties and methods, in order."""
    for name, member in vars(value).items():
        if name.startswith("_") or name in field_docs(value):
            continue
        if inspect.isfunction(member) or isinstance(member, classmethod):
            yield f"{name}()", member
        elif not isinstance(member, (str, int)) and inspect.getdoc(member):
            yield name, member


def _record() -> str:
    doc = inspect.getdoc(records) or ""
    found = re.findall(r"^- `(\w+)`: (.*?)[;.]$", doc, re.M | re.S)
    rows = [(name, text) for name, text in found]
    assert {name for name, _ in rows} >= set(get_type_hints(Placement)) - {
        *("heading", "char_count", "approx_tokens"),
    }
    top = "What `marksplit chunk` writes and `marksplit.export.records` gives: all fields of a"
    end = "`Chunk`, its `heading`, `char_count` and `approx_tokens`, and"
    return f"## Record\n\n{top} {end}\n\n{_table('field', rows)}"


def _kinds() -> str:
    kinds = ", ".join(f"`{kind}`" for kind in get_args(BlockKind))
    return f"## Kinds of blocks\n\nThe values of `Chunk.kinds` and `Block.kind`: {kinds}.\n"


def _errors() -> str:
    found = [getattr(marksplit, name) for name in marksplit.__all__]
    errors = [each for each in found if inspect.isclass(each) and issubclass(each, MarksplitError)]
    rows = []
    for each in sorted(errors, key=lambda error: error is not MarksplitError):
        builtin = each.__bases__[-1].__name__
        rows.append((f"{each.__name__}({builtin})", _first(each)))
    return f"## Errors\n\n{_table('error', rows)}"


def _first(member: object) -> str:
    return (inspect.getdoc(member) or "").split("\n\n")[0]


def _table(name: str, rows: list[tuple[str, str]]) -> str:
    lines = [f"| {name} | meaning |", "|---|---|"]
    lines += [f"| `{each}` | {_text(text)} |" for each, text in rows]
    return "\n".join(lines) + "\n"


def _text(text: str) -> str:
    """A docstring's text on one line, as Markdown; bars would end a cell."""
    return re.sub(r"(?<!`)``(?!`)", "`", " ".join(text.split())).replace("|", "\\|")


if __name__ == "__main__":
    print(page(), end="")
