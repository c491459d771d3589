"""Rendered Markdown as data: tags from a short list, and text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from marksplit import Syntax, parse
from marksplit.preview import render
from marksplit.preview.rendering import LONGEST

_SCRIPT = files("marksplit.preview") / "assets" / "rendered.js"
TAGS = set(re.findall(r'"(p h1 [^"]+)"', _SCRIPT.read_text(encoding="utf-8"))[0].split())
"""The tags that the page makes elements of."""


def nodes(text: str, syntax: Syntax = Syntax()) -> list[Any]:
    return [node for block in render(parse(text, syntax)) for node in block["nodes"]]  # type: ignore[attr-defined]


def walk(found: list[Any]) -> Iterator[Any]:
    for node in found:
        yield node
        if not isinstance(node, str):
            yield from walk(node[2:])


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("# A *b*", [["h1", {}, "A ", ["em", {}, "b"], ""]]),
        ("- a\n- b", [["ul", {}, ["li", {}, "a"], ["li", {}, "b"]]]),
        ("3. a\n\n   b", [["ol", {"start": 3}, ["li", {}, ["p", {}, "a"], ["p", {}, "b"]]]]),
        ("a\nb  \nc", [["p", {}, "a", "\n", "b", ["br", {}], "c"]]),
        ("[x](https://a.b)", [["p", {}, ["a", {"href": "https://a.b"}, "x"]]]),
        ("![x](a.png)", [["p", {}, ["span", {"class": "image", "title": "a.png"}, "x"]]]),
        ("```js\nx\n```", [["pre", {}, "x\n"]]),
        ("<b>x</b>", [["p", {}, ["code", {"class": "html"}, "<b>"], "x", ["code", {"class": "html"}, "</b>"]]]),
        ("<div>\nx", [["pre", {"class": "html"}, "<div>\nx\n"]]),
        ("$x$ ~~y~~", [["p", {}, ["code", {"class": "math"}, "x"], " ", ["s", {}, "y"]]]),
        ("---\na: 1\n---", [["pre", {"class": "front_matter"}, "---\na: 1\n---\n"]]),
        ("---", [["hr", {}]]),
    ],
)  # fmt: skip
def test_constructs(text: str, tree: list[Any]) -> None:
    def clean(found: list[Any]) -> list[Any]:
        return [
            node if isinstance(node, str) else [*node[:2], *clean(node[2:])]
            for node in found
            if node != ""
        ]

    assert clean(nodes(text)) == clean(tree)


def test_a_table_keeps_its_alignment() -> None:
    (table,) = nodes("| a | b |\n|---|--:|\n| 1 | 2 |")
    cells = [(node[0], node[1]) for node in walk([table]) if node[0] in ("th", "td")]
    assert cells == [("th", {}), ("th", {"align": "right"}), ("td", {}), ("td", {"align": "right"})]


def test_definitions_and_footnotes_of_the_document_are_known_to_every_block() -> None:
    found = nodes("[a] and [^n]\n\n> [b]\n\n[a]: https://a.b\n[b]: https://b.b\n\n[^n]: note")
    links = [
        node[1]["href"] for node in walk(found) if not isinstance(node, str) and node[0] == "a"
    ]
    assert links == ["https://a.b", "https://b.b"]
    assert ["sup", {}, "n"] in list(walk(found))
    assert ["div", {"class": "footnote", "label": "n"}, ["p", {}, "note"]] in list(walk(found))


def test_blocks_stand_where_they_are_in_the_source() -> None:
    text = "\ufeff# 😀 A\r\n\r\nb\r\n"
    units = text.encode("utf-16-le")
    blocks: list[Any] = render(parse(text))
    found = [units[2 * block["from"] : 2 * block["to"]] for block in blocks]
    assert [each.decode("utf-16-le") for each in found] == ["# 😀 A", "b"]


def test_only_known_tags_and_attributes_are_made() -> None:
    text = (
        "# <script>\n\n[a](javascript:x) <a onclick=x> ![a](javascript:x)\n\n"
        "| <i> |\n|---|\n| [a](data:text/html,x) |\n\n<style>\n\n$$\nx\n$$ (l)\n\n^[inline]\n"
    )
    for node in walk(nodes(text)):
        if not isinstance(node, str):
            assert node[0] in TAGS
            assert set(node[1]) <= {"href", "start", "align", "class", "label", "title"}
            assert "javascript" not in str(node[1].get("href"))


def test_other_syntax_is_respected() -> None:
    text = "| a |\n|---|\n\n$x$"
    assert not {"table", "code"} & {node[0] for node in walk(nodes(text, Syntax.commonmark()))}


def test_a_block_that_is_very_long_is_shown_as_written() -> None:
    text = "> deep\n" * (LONGEST // 7 + 1)
    assert nodes(text) == [["pre", {"class": "unrendered"}, text]]


@pytest.mark.parametrize(
    "text", ["> " * 5000 + "x", "[" * 5000, "*a **b " * 3000, "- " * 900 + "x"]
)
def test_deep_nesting_is_no_failure(text: str) -> None:
    assert nodes(text)
