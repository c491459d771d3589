"""What the lean parse may cost, counted and not timed: work that doubles with the document."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest
from hostile import HOSTILE
from markdown_it.token import Token

from marksplit import Syntax
from marksplit.document.parser import lean
from marksplit.document.parser.lean import parse_lean, scan_source
from marksplit.spans import Source


def steps(text: str) -> int:
    """Lines of Python executed by the lean parse of `text`, titles left out."""
    source = Source(text)
    count = 0

    def trace(frame: FrameType, event: str, _: Any) -> Callable[..., Any] | None:
        nonlocal count
        if event == "call":
            count += 1
            inside = "/parser/rules/" in frame.f_code.co_filename.replace("\\", "/")
            return trace if inside else None
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        scan_source(source)
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("family", HOSTILE)
def test_twice_the_document_is_twice_the_work(family: str) -> None:
    make = HOSTILE[family]
    once, twice, four_times = (steps(make(n)) for n in (150, 300, 600))
    assert four_times - twice <= 2.6 * (twice - once) + 400


@pytest.mark.parametrize("family", HOSTILE)
def test_a_hostile_character_is_little_work(family: str) -> None:
    text = HOSTILE[family](600)
    assert steps(text) <= 60 * len(text) + 20_000


@pytest.mark.parametrize(
    ("head", "line"),
    [
        ("", "word\n"),
        ("| a | b |\n|---|---|\n", "| c | d |\n"),
        ("```\n", "code\n"),
        ("<!--\n", "text\n\n"),
        ("> a\n", "lazy\n"),
        ("> # h\n", "not lazy\n"),
    ],
)
def test_lines_inside_a_block_are_skipped_in_one_step(head: str, line: str) -> None:
    assert steps(head + line * 4000) <= steps(head + line * 2000) + 20


def test_the_default_syntax_makes_no_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a token was made")

    monkeypatch.setattr(Token, "__init__", refuse)
    text = (
        "# A\n\n- b\n  - c\n\n> d\n\n| e |\n|---|\n| f |\n\n```\ng\n```\n\n[h]: /i\n\n$$\nj\n$$\n"
    )
    kinds = [block.kind for block in scan_source(Source(text)).blocks]
    assert kinds == ["heading", "list", "blockquote", "table", "fenced_code", "definition", "math"]


def test_the_default_syntax_does_not_use_the_stock_parse(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("the stock parse was used")

    monkeypatch.setattr(lean, "parse_source", refuse)
    for make in HOSTILE.values():
        parse_lean(Source(make(60)), Syntax())
