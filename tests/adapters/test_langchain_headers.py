"""Both Markdown header splitters side by side: where they agree, and each way in which they differ.

They agree on the number of documents, the metadata keys, their order, and the text but for white
space, wherever LangChain's class takes the same lines for headings, blank lines and text as a
CommonMark parser does.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, product

import pytest
from hypothesis import event, given, settings
from langchain_core.documents import Document
from langchain_text_splitters import MarkdownHeaderTextSplitter as Theirs
from langchain_text_splitters import RecursiveCharacterTextSplitter
from strategies import documents, random_markdown

from marksplit import Block, OptionError, Syntax, parse
from marksplit.adapters.langchain import MarkdownHeaderTextSplitter

HEADERS = [("#", "h1"), ("##", "h2")]
MODES = list(product((False, True), repeat=2))
"""Values of `return_each_line` and `strip_headers`."""

GUIDE = """Preface line.

# Tea guide

Tea keeps well for months.

## Brewing steps

1. Boil fresh water.
2. Warm the pot.
3. Steep for three minutes.
4. Pour and serve.

Enjoy it while hot.

## Storage

Keep it dry.

# Coffee

Grind first.
"""
EXPERIMENTS = {
    "guide": GUIDE,
    "code": "# A\n\n```py\ndef f():\n    return 1\n\n# not a heading\n```\n\n\ttab\n\n## B\n\ntext\n",
    "unlisted levels": "# A\n\n### C\n\nx\n\n## B\n\n#### D\n\ny\n\n# E\n\n### F\n\n## G\n\nz\n",
    "headings without text": "# A\n## B\n# C\n\n## D\n\nbody\n\n# E\n",
    "repeated headings": "# A\n\nx\n\n# A\n\ny\n\n## B\n\nx\n\n# A\n\n## B\n\nz\n",
    "lists and quotes": "# A\n\n- a\n    - b\n        - c\n\n- d\n\n  e\n## B\n> # q\n\n1. # n\n",
    "line ends": "\ufeff# A\r\n\r\nx\r\ny\r\n\r\n## B\r\n\r\n| a |\r\n|---|\r\n| b |\r\n",
    "no headings": "one\n\ntwo\nthree\n",
    "nothing": "",
}


def ours(text: str, each: bool = False, strip: bool = True) -> list[Document]:
    found = MarkdownHeaderTextSplitter(HEADERS, each, strip).split_text(text)
    for document in found:
        start = document.metadata["start_index"]
        assert text[start : start + len(document.page_content)] == document.page_content
    return found


def theirs(text: str, each: bool = False, strip: bool = True) -> list[Document]:
    return Theirs(HEADERS, each, strip).split_text(text)


def keys(found: Sequence[Document]) -> list[list[str]]:
    return [[key for key in each.metadata if key != "start_index"] for each in found]


def titles(found: Sequence[Document]) -> list[list[str]]:
    return [[str(each.metadata[key]) for key in keys([each])[0]] for each in found]


def marks(found: Sequence[Document]) -> list[str]:
    """The texts without what LangChain changes: white space and what is not printable."""
    return [
        "".join(mark for mark in each.page_content if mark.isprintable() and not mark.isspace())
        for each in found
    ]


def same(text: str) -> bool:
    return all(
        titles(ours(text, *mode)) == titles(theirs(text, *mode))
        and keys(ours(text, *mode)) == keys(theirs(text, *mode))
        for mode in MODES
    )


@pytest.mark.parametrize("name", EXPERIMENTS)
@pytest.mark.parametrize(("each", "strip"), MODES)
def test_both_give_the_same_documents(name: str, each: bool, strip: bool) -> None:
    text = EXPERIMENTS[name]
    mine, other = ours(text, each, strip), theirs(text, each, strip)
    assert [document.metadata.keys() - {"start_index"} for document in mine] == [
        document.metadata.keys() for document in other
    ]
    assert keys(mine) == keys(other)
    assert titles(mine) == titles(other)
    if not strip:
        assert marks(mine) == marks(other)


def their_reading(text: str) -> list[str]:
    """What LangChain's class takes each line for.

    It is `blank`, `h1` or `h2` with the title, `text`, or `#` for other text that begins so,
    which the class also takes for a heading when it joins documents.
    """
    reading = []
    fence = ""
    for line in text.split("\n"):
        seen = "".join(filter(str.isprintable, line.strip()))
        if fence:
            closes = seen.startswith(fence)
            fence = "" if closes else fence
            reading.append("text")
            continue
        if seen.startswith("~~~") or (seen.startswith("```") and seen.count("```") == 1):
            fence = seen[:3]
        level = next((n for n in (2, 1) if f"{seen} ".startswith("#" * n + " ")), 0)
        if level:
            reading.append(f"h{level} {''.join(seen[level:].split())}")
        else:
            reading.append("#" if seen.startswith("#") else "text" if seen else "blank")
    return reading


def right_reading(text: str) -> list[str]:
    """The same by the parser; a line end that LangChain does not know makes it `text`."""
    outline = parse(text)
    headings = [block for block in outline.blocks if block.kind == "heading"]
    leaves = list(_leaves(outline.blocks))
    reading = []
    start = 0
    for line in text.split("\n"):
        at = max(start, outline.span.start)
        heading = next((block for block in headings if block.start <= at < block.end), None)
        if heading is not None:
            is_listed = heading.level <= 2 and heading.start == at
            title = "".join(heading.label.split())
            reading.append(f"h{heading.level} {title}" if is_listed else "#")
        elif any(block.start < at < block.end for block in leaves) or line.strip(" \t\r\ufeff"):
            reading.append("text")
        else:
            reading.append("blank")
        start += len(line) + 1
    return reading


def _leaves(blocks: Sequence[Block]) -> Iterator[Block]:
    for block in blocks:
        yield from _leaves(block.children) if block.children else [block]


def read_alike(text: str) -> bool:
    lone_returns = text.count("\r") != text.count("\r\n")
    return not lone_returns and their_reading(text) == right_reading(text)


def _squeezed(texts: Iterable[str]) -> list[str]:
    return ["".join(text.split()) for text in texts]


def compare(text: str) -> None:
    for each, strip in MODES:
        mine, other = ours(text, each, strip), theirs(text, each, strip)
        assert keys(mine) == keys(other)
        if not strip:
            assert marks(mine) == marks(other)
        assert _squeezed(chain(*titles(mine))) == _squeezed(chain(*titles(other)))


@settings(derandomize=True, deadline=None, max_examples=300)
@given(text=documents())
def test_any_document_that_both_read_alike_gives_the_same(text: str) -> None:
    alike = read_alike(text)
    event(f"read alike: {alike}")
    if alike:
        compare(text)
    else:
        for mode in MODES:
            ours(text, *mode)


def test_random_documents_are_read_alike_often_enough() -> None:
    texts = [random_markdown(random.Random(seed)) for seed in range(400)]
    alike = [text for text in texts if read_alike(text)]
    assert len(alike) > 40
    for text in alike:
        compare(text)


DIFFERENCES = {
    "an underlined heading is a heading": (
        "Tea\n===\n\nx\n",
        [("Tea\n===  \nx", [])],
        [("x", ["Tea"])],
    ),
    "a tab may follow the mark": (
        "#\tTea\n\nx\n",
        [("#Tea  \nx", [])],
        [("x", ["Tea"])],
    ),
    "closing marks are no part of the title": (
        "# Tea #\n\nx\n",
        [("x", ["Tea #"])],
        [("x", ["Tea"])],
    ),
    "a title is plain text": (
        "# `Tea` *and* [milk](/m) &amp; \\#1\n\nx\n",
        [("x", ["`Tea` *and* [milk](/m) &amp; \\#1"])],
        [("x", ["Tea and milk & #1"])],
    ),
    "indented code holds no heading": (
        "a\n\n    # Tea\n\nb\n",
        [("a", []), ("b", ["Tea"])],
        [("a\n\n    # Tea\n\nb", [])],
    ),
    "an HTML block holds no heading": (
        "<!--\n# Tea\n-->\n\nx\n",
        [("<!--", []), ("-->  \nx", ["Tea"])],
        [("<!--\n# Tea\n-->\n\nx", [])],
    ),
    "front matter holds no heading": (
        "---\n# note\na: 1\n---\n\nx\n",
        [("---", []), ("a: 1\n---  \nx", ["note"])],
        [("---\n# note\na: 1\n---\n\nx", [])],
    ),
    "math holds no heading": (
        "$$\n# x\n$$\n",
        [("$$", []), ("$$", ["x"])],
        [("$$\n# x\n$$", [])],
    ),
    "a list item holds no section": (
        "- a\n\n  # Tea\n\n  b\n",
        [("- a", []), ("b", ["Tea"])],
        [("- a\n\n  # Tea\n\n  b", [])],
    ),
    "a longer fence is closed by as long a one": (
        "````\n```\n# x\n```\n````\n",
        [("````\n```", []), ("```\n````", ["x"])],
        [("````\n```\n# x\n```\n````", [])],
    ),
    "a closing fence has no text behind it": (
        "```\na\n``` b\n# x\n```\n",
        [("```\na\n``` b", []), ("```\n", ["x"])],
        [("```\na\n``` b\n# x\n```", [])],
    ),
    "a fence is indented by three spaces at most": (
        "    ```\n# Tea\n\nx\n",
        [("```\n# Tea\n\nx\n", [])],
        [("    ```", []), ("x", ["Tea"])],
    ),
    "the text behind a backtick fence has no backtick": (
        "```a`\n# Tea\n\nx\n",
        [("```a`\n# Tea\n\nx\n", [])],
        [("```a`", []), ("x", ["Tea"])],
    ),
    "a lone carriage return ends a line": (
        "# Tea\r\rx\r",
        [],
        [("x", ["Tea"])],
    ),
    "only spaces and tabs are blank": (
        "# Tea\n\n\u00a0\n",
        [],
        [("\u00a0", ["Tea"])],
    ),
    "no character is removed": (
        "# Tea\n\na\tb\u200bc\n",
        [("abc", ["Tea"])],
        [("a\tb\u200bc", ["Tea"])],
    ),
    "white space is kept": (
        "# Tea\n\n1. a\n   - b\n\n\n       code\n",
        [("1. a\n- b  \ncode", ["Tea"])],
        [("1. a\n   - b\n\n\n       code", ["Tea"])],
    ),
    "headings between joined parts stay in the one slice": (
        "# Tea\n\nx\n\n# Tea\n\ny\n",
        [("x  \ny", ["Tea"])],
        [("x\n\n# Tea\n\ny", ["Tea"])],
    ),
}
"""By reason: a text, LangChain's documents and ours, each as text and titles."""


