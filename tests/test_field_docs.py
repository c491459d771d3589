"""The texts under fields reach ``help()``, and the classes stay what they are."""

from __future__ import annotations

import copy
import inspect
import pickle
import pydoc
import re
import subprocess
import sys
from dataclasses import fields, is_dataclass

import pytest

from marksplit import (
    Block,
    Boundary,
    Chunk,
    ChunkOptions,
    Outline,
    Reference,
    Section,
    Syntax,
    chunk,
    parse,
)

DOCUMENTED: tuple[type, ...] = (
    *(Block, Boundary, Chunk, ChunkOptions, Outline, Reference, Section, Syntax),
)


def names(settings: type) -> list[str]:
    if is_dataclass(settings):
        return [field.name for field in fields(settings)]
    return list(inspect.get_annotations(settings))


@pytest.mark.parametrize("settings", DOCUMENTED)
def test_help_shows_every_field_with_its_text(settings: type) -> None:
    doc = inspect.getdoc(settings)
    assert doc is not None
    own, _, attributes = doc.partition("\n\nAttributes:\n")
    assert re.findall(r"^    (\w+): ", attributes, re.M) == names(settings)
    assert own
    assert max(map(len, doc.splitlines())) <= 100
    page = pydoc.plain(pydoc.render_doc(settings))
    for line in doc.splitlines():
        assert line in page


def test_a_text_is_shown_as_it_is_in_the_source() -> None:
    assert "    anchor: GitHub's anchor of the innermost heading of `heading_path`:" in (
        inspect.getdoc(Chunk) or ""
    )
    assert ChunkOptions().__doc__ == ChunkOptions.__doc__
    assert (ChunkOptions.__doc__ or "").startswith("How to cut. Sizes are whatever `sizer` counts")


def test_a_class_made_from_one_has_a_docstring_of_its_own() -> None:
    class Plain(Outline):
        pass

    class Told(Outline):
        """Told."""

    assert (Plain.__doc__, Told.__doc__) == (None, "Told.")


def test_values_are_pickled_and_copied_as_before() -> None:
    outline = parse("# Tea\n\nKeeps well.\n")
    for value in (ChunkOptions(max_size=9), Syntax.mkdocs(), *chunk("# Tea"), *outline.blocks):
        assert pickle.loads(pickle.dumps(value)) == copy.deepcopy(value) == value
        assert type(pickle.loads(pickle.dumps(value))) is type(value)


def test_what_is_private_is_no_field_of_a_chunk() -> None:
    assert not [field.name for field in fields(Chunk) if field.name.startswith("_")]


def test_the_texts_are_read_when_they_are_asked_for() -> None:
    code = (
        "import ast; parse, ast.parse = ast.parse, None\n"
        "import marksplit; marksplit.chunk('# Tea', max_size=9)\n"
        "ast.parse = parse; print('max_size: ' in marksplit.ChunkOptions.__doc__)"
    )
    run = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True
    )
    assert run.stdout == "True\n"
    bare = "import marksplit; print('max_size: ' in marksplit.ChunkOptions.__doc__)"
    run = subprocess.run(
        [sys.executable, "-I", "-OO", "-c", bare], capture_output=True, text=True, check=True
    )
    assert run.stdout == "True\n"
