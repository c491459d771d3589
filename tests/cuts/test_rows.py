"""Blocks that are over the size: split between rows and lines, kept whole, or refused."""

from __future__ import annotations

import pickle

import pytest
import regex  # type: ignore[import-untyped]
from markdown_it import MarkdownIt

from marksplit import Chunk, ChunkOptions, OversizeBlockError, Syntax, check, chunk

HEAD = "| tea | minutes |\n|:----|--------:|"
ROWS = [f"| Tea number {n} | {n} |" for n in range(1, 9)]
TABLE = "\n".join((HEAD, *ROWS))
CODE = '''\
```python
import os
import sys


def price(item):
    """What an item costs."""
    base = item.base

    if item.rare:
        base *= 2
    else:
        base += 1
    return base


class Basket:
    def add(self, item):
        self.items.append(item)
```'''
PARSER = MarkdownIt("commonmark").enable("table")


def split(text: str, max_size: int, **fields: object) -> list[Chunk]:
    options = ChunkOptions(max_size=max_size, oversize="split", **fields)  # type: ignore[arg-type]
    chunks = chunk(text, options)
    check(text, chunks, options)
    return chunks


def texts(chunks: list[Chunk]) -> list[str]:
    return [found.text for found in chunks]


def kinds(found: Chunk) -> list[str]:
    """Types of the top-level tokens of what is embedded."""
    return [token.type for token in PARSER.parse(found.with_context()) if token.level == 0]


def code_of(found: Chunk) -> str:
    """The content of the one code block in what is embedded, at any depth."""
    (token,) = [each for each in PARSER.parse(found.with_context()) if each.type == "fence"]
    return token.content


class TestTables:
    def test_a_table_is_cut_between_rows(self) -> None:
        chunks = split(TABLE, 95)
        assert texts(chunks) == [
            "\n".join((HEAD, *ROWS[:2])),
            "\n".join(ROWS[2:6]),
            "\n".join(ROWS[6:]),
        ]
        assert not any(found.oversize for found in chunks)

    def test_later_pieces_have_the_header_and_the_delimiter_row_in_context(self) -> None:
        first, *later = split(TABLE, 95)
        assert first.context == ""
        assert {found.context for found in later} == {HEAD}
        for found in (first, *later):
            tokens = PARSER.parse(found.with_context())
            cells = [tokens[i + 1].content for i, t in enumerate(tokens) if t.type == "th_open"]
            assert kinds(found) == ["table_open", "table_close"]
            assert cells == ["tea", "minutes"]

    def test_a_row_over_the_size_stays_whole_and_is_flagged(self) -> None:
        wide = f"| {'word ' * 30}| 1 |"
        chunks = split("\n".join((HEAD, ROWS[0], wide, ROWS[1])), 80)
        assert [found.text for found in chunks if found.oversize] == [wide]
        assert texts(chunks)[-1] == ROWS[1]

    def test_a_header_stays_with_its_first_row_even_over_the_size(self) -> None:
        header = f"| {'word ' * 20}| b |\n|---|---|"
        chunks = split(f"Before.\n\n{header}\n| 1 | 2 |\n| 3 | 4 |", 40)
        assert texts(chunks) == ["Before.", f"{header}\n| 1 | 2 |", "| 3 | 4 |"]
        assert [found.oversize for found in chunks] == [False, True, False]

    def test_a_table_that_fits_is_not_cut(self) -> None:
        text = f"{'Some words before it. ' * 3}\n\n{TABLE}\n\n{'Some words behind it. ' * 3}"
        assert TABLE in texts(split(text, len(TABLE)))

    def test_blank_cells_make_a_row(self) -> None:
        rows = ["| | |"] * 30
        assert "".join(texts(split("\n".join((HEAD, *rows)), 50))).count("| | |") == 30


