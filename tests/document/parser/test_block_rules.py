"""Guarded rules of the stock parse: they read as alone, and no line over and over."""

from __future__ import annotations

from random import Random

import pytest
from counting import calls
from hostile import HOSTILE
from markdown_it import MarkdownIt
from markdown_it.utils import EnvType

from marksplit import Syntax
from marksplit.document.parser import block_rules, stock

SYNTAXES = (Syntax(), Syntax.commonmark(), Syntax.mkdocs(), Syntax.myst(), Syntax.mdx())
LINES = [
    *("> a", "> # h", "> > b", "> > # h", "> - i", "> - - j", "- > q", "  > r", "> ```", "> ~~~"),
    *("```", ">", "> ", "", "    code", ">     code", "> | a |", "> |---|", "> [a]: u", "> [b]:"),
    *("> 'tt'", "[c]: x", "> <div>", "<div>", "> $$", "$$", "> [^n]: f", "[^n]: g", "# h", "---"),
    *("> ---", "1. x", "> 1. y", "   lazy", "> > > z", "> <!--", "-->", "> !!! note", ":::"),
    *("> ::: x", "> =", "===", "\t> t", ">\tu", *["t", "> a", "> # h"] * 8),
    *("$$ x", "> $$ y", "y $$", "> z $$ (1)", "- $$", "  $$", "$$ w $$", "> - $$ v", ">   u $$"),
    *("$$", "\x0b", "> \x0b", "\u3000", "\u00a0"),
]
LINEAR = [
    name
    for name in HOSTILE
    if ("quote" in name or "math" in name)
    and name
    not in ("quote staircase", "deep quotes, lazy lines", "quoted math, text, closed too late")
]


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
    monkeypatch.setattr(block_rules, "_SHOWN", shown)
    mended = [stock.new_stock_parser(syntax) for syntax in SYNTAXES]
    monkeypatch.setattr(stock, "keep_blocks_linear", lambda md, syntax: None)
    plain = [stock.new_stock_parser(syntax) for syntax in SYNTAXES]
    rng = Random(shown)
    for _ in range(600):
        text = "\n".join(rng.choices(LINES, k=rng.randint(1, 40)))
        number = rng.randrange(len(SYNTAXES))
        assert parsed(mended[number], text) == parsed(plain[number], text), repr(text)


@pytest.mark.parametrize("family", LINEAR)
def test_no_line_is_read_over_and_over(family: str) -> None:
    def work(count: int) -> int:
        text = HOSTILE[family](count)
        return calls(lambda: stock.stock_blocks(text), ["call"])

    assert work(400) <= 4.8 * work(100) + 500
