"""What a user sees of cutting: headings, sizes, joining, overlap."""

from __future__ import annotations

from itertools import pairwise

import pytest
from markdown_it import MarkdownIt

from marksplit import Chunk, ChunkOptions, check, chunk

TEA = """\
# Growing tea

Tea plants need patience and steady rain.

## From leaf to cup

1. **Plucking**: only the bud and two leaves.
2. **Withering**: the leaves lose a third of their water.
3. **Rolling**: the cells break and the juices mix.
4. **Firing**: heat stops the change and dries the leaf.

After a day the tea is ready to be packed.
"""


def cut(text: str, **fields: object) -> list[Chunk]:
    options = ChunkOptions(**fields)  # type: ignore[arg-type]
    chunks = chunk(text, options)
    check(text, chunks, options)
    return chunks


def paths(chunks: list[Chunk]) -> list[tuple[str, ...]]:
    return [found.heading_path for found in chunks]


def texts(chunks: list[Chunk]) -> list[str]:
    return [found.text for found in chunks]


H1, H2 = ("Growing tea",), ("Growing tea", "From leaf to cup")


class TestHeaderExperiments:
    def test_headings_stripped(self) -> None:
        chunks = cut(TEA, strip_headings=True)
        assert paths(chunks) == [H1, H2]
        assert not any("#" in found.text for found in chunks)

    def test_headings_kept(self) -> None:
        chunks = cut(TEA)
        assert paths(chunks) == [H1, H2]
        assert chunks[0].text.startswith("# Growing tea\n\nTea")
        assert chunks[1].text.startswith("## From leaf to cup\n\n1.")

    def test_blocks_split_and_headings_stripped(self) -> None:
        chunks = cut(TEA, split_blocks=True, strip_headings=True)
        assert paths(chunks) == [H1, H2, H2]
        assert [found.kinds for found in chunks] == [("paragraph",), ("list",), ("paragraph",)]

    def test_blocks_split_and_headings_kept(self) -> None:
        chunks = cut(TEA, split_blocks=True)
        assert paths(chunks) == [H1, H1, H2, H2, H2]
        assert chunks[0].text == "# Growing tea"
        assert chunks[2].text == "## From leaf to cup"

    def test_a_small_size_gives_one_chunk_per_item(self) -> None:
        chunks = cut(TEA, max_size=60, strip_headings=True)
        assert paths(chunks) == [H1, H2, H2, H2, H2, H2]
        assert [found.text[:2] for found in chunks[1:5]] == ["1.", "2.", "3.", "4."]


class TestHeadings:
    def test_depth(self) -> None:
        text = "# A\n\na\n\n## B\n\nb\n\n### C\n\nc\n\n#### D\n\nd\n"
        assert paths(cut(text)) == [("A",), ("A", "B"), ("A", "B", "C")]
        assert len(cut(text, max_heading_depth=1)) == 1
        assert len(cut(text, max_heading_depth=6)) == 4
        assert paths(cut(text, max_heading_depth=0)) == [("A",)]

    def test_billing_never_joins_authentication(self) -> None:
        text = (
            "# Authentication\n\nThat is the end of the authentication section.\n\n"
            "# Billing\n\nYou are charged monthly.\n"
        )
        for size in (0, 30, 1000):
            chunks = cut(text, max_size=size)
            (billing,) = [found for found in chunks if "monthly" in found.text]
            assert billing.heading_path == ("Billing",)
            assert "authentication" not in billing.text

    def test_text_before_the_first_heading_has_no_path(self) -> None:
        assert paths(cut("lead\n\n# A\n\nbody")) == [(), ("A",)]

    def test_a_heading_goes_with_the_text_below_it(self) -> None:
        assert paths(cut("# A\n\n## B\n\ntext")) == [("A", "B")]
        assert texts(cut("# A\n\n# B\n\ntext")) == ["# A", "# B\n\ntext"]

    def test_a_level_jump_invents_no_level(self) -> None:
        assert paths(cut("# A\n\n### C\n\nc\n\n## B\n\nb")) == [("A", "C"), ("A", "B")]

    def test_stripped_headings_that_nothing_follows_stay(self) -> None:
        assert texts(cut("# A\n\ntext\n\n# B\n", strip_headings=True)) == ["text", "# B"]

    def test_only_the_sections_own_headings_are_stripped(self) -> None:
        text = "# Top\n\nfirst\n\n## Kept\n\nsecond\n"
        (found,) = cut(text, strip_headings=True, max_heading_depth=1)
        assert found.text == "first\n\n## Kept\n\nsecond"

    def test_outer_headings_are_let_go_first(self) -> None:
        text = "# " + "A" * 20 + "\n\n## " + "B" * 20 + "\n\nsome words here"
        assert texts(cut(text, max_size=45)) == [
            "# " + "A" * 20,
            "## " + "B" * 20 + "\n\nsome words here",
        ]

    def test_a_heading_stays_with_a_part_of_a_paragraph(self) -> None:
        text = "# Title\n\nOne sentence here. Another sentence there."
        assert texts(cut(text, max_size=30)) == [
            "# Title\n\nOne sentence here.",
            "Another sentence there.",
        ]