class TestCode:
    def test_code_is_cut_at_blank_lines_before_the_least_indented_line(self) -> None:
        assert [found.text.split("\n")[0] for found in split(CODE, 170)] == [
            "```python",
            "def price(item):",
            "class Basket:",
        ]

    def test_blank_lines_and_lesser_indentation_are_preferred_inside_a_body(self) -> None:
        assert [found.text.split("\n")[0].strip() for found in split(CODE, 110)] == [
            "```python",
            "def price(item):",
            "if item.rare:",
            "class Basket:",
        ]

    @pytest.mark.parametrize("size", range(61, 200, 7))
    def test_no_def_line_ends_a_piece_when_its_body_follows(self, size: int) -> None:
        for found in split(CODE, size):
            last = found.text.rpartition("\n")[2]
            assert "def " not in last, f"{last!r} at {size}"
            assert "else" not in last, f"{last!r} at {size}"

    def test_of_nested_bodies_the_outer_one_is_cut_off_first(self) -> None:
        *_, before, last = split(CODE, 68)
        assert before.text == "class Basket:"
        assert last.text.startswith("    def add(self, item):\n")

    def test_a_fence_line_takes_part_of_a_long_line_with_it(self) -> None:
        chunks = split(f"# Data\n\n```json\n{'[1, 2], ' * 40}\n```\n", 80)
        assert code_of(chunks[0]).startswith("[1, 2], ")
        assert chunks[0].text.startswith("# Data")

    @pytest.mark.parametrize("fence", ["```", "~~~~~"])
    @pytest.mark.parametrize("before", ["", "   "])
    def test_pieces_have_the_fence_in_context_and_render_as_code(
        self, fence: str, before: str
    ) -> None:
        text = "\n".join(before + line for line in CODE.replace("```", fence).split("\n"))
        chunks = split(text, 130)
        assert len(chunks) > 2
        assert chunks[0].context == ""
        assert {found.context for found in chunks[1:]} == {f"{before}{fence}python"}
        assert [kinds(found) for found in chunks] == [["fence"]] * len(chunks)
        lines = [line for found in chunks for line in code_of(found).split("\n") if line]
        assert lines == [line for line in CODE.split("\n")[1:-1] if line]

    def test_a_fence_is_closed_only_where_the_slice_leaves_it_open(self) -> None:
        first, *_, last = split(f"{CODE}\n\nText behind it.\n", 170)
        assert first.with_context() == f"{first.text}\n```"
        assert last.text.endswith("```\n\nText behind it.")
        assert last.with_context() == f"```python\n{last.text}"

    def test_an_unclosed_fence_is_cut_too(self) -> None:
        chunks = split(CODE.removesuffix("\n```"), 110)
        assert len(chunks) > 2
        assert [kinds(found) for found in chunks] == [["fence"]] * len(chunks)

    def test_a_line_over_the_size_is_cut_between_grapheme_clusters(self) -> None:
        line = "e\u0301👩‍👩‍👧" * 30
        chunks = split(f"```\nshort = 1\n{line}\nlast = 2\n```", 40)
        edges = {found.end() for found in regex.finditer(r"\X", line)}
        start = len("```\nshort = 1\n")
        inside = [found.end - start for found in chunks if start < found.end < start + len(line)]
        assert inside
        assert set(inside) <= edges
        assert not any(found.oversize for found in chunks)

    def test_no_line_is_cut_while_it_fits(self) -> None:
        lines = ["x = 'a line of some length'"] * 10
        text = "\n".join(("```", *lines, "```"))
        for found in split(text, 40):
            assert [line for line in found.text.split("\n") if line not in ("```", lines[0])] == []

    @pytest.mark.parametrize(
        ("text", "last", "sizer", "max_size"),
        [
            ("```{note}\n~~~\nTea now\n```", "Tea now\n```", "chars", 9),
            ("~~~{figure}\n:::{math}\nTea is hot\n~~~", "Tea is hot\n~~~", "words", 3),
        ],
    )
    def test_no_line_is_cut_for_what_closes_the_container_behind_it(
        self, text: str, last: str, sizer: str, max_size: int
    ) -> None:
        options = ChunkOptions(max_size=max_size, sizer=sizer, oversize="split")
        found = chunk(text, options, syntax=Syntax.myst())
        check(text, found, options, syntax=Syntax.myst())
        assert found[-1].text == last

    def test_a_long_line_is_cut_at_a_space_where_one_is_near(self) -> None:
        chunks = split(f"```\n{'word ' * 40}\n```", 43)
        assert {word for found in chunks for word in code_of(found).split()} == {"word"}

    def test_indented_code_needs_no_context(self) -> None:
        text = "\n".join(f"    line number {n}" for n in range(20))
        chunks = split(text, 100)
        assert len(chunks) > 3
        assert {found.context for found in chunks} == {""}
        assert [kinds(found) for found in chunks] == [["code_block"]] * len(chunks)


