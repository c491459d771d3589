"""The texts under the fields of values, for ``help()`` and for the rooms that show them.

How a room shows a text is decided there.
"""

from __future__ import annotations

import ast
import inspect
from itertools import pairwise
from typing import TypeVar

_Class = TypeVar("_Class", bound=type)


def field_docs(settings: type) -> dict[str, str]:
    """The text under each field, on one line, by name; nothing where the source is not at hand."""
    try:
        (node,) = ast.parse(inspect.getsource(settings)).body
    except (OSError, SyntaxError):
        return {}
    assert isinstance(node, ast.ClassDef)
    return {
        field.target.id: " ".join(doc.value.value.split())
        for field, doc in pairwise(node.body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(doc, ast.Expr)
        and isinstance(doc.value, ast.Constant)
        and isinstance(doc.value.value, str)
    }


class _Documented:
    """The docstring of a class with the texts of its fields, read when it is asked for."""

    def __init__(self, own: str) -> None:
        self._own = own
        self._whole = ""

    def __get__(self, instance: object, owner: type) -> str:
        if not self._whole:
            self._whole = inspect.cleandoc(self._own) + _attributes(owner)
        return self._whole


def documented(settings: _Class) -> _Class:
    """Let ``help()`` show the texts under the fields of a class; its import takes no longer."""
    # A class asks a descriptor in the place of its docstring.
    settings.__doc__ = _Documented(settings.__doc__ or "")  # type: ignore[assignment]
    return settings


def _attributes(settings: type) -> str:
    from textwrap import fill  # not for those who only import

    docs = field_docs(settings)
    lines = (
        fill(f"{name}: {text}", 100, initial_indent=" " * 4, subsequent_indent=" " * 8)
        for name, text in docs.items()
    )
    return "\n".join(("\n\nAttributes:", *lines)) if docs else ""