@pytest.mark.parametrize("reason", DIFFERENCES)
def test_they_differ_where(reason: str) -> None:
    text, other, mine = DIFFERENCES[reason]
    found = theirs(text), ours(text)
    assert [
        list(zip([each.page_content for each in one], titles(one), strict=True)) for one in found
    ] == [other, mine]


def test_a_paragraph_that_begins_with_a_mark_is_not_joined_to_the_section_below() -> None:
    text = "# A\n\n#tag\n\n## B\n\nx\n"
    assert len(theirs(text, strip=False)) == 1
    assert [found.page_content for found in ours(text, strip=False)] == [
        "# A\n\n#tag",
        "## B\n\nx",
    ]


def test_a_heading_of_many_lines_is_one() -> None:
    text = "Green\ntea\n===\nx\n\ny\n"
    assert [found.page_content for found in ours(text, each=True, strip=False)] == [
        "Green\ntea\n===\nx",
        "y",
    ]
    assert titles(ours(text)) == [["Green tea"]]


def test_blocks_with_blank_lines_in_them_stay_whole() -> None:
    html = "<!--\na\n\nb\n-->"
    code = "    a\n\n    b"
    text = f"{html}\n\n{code}\n"
    assert [found.page_content for found in ours(text, each=True)] == [html, code]
    assert len(theirs(text, each=True)) == 4


