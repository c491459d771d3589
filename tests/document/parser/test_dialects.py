"""What each dialect's marks make of a document, and that nothing else is made of it."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from math import isqrt
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest
from dialects import DIALECTS
from markdown_it import MarkdownIt
from mdit_py_plugins.admon import admon_plugin
from mdit_py_plugins.container import container_plugin
from standard import examples, needs_standard
from strategies import DIALECT_LINES, random_markdown

from marksplit import Block, ChunkOptions, Syntax, check, chunk, parse
from marksplit.document.parser.stock import parse_source
from marksplit.spans import Source

ROOT = Path(__file__).resolve().parents[3]
PLAIN = sorted(path for path in (ROOT / "fixtures").glob("*.md") if path.stem != "README")
MARKS = {
    "admonitions": r"!!!|\?\?\?|===[+! ]",
    "colon_containers": r":::",
    "directives": r"[`~]\s*\{|\)=",
    "jsx": r"</?[A-Z]|\{/\*|^(?:import|export)\b",
    "tex_math": r"\\\[|\\begin",
    "html_containers": r"</",
}
"""By switch: a document without these holds no mark of it."""


def tree(text: str, syntax: Syntax) -> list[str]:
    """One line for each block: kind, label, first line."""

    def lines(blocks: Sequence[Block], depth: int) -> Iterator[str]:
        for block in blocks:
            first = text[block.start : block.end].split("\n")[0].strip()
            label = f" [{block.label}]" if block.label else ""
            yield f"{'  ' * depth}{block.kind}{label}: {first}"
            yield from lines(block.children, depth + 1)

    return list(lines(parse(text, syntax).blocks, 0))


def test_every_switch_that_is_off_by_default_has_marks_and_lines_to_test_it() -> None:
    off = {field.name for field in fields(Syntax) if not field.default}
    assert off == set(MARKS) == set(DIALECT_LINES)
    for syntax in DIALECTS.values():
        assert any(getattr(syntax, switch) for switch in off)


@pytest.mark.parametrize("switch", MARKS)
def test_documents_without_its_marks_are_cut_as_ever(switch: str) -> None:
    syntax, own = Syntax(**{switch: True}), re.compile(MARKS[switch], re.M)
    plain = 0
    for path in PLAIN:
        text = path.read_bytes().decode("utf-8", "surrogatepass")
        if not own.search(text):
            plain += 1
            options = ChunkOptions(max_size=100)
            assert chunk(text, options, syntax=syntax) == chunk(text, options), path.name
    assert plain > 0.8 * len(PLAIN)


@needs_standard
@pytest.mark.parametrize("switch", MARKS)
def test_examples_of_the_standard_without_its_marks_parse_as_ever(switch: str) -> None:
    own, bare = re.compile(MARKS[switch], re.M), Syntax.commonmark()
    for text in examples():
        if not own.search(text):
            assert parse(text, replace(bare, **{switch: True})).blocks == parse(text, bare).blocks


def test_an_indented_body_is_blocks_and_ends_with_its_indent() -> None:
    text = '!!! note "T"\n\n    # h\n\n        code\n\n    - a\n\n    text\nlazy\n??? x\n    y\n'
    assert tree(text, Syntax.mkdocs()) == [
        'container [note "T"]: !!! note "T"',
        "  heading [h]: # h",
        "  indented_code: code",
        "  list [-]: - a",
        "    list_item [-]: - a",
        "      paragraph: - a",
        "  paragraph: text",
        "paragraph: lazy",
        "container [x]: ??? x",
        "  paragraph: y",
    ]


@pytest.mark.parametrize(
    "line", ["!!!", '!!! a "b', '!!! a "b" c', "!! a", "===", '==="x"', "=== x", "???", "    !!! a"]
)
def test_what_python_markdown_does_not_open_is_no_container(line: str) -> None:
    kinds = [block.kind for block in parse(f"{line}\n\n    body\n", Syntax.mkdocs()).blocks]
    assert "container" not in kinds


def test_the_first_line_of_as_many_colons_closes() -> None:
    text = ":::: a\n::: b\nx\n:::\n```\n::::\n```\ny\n"
    assert tree(text, Syntax.mdx()) == [
        "container [a]: :::: a",
        "  container [b]: ::: b",
        "    paragraph: x",
        "  fenced_code: ```",
        "fenced_code: ```",
    ]


def test_the_closing_line_belongs_to_the_container_and_a_cut_keeps_it() -> None:
    text = "::: tip\nOne sentence here.\n\nAnother sentence.\n:::\n"
    found = chunk(text, ChunkOptions(max_size=30), syntax=Syntax.mdx())
    assert [one.text for one in found] == [
        "::: tip\nOne sentence here.",
        "Another sentence.\n:::",
    ]


def test_a_title_is_never_parted_from_the_first_block() -> None:
    text = '!!! note "A title"\n\n    ```\n    code that is long\n    ```\n\n    After.\n'
    found = chunk(text, ChunkOptions(max_size=25), syntax=Syntax.mkdocs())
    assert found[0].text.startswith("!!! note")
    assert found[0].text.endswith("    ```")
    assert [one.oversize for one in found] == [True, False]


def test_a_heading_in_a_container_opens_no_section() -> None:
    text = "# A\n\n::: x\n# B\n\ntext\n:::\n\nafter\n"
    assert [one.heading_path for one in chunk(text, syntax=Syntax.mdx())] == [("A",)]


def test_import_lines_go_on_to_the_line_that_closes_their_bracket() -> None:
    text = "import a from 'b'\nexport const c = {\n\n  d: '}',\n}\nexport {e}\n\n# F\n"
    assert tree(text, Syntax.mdx()) == [
        "esm: import a from 'b'",
        "esm: export {e}",
        "heading [F]: # F",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "import duties rise",
        "export default settings to a file",
        "  import a from 'b'",
        "> export {a}",
    ],
)
def test_prose_that_starts_with_import_or_export_is_prose(line: str) -> None:
    assert "esm" not in [block.kind for block in parse(line, Syntax.mdx()).blocks]


def test_an_element_is_whole_whatever_its_tags_and_fences_hold() -> None:
    text = "<Foo a={'</Foo>'} b=\">\"\n  c>\nx\n\n# h\n\n```\n</Foo>\n```\n\n`</Foo>`\n\n</Foo>\nafter\n"
    assert tree(text, Syntax.mdx()) == [
        "jsx: <Foo a={'</Foo>'} b=\">\"",
        "paragraph: after",
    ]


def test_tags_alone_on_their_lines_hold_the_blocks_between_them() -> None:
    text = "text\n<Foo\n  a>\n<Bar>\n\n# h\n\n</Bar>\n</Foo>\n\n</Foo>\n<Bar>\nx\n"
    assert tree(text, Syntax.mdx()) == [
        "paragraph: text",
        "jsx_container [Foo]: <Foo",
        "  jsx [Foo]: <Foo",
        "  jsx_container [Bar]: <Bar>",
        "    jsx [Bar]: <Bar>",
        "    heading [h]: # h",
        "    jsx [/Bar]: </Bar>",
        "  jsx [/Foo]: </Foo>",
        "jsx [/Foo]: </Foo>",
        "jsx [Bar]: <Bar>",
        "paragraph: x",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "<Foo>\nx\n\n</Foo>",
        "<Foo>\n\nx\n</Foo>",
        "<Foo>\n  <Bar/>\n</Foo>",
        "<Foo>x\n\n</Foo>",
        "<Foo>\n\nx</Foo>",
        "<Foo>\n\nx\n\n</Foo> y",
        "<Foo>\n{\n\n}\n</Foo>",
    ],
)
def test_an_element_without_markdown_between_blank_lines_is_whole(text: str) -> None:
    assert [block.kind for block in parse(text, Syntax.mdx()).blocks] == ["jsx"]


def test_a_piece_of_an_element_has_the_tags_around_it_in_context() -> None:
    text = (
        "<Tabs>\n<Tab\n  a='b'>\n\n# h\n\nOne sentence.\n\n"
        "```\ncode of a line\ncode of another line\n```\n\n</Tab>\n</Tabs>\n\nAfter it.\n"
    )
    options = ChunkOptions(max_size=40, oversize="split")
    found = chunk(text, options, syntax=Syntax.mdx())
    check(text, found, options, syntax=Syntax.mdx())
    tags = "<Tabs>\n<Tab\n  a='b'>"
    assert [(one.context, one.text) for one in found] == [
        ("", f"{tags}\n\n# h\n\nOne sentence."),
        (tags, "```\ncode of a line"),
        (f"{tags}\n```", "code of another line\n```\n\n</Tab>\n</Tabs>"),
        ("", "After it."),
    ]
    assert {one.heading_path for one in found} == {()}


@pytest.mark.parametrize("text", ["<DIV>\n\nx\n\n</DIV>\n", "<Foo>x</Foo> y\n", "<Foo>x\n\ny\n"])
def test_html_in_capitals_and_inline_elements_are_no_blocks(text: str) -> None:
    assert parse(text, Syntax.mdx()).blocks == parse(text).blocks


def test_a_directive_with_markdown_is_a_container_and_its_options_are_no_blocks() -> None:
    text = "````{note} T\n:class: x\n\n```{code-block}\n# c\n```\n````\n\n:::{tip}\n---\na: b\n---\nx\n:::\n"
    assert tree(text, Syntax.myst()) == [
        "container [{note} T]: ````{note} T",
        "  fenced_code [{code-block}]: ```{code-block}",
        "container [{tip}]: :::{tip}",
        "  paragraph: x",
    ]


def test_a_target_stays_with_the_block_below() -> None:
    text = "# A\n\ntext\n\n(b)=\n(c)=\n## B\n\n(d)=\n\n```\ncode\n```\n"
    assert [one.text for one in chunk(text, syntax=Syntax.myst())] == [
        "# A\n\ntext",
        "(b)=\n(c)=\n## B\n\n(d)=\n\n```\ncode\n```",
    ]
    assert chunk(text, syntax=Syntax.myst())[1].heading_path == ("A", "B")
    small = chunk(text, ChunkOptions(max_size=12), syntax=Syntax.myst())
    assert small[-1].text.endswith("(d)=\n\n```\ncode\n```")


def test_display_math_ends_with_its_own_mark() -> None:
    text = "a\n\\[\nx\n===\n\\]\nb\n\n\\begin{a}\n\n\\begin{b}\\end{b}\n\n\\end{a}\n\n\\[x\\] is\n"
    assert tree(text, Syntax.mkdocs()) == [
        "paragraph: a",
        "math: \\[",
        "paragraph: b",
        "math: \\begin{a}",
        "paragraph: \\[x\\] is",
    ]


def test_html_tags_hold_the_blocks_between_them() -> None:
    text = "<div><p>\n\n# h\n\n</p>\n\n- a\n\n</div>\n\n<b>\n\nx\n"
    assert tree(text, Syntax(html_containers=True)) == [
        "html_container [div]: <div><p>",
        "  html: <div><p>",
        "  heading [h]: # h",
        "  html: </p>",
        "  list [-]: - a",
        "    list_item [-]: - a",
        "      paragraph: - a",
        "  html: </div>",
        "html: <b>",
        "paragraph: x",
    ]
    assert "html_container" not in str(parse(text).blocks)


def test_a_block_that_closes_one_pair_and_opens_the_next_is_in_the_next() -> None:
    text = "<p>\n\na\n\n</p><p>\n\n# h\n\n</p>\n<p>\n\n</p>\n"
    assert tree(text, Syntax(html_containers=True)) == [
        "html_container [p]: <p>",
        "  html: <p>",
        "  paragraph: a",
        "html_container [p]: </p><p>",
        "  html: </p><p>",
        "  heading [h]: # h",
        "html_container [p]: </p>",
        "  html: </p>",
        "  html: </p>",
    ]


# Against the plugins for the same marks, where those are right


def _maps(md: MarkdownIt, kind: str, text: str) -> list[tuple[int, int]] | None:
    """Lines of a plugin's containers; None where the plugin fails."""
    try:
        tokens = md.parse(text)
    except IndexError:
        return None
    return [(t.map[0], t.map[1]) for t in tokens if t.type == kind and t.map]


