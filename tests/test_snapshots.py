"""Every fixture at four sizes, compared with what a reader approved; the laws run first."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from dialects import FIXTURES, name_of, syntax_of
from drawings import DrawingExtension, drawing
from syrupy.assertion import SnapshotAssertion

from marksplit import Chunk, ChunkOptions, Syntax, check, chunk

SNAPSHOTS = Path(__file__).parent / "__snapshots__" / "test_snapshots"
SIZES = (0, 80, 400, 2000)
SPLIT: dict[str, Any] = {"oversize": "split"}
COUNTED: dict[str, Any] = {"oversize": "split", "count_context": True}
OVERLAPPING: dict[str, Any] = {"overlap": 60}
MORE = {
    "fence-long-line-of-data": SPLIT,
    "fence-python-module": SPLIT,
    "html-and-math-over-limit": SPLIT,
    "html-table-rows": SPLIT,
    "list-nested-five-levels-prose": COUNTED,
    "oversize-in-list-and-quote": SPLIT,
    "path-longer-than-room": COUNTED,
    "table-header-and-row-over-limit": SPLIT,
    "table-many-rows": COUNTED,
    "table-over-limit": SPLIT,
    "sentences-latin": OVERLAPPING,
    "quote-long": OVERLAPPING,
}
"""Fixtures that are also cut with other options, at sizes of `MORE_SIZES`."""
MORE_SIZES = (80, 200, 400)


def cut(text: str, options: ChunkOptions, syntax: Syntax) -> list[Chunk]:
    chunks = chunk(text, options, syntax=syntax)
    check(text, chunks, options, syntax=syntax)
    return chunks


@pytest.fixture
def drawn(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(DrawingExtension)


@pytest.mark.parametrize("path", FIXTURES, ids=name_of)
def test_fixture(path: Path, drawn: SnapshotAssertion) -> None:
    text = path.read_bytes().decode("utf-8", "surrogatepass")
    syntax = syntax_of(path)
    result = {str(size): cut(text, ChunkOptions(max_size=size), syntax) for size in SIZES}
    fields = MORE.get(path.stem, {})
    label = " ".join(f"{name}={value}" for name, value in fields.items())
    for size in MORE_SIZES if fields else ():
        options = ChunkOptions(max_size=size, **fields)
        result[f"{size} {label}"] = cut(text, options, syntax)
    assert drawing(text, result) == drawn


def test_each_fixture_has_one_snapshot_and_each_snapshot_a_fixture() -> None:
    fixtures = sorted(f"{name_of(path)}.txt" for path in FIXTURES)
    assert sorted(path.name for path in SNAPSHOTS.iterdir()) == fixtures
