"""A chunk brings along what it names: links, images and footnotes read as in the document."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Unpack

import pytest
from dialects import FIXTURES
from hypothesis import given
from resolving import resolved, resolved_in_chunks, resolved_in_document
from strategies import documents, referring
from test_laws import CORPUS, made_up, needs_shared, read

from marksplit import Chunk, ChunkOptions, OptionFields, Reference, Syntax, check, chunk, parse

WHOLE = ChunkOptions(max_size=0)
TARGETS = "\n\n# End\n\n[a]: /a 'A title'\n[b]: /b\n\n[^n]: The note.\n"


def first(text: str, *, syntax: Syntax = Syntax(), **options: Unpack[OptionFields]) -> Chunk:
    """The first chunk of a text whose definitions are in the last one."""
    text += TARGETS
    chunks = chunk(text, syntax=syntax, **options)
    check(text, chunks, syntax=syntax, **options)
    return chunks[0]


def names(found: Chunk) -> list[tuple[str, str]]:
    return [(each.kind, each.label) for each in found.references]


def test_a_reference_tells_what_uses_it_and_where_it_leads() -> None:
    text = "see [it][A] and[^n]"
    link, footnote = first(text).references
    start = (text + TARGETS).index("[a]:")
    assert link == Reference("link", "a", "/a", "A title", start, start + len("[a]: /a 'A title'"))
    assert (footnote.kind, footnote.label, footnote.target) == ("footnote", "n", "The note.")
    assert (text + TARGETS)[footnote.start : footnote.end] == "[^n]: The note."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[a]", [("link", "a")]),
        ("[A][]", [("link", "a")]),
        ("[x][a]", [("link", "a")]),
        ("![x][a] ![b]", [("image", "a"), ("image", "b")]),
        ("[b] [a] [b]", [("link", "b"), ("link", "a")]),
        ("[a] ![a]", [("link", "a"), ("image", "a")]),
        ("[![x][b]][a]", [("link", "a"), ("image", "b")]),
        ("![an [a] b](u)", [("link", "a")]),
        ("^[in place [a]]", [("link", "a")]),
        ("- x\n\n  > [a]\n\n- 1. [b]", [("link", "a"), ("link", "b")]),
        ("| x |\n|---|\n| [a] |\n| y | [b] |", [("link", "a")]),
        ("| x \\| [a] |\n|---|", [("link", "a")]),
        ("# [a]", [("link", "a")]),
        ("[b]\n===", [("link", "b")]),
        ("[^x]: [a]", [("link", "a")]),
        ("> [x][a\n> ]", [("link", "a")]),
        ("`[a]` \\[b]", []),
        ("    [a]", []),
        ("```\n[a]\n```", []),
        ("<div>\n[a]\n</div>", []),
        ("$[a]$", []),
        ("[a](u) [c] [^m]", []),
        ("https://e.com/[a]", []),
    ],
)
def test_what_the_parser_reads_as_a_reference_is_one(
    text: str, expected: list[tuple[str, str]]
) -> None:
    assert names(first(text)) == expected


def test_bare_commonmark_has_no_footnotes() -> None:
    text = "see [^x]\n\n# B\n\n[^x]: note"
    assert names(chunk(text)[0]) == [("footnote", "x")]
    (found,) = chunk(text, syntax=Syntax.commonmark())[0].references
    assert (found.kind, found.label, found.target) == ("link", "^x", "note")


def test_what_the_chunk_defines_itself_is_no_reference() -> None:
    assert first("[c] [^c]\n\n[c]: /c\n\n[^c]: x").references == ()
    assert first("[a]", context_references=True).with_context().endswith('[a]\n\n[a]: /a "A title"')
    assert chunk("nothing named", context_references=True)[0].with_context() == "nothing named"


def test_the_first_definition_counts() -> None:
    text = "# A\n\n[c]: /first\n\n# B\n\n[c] here\n\n[c]: /second\n"
    second = chunk(text, context_references=True)[1]
    assert [each.target for each in second.references] == ["/first"]
    shown = second.with_context()
    assert shown == "[c]: /first\n\n# B\n\n[c] here\n\n[c]: /second"
    assert resolved(shown) == resolved(text)


def test_a_reference_goes_with_the_part_of_a_paragraph_that_holds_it() -> None:
    filler = "Some plain words fill this line. " * 3
    text = f"{filler}Here is [a link][a]. {filler}\n{filler}And [b] ends it.{TARGETS}"
    chunks = chunk(text, ChunkOptions(max_size=120))
    for each in chunks:
        uses = [("link", "a")] * ("][a]" in each.text) + [("link", "b")] * ("[b] ends" in each.text)
        assert names(each) == uses
    assert sum(len(each.references) for each in chunks) == 2


def test_a_reference_that_is_cut_apart_counts_where_its_label_is() -> None:
    text = f"[{'longer than any chunk ' * 4}][a]{TARGETS}"
    chunks = chunk(text, ChunkOptions(max_size=40))
    assert next(names(each) for each in chunks if "][a]" in each.text) == [("link", "a")]
    assert names(chunks[0]) == []


def test_a_footnote_brings_what_its_text_uses() -> None:
    text = "one[^x]\n\n# B\n\n[^x]: see [a] and[^n], not [^x]\n\n    more ![b]" + TARGETS
    found = chunk(text, context_references=True)[0]
    assert names(found) == [("footnote", "x"), ("link", "a"), ("footnote", "n"), ("image", "b")]
    assert found.with_context() == (
        'one[^x]\n\n[a]: /a "A title"\n[b]: /b\n\n'
        "[^x]: see [a] and[^n], not [^x]\n\n    more ![b]\n\n[^n]: The note."
    )


@pytest.mark.parametrize(
    ("definition", "text"),
    [
        ("[^x]: a\n    b\n\n    c", "a\nb\n\nc"),
        ("[^x]: a\nlazy", "a\nlazy"),
        ("[^x]:\n    a", "a"),
        ("[^x]:\n\n        code", "    code"),
        (
            "[^x]: - a\n      - b\n\n        ```\n        c\n        ```",
            "- a\n  - b\n\n    ```\n    c\n    ```",
        ),
        ("[^x]:\ttab\n\tmore", "tab\nmore"),
        ("> [^x]: a\n>     b\n>\n>     > c", "a\nb\n\n> c"),
        ("- [^x]: a\n\n      b", "a\n\nb"),
        ("[^x]:", ""),
        ("[^x]: a\r\n    b\r\n", "a\nb"),
    ],
)
def test_the_target_of_a_footnote_is_its_text(definition: str, text: str) -> None:
    document = f"one[^x]\n\n# B\n\n{definition}"
    (found,) = chunk(document)[0].references
    assert found.target == text
    again = chunk(document, context_references=True)[0].with_context()
    kinds = [block.kind for block in parse(again).blocks]
    assert kinds == ["paragraph", "footnote"]
    assert _inside(again) == _inside(document)


def _inside(text: str) -> list[str]:
    """Kinds of the blocks in the first footnote, each before its children."""
    waiting = list(parse(text).blocks)
    while waiting[0].kind != "footnote":
        waiting[:1] = waiting[0].children
    waiting[:] = waiting[0].children
    found: list[str] = []
    while waiting:
        found.append(waiting[0].kind)
        waiting[:1] = waiting[0].children
    return found


@pytest.mark.parametrize(
    ("definition", "written"),
    [
        ("[x]: /u", "[x]: /u"),
        ("[X\n  Y z]: /u 'it'", '[X Y z]: /u "it"'),
        ("[x]: <a b>", "[x]: a%20b"),
        ("[x]: <>", "[x]: <>"),
        ("[x]: <a(b> (t)", '[x]: <a(b> "t"'),
        ("[x]: a&amp;copy;b", "[x]: a\\&copy;b"),
        ("[x]: /u '\"&amp;copy; \\\\'", '[x]: /u "\\"&amp;copy; \\\\"'),
        ("[x]: /u 'a\nb'", '[x]: /u "a&#10;b"'),
        ("> [x\n> ]: /u", "[X]: /u"),
        ("> [x y\n> z]: /u", "[X Y Z]: /u"),
    ],
)
def test_definitions_are_written_so_that_they_read_the_same(definition: str, written: str) -> None:
    text = f"[x] [x y z]\n\n# B\n\n{definition}"
    shown = chunk(text, context_references=True)[0].with_context()
    assert resolved(shown) == resolved(text)
    assert shown == f"[x] [x y z]\n\n{written}"


@pytest.mark.parametrize(
    "end",
    [
        *(
            "- item",
            "> quote\nlazy",
            "- > ```\n  > code",
            "    code",
            "| a |\n|---|\n| b |",
            "[^m]: x",
        ),
        *("```\ncode\n```", "```\ncode", "~~~~ py\n\n~~~", "   ```\n```` x", "```"),
        *("<div>\nx", "<!-- c -->", "<!-- c", "<pre>\n\nx", "<?php\n\nx", "<![CDATA[\n\nx"),
        *("<!X\n\nx", "<SCRIPT>\n\nx", "<script>x</script>", "$$\nx\n$$", "$$\nx", "[c]: /c"),
        *("text  ", "text\\", "\\", "-", "- a\n  -", "***", "Title\n---", "# Title"),
    ],
)
def test_definitions_are_read_whatever_the_text_ends_in(end: str) -> None:
    text = f"{TARGETS.lstrip()}\n# Last\n\n[a] ![b] [^n]\n\n{end}"
    found = chunk(text, WHOLE, context_references=True)
    (holder,) = [each for each in found if each.references]
    assert resolved(holder.with_context()) == resolved(text)


def test_what_is_open_at_the_end_is_closed_before_the_definitions() -> None:
    text = f"{TARGETS.lstrip()}\n# Last\n\n[b]\n\n````\ncode"
    assert chunk(text, context_references=True)[-1].with_context().endswith("code\n````\n\n[b]: /b")
    assert chunk(text)[-1].with_context().endswith("code")


def test_references_are_written_down_as_mappings() -> None:
    found = first("[a]")
    assert found.to_dict()["references"] == [asdict(found.references[0])]


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.stem)
def test_fixtures_resolve_alone_what_they_resolve_as_a_whole(path: Path) -> None:
    outline = parse(read(path))
    for size in (0, 2000, 400):
        alone = resolved_in_chunks(outline, ChunkOptions(max_size=size), references=True)
        assert alone == resolved_in_document(outline)


@needs_shared
def test_real_documents_resolve_alone_what_they_resolve_as_a_whole() -> None:
    before = whole = 0
    for path in CORPUS:
        outline = parse(read(path))
        expected = resolved_in_document(outline)
        if not expected:
            continue
        options = ChunkOptions(max_size=1000)
        assert resolved_in_chunks(outline, options, references=True) == expected, path.name
        before += (resolved_in_chunks(outline, options, references=False) & expected).total()
        whole += expected.total()
    assert 0 < before < whole / 2


@made_up
@given(text=referring())
def test_any_document_resolves_alone_what_it_resolves_as_a_whole(text: str) -> None:
    outline = parse(text)
    assert resolved_in_chunks(outline, WHOLE, references=True) == resolved_in_document(outline)


@made_up
@given(text=documents())
def test_definitions_in_any_document_are_found(text: str) -> None:
    outline = parse(text)
    alone = resolved_in_chunks(outline, WHOLE, references=True)
    assert alone == resolved_in_document(outline)
