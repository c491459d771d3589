"""Every fixture at four sizes, compared with what a reader approved; the laws run first."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from dialects import name_of, syntax_of
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.json import JSONSnapshotExtension

from marksplit import Chunk, ChunkOptions, Reference, Syntax, check, chunk

FIXTURES = sorted(
    path
    for path in (Path(__file__).parent.parent / "fixtures").rglob("*.md")
    if path.stem != "README"
)
SIZES = (0, 80, 400, 2000)
SPLIT: dict[str, Any] = {"oversize": "split"}
COUNTED: dict[str, Any] = {"oversize": "split", "count_context": True}
MORE = {
    "fence-long-line-of-data": SPLIT,
    "fence-python-module": SPLIT,
    "html-and-math-over-limit": SPLIT,
    "list-nested-five-levels-prose": COUNTED,
    "oversize-in-list-and-quote": SPLIT,
    "path-longer-than-room": COUNTED,
    "table-many-rows": COUNTED,
    "table-over-limit": SPLIT,
}
"""Fixtures that are also cut with other options, at sizes of `MORE_SIZES`."""
MORE_SIZES = (80, 200, 400)


def shown(found: Chunk) -> dict[str, object]:
    """A chunk for reading: its text as lines, with their ends."""
    lines = re.findall(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+", found.text)
    before, _, after = found.with_context().partition(found.text)
    return {
        "path": list(found.heading_path),
        "lines": f"{found.first_line}-{found.last_line}",
        "span": f"{found.start}-{found.end}",
        "kinds": " ".join(found.kinds),
        "size": found.size,
        **({"overlap": found.overlap} if found.overlap else {}),
        **({"oversize": True} if found.oversize else {}),
        **({"context": found.context} if found.context else {}),
        **({"shortened": before} if before.startswith("…") else {}),
        **({"closing": after} if after else {}),
        **({"anchor": found.anchor} if found.anchor else {}),
        **(
            {"references": [shown_reference(each) for each in found.references]}
            if found.references
            else {}
        ),
        "text": lines,
    }


def cut(text: str, options: ChunkOptions, syntax: Syntax) -> list[dict[str, object]]:
    chunks = chunk(text, options, syntax=syntax)
    check(text, chunks, options, syntax=syntax)
    return [shown(found) for found in chunks]


def shown_reference(reference: Reference) -> str:
    title = f" {reference.title!r}" if reference.title else ""
    where = f"{reference.start}-{reference.end}"
    return f"{reference.kind} [{reference.label}] at {where}: {reference.target!r}{title}"


@pytest.fixture
def json_snapshot(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(JSONSnapshotExtension)


@pytest.mark.parametrize("path", FIXTURES, ids=name_of)
def test_fixture(path: Path, json_snapshot: SnapshotAssertion) -> None:
    text = path.read_bytes().decode("utf-8", "surrogatepass")
    syntax = syntax_of(path)
    result = {f"max_size={size}": cut(text, ChunkOptions(max_size=size), syntax) for size in SIZES}
    for size in MORE_SIZES if path.stem in MORE else ():
        fields = {"max_size": size, **MORE[path.stem]}
        name = ", ".join(f"{field}={value}" for field, value in fields.items())
        result[name] = cut(text, ChunkOptions(**fields), syntax)
    assert result == json_snapshot