def _containers(text: str, syntax: Syntax) -> list[tuple[int, int]]:
    """First line of each container, and its last line that is not blank."""
    source = Source(text)

    def walk(blocks: Sequence[Block]) -> Iterator[tuple[int, int]]:
        for block in blocks:
            if block.kind == "container":
                yield source.line_at(block.start) - 1, source.line_at(block.end - 1)
            yield from walk(block.children)

    return list(walk(parse_source(source, syntax).blocks))


def test_colon_containers_are_those_of_the_plugin() -> None:
    md = MarkdownIt("commonmark", {"maxNesting": 200}).disable("inline")
    opens = re.compile(r"[ \t]*(?:[^\W\d_]|\{)(?!.*:::\s*\Z)", re.S)
    container_plugin(md, "x", validate=lambda params, _: bool(opens.match(params)))
    syntax = replace(Syntax.commonmark(), colon_containers=True)
    rng, seen = Random(5), 0
    for _ in range(1500):
        text = random_markdown(rng, marks=DIALECT_LINES["colon_containers"])
        text = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        maps = _maps(md, "container_x_open", text)
        if maps is not None:
            seen += len(maps)
            assert [first for first, _ in maps] == [
                first for first, _ in _containers(text, syntax)
            ], text
    assert seen > 500


def test_admonitions_are_those_of_the_plugin() -> None:
    md = MarkdownIt("commonmark", {"maxNesting": 200}).disable("inline").use(admon_plugin)
    syntax = replace(Syntax.commonmark(), admonitions=True)
    lines = ("!!! note", '!!! a "T"', "", "    body", "    - item", "        deep", "text", "> q")
    rng, seen = Random(7), 0
    for _ in range(1500):
        text = "".join(f"{rng.choice(lines)}\n" for _ in range(rng.randint(1, 10)))
        if "\n\n\n" in text:
            continue  # the plugin ends a body at two blank lines, Python-Markdown does not
        maps = _maps(md, "admonition_open", text)
        assert maps is not None
        seen += len(maps)
        ends = [len(text.split("\n")[:end]) for _, end in maps]
        found = _containers(text, syntax)
        assert [first for first, _ in maps] == [first for first, _ in found], text
        assert all(mine <= end for (_, mine), end in zip(found, ends, strict=True)), text
    assert seen > 500