OTHERS = {
    "html": "<div>\n" + "<p>A line of text.</p>\n" * 12 + "</div>",
    "comment": "<!--\n" + "A line of text.\n" * 12 + "-->",
    "math": "$$\n" + "a + b = c \\\\\n" * 12 + "$$",
    "front matter": "---\n" + "key: a value of some length\n" * 12 + "---",
}


class TestOtherBlocks:
    @pytest.mark.parametrize("block", OTHERS.values(), ids=OTHERS)
    def test_a_block_is_cut_at_line_ends(self, block: str) -> None:
        chunks = split(f"{block}\n\nText.\n", 80)
        assert len(chunks) > 2
        assert not any(found.oversize for found in chunks)
        lines = [line for found in chunks for line in found.text.split("\n") if line]
        assert lines == [*block.split("\n"), "Text."]

    @pytest.mark.parametrize("block", OTHERS.values(), ids=OTHERS)
    def test_its_marks_stay_with_its_content(self, block: str) -> None:
        chunks = split(block, 80)
        assert all(found.text.count("\n") > 0 for found in (chunks[0], chunks[-1]))

    def test_a_definition_is_never_cut(self) -> None:
        text = f"[tea]:\n  /{'long/' * 20}\n  'A title\n  of lines'"
        (found,) = split(text, 30)
        assert found.oversize


class TestNested:
    @pytest.mark.parametrize("prefix", ["> ", "- ", "1. ", "> - ", "- > "])
    @pytest.mark.parametrize("block", [TABLE, CODE], ids=["table", "code"])
    def test_blocks_in_containers_are_cut_alike(self, prefix: str, block: str) -> None:
        rest = "".join(mark if mark == ">" else " " for mark in prefix)
        first, *below = block.split("\n")
        text = "\n".join((prefix + first, *((rest + line).rstrip() for line in below)))
        chunks = split(text, 150)
        assert len(chunks) > 1
        lines = [line.strip(" >-1.") for found in chunks for line in found.text.split("\n")]
        assert [line for line in lines if line] == [
            line.strip(" >-1.") for line in block.split("\n") if line.strip(" >-1.")
        ]
        kind = "table_open" if block is TABLE else "fence"
        for found in chunks:
            inside = [token.type for token in PARSER.parse(found.with_context())]
            assert inside.count(kind) == 1, found.with_context()


class TestError:
    def refused(self, text: str, max_size: int, **fields: object) -> OversizeBlockError:
        options = ChunkOptions(max_size=max_size, oversize="error", **fields)  # type: ignore[arg-type]
        with pytest.raises(OversizeBlockError) as caught:
            chunk(text, options)
        return caught.value

    def test_the_error_says_what_is_too_big_and_where(self) -> None:
        error = self.refused(f"# Tea\n\nText.\n\n{TABLE}\n", 50)
        assert (error.kind, error.size, error.max_size) == ("table", len(TABLE), 50)
        assert (error.first_line, error.last_line) == (5, 14)
        assert str(error) == f"table in lines 5 to 14 has size {len(TABLE)}, over max_size 50"
        assert str(pickle.loads(pickle.dumps(error))) == str(error)

    def test_the_first_block_is_named_at_any_depth(self) -> None:
        quoted = "\n".join(f"> {line}" for line in CODE.split("\n"))
        error = self.refused(f"- Item\n\n  > ```\n  > {'x' * 90}\n  > ```\n\n{quoted}\n", 80)
        assert (error.kind, error.first_line, error.last_line) == ("fenced_code", 3, 5)

    def test_sizes_are_those_of_the_sizer(self) -> None:
        error = self.refused(TABLE, 20, sizer="words")
        assert error.size == len(TABLE.split())

    def test_a_block_that_leaves_no_room_for_its_context_is_refused(self) -> None:
        text = f"# Tea of many kinds\n\nText.\n\n{TABLE}\n"
        self.refused(text, len(TABLE) + 5, count_context=True)
        assert chunk(text, ChunkOptions(max_size=len(TABLE) + 5, oversize="error"))

    def test_text_that_can_be_cut_is_cut(self) -> None:
        options = ChunkOptions(max_size=40, oversize="error")
        assert len(chunk("Some words here. " * 10, options)) > 3

    def test_no_size_refuses_nothing(self) -> None:
        assert len(chunk(TABLE, ChunkOptions(max_size=0, oversize="error"))) == 1
