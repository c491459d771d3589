"""What the page is told of a document: offsets as JavaScript counts them, and nothing lost."""

from __future__ import annotations

import json
from typing import Any

import pytest

from marksplit import ChunkOptions, chunk, parse
from marksplit.preview import describe


def described(text: str, **options: Any) -> Any:
    return describe("a.md", parse(text), ChunkOptions(**options))


def utf16(text: str) -> bytes:
    return text.encode("utf-16-le", "surrogatepass")


@pytest.mark.parametrize(
    "text",
    [
        "# A\n\none two",
        "😀 one. 😀 two.\n\n# 😀\n\nx😀y",
        "\ufeff# A\r\n\r\n\0 b",
        "\ud800 a\n\n\udfff b",
    ],
)
def test_offsets_count_utf16_units(text: str) -> None:
    units = utf16(text)
    for each, found in zip(
        chunk(text, ChunkOptions(max_size=10)), described(text, max_size=10)["chunks"], strict=True
    ):
        assert units[2 * found["from"] : 2 * found["to"]] == utf16(each.text)


def test_a_chunk_is_told_with_every_field_but_its_text() -> None:
    text = "# A\n\nOne two. Three four. Five six."
    chunks = chunk(text, ChunkOptions(max_size=24, overlap=12))
    found = described(text, max_size=24, overlap=12)["chunks"]
    for each, told in zip(chunks, found, strict=True):
        fields = each.to_dict()
        del fields["text"]
        assert fields.items() <= told.items()
        assert told["own"] == each.start + each.overlap
        assert told["added"] + each.text == each.with_context()
    assert found[1]["added"] == "A\n\n"


def test_sections_and_atomic_blocks_are_told() -> None:
    text = "intro\n\n# A\n\n- x\n\n  ```\n  code\n  ```\n\n## B\n\n$$\nx\n$$\n"
    found = described(text, sizer="words")
    assert [(each["level"], each["title"], each["size"]) for each in found["sections"]] == [
        (0, "", len(text.split())),
        (1, "A", len(text.split()) - 1),
        (2, "B", 5),
    ]
    assert [(each["kind"], text[each["from"] : each["to"]]) for each in found["atomic"]] == [
        ("fenced_code", "  ```\n  code\n  ```"),
        ("math", "$$\nx\n$$"),
    ]


def test_each_chunk_has_the_reason_why_it_starts_there() -> None:
    found = described("# A\n\nx\n\n# B\n\none two.\n\nthree", max_size=15)["chunks"]
    assert [each["reason"] for each in found] == [
        "start of the document",
        "heading: before a heading of level 1; together 21 > 15",
        "size: between blocks; together 20 > 15",
    ]


def test_an_empty_document_is_described() -> None:
    assert described("")["chunks"] == []
    json.dumps(described(""))
