"""Anchors are what GitHub gives its headings, by the rules of npm's github-slugger."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from marksplit import ChunkOptions, Syntax, chunk, parse
from marksplit.document.anchors import slugs

GOLDEN: dict[str, list[tuple[str, str]]] = json.loads(
    (Path(__file__).parent / "anchors.json").read_text("utf-8")
)
"""Headings of documents with the anchors that github-slugger 2.0.0 makes of them, in order."""


def anchors(text: str, syntax: Syntax = Syntax()) -> list[str]:
    return list(parse(text, syntax).anchors.values())


@pytest.mark.parametrize("document", GOLDEN)
def test_anchors_are_those_of_github_slugger(document: str) -> None:
    texts, expected = zip(*GOLDEN[document], strict=True)
    assert slugs(texts) == list(expected)


def test_a_chunk_has_the_anchor_of_the_innermost_heading_of_its_path() -> None:
    text = "lead\n\n# Tea\n\na\n\n## Brew it!\n\nb\n\n#### Deep\n\nc\n\n## Brew it!\n\nd\n"
    chunks = chunk(text)
    assert [(found.heading, found.anchor) for found in chunks] == [
        ("", ""),
        ("Tea", "tea"),
        ("Brew it!", "brew-it"),
        ("Brew it!", "brew-it-1"),
    ]


def test_joined_sections_have_the_anchor_of_what_they_share() -> None:
    text = "# A\n\n## B\n\nb\n\n## B\n\nb\n\n## C\n\nc\n"
    (found,) = chunk(text, ChunkOptions(merge_sections=True))
    assert (found.heading_path, found.anchor) == (("A",), "a")
    found = chunk(text, ChunkOptions(strip_headings=True))[1]
    assert (found.heading, found.anchor) == ("B", "b-1")


def test_headings_in_quotes_and_items_count() -> None:
    assert anchors("> # A\n\n- # A\n\n  text\n\n# A\n") == ["a", "a-1", "a-2"]
    assert chunk("> # A\n\n- x\n\n# A\n\ntext")[-1].anchor == "a-1"


@pytest.mark.parametrize(
    ("heading", "anchor"),
    [
        ("# *Bold* `code_x` [link](u) &amp; more", "bold-code_x-link--more"),
        ("# ![logo](i.png) Tea", "-tea"),
        ("# Tea [![badge](b.svg)](u)", "tea-"),
        ("# <img src='i.png'> Tea", "-tea"),
        ("## <a name='x'></a>Tea", "tea"),
        ("# two  spaces", "two--spaces"),
        ("# no&nbsp;break", "nobreak"),
        ("# a\u00a0b", "ab"),
        ("Two\nlines\n===", "twolines"),
        ("# Closed ##", "closed"),
        ("#   Wide   ##  ", "wide"),
        ("# C\\#", "c"),
        ("# Energy $E = mc^2$", "energy-e--mc2"),
        ("#", ""),
        ("> ![logo](i.png) Tea\n> ---", "-tea"),
    ],
)
def test_an_anchor_is_made_of_what_the_page_shows(heading: str, anchor: str) -> None:
    assert anchors(heading) == [anchor]
    assert anchors(heading, Syntax(alerts=False)) == [anchor]


def test_references_and_footnote_marks_in_headings() -> None:
    text = "# The [guide][g]\n\n# Note[^n]\n\n# The [plan][p]\n\n[g]: /u\n\n[^n]: note\n"
    assert anchors(text) == ["the-guide", "note", "the-planp"]
