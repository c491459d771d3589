"""The texts under the fields of `ChunkOptions` and `Syntax`, for the rooms that show them.

How a text is shown is decided there.
"""

from __future__ import annotations

import ast
import inspect
from itertools import pairwise


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
