"""The benchmarks measure on what they say: documents by seed and by size class, and files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import get_args

import pytest
from generated_documents import KB, MB, generate
from measurements import HOSTILE, hostile_document
from size_classes import by_size, generated, joined, read, size

from marksplit import Block, BlockKind, parse


def kinds(blocks: Sequence[Block]) -> Iterator[BlockKind]:
    for block in blocks:
        yield block.kind
        yield from kinds(block.children)


def test_a_seed_gives_the_same_document_again() -> None:
    assert generate(1, 20_000) == generate(1, 20_000) != generate(2, 20_000)


def test_generated_documents_hold_the_constructs_people_write() -> None:
    found = {kind for seed in range(20) for kind in kinds(parse(generate(seed, 20_000)).blocks)}
    rare = {"indented_code", "math", "footnote"}
    of_dialects = {"container", "html_container", "jsx", "jsx_container", "esm"}
    assert set(get_args(BlockKind)) - found == rare | of_dialects


def test_generated_documents_fill_every_class_below_256_kb() -> None:
    classes = by_size(generated())
    assert list(classes) == ["under 4 KB", "4-16 KB", "16-64 KB", "64-256 KB"]
    assert all(sum(map(size, texts)) > MB / 3 for texts in classes.values())


def test_large_classes_hold_the_same_text_in_documents_of_their_size() -> None:
    classes = joined(["# Tea\n\nTea keeps.\n" * 500, "# Salt\n\nSalt keeps.\n" * 500])
    assert len({"".join(texts) for texts in classes.values()}) == 1
    assert [len(texts) for texts in classes.values()] == [101, 10, 1]


def test_a_document_that_would_swallow_the_next_is_not_joined() -> None:
    classes = joined(["# Tea\n", "```\nopen\n", "<!-- open\n"])
    assert set(classes["10 MB"][0].split()) == {"#", "Tea"}


def test_files_are_read_as_they_are_and_others_named(tmp_path: Path) -> None:
    (tmp_path / "deeper").mkdir()
    (tmp_path / "deeper" / "a.md").write_bytes(b"# A\r\n")
    (tmp_path / "b.md").write_bytes(b"\xff")
    (tmp_path / "c.txt").write_bytes(b"no Markdown")
    assert read(tmp_path) == (["# A\r\n"], [tmp_path / "b.md"])


def test_a_path_without_markdown_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="no Markdown to measure on"):
        read(tmp_path)


@pytest.mark.parametrize("family", HOSTILE)
def test_hostile_documents_have_the_size_asked_for(family: str) -> None:
    assert 25 * KB <= len(hostile_document(family, 25 * KB)) < 60 * KB
