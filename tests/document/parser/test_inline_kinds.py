"""The table of inline constructs: a new row is all that a construct needs to be kept whole."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

import pytest

from marksplit import Syntax, parse
from marksplit.document.parser import inline_kinds as table
from marksplit.document.parser import inline_spans
from marksplit.document.parser.inline_kinds import InlineKind, inline_kinds
from marksplit.document.parser.simple_inline import simple_constructs

ON = Syntax(tex_math=True)


@pytest.fixture(autouse=True)
def braces(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    braces = InlineKind(
        "braces", "{", on=attrgetter("tex_math"), pattern=r"\{\{(?P<shown>[^{}\n]*)\}\}"
    )
    monkeypatch.setattr(table, "KINDS", (*table.KINDS, braces))
    inline_kinds.cache_clear()
    yield
    inline_kinds.cache_clear()


def kept(text: str, syntax: Syntax) -> list[str]:
    outline = parse(text, syntax)
    block = outline.blocks[0]
    _, spans = inline_spans(outline.lines, block, outline.definitions, nested=False, quotes=0)
    return [text[span.start : span.end] for span in spans]


@pytest.mark.parametrize("around", ["a {} b", "`c` { {} {}", "a <!-- c --> {} www.a.b"])
def test_a_span_of_a_new_kind_is_kept_whole(around: str) -> None:
    text = around.replace("{}", "{{two words}}")
    assert "{{two words}}" in kept(text, ON)
    assert "{{two words}}" not in kept(text, Syntax())


def test_the_fast_way_knows_the_new_kind() -> None:
    found = simple_constructs("a { {{b c}} d", {}, (), kinds=inline_kinds(ON))
    assert found is not None
    assert [(each.start, each.end) for each in found] == [(4, 11)]


def test_a_title_says_what_the_pattern_shows() -> None:
    assert parse("# a {{b c}} { d", ON).blocks[0].label == "a b c { d"
    assert parse("# a {{b c}}", Syntax()).blocks[0].label == "a {{b c}}"