# Cost, counted and not timed

EVERY = Syntax(**dict.fromkeys(MARKS, True))


def _falling(n: int, mark: str, rest: str) -> str:
    return "".join(mark * length + rest for length in range(isqrt(n) + 3, 3, -1))


HOSTILE: dict[str, Callable[[int], str]] = {
    "open colons": lambda n: "::: a\n" * n,
    "open colons, text": lambda n: "::: a\n\nx\n\n" * n,
    "closed colons": lambda n: "::: a\nx\n:::\n" * n,
    "falling colons": lambda n: _falling(n, ":", " a\n"),
    "open colons in items": lambda n: "- ::: a\n  x\n" * n,
    "open colons in a quote": lambda n: "> ::: a\n> > x\n" * n,
    "closing colons": lambda n: ":::\n" * n,
    "admonitions": lambda n: "!!! a\n    b\n" * n,
    "admonition staircase": lambda n: "".join("    " * i + "!!! a\n" for i in range(isqrt(n))),
    "long admonition line": lambda n: "!!! " + "a " * n + '"x' * n + "\n",
    "open directives": lambda n: "```{note}\n" * n,
    "open options": lambda n: ":::{note}\n---\n" * n,
    "options": lambda n: ":::{note}\n" + ":a: b\n" * n,
    "targets": lambda n: "(a)=\n" * n,
    "targets and definitions": lambda n: "(a)=\n[a]: /u\n\n- [b]: /v\n\n" * n,
    "open elements": lambda n: "<Foo>\n\n" * n,
    "open elements of many names": lambda n: "".join(f"<F{i}o>\n\n" for i in range(n)),
    "closing elements": lambda n: "</Foo>\n" * n,
    "nested elements, not in one item": lambda n: "- <Foo>\n" * n + "</Foo>\n" * n,
    "elements around elements": lambda n: (
        "".join(f"<F{i}o>\n" for i in range(n))
        + "\n"
        + "".join(f"</F{i}o>\n" for i in range(n, 0, -1))
    ),
    "elements around text": lambda n: "<Foo>\n\n" * n + "x\n" + "\n</Foo>\n" * n,
    "open attributes": lambda n: "<Foo a={\n" * n,
    "open attribute comments": lambda n: "<Foo a={/*\n" * n,
    "open strings": lambda n: "<Foo a='\n" * n,
    "elements, fences that close nothing": lambda n: "- a\n  ```\n<Foo>\n" * n,
    "elements and text": lambda n: ("<Foo/> " * 20 + "x\n") * (n // 20),
    "open comments": lambda n: "{/* a\n\n" * n,
    "open exports": lambda n: "export const a = {\n\n" * n,
    "open exports and comments": lambda n: "export const a = {\n\n" + "/*\n" * n,
    "open templates": lambda n: "export const a = {`\n\n" * n,
    "open brackets": lambda n: "\\[ a\n" * n,
    "open environments": lambda n: "\\begin{a}\n\n" * n,
    "open environments of many names": lambda n: "".join(
        f"\\begin{{{'a' * (i % 9)}b}}\n" for i in range(n)
    ),
    "environments on a line": lambda n: "\\begin{a}" * n + "\n",
    "open tags": lambda n: "<div>\n\n" * n,
    "nested tags": lambda n: "<div>\n\n" * n + "</div>\n\n" * n,
    "crossing tags": lambda n: "<div>\n\n<p>\n\n</div>\n\n</p>\n\n" * n,
    "tags of many names": lambda n: "".join(f"<x{i}>\n\n" for i in range(n)) + "</x>\n\n" * n,
    "shared tags": lambda n: "</div><div>\n\n" * n,
    "tags nested in items": lambda n: "".join("  " * i + "- <div>\n\n" for i in range(isqrt(n))),
    "definitions in containers": lambda n: "".join(f"::: a\n[a{i}]: /u\n:::\n" for i in range(n)),
}


def steps(text: str) -> int:
    """Lines of Python executed in the parser room, and calls anywhere, to parse `text`."""
    source, count = Source(text), 0

    def trace(frame: FrameType, event: str, _: Any) -> Callable[..., Any] | None:
        nonlocal count
        count += 1
        return (
            trace
            if "marksplit/document/parser" in frame.f_code.co_filename.replace("\\", "/")
            else None
        )

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        parse_source(source, EVERY)
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("family", HOSTILE)
def test_twice_the_marks_are_twice_the_work(family: str) -> None:
    # Containers nest 200 deep at most, and each of those reads its body once.
    steps("")  # the first makes the parser
    once, twice, four_times = (steps(HOSTILE[family](n)) for n in (250, 500, 1000))
    assert four_times - twice <= 2.6 * (twice - once) + 2000


@pytest.mark.parametrize("family", HOSTILE)
def test_hostile_marks_lose_no_text(family: str) -> None:
    text = HOSTILE[family](700)
    blocks = parse(text, EVERY).blocks
    covered = "".join(text[block.start : block.end] for block in blocks)
    assert "".join(covered.split()) == "".join(text.split())