class TestSizes:
    def test_code_and_tables_stay_whole(self) -> None:
        code = "```py\n" + "x = 1\n\n" * 30 + "```"
        table = "| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * 30
        for block in (code, code.replace("`", "~"), code[:-4], table.rstrip()):
            chunks = cut(f"# A\n\nlead\n\n{block}\n", max_size=50)
            (whole,) = [found for found in chunks if block.rstrip() in found.text]
            assert whole.oversize

    def test_no_size_cuts_at_headings_only(self) -> None:
        text = "# A\n\n" + "word " * 2000 + "\n\n# B\n\nb"
        assert [found.oversize for found in cut(text, max_size=0)] == [False, False]

    def test_deeper_headings_are_cut_at_first(self) -> None:
        text = "# A\n\nalpha\n\nbeta\n\n#### D\n\ndelta\n\n#### E\n\nepsilon\n"
        assert texts(cut(text, max_size=40)) == [
            "# A\n\nalpha\n\nbeta\n\n#### D\n\ndelta",
            "#### E\n\nepsilon",
        ]

    def test_an_introduction_stays_with_its_list(self) -> None:
        filler = "Filler text that fills the page. " * 3
        text = f"{filler}\n\nThe colours are:\n\n- red\n- green\n- blue\n"
        assert texts(cut(text, max_size=130))[-1] == "The colours are:\n\n- red\n- green\n- blue"

    def test_outer_items_before_inner_ones(self) -> None:
        text = "- parent one\n  - child a\n  - child b\n- parent two\n  - child c\n"
        assert texts(cut(text, max_size=50)) == [
            "- parent one\n  - child a\n  - child b",
            "- parent two\n  - child c",
        ]

    def test_sizes_in_words(self) -> None:
        chunks = cut("one two three four. five six seven eight.", max_size=4, sizer="words")
        assert [found.size for found in chunks] == [4, 4]

    def test_overlap_repeats_the_end_of_the_text_before(self) -> None:
        text = "# A\n\n" + " ".join(f"Sentence number {n}." for n in range(20))
        chunks = cut(text, max_size=100, overlap=30)
        assert chunks[0].overlap == 0
        for before, after in pairwise(chunks):
            assert 0 < after.overlap <= 30
            assert after.text.startswith(before.text[-after.overlap :])
            assert after.text.startswith("Sentence")

    def test_overlap_stops_at_a_heading(self) -> None:
        text = "# A\n\none two three\n\n# B\n\nfour five six\n"
        assert [found.overlap for found in cut(text, max_size=30, overlap=10)] == [0, 0]


class TestJoining:
    TEXT = "# A\n\na\n\n## B\n\nb\n\n## C\n\nc\n\n## D\n\n" + "d " * 30 + "\n\n# E\n\ne\n"

    def test_merge_sections(self) -> None:
        chunks = cut(self.TEXT, max_size=40, merge_sections=True)
        assert paths(chunks)[:2] == [("A",), ("A",)]
        assert chunks[1].text == "## B\n\nb\n\n## C\n\nc"
        assert chunks[-1].heading_path == ("E",)

    def test_a_whole_subtree_is_one_chunk_when_it_fits(self) -> None:
        assert texts(
            cut("# A\n\na\n\n## B\n\nb\n\n# C\n\nc", max_size=20, merge_sections=True)
        ) == [
            "# A\n\na\n\n## B\n\nb",
            "# C\n\nc",
        ]

    def test_min_size_joins_a_small_section_with_its_parents_text(self) -> None:
        chunks = cut("# A\n\nsome text here\n\n## B\n\nb\n", max_size=100, min_size=10)
        assert paths(chunks) == [("A",)]

    def test_min_size_joins_small_pieces_of_a_section(self) -> None:
        text = "word " * 15 + "\n\ntiny\n\n" + "more " * 15
        assert all(found.size >= 20 for found in cut(text, max_size=90, min_size=20))


