"""What stands around a piece in the text to embed: parents' lines, titles, and what they cost."""

from __future__ import annotations

import pytest
from markdown_it import MarkdownIt
from real_tokenizers import TIKTOKEN

from marksplit import Chunk, ChunkOptions, Sizer, check, chunk, resolve_sizer

PARSER = MarkdownIt("commonmark").enable("table")
TREE = """\
- Fruit from the garden
  - Apples of many kinds
    - Cox is sweet and keeps until spring
    - Bramley is sour and good for cooking
  - Pears of one kind only
- Vegetables
"""


def cut(text: str, **fields: object) -> list[Chunk]:
    options = ChunkOptions(**fields)  # type: ignore[arg-type]
    chunks = chunk(text, options)
    check(text, chunks, options)
    return chunks


def nesting(text: str) -> list[tuple[int, str]]:
    """Every line of text, and in how many lists it stands."""
    found, depth = [], 0
    for token in PARSER.parse(text):
        depth += token.nesting if token.type.endswith("list_open") else 0
        depth += token.nesting if token.type.endswith("list_close") else 0
        assert token.type != "code_block", text
        if token.type == "inline":
            found.append((depth, token.content))
    return found


class TestNestedItems:
    def test_items_that_would_read_as_code_have_their_parents_lines_in_context(self) -> None:
        chunks = cut(TREE, max_size=60)
        (cox,) = [found for found in chunks if "Cox" in found.text]
        assert cox.text == "    - Cox is sweet and keeps until spring"
        assert cox.context == "- Fruit from the garden\n  - Apples of many kinds"

    @pytest.mark.parametrize(
        ("head", "row", "context"),
        [("```py\n", "tea = 3\n", "```py"), ("| a |\n|---|\n", "| b |\n", "| a |\n|---|")],
    )
    def test_a_byte_order_mark_is_none_of_it(self, head: str, row: str, context: str) -> None:
        chunks = chunk(f"\ufeff{head}{row * 20}", ChunkOptions(max_size=60, oversize="split"))
        assert {found.context for found in chunks[1:]} == {context}

    def test_items_that_read_as_items_have_no_context(self) -> None:
        for found in cut(TREE, max_size=60):
            assert bool(found.context) == found.text.startswith("    ")

    @pytest.mark.parametrize("size", [60, 90, 120])
    @pytest.mark.parametrize("before", ["", "> "], ids=["list", "quote"])
    def test_pieces_render_as_the_same_nesting(self, size: int, before: str) -> None:
        text = "".join(before + line for line in TREE.splitlines(keepends=True))
        expected = nesting(text)
        for found in cut(text, max_size=size):
            if found.context:
                assert set(nesting(found.with_context())) <= set(expected)

    def test_numbered_levels_keep_their_numbers(self) -> None:
        text = "1. First\n\n   1. Inner\n\n      7. Innermost that is long enough\n      8. Next\n"
        (found,) = [each for each in cut(text, max_size=45) if "Innermost" in each.text]
        assert found.with_context().splitlines()[:3] == [
            "1. First",
            "   1. Inner",
            "      7. Innermost that is long enough",
        ]

    def test_blocks_of_an_item_have_its_line_in_context(self) -> None:
        text = (
            "1. Run the long command in this directory:\n\n       make all\n       make install\n"
        )
        nested = f"- Steps\n\n{''.join('  ' + line for line in text.splitlines(keepends=True))}"
        *_, last = cut(nested, max_size=60)
        assert "make install" in last.text
        assert [token.type for token in PARSER.parse(last.with_context())].count("code_block") == 1

    def test_a_parents_long_line_is_cut_short(self) -> None:
        text = f"- {'word ' * 80}\n  - child\n    - grandchild of some length\n"
        (found,) = [each for each in cut(text, max_size=40) if "grandchild" in each.text]
        parent = found.context.split("\n")[0]
        assert len(parent) <= 202
        assert parent.endswith("word …")


