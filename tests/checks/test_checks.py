"""The referee finds each broken law, and passes what is lawful."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import Any

import pytest

from marksplit import Chunk, ChunkOptions, LawError, Syntax, check, chunk
from marksplit.checks.laws import LAWS
from marksplit.checks.reference_parse import ReferenceParse
from marksplit.chunks.ids import chunk_id
from marksplit.sizing import resolve_sizer

TEXT = "# A\n\none two\n\n## B\n\n- x\n- y\n\n### C\n\nthree\n"
PIECES = ("# A\n\none two", "## B\n\n- x\n- y", "### C\n\nthree")


def made(
    text: str,
    *pieces: str,
    options: ChunkOptions = ChunkOptions(),
    syntax: Syntax = Syntax(),
) -> list[Chunk]:
    """Chunks cut by hand: each piece is looked for behind the start of the one before."""
    reference = ReferenceParse(text, syntax)
    sizer = resolve_sizer(options.sizer)
    chunks: list[Chunk] = []
    seen: list[tuple[tuple[str, ...], str]] = []
    for piece in pieces:
        start = text.index(piece, chunks[-1].start + 1 if chunks else 0)
        end = start + len(piece)
        overlap = max(0, chunks[-1].end - start) if chunks else 0
        begin = min(start + overlap, end - 1)
        own = reference.touched(begin, end)
        body = [i for i in own if reference.blocks[i].kind not in ("heading", "definition")]
        heads = [i for i in own if reference.blocks[i].kind == "heading"]
        path = reference.common_path(body or heads or own)
        section = reference.section(begin, end, options.max_heading_depth)
        kinds = [reference.blocks[index].kind for index in reference.touched(start, end)]
        chunks.append(
            Chunk(
                index=len(chunks),
                text=piece,
                start=start,
                end=end,
                first_line=reference.source.line_at(start),
                last_line=reference.source.line_at(end - 1),
                heading_path=path,
                kinds=tuple(kind for kind, _ in groupby(kinds)),
                size=sizer(piece),
                overlap=overlap,
                oversize=0 < options.max_size < sizer(piece),
                context="",
                section_start=section.start,
                section_end=section.end,
                id=chunk_id(path, piece, seen.count((path, piece))),
            )
        )
        seen.append((path, piece))
    return chunks


def passes(text: str, *pieces: str, **fields: Any) -> None:
    options = ChunkOptions(**fields)
    check(text, made(text, *pieces, options=options), options)


def breaks(law: int, text: str, *pieces: str, **fields: Any) -> None:
    with pytest.raises(LawError) as caught:
        passes(text, *pieces, **fields)
    assert caught.value.law == law, caught.value


def test_there_are_nine_laws_of_one_line() -> None:
    assert len(LAWS) == 9
    assert not any("\n" in law for law in LAWS)


def test_lawful_chunks_pass() -> None:
    passes(TEXT, *PIECES)


@pytest.mark.parametrize("text", ["", "\n", "\ufeff", " \r\n\t\r"])
def test_blank_text_needs_no_chunk(text: str) -> None:
    passes(text)


def test_front_matter_is_left_out_when_it_is_to_be_dropped() -> None:
    text, front = "---\na: 1\n---\ntext\n", "---\na: 1\n---"
    passes(text, front, "text")
    passes(text, "text", front_matter="drop")
    passes(front, front_matter="drop")
    breaks(3, text, "text")
    breaks(3, text, front, "text", front_matter="drop")
    breaks(3, "+++\n+++\n\n- a\n\nb", "b", front_matter="drop")
    breaks(3, "a\n\n---\nb: 1\n---\n", "a", front_matter="drop")


def test_a_message_says_what_and_where() -> None:
    chunks = made(TEXT, *PIECES)
    chunks[1] = replace(chunks[1], size=3)
    with pytest.raises(LawError) as caught:
        check(TEXT, chunks)
    assert (caught.value.law, caught.value.index) == (5, 1)
    assert str(caught.value) == "law 5, chunk 1: line 5: size is 3, the sizer says 13"


@pytest.mark.parametrize(
    ("law", "changes"),
    [
        (1, {"text": "## B\n\n- x\n- z"}),
        (1, {"end": 1000}),
        (1, {"start": 30}),
        (2, {"overlap": 2}),
        (5, {"size": 3}),
        (5, {"oversize": True}),
        (6, {"heading_path": ("A",)}),
        (6, {"heading_path": ("B",)}),
        (6, {"kinds": ("heading", "list", "list")}),
        (6, {"kinds": ("heading",)}),
        (6, {"section_start": 0}),
        (6, {"section_end": 26}),
        (8, {"first_line": 4}),
        (8, {"last_line": 9}),
        (9, {"index": 0}),
        (9, {"id": "0" * 32}),
    ],
)
def test_a_wrong_field_breaks_its_law(law: int, changes: dict[str, Any]) -> None:
    chunks = made(TEXT, *PIECES)
    chunks[1] = replace(chunks[1], **changes)
    with pytest.raises(LawError) as caught:
        check(TEXT, chunks)
    assert (caught.value.law, caught.value.index) == (law, 1)


def test_chunks_out_of_order_break_law_2() -> None:
    chunks = made(TEXT, *PIECES)
    with pytest.raises(LawError, match=r"law 2, chunk 1.*does not move on"):
        check(TEXT, [chunks[1], chunks[0], chunks[2]])


def test_a_chunk_within_the_one_before_breaks_law_2() -> None:
    breaks(2, "one two three", "one two three", "two", overlap=5)


@pytest.mark.parametrize("fields", [{}, {"overlap": 2}, {"overlap": 3, "max_size": 0}])
def test_more_overlap_than_asked_for_breaks_law_2(fields: dict[str, Any]) -> None:
    breaks(2, "one two three", "one two", "two three", **fields)


def test_overlap_as_asked_for_is_lawful() -> None:
    passes("one two three", "one two", "two three", overlap=3)
    passes("one two three", "one two", "two three", overlap=1, sizer="words")


def test_overlap_over_a_heading_breaks_law_2() -> None:
    text = "one two\n\n# H\n\nthree"
    breaks(2, text, "one two", "two\n\n# H\n\nthree", overlap=3)
    breaks(2, text, "one two\n\n# H", "# H\n\nthree", overlap=3)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        (TEXT, PIECES[:2]),
        (TEXT, PIECES[1:]),
        (TEXT, (PIECES[0], PIECES[2])),
        ("a\n\n\u00a0\n\nb", ("a", "b")),
        ("a\fb", ("a", "b")),
        ("a\n\ufeff\nb", ("a", "b")),
        ("[a]: /u\n\nb", ("b",)),
        ("a > b", ("a", "b")),
        ("> a\n>     > b", ("> a", "b")),
        ("a\n\n---\n\nb", ("a", "b")),
    ],
)
def test_lost_text_breaks_law_3(text: str, pieces: tuple[str, ...]) -> None:
    breaks(3, text, *pieces)


def test_blank_between_chunks_is_lawful() -> None:
    passes("\ufeff \n\na\t\r\n\r\rb\n ", "a\t", "b")
    passes("> a\n>\n> > b\n> > c\n>", "> a", "b", "c")


def test_headings_may_be_left_out_when_asked_for() -> None:
    passes(TEXT, "one two", "- x\n- y", "three", strip_headings=True)
    breaks(3, TEXT, "one two", "- x\n- y", "three")


def test_only_headings_that_lead_the_chunk_may_be_left_out() -> None:
    breaks(3, "# A\n\n# B\n\nx", "x", strip_headings=True)
    breaks(3, "x\n\n# A", "x", strip_headings=True)
    breaks(3, "> # A\n\nx", "x", strip_headings=True)
    passes("# A\n\n# B\n\nx", "# A", "x", strip_headings=True)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("```\na\nb\n```", ("```\na", "b\n```")),
        ("~~~\nopen\n\nend", ("~~~\nopen", "end")),
        ("    a\n\n    b", ("    a", "    b")),
        ("|a|\n|-|\n|1|\n|2|", ("|a|\n|-|\n|1|", "|2|")),
        ("<div>\na\n</div>", ("<div>\na", "</div>")),
        ("$$\na\nb\n$$", ("$$\na", "b\n$$")),
        ("---\na: 1\n---\n\nx", ("---\na: 1", "---\n\nx")),
        ("[a]:\n  /u", ("[a]:", "  /u")),
        ("- ```\n  a\n\n  b\n  ```", ("- ```\n  a", "  b\n  ```")),
        ("> - x\n>   |a|\n>   |-|\n>   |1|", ("> - x\n>   |a|\n>   |-|", ">   |1|")),
        ("a b\n===", ("a", "b\n===")),
        ("- - -", ("-", "- -")),
    ],
)
def test_a_cut_through_a_whole_block_breaks_law_4(text: str, pieces: tuple[str, ...]) -> None:
    breaks(4, text, *pieces)


def test_overlap_from_inside_a_whole_block_breaks_law_4() -> None:
    text = "```\na\n```\n\nx\n\ny"
    breaks(4, text, "```\na\n```\n\nx", "```\n\nx\n\ny", overlap=8)


def test_a_chunk_may_start_behind_indentation() -> None:
    passes("a\n\n   ```\n   b\n   ```", "a", "```\n   b\n   ```")


def test_size_over_the_limit_needs_one_unit() -> None:
    passes("```\nlong code\n```", "```\nlong code\n```", max_size=5)
    passes("# long heading", "# long heading", max_size=5)
    passes("# A\n\n## B\n\n```\nlong\n```", "# A\n\n## B\n\n```\nlong\n```", max_size=5)
    passes("- - - x", "- - - x", max_size=5)
    passes("a", "a", max_size=1, sizer=lambda text: 2)


@pytest.mark.parametrize(
    ("text", "max_size"),
    [
        ("one\n\ntwo", 5),
        ("one two", 5),
        ("one\ntwo", 5),
        ("> one\n> two", 5),
        ("- one two", 5),
        ("- one\n- two", 5),
        ("- one\n\n  two", 5),
        ("1. - one\n   - two", 8),
        ("onetwo", 5),
        ("- onetwo", 5),
        ("日本語日本語", 5),
        ("# one\n\ntwo", 5),
        ("# one\n\n# t\n\n```\nlong\n```", 5),
        ("# onetwo\n\nthree", 6),
        ("[a]: /long\n\none", 6),
    ],
)
def test_size_over_the_limit_that_a_cut_would_help_breaks_law_5(text: str, max_size: int) -> None:
    breaks(5, text, text, max_size=max_size)


def test_no_cut_that_changes_the_reading_is_asked_for() -> None:
    passes("a - +", "a - +", max_size=1, sizer=lambda text: 5)
    passes("- a\n- b | c\n-|-", "- a\n- b | c\n-|-", max_size=4, sizer=lambda text: 5)


def test_an_oversize_chunk_without_its_flag_breaks_law_5() -> None:
    options = ChunkOptions(max_size=5)
    chunks = made("```\nlong code\n```", "```\nlong code\n```", options=options)
    with pytest.raises(LawError, match=r"law 5, chunk 0: line 1: .* not flagged"):
        check("```\nlong code\n```", [replace(chunks[0], oversize=False)], options)


def test_a_path_is_that_of_all_body_blocks() -> None:
    text = "# A\n\na\n\n## B\n\nb\n\n#### C\n\n##\n\nd"
    passes(text, text)
    for piece, path in (
        (text, ("A",)),
        ("## B\n\nb", ("A", "B")),
        ("#### C", ("A", "B", "C")),
        ("##\n\nd", ("A", "")),
    ):
        assert made(text, piece)[0].heading_path == path


def test_the_path_ignores_overlap() -> None:
    text = "a\n\n# A\n\none two three"
    chunks = made(text, "a", "# A\n\none two", "two three", options=ChunkOptions(overlap=3))
    assert chunks[2].heading_path == ("A",)
    check(text, chunks, ChunkOptions(overlap=3))


def test_sections_go_as_deep_as_headings_cut() -> None:
    chunks = made(TEXT, *PIECES, options=ChunkOptions(max_heading_depth=2))
    assert TEXT[chunks[2].section_start : chunks[2].section_end].startswith("## B")
    check(TEXT, chunks, ChunkOptions(max_heading_depth=2))
    with pytest.raises(LawError, match="law 6, chunk 2"):
        check(TEXT, chunks, ChunkOptions(max_heading_depth=3))


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("one # two", ("one", "# two")),
        ("one 1. two", ("one", "1. two")),
        ("one - two", ("one", "- two")),
        ("one > two", ("one", "> two")),
        ("one ``` two", ("one", "``` two")),
        ("one <div> two", ("one", "<div> two")),
        ("one [a]: /u", ("one", "[a]: /u")),
        ("a\n--- b", ("a\n---", "b")),
        ("a | b\n-|- c", ("a | b\n-|-", "c")),
        ("- a\n- b | c\n-|-", ("- a", "- b | c\n-|-")),
        ("a\n    # b", ("a", "# b")),
    ],
)
def test_a_cut_that_changes_the_reading_breaks_law_7(text: str, pieces: tuple[str, ...]) -> None:
    breaks(7, text, *pieces)


def test_front_matter_is_read_at_the_start_only() -> None:
    passes("\ufeff---\na: 1\n---\n\nx", "---\na: 1\n---\n\nx")
    text = "x\n\n---\n\na\n\n---"
    passes(text, "x", "---\n\na\n\n---")


def test_lines_end_at_carriage_returns_and_line_feeds_only() -> None:
    chunks = made("a\u2028b\x85\rc\r\n\r\nd", "a\u2028b\x85\rc", "d")
    assert [(one.first_line, one.last_line) for one in chunks] == [(1, 2), (4, 4)]
    check("a\u2028b\x85\rc\r\n\r\nd", chunks)


def test_equal_chunks_have_ids_of_their_own() -> None:
    chunks = made("a\n\na", "a", "a")
    assert chunks[0].id != chunks[1].id
    check("a\n\na", chunks)
    with pytest.raises(LawError, match="law 9, chunk 1"):
        check("a\n\na", [chunks[0], replace(chunks[1], id=chunks[0].id)])


def test_the_syntax_decides_what_is_whole() -> None:
    text = "|a|\n|-|\n|b|"
    breaks(4, text, "|a|\n|-|", "|b|")
    syntax = Syntax.commonmark()
    check(text, made(text, "|a|\n|-|", "|b|", syntax=syntax), syntax=syntax)


def test_a_definition_below_headings_is_measured_with_the_titles_of_all_of_them() -> None:
    text = "#\n## r\n[a]: /u 'title'"
    options = ChunkOptions(max_size=17, max_heading_depth=1, count_context=True)
    check(text, chunk(text, options), options)


def test_a_block_that_fits_below_shortened_titles_need_not_be_split() -> None:
    text = (
        "# Containers of all\n```\n```\n## Custom titles\n:::details the code\n```js\n"
        "log('Hello, VitePress!"
    )
    options = ChunkOptions(max_size=60, count_context=True, oversize="split")
    for syntax in (Syntax.mdx(), Syntax.myst()):
        check(text, chunk(text, options, syntax=syntax), options, syntax=syntax)


def test_a_line_of_code_in_an_item_is_too_big_together_with_the_marker_of_the_item() -> None:
    text = "HR\n-\n### `S(arithmetic shift right)`\n1. ```\n   PUSH 0x" + "0" * 63 + "1\n   PU"
    for size in range(110, 130):
        options = ChunkOptions(max_size=size, count_context=True, oversize="split")
        check(text, chunk(text, options), options)


def test_the_rest_of_a_split_block_may_join_the_section_behind_it() -> None:
    rows = "\n".join(f"<p>row number {number:02}</p>" for number in range(12))
    text = f"# Many rows\n\n##### Of the first kind\n\n{rows}\n\n##### B\n\n<p>b</p>\n"
    joined = 0
    for size in range(250, 350, 2):
        options = ChunkOptions(
            max_size=size, min_size=size // 3, count_context=True, oversize="split"
        )
        chunks = chunk(text, options)
        check(text, chunks, options)
        joined += any(each.kinds == ("html", "heading", "html") for each in chunks)
    assert joined


def test_a_table_is_not_split_above_its_first_row() -> None:
    head, first, second = "| a | b |\n|---|---|", f"| {'x' * 40} | 1 |", f"| {'y' * 40} | 2 |"
    text = "\n".join((head, first, second))
    fields: dict[str, Any] = {"max_size": 60, "oversize": "split"}
    passes(text, f"{head}\n{first}", second, **fields)
    breaks(4, text, head, first, second, **fields)
    breaks(5, text, text, **fields)