class TestContext:
    def test_titles_outside_the_slice_come_first(self) -> None:
        chunks = cut("# A *b* `c`\n\na\n\n## B\n\nb\n")
        assert chunks[0].with_context() == chunks[0].text
        assert chunks[1].with_context() == "A b c\n\n## B\n\nb"

    @pytest.mark.parametrize(
        "title", ["1. One", "# five", "a_b_c _d_", "x | y", "&amp; [z]", "> q", "- - -", "`code`"]
    )
    def test_titles_read_as_one_paragraph(self, title: str) -> None:
        escaped = "".join(f"\\{c}" if c in "\\`*_[]<>&#.-|" else c for c in title)
        chunks = cut(f"# {escaped}\n\na\n\n## B\n\nb\n", strip_headings=True)
        plain = chunks[1].heading_path[0]
        tokens = MarkdownIt("commonmark").enable("table").parse(chunks[1].with_context())
        assert [token.type for token in tokens[:3]] == [
            "paragraph_open",
            "inline",
            "paragraph_close",
        ]
        shown = "".join(token.content for token in tokens[1].children or ())
        assert shown == f"{plain} > B"
        assert plain == title


class TestFrontMatter:
    TEXT = "---\ntitle: x\n---\nlead\n\n# A\n\ntext\n"

    def test_it_is_a_chunk_of_its_own(self) -> None:
        expected = ["---\ntitle: x\n---", "lead", "# A\n\ntext"]
        assert texts(cut(self.TEXT)) == expected
        assert texts(cut(self.TEXT, max_size=0)) == expected
        assert texts(cut(self.TEXT, min_size=100, merge_sections=True))[0] == expected[0]

    def test_it_can_be_left_out(self) -> None:
        for fields in ({}, {"max_size": 4}, {"merge_sections": True}, {"split_blocks": True}):
            chunks = cut(self.TEXT, front_matter="drop", **fields)
            assert chunks[0].text.startswith("lead")
            assert (chunks[0].index, chunks[0].first_line, chunks[0].section_start) == (0, 4, 0)
        assert cut("\ufeff---\na: 1\n---\n", front_matter="drop") == []
        assert texts(cut("***\n\ntext", front_matter="drop")) == ["***\n\ntext"]


def test_ids_survive_an_edit_elsewhere() -> None:
    before = cut("# A\n\nalpha\n\n# B\n\nbeta\n\n# C\n\nbeta\n")
    after = cut("# A\n\nalpha, edited\n\n# B\n\nbeta\n\n# C\n\nbeta\n")
    assert [found.id for found in before[1:]] == [found.id for found in after[1:]]
    assert len({found.id for found in before}) == 3


def test_equal_chunks_have_different_ids() -> None:
    chunks = cut("same\n\nsame\n\nsame\n", max_size=5)
    assert len({found.id for found in chunks}) == 3
    assert [found.start for found in chunks] == [0, 6, 12]


FOLDED = """\
Before the fold there is a line of text.

<details>
<summary>More</summary>

One paragraph inside.

- first
- second

Another paragraph.

</details>

After it all.
"""


def test_blocks_between_html_tags_stay_together_when_they_fit() -> None:
    inside = FOLDED[FOLDED.index("<details>") : FOLDED.index("</details>")] + "</details>"
    assert texts(cut(FOLDED, max_size=len(inside))) == [
        "Before the fold there is a line of text.",
        inside,
        "After it all.",
    ]


def test_groups_whose_tags_share_a_block_are_cut_where_the_next_one_opens() -> None:
    groups = [f"<details>\n\n- first of {name}\n- second\n\nText.\n\n" for name in "abc"]
    text = "</details>\n".join(groups) + "</details>\n"
    assert texts(cut(text, max_size=70)) == [
        groups[0].strip(),
        f"</details>\n{groups[1].strip()}",
        f"</details>\n{groups[2]}</details>",
    ]


def test_a_pair_inside_another_one_is_parted_at_its_own_level() -> None:
    text = "<table><tr><td>\n\nOne.\n\nTwo.\n\n</td><td>\n\nThree.\n\n</td></tr></table>\n"
    assert texts(cut(text, max_size=45)) == [
        "<table><tr><td>\n\nOne.\n\nTwo.",
        "</td><td>\n\nThree.\n\n</td></tr></table>",
    ]


def test_blocks_between_html_tags_are_parted_when_they_do_not_fit() -> None:
    assert texts(cut(FOLDED, max_size=60)) == [
        "Before the fold there is a line of text.",
        "<details>\n<summary>More</summary>\n\nOne paragraph inside.",
        "- first\n- second\n\nAnother paragraph.\n\n</details>",
        "After it all.",
    ]
