"""Each boundary is told by the rule that made it, with what the two chunks would be as one."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from random import Random
from typing import Any

import pytest
from strategies import lumpy, random_markdown, random_options

from marksplit import (
    Boundary,
    ChunkOptions,
    OversizeBlockError,
    Syntax,
    chunk_outline,
    explain,
    parse,
)
from marksplit.cuts import RANKS, Rank
from marksplit.cuts import place as place_of

FIXTURES = sorted((Path(__file__).parent.parent / "fixtures").rglob("*.md"))
SETTINGS: list[dict[str, Any]] = [
    {"max_size": 60, "overlap": 20},
    {"max_size": 40, "oversize": "split"},
    {"max_size": 100, "count_context": True, "strip_headings": True, "front_matter": "drop"},
    {"max_size": 15, "sizer": "words", "min_size": 5, "merge_sections": True},
    {"split_blocks": True},
    {"max_size": 0},
]


def told(text: str, **options: Any) -> list[str]:
    return [str(each) for each in explain(parse(text), ChunkOptions(**options))]


def place(text: str, **options: Any) -> str:
    """What the first boundary lies between; it must have been made for size."""
    first = explain(parse(text), ChunkOptions(**options))[0]
    assert first.rule == "size"
    return first.place


def test_a_boundary_has_its_rule_its_place_and_what_the_chunks_would_be_as_one() -> None:
    text = "# A\n\none\n\n\n\n# B\n\ntwo\n"
    assert explain(parse(text), ChunkOptions(max_size=10)) == [
        Boundary(
            left=0,
            offset=text.index("# B"),
            line=7,
            rule="heading",
            place="before a heading of level 1",
            size=20,
            max_size=10,
            oversize=False,
        )
    ]


def test_headings_are_told_with_their_level() -> None:
    assert told("# A\n\none\n\n### B\n\ntwo") == [
        "heading: before a heading of level 3; together 20"
    ]


def test_front_matter_is_told_from_a_heading() -> None:
    assert told("---\na: 1\n---\n# A\n\none\n\n# B\n\ntwo") == [
        "front_matter: after the front matter; together 21",
        "heading: before a heading of level 1; together 18",
    ]
    assert told("---\na: 1\n---\n# A\n\none", front_matter="drop") == []


def test_blocks_that_are_chunks_of_their_own() -> None:
    assert told("# A\n\none\n\n## B", split_blocks=True) == [
        "split_blocks: between blocks; together 8",
        "split_blocks: between blocks; together 9",
    ]


def test_size_is_compared_with_the_limit_and_written_with_commas() -> None:
    text = f"- {'a' * 700}\n- {'b' * 700}\n"
    assert told(text, max_size=1200) == ["size: between list items; together 1,405 > 1,200"]


def test_a_place_that_is_better_than_a_fuller_chunk_is_told_as_such() -> None:
    text = "One two.\n\n- three\n- four\n- five six seven"
    assert told(text, max_size=30) == [
        "size: between blocks, better than any place further on; together 24",
        "size: between list items; together 31 > 30",
    ]


def test_chunks_beside_an_oversize_one_say_so() -> None:
    text = "one\n\n```\na long line of code\n```\n\ntwo"
    assert told(text, max_size=10) == [
        "size: between blocks, next to an oversize chunk; together 32 > 10",
        "size: between blocks, next to an oversize chunk; together 32 > 10",
    ]


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("# A\n\none two\n\n#### B\n\nthree", {"max_size": 16}, "before a heading of level 4"),
        ("one two\n\nthree four", {"max_size": 10}, "between blocks"),
        ("- one two\n- three four", {"max_size": 14}, "between list items"),
        ("- one\n  - two three\n  - four", {"max_size": 20}, "between nested list items"),
        (
            "> one two\n>\n> three four",
            {"max_size": 14},
            "between blocks of a list item, quote, container or pair of HTML tags",
        ),
        (
            "Take these:\n\n- one two three\n- four",
            {"max_size": 20},
            "between a block and what introduces or explains it",
        ),
        ("One two three. Four five.", {"max_size": 20}, "between sentences"),
        ("One two three, four five.", {"max_size": 20}, "between clauses"),
        ("one two three\nfour five six", {"max_size": 20}, "between lines of a paragraph"),
        ("one two three four", {"max_size": 10}, "between words"),
        ("# Title\n\nwordwordword", {"max_size": 12}, "between a heading and its text"),
        ("wordwordword", {"max_size": 8}, "between characters"),
        (
            "`one two three four`",
            {"max_size": 12},
            "at a space inside a link, code span or the like",
        ),
        (
            "`wordwordwordword`",
            {"max_size": 12},
            "between characters inside a link, code span or the like",
        ),
    ],
)
def test_the_place_is_told_in_words(text: str, options: dict[str, Any], expected: str) -> None:
    assert place(text, **options) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n| 5 | 6 |",
            "between rows of a block that is split",
        ),
        ("```\nab = 1\ncd = 2\nef = 3\ngh = 4\nij = 5\n```", "between lines of code"),
        ("    wordwordwordwordwordwordwordwordword", "inside a line of code"),
    ],
)
def test_the_place_in_a_block_that_is_split(text: str, expected: str) -> None:
    assert place(text, max_size=34, oversize="split") == expected


def test_a_rank_has_the_words_of_the_last_one_in_the_table_up_to_it() -> None:
    assert place_of(Rank.ITEM + 7) == Rank.NESTED_ITEM.words
    assert place_of(Rank.CODE_BODY + 3) == Rank.CODE_BODY.words
    assert place_of(3) == "before a heading of level 3"
    assert [*RANKS] == sorted(RANKS), "the table is in order"
    assert len({rank.words for rank in RANKS}) == len(RANKS), "no two ranks are told alike"


def test_the_end_of_a_section_that_was_cut_is_told() -> None:
    text = "# A\n\n#### B\n\none two three. four five six.\n\n#### C\n\nseven"
    places = [each.place for each in explain(parse(text), ChunkOptions(max_size=30))]
    assert places[-1] == "before a heading of level 4, at the end of a section that was cut"


def test_with_overlap_the_place_is_behind_the_repeated_text() -> None:
    text = "One two three.\n\nFour five six.\n\nSeven eight nine."
    options = ChunkOptions(max_size=34, overlap=16)
    assert chunk_outline(parse(text), options)[1].overlap == 14
    (boundary,) = explain(parse(text), options)
    assert (boundary.offset, boundary.line) == (text.index("Seven"), 5)


def test_the_size_counts_the_context_where_the_limit_does() -> None:
    text = "# Title\n\nOne two three.\n\nFour five six.\n\nSeven eight nine."
    first, second = explain(parse(text), ChunkOptions(max_size=32, count_context=True))
    assert first.size == len("# Title\n\nOne two three.\n\nFour five six.")
    assert second.size == len("Title\n\nFour five six.\n\nSeven eight nine.")


@pytest.mark.parametrize("text", ["", "\n\n", "one", "---\na: 1\n---"])
def test_no_boundary_without_two_chunks(text: str) -> None:
    assert explain(parse(text)) == []
    assert explain(parse(text), ChunkOptions(front_matter="drop")) == []


@pytest.mark.parametrize("options", SETTINGS, ids=str)
def test_boundaries_are_those_of_the_chunks(options: dict[str, Any]) -> None:
    given = ChunkOptions(**options)
    for path in FIXTURES:
        outline = parse(path.read_bytes().decode("utf-8", "surrogateescape"))
        chunks = chunk_outline(outline, given)
        boundaries = explain(outline, given)
        assert [each.left for each in boundaries] == list(range(max(len(chunks) - 1, 0)))
        for each in boundaries:
            left, right = chunks[each.left], chunks[each.left + 1]
            assert left.end <= each.offset < right.end
            assert not outline.source[left.end : each.offset].strip()
            assert each.line == outline.lines.line_at(each.offset)
            assert each.oversize == (left.oversize or right.oversize)
            assert each.size >= max(left.size, right.size) or options.get("sizer")
            assert str(each)


def test_boundaries_are_those_of_the_chunks_where_sizes_do_not_grow_with_the_text() -> None:
    rng = Random(3)
    for _ in range(1500):
        outline = parse(random_markdown(rng))
        options = dataclasses.replace(random_options(rng), sizer=lumpy, oversize="split")
        ends = [each.end for each in chunk_outline(outline, options)][:-1]
        offsets = [each.offset for each in explain(outline, options)]
        assert all(
            end <= offset and not outline.source[end:offset].strip()
            for end, offset in zip(ends, offsets, strict=True)
        )


def test_dialects_are_explained_too() -> None:
    text = '!!! note "Read"\n\n    one two three\n\n    four five six\n'
    (boundary,) = explain(parse(text, Syntax.mkdocs()), ChunkOptions(max_size=35))
    assert boundary.place == "between blocks of a list item, quote, container or pair of HTML tags"


def test_what_cannot_be_cut_cannot_be_explained() -> None:
    with pytest.raises(OversizeBlockError):
        told("```\na long line of code\n```", max_size=10, oversize="error")


def test_a_boundary_is_frozen() -> None:
    (boundary,) = explain(parse("# A\n\n# B"))
    with pytest.raises(dataclasses.FrozenInstanceError):
        boundary.left = 3  # type: ignore[misc]
