"""Every fixture at four sizes, compared with what a reader approved; the laws run first."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from dialects import name_of, syntax_of
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.json import JSONSnapshotExtension

from marksplit import Chunk, ChunkOptions, Reference, check, chunk

FIXTURES = sorted(
    path
    for path in (Path(__file__).parent.parent / "fixtures").rglob("*.md")
    if path.stem != "README"
)
SIZES = (0, 80, 400, 2000)


def shown(found: Chunk) -> dict[str, object]:
    """A chunk for reading: its text as lines, with their ends."""
    lines = re.findall(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+", found.text)
    return {
        "path": list(found.heading_path),
        "lines": f"{found.first_line}-{found.last_line}",
        "span": f"{found.start}-{found.end}",
        "kinds": " ".join(found.kinds),
        "size": found.size,
        **({"overlap": found.overlap} if found.overlap else {}),
        **({"oversize": True} if found.oversize else {}),
        **({"context": found.context} if found.context else {}),
        **({"anchor": found.anchor} if found.anchor else {}),
        **(
            {"references": [shown_reference(each) for each in found.references]}
            if found.references
            else {}
        ),
        "text": lines,
    }


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
    result = {}
    for size in SIZES:
        options = ChunkOptions(max_size=size)
        chunks = chunk(text, options, syntax=syntax)
        check(text, chunks, options, syntax=syntax)
        result[f"max_size={size}"] = [shown(found) for found in chunks]
    assert result == json_snapshot
