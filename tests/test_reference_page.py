"""The reference is what the docstrings say now."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

from reference_page import page

from marksplit import Chunk, chunk

ROOT = Path(__file__).parent.parent


def test_the_reference_is_up_to_date() -> None:
    written = (ROOT / ".github" / "docs" / "reference.md").read_text(encoding="utf-8")
    assert written == page(), "run: python tests/reference_page.py > .github/docs/reference.md"


def test_it_is_markdown_with_a_row_for_each_field_of_a_chunk() -> None:
    found = next(each for each in chunk(page(), max_size=0) if each.heading == "Chunk")
    rows = [line for line in found.text.splitlines() if line.startswith("| `")]
    names = [row.split("`")[1] for row in rows]
    assert names[: len(fields(Chunk))] == [field.name for field in fields(Chunk)]
    assert "paragraph" in found.kinds
    assert found.kinds[-1] == "table"
