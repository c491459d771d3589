"""Simple constructs: the same as the inline parse finds, or left to it."""

from __future__ import annotations

from random import Random

import pytest
from markdown_it.common.utils import normalizeReference

from marksplit import Syntax, parse
from marksplit.document.parser.inline import Definitions, record, span_parser
from marksplit.document.parser.inline_kinds import inline_kinds
from marksplit.document.parser.inline_uses import parsed_uses
from marksplit.document.parser.simple_inline import Construct, normalised, simple_constructs

DOCUMENT = "[a]: u\n\n[b c]: v\n\n[`c`]: w\n\n[^n]: note\n"
SYNTAXES = (Syntax(), Syntax.commonmark())
PIECES = [
    *("word ", "a", "é", "日本", ":", "~~", "||", "{x}", "\0", "\n", "  \n", " ", "(", "(x)", ")"),
    *("[a]", "[b]", "[a\nb]", "[B  C]", "[`c`]", "[ ]", "[x]", "[]", "[a]: x", "![a]", "[a][b]"),
    *("[a][]", "[x][a]", "[x y][A]", "![x][a]", "[^n]", "[^m]", "[^n](x)", "[^n][a]", "[^n]:"),
    *("[t](http://x.y/z)", "[t](foo.md#a)", "[t](b (c))", "[t](<x>)", '[t](x "t")', "[t](x 't')"),
    *("[t]( x )", "[t]()", "[t](javascript:x)", "[t](data:x)", "[t](http://[x)", "[t](/a:b)"),
    *(
        "[t](#é-x)",
        "[t](\ud800)",
        "[t](<é>)",
        "[t](<b c>)",
        "[t](http://x.y/é)",
        "[t](http://é.y/z)",
        "[t](é\u3000)",
        "[t](https://x:8/a:b)",
    ),
    *("![alt](x.png)", "[![i](j)](k)", "[![i][a]](k)", "[![i](j)]", "![[", "!", "]", "["),
    *("`code`", "`a ] b`", "``x`y``", "`", "*em*", "**", "_", "\\", "\\[", "\\]", "\\`", "\\a"),
    *("<br>", '<a href="x">', "</a>", "<http://a.b>", "<", "<x", "<!--x-->", "&amp;", "&", "& "),
    *(
        "$",
        "$x$",
        "$ ",
        "\\$",
        "$a\\$b$",
        "^",
        "^[n]",
        "www.a.b ",
        "http://a.b ",
        "me@x.y",
        "mailto:",
        "xmpp:a@b",
    ),
]


def expected(content: str, definitions: Definitions) -> list[Construct]:
    """What the inline parse finds: outermost constructs, with the use that stands at each start."""
    uses = [] if "[" not in content else parsed_uses(content, definitions)
    kinds = {use.start: use for use in reversed(uses)}
    found: list[Construct] = []
    spans = record(content, span_parser(definitions.kinds), definitions.env())
    for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):
        if not found or start >= found[-1].end:
            use = kinds.get(start)
            found.append(Construct(start, end, *(use[2:] if use else ())))
    return found


@pytest.mark.parametrize("seed", range(6))
def test_simple_constructs_are_those_of_the_inline_parse(seed: int) -> None:
    rng = Random(seed)
    simple = 0
    documents = [parse(DOCUMENT, syntax).definitions for syntax in SYNTAXES]
    for _ in range(1500):
        content = "".join(rng.choices(PIECES, k=rng.randint(1, 7)))
        for definitions in documents:
            found = simple_constructs(
                content, definitions.links, definitions.footnotes, kinds=definitions.kinds
            )
            if found is not None:
                simple += 1
                assert found == expected(content, definitions), repr(content)
    assert simple > 300  # enough of them are simple to say something


@pytest.mark.parametrize(
    "content",
    ["a `b", "[a] [b](c (d))", "see www.a.b", "me@x.y", "^[n]", "<!-- c -->", "[[a]]"],
)
def test_what_is_not_simple_is_left_to_the_parser(content: str) -> None:
    assert simple_constructs(content, {"A"}, (), kinds=inline_kinds(Syntax())) is None


def test_uses_carry_the_label_of_their_definition() -> None:
    content = "See [the  page][A b], ![a b], [a\nb][] and[^1]."
    assert simple_constructs(content, {"A B"}, {":1"}, kinds=inline_kinds(Syntax())) == [
        Construct(4, 20, "link", "A B"),
        Construct(22, 28, "image", "A B"),
        Construct(30, 37, "link", "A B"),
        Construct(41, 45, "footnote", "1"),
    ]


def test_labels_are_normalised_as_the_parser_does() -> None:
    rng = Random(1)
    for _ in range(2000):
        label = "".join(
            rng.choices(["a", "B", " ", "  ", "\t", "\n", "\x1c", "ß", "ẞ", "İ", "é", "~"], k=6)
        )
        assert normalised(label) == normalizeReference(label)
