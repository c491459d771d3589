"""Block quotes in the stock parse: read as by the rule alone, and not over and over."""

from __future__ import annotations

import sys
from random import Random
from types import FrameType

import pytest
from hostile import HOSTILE
from markdown_it import MarkdownIt
from markdown_it.utils import EnvType

from marksplit import Syntax
from marksplit.parser import quotes, stock

SYNTAXES = (Syntax(), Syntax.commonmark(), Syntax.mkdocs(), Syntax.myst(), Syntax.mdx())
LINES = [
    *("> a", "> # h", "> > b", "> > # h", "> - i", "> - - j", "- > q", "  > r", "> ```", "> ~~~"),
    *("```", ">", "> ", "", "    code", ">     code", "> | a |", "> |---|", "> [a]: u", "> [b]:"),
    *("> 'tt'", "[c]: x", "> <div>", "<div>", "> $$", "$$", "> [^n]: f", "[^n]: g", "# h", "---"),
    *("> ---", "1. x", "> 1. y", "   lazy", "> > > z", "> <!--", "-->", "> !!! note", ":::"),
    *("> ::: x", "> =", "===", "\t> t", ">\tu", *["t", "> a", "> # h"] * 8),
]
LINEAR = [
    name for name in HOSTILE if "quote" in name and "math" not in name and "staircase" not in name
]
"""Math is looked for up to its end by the rule of its plugin, from each place anew."""


def parsed(md: MarkdownIt, text: str) -> tuple[object, ...]:
    env: EnvType = {}
    try:
        tokens = md.parse(text, env)
    except IndexError as error:  # a fault of the parser, whose callers know it
        return (type(error),)
    notes = env.get("footnotes", {}).get("refs", {})
    return (
        [(each.type, each.map, each.level, each.markup, each.content) for each in tokens],
        env.get("references", {}),
        notes,
        [found["label"] for found in env.get("duplicate_refs", [])],
    )


@pytest.mark.parametrize("shown", [1, 2, 8])
def test_tokens_are_those_of_the_stock_rule(monkeypatch: pytest.MonkeyPatch, shown: int) -> None:
    monkeypatch.setattr(quotes, "_SHOWN", shown)
    mended = [stock.block_parser(syntax) for syntax in SYNTAXES]
    monkeypatch.setattr(stock, "keep_quotes_linear", lambda md, syntax: None)
    plain = [stock.block_parser(syntax) for syntax in SYNTAXES]
    rng = Random(shown)
    for _ in range(600):
        text = "\n".join(rng.choices(LINES, k=rng.randint(1, 40)))
        number = rng.randrange(len(SYNTAXES))
        assert parsed(mended[number], text) == parsed(plain[number], text), repr(text)


@pytest.mark.parametrize("family", LINEAR)
def test_a_quote_reads_few_lines_that_are_not_its_own(family: str) -> None:
    def calls(count: int) -> int:
        text, made = HOSTILE[family](count), 0

        def counted(frame: FrameType, event: str, _: object) -> None:
            nonlocal made
            made += event == "call"

        before = sys.getprofile()
        sys.setprofile(counted)
        try:
            stock.stock_blocks(text, Syntax.commonmark())
        finally:
            sys.setprofile(before)
        return made

    assert calls(400) <= 4.8 * calls(100) + 500