BOOK = f"""\
# A very long title of the whole book that says it all

## The second chapter, on tea

### Steeping

{"Tea is good for you. " * 12}

| tea | minutes |
|-----|---------|
{"| green | 2 |" + chr(10)}{"| black | 4 |" + chr(10)}| white | 3 |
"""


class TestCountedContext:
    @pytest.mark.parametrize("size", [60, 80, 120, 200])
    @pytest.mark.parametrize("unit", ["chars", TIKTOKEN], ids=["chars", "tokens"])
    def test_what_is_embedded_is_within_the_size_or_flagged(self, size: int, unit: str) -> None:
        sizer: Sizer = resolve_sizer(unit)
        size = size if unit == "chars" else size // 4
        chunks = cut(BOOK, max_size=size, sizer=unit, count_context=True, oversize="split")
        for found in chunks:
            assert found.oversize == (sizer(found.with_context()) > size)
        assert any("…" in found.with_context() for found in chunks) or size >= 200 // 4

    def test_without_it_what_is_embedded_may_be_larger(self) -> None:
        chunks = cut(BOOK, max_size=80)
        assert all(found.size <= 80 for found in chunks)
        assert any(len(found.with_context()) > 80 for found in chunks)

    def test_a_path_that_leaves_no_room_is_shortened_from_its_outer_end(self) -> None:
        def first_line(size: int) -> str:
            return cut(BOOK, max_size=size, count_context=True)[-1].with_context().split("\n")[0]

        assert first_line(300).startswith("A very long title of the whole book that says it all > ")
        assert first_line(160) == "… > The second chapter, on tea > Steeping"
        assert first_line(60) == "… > Steeping"

    def test_the_innermost_title_is_shortened_last(self) -> None:
        chunks = cut(f"# {'Word ' * 30}\n\n{'Tea is good. ' * 5}", max_size=60, count_context=True)
        line = chunks[-1].with_context().split("\n")[0]
        assert line.startswith("…")
        assert line.endswith("Word")
        assert 20 < len(line) <= 30

    def test_the_heading_path_itself_stays_whole(self) -> None:
        for found in cut(BOOK, max_size=60, count_context=True)[3:]:
            assert found.heading_path[0].startswith("A very long title")

    def test_a_title_that_fits_is_whole_where_an_ellipsis_is_larger(self) -> None:
        counted = cut(
            "# Three\n\nsome\n\nwords\n",
            max_size=15,
            count_context=True,
            sizer=lambda text: len(text.encode()),
        )
        assert counted[-1].with_context() == "Three\n\nwords"

    def test_no_title_is_shown_where_there_is_no_room_for_one(self) -> None:
        counted = cut("# Tea\n\na\n\nb\n", max_size=1, count_context=True)
        assert [found.with_context() for found in counted][-1] == "b"

    def test_repeated_rows_count(self) -> None:
        rows = "\n".join(f"| Tea number {n} | {n} |" for n in range(20))
        text = f"| tea | minutes |\n|:----|--------:|\n{rows}"
        plain = cut(text, max_size=90, oversize="split")
        counted = cut(text, max_size=90, oversize="split", count_context=True)
        assert max(len(found.with_context()) for found in plain) > 90
        assert max(len(found.with_context()) for found in counted) <= 90

    def test_a_closing_fence_counts(self) -> None:
        lines = "\n".join(f"line_{n} = {n}" for n in range(20))
        counted = cut(f"```\n{lines}\n```", max_size=40, oversize="split", count_context=True)
        assert max(len(found.with_context()) for found in counted) <= 40

    def test_an_indented_fence_counts_twice(self) -> None:
        text = f"  ```\n{'x' * 20}\n{'y' * 5}\n  ```"
        for size in range(25, 40):
            for found in cut(text, max_size=size, oversize="split", count_context=True):
                assert len(found.with_context()) <= size

    def test_a_block_that_is_kept_whole_is_flagged_with_its_context(self) -> None:
        code = f"```\n{'x = 1' + chr(10)}```"
        text = f"# Title of it\n\nText of it.\n\n{code}\n"
        assert not cut(text, max_size=len(code))[-1].oversize
        assert cut(text, max_size=len(code), count_context=True)[-1].oversize
