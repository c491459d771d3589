"""Which parts a document is cut into before any part is cut for size."""

from __future__ import annotations

from marksplit import ChunkOptions, check, chunk


def texts(text: str, **fields: object) -> list[str]:
    options = ChunkOptions(**fields)  # type: ignore[arg-type]
    chunks = chunk(text, options)
    check(text, chunks, options)
    return [found.text for found in chunks]


class TestSplitBlocks:
    def test_definitions_join_the_block_before_them(self) -> None:
        text = "[z]: /z\n\na [x]\n\n[x]: /x\n\n[y]: /y\n\nb\n"
        assert texts(text, split_blocks=True) == [
            "[z]: /z\n\na [x]\n\n[x]: /x\n\n[y]: /y",
            "b",
        ]

    def test_stripped_headings_go_with_what_follows(self) -> None:
        text = "# A\n\n## B\n\none\n\ntwo\n\n# C\n\n# D\n\n- three\n"
        assert texts(text, split_blocks=True, strip_headings=True) == [
            "one",
            "two",
            "# C",
            "- three",
        ]

    def test_a_block_over_the_size_is_cut(self) -> None:
        text = "- one one one\n- two two two\n\nthree\n"
        assert texts(text, split_blocks=True, max_size=15) == [
            "- one one one",
            "- two two two",
            "three",
        ]


class TestMinSize:
    def test_a_small_piece_joins_the_one_before_or_after(self) -> None:
        text = "tiny\n\n" + "a" * 30 + "\n\n" + "b" * 30 + "\n\nend\n"
        assert texts(text, max_size=36, min_size=10) == [
            "tiny\n\n" + "a" * 30,
            "b" * 30 + "\n\nend",
        ]
        assert texts(text, max_size=34, min_size=10) == ["tiny", "a" * 30, "b" * 30, "end"]

    def test_a_small_rest_joins_the_deeper_section_behind_it(self) -> None:
        text = "# A\n\n" + "a" * 30 + "\n\ntiny\n\n#### D\n\nd\n\n#### E\n\n" + "e" * 30 + "\n"
        head, tail = "# A\n\n" + "a" * 30, "#### E\n\n" + "e" * 30
        deeper = "#### D\n\nd"
        assert texts(text, max_size=40) == [head, "tiny", deeper, tail]
        assert texts(text, max_size=40, min_size=4) == [head, "tiny", deeper, tail]
        assert texts(text, max_size=40, min_size=5) == [head, f"tiny\n\n{deeper}", tail]
        assert texts(text, max_size=40, min_size=5, strip_headings=True) == [
            "a" * 30 + "\n\ntiny",
            "d",
            "e" * 30,
        ]

    def test_pieces_at_the_limit_are_not_small(self) -> None:
        assert texts("aaaa\n\nbbbb\n\ncccc\n", max_size=5, min_size=4) == ["aaaa", "bbbb", "cccc"]

    def test_small_siblings_join_each_other_and_no_cousin(self) -> None:
        text = "# A\n\n## B\n\nb\n\n## C\n\nc\n\n# D\n\n## E\n\ne\n"
        assert texts(text, max_size=40, min_size=8) == [
            "# A\n\n## B\n\nb\n\n## C\n\nc",
            "# D\n\n## E\n\ne",
        ]

    def test_a_section_of_the_smallest_size_stays_alone(self) -> None:
        text = "# A\n\naaaa\n\n# B\n\nbbbb\n"
        assert len(texts(text, max_size=40, min_size=9)) == 2
        assert len(texts(text, max_size=40, min_size=10)) == 1

    def test_overlap_survives_a_join(self) -> None:
        text = " ".join(f"Word number {n} stands here." for n in range(12))
        options = ChunkOptions(max_size=90, min_size=40, overlap=30)
        chunks = chunk(text, options)
        check(text, chunks, options)
        assert all(found.overlap for found in chunks[1:])


class TestMergeSections:
    def test_runs_of_children_and_never_across_parents(self) -> None:
        text = "# A\n\n" + "a " * 20 + "\n\n## B\n\nb\n\n## C\n\nc\n\n# D\n\nd\n\n# E\n\ne\n"
        assert texts(text, max_size=50, merge_sections=True) == [
            "# A\n\n" + "a " * 20,
            "## B\n\nb\n\n## C\n\nc",
            "# D\n\nd\n\n# E\n\ne",
        ]

    def test_a_big_section_ends_a_run(self) -> None:
        text = "# A\n\na\n\n# B\n\n" + "b " * 30 + "\n\n# C\n\nc\n"
        assert texts(text, max_size=70, merge_sections=True) == [
            "# A\n\na",
            "# B\n\n" + "b " * 30,
            "# C\n\nc",
        ]

    def test_stripped_headings_do_not_count(self) -> None:
        text = "# Alpha\n\n## Beta\n\nb\n\n## Gamma\n\nc\n"
        whole = "## Beta\n\nb\n\n## Gamma\n\nc"
        assert texts(text, max_size=len(whole), merge_sections=True, strip_headings=True) == [whole]
        assert len(texts(text, max_size=len(whole), merge_sections=True)) == 2