def test_a_key_of_two_levels_holds_the_innermost_title() -> None:
    text = "# A\n\n## B\n\n### C\n\nx\n\n## D\n\ny\n"
    headers = [("#", "t"), ("##", "u"), ("###", "t")]
    found = MarkdownHeaderTextSplitter(headers).split_text(text)
    assert [titles([document]) for document in found] == [[["C", "B"]], [["A", "D"]]]
    assert titles(Theirs(headers).split_text(text)) == [["C", "B"], ["D"]]


def test_langchains_own_splitter_cuts_the_documents_further() -> None:
    for text in (GUIDE, EXPERIMENTS["code"]):
        found = ours(text, strip=False)
        cut = RecursiveCharacterTextSplitter(chunk_size=30, chunk_overlap=5).split_documents(found)
        assert len(cut) > len(found)
        assert {*map(tuple, titles(cut))} == {*map(tuple, titles(found))}
        for document in cut:
            section = text[document.metadata["start_index"] :]
            assert document.page_content in section


def test_offsets_within_a_document_add_to_its_own() -> None:
    found = ours(GUIDE, strip=False)
    splitter = RecursiveCharacterTextSplitter(chunk_size=30, chunk_overlap=0, add_start_index=True)
    for document in found:
        start = document.metadata["start_index"]
        for part in splitter.split_documents([document]):
            assert GUIDE[start + part.metadata["start_index"] :].startswith(part.page_content)


def test_syntax_is_passed_on() -> None:
    text = "---\n# A\n---\n"
    assert len(MarkdownHeaderTextSplitter(HEADERS).split_text(text)) == 1
    splitter = MarkdownHeaderTextSplitter(HEADERS, False, False, syntax=Syntax.commonmark())
    assert [found.page_content for found in splitter.split_text(text)] == ["---", "# A\n---"]


def test_the_first_key_of_a_mark_counts() -> None:
    headers = [("#", "first"), ("#", "second")]
    (found,) = MarkdownHeaderTextSplitter(headers).split_text("# A\n\nx\n")
    assert keys([found]) == keys(Theirs(headers).split_text("# A\n\nx\n")) == [["first"]]


@pytest.mark.parametrize(
    "pair", [("**", "bold"), ("#######", "h7"), ("# ", "h1"), ("#", None), ("#", "start_index")]
)
def test_other_marks_are_refused(pair: tuple[str, str]) -> None:
    with pytest.raises(OptionError, match="headers_to_split_on must be pairs of a mark"):
        MarkdownHeaderTextSplitter([pair])
