"""How chunks are made, and the text to embed: titles, and images without their data."""

from __future__ import annotations

import pickle
from copy import copy
from dataclasses import FrozenInstanceError, astuple, fields, replace

import pytest
from counting import calls

from marksplit import Chunk, ChunkOptions, chunk

DATA = "data:image/png;base64,"
LONG = "iVBORw0KGgo" * 12 + "="


def shown(text: str, *, max_size: int = 0) -> str:
    (found,) = chunk(text, max_size=max_size, strip_data_uris=True)
    assert found.text == text
    return found.with_context()


def test_a_chunk_is_what_its_class_makes_of_the_same_values() -> None:
    for found in chunk("# Tea\n\n[a]\n\n# Mint\n\n[a]: /u\n"):
        values = [getattr(found, each.name) for each in fields(Chunk)]
        made = Chunk(*values)
        assert type(found) is Chunk
        assert found == made == copy(found) == pickle.loads(pickle.dumps(found))
        assert repr(found) == repr(made)
        assert hash(found) == hash(made)
        assert astuple(replace(found, index=7))[1:] == astuple(found)[1:]
        with pytest.raises(FrozenInstanceError):
            found.text = "x"  # type: ignore[misc]


class TestTitle:
    TEXT = "# Tea\n\na\n\n## Brewing\n\nb\n"

    def test_it_comes_before_the_path(self) -> None:
        first, second = chunk(self.TEXT)
        assert first.with_context(title="Handbook") == "Handbook\n\n# Tea\n\na"
        assert second.with_context(title="Handbook") == "Handbook > Tea\n\n## Brewing\n\nb"
        assert second.with_context() == second.with_context(title="")

    def test_it_is_not_said_twice(self) -> None:
        first, second = chunk(self.TEXT)
        assert first.with_context(title="Tea") == first.text
        assert second.with_context(title=" Tea\n") == "Tea\n\n## Brewing\n\nb"

    def test_it_reads_as_one_paragraph(self) -> None:
        (found,) = chunk("text")
        assert (
            found.with_context(title="1. All *about*\n\n tea") == "1\\. All \\*about\\* tea\n\ntext"
        )


class TestImageData:
    @pytest.mark.parametrize(
        ("before", "after"),
        [
            ("![pic](", ")"),
            ("![a,b](", " 'title')"),
            ("![pic](<", ">) and text"),
            ("[![pic](", ")](/u)"),
            ("> - ![pic](", ")\n>   more"),
            ("# ![pic](", ")"),
            ("| a |\n|---|\n| ![pic](", ") |"),
            ("<img src='", "'>"),
            ('text <img alt="x" src="', '"> text'),
            ("<div>\n<img src=", ">\n</div>"),
            ("[pic]: ", " 'title'"),
            ("[^n]: ![pic](", ")"),
        ],
    )
    def test_it_can_be_left_out(self, before: str, after: str) -> None:
        assert shown(f"{before}{DATA}{LONG}{after}") == f"{before}{DATA}{after}"

    @pytest.mark.parametrize(
        "text",
        [
            f"`{DATA}{LONG}`",
            f"```\n![pic]({DATA}{LONG})\n```",
            f"    <img src='{DATA}{LONG}'>",
            f"{DATA}{LONG}",
            f"\\![pic]({DATA}{LONG})",
            "![pic](data:text/plain,abc)",
            "![pic](image.png)",
        ],
    )
    def test_what_is_no_image_stays(self, text: str) -> None:
        assert shown(text) == text

    def test_two_images_and_the_text_between_them(self) -> None:
        text = f"a ![b]({DATA}{LONG}) c\n\n![d](data:image/svg+xml,%3Csvg%3E) e"
        assert shown(text) == f"a ![b]({DATA}) c\n\n![d](data:image/svg+xml,) e"

    def test_it_is_left_out_of_definitions_that_are_added(self) -> None:
        text = f"![pic]\n\n# B\n\n[pic]: {DATA}{LONG}"
        whole, short = (
            chunk(text, context_references=True, strip_data_uris=not shown)[0]
            for shown in (True, False)
        )
        assert whole.with_context() == f"![pic]\n\n[pic]: {DATA}{LONG}"
        assert short.with_context() == f"![pic]\n\n[pic]: {DATA}"

    def test_an_image_is_cut_only_where_nothing_else_fits(self) -> None:
        words = "Some words stand here. " * 4
        text = f"{words}![pic]({DATA}{LONG}) {words}"
        whole = chunk(text, ChunkOptions(max_size=200))
        assert sum(f"![pic]({DATA}{LONG})" in found.text for found in whole) == 1
        parts = chunk(text, max_size=100, strip_data_uris=True)
        assert all(found.size <= 100 for found in parts)
        kept = "".join(found.with_context() for found in parts)
        assert LONG[:20] not in kept
        assert kept.replace(" ", "") == f"{words}![pic]({DATA}){words}".replace(" ", "")

    def test_twice_the_data_is_twice_the_work(self) -> None:
        once, twice, four_times = (work(LONG * number) for number in (40, 80, 160))
        assert four_times - twice <= 2.2 * (twice - once) + 100


def work(data: str) -> int:
    """Calls while a document with an image of `data` is cut and shown."""
    text = f"Some words. ![pic]({DATA}{data}) More words.\n\n[p]: {DATA}{data}"
    return calls(lambda: [each.with_context() for each in chunk(text, strip_data_uris=True)])
