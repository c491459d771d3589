"""How much text a sizer is given: a small multiple of the document, never much of it at once."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from real_tokenizers import TIKTOKEN

from marksplit import ChunkOptions, Sizer, chunk, resolve_sizer
from marksplit.sizing import Measure

LONG = sorted((Path(__file__).parent.parent / "fixtures").glob("long-*.md"))
WORDS = (
    *("tea", "water", "leaf", "boil", "steep", "minutes", "garden", "the", "of", "and"),
    *("careful", "because", "kettle", "temperature", "without", "measuring", "wonderful"),
)


def words(rng: Random, low: int, high: int) -> str:
    return " ".join(rng.choice(WORDS) for _ in range(rng.randint(low, high)))


def prose(rng: Random, low: int, high: int) -> str:
    return " ".join(f"{words(rng, 4, 18).capitalize()}." for _ in range(rng.randint(low, high)))


def paragraphs(rng: Random) -> str:
    return "\n\n".join(prose(rng, 1, 14) for _ in range(60))


def one_paragraph(rng: Random) -> str:
    return prose(rng, 400, 400)


def nested_list(rng: Random) -> str:
    return "\n".join(f"{rng.choice(('', '  '))}- {prose(rng, 1, 3)}" for _ in range(200))


def small_blocks(rng: Random) -> str:
    return "\n\n".join(words(rng, 1, 4) for _ in range(900))


def quote(rng: Random) -> str:
    return "\n>\n".join(f"> {prose(rng, 5, 5)}" for _ in range(40))


def table(rng: Random) -> str:
    rows = (f"| {rng.choice(WORDS)} | {prose(rng, 1, 1)} |" for _ in range(150))
    return "\n".join(("| a | b |", "|---|---|", *rows))


def code(rng: Random) -> str:
    lines = (f"{rng.choice(('', '    '))}{words(rng, 2, 9)}" for _ in range(300))
    return "\n".join(("```py", *lines, "```"))


DOCUMENTS = {path.stem: path.read_text("utf-8") for path in LONG} | {
    make.__name__: make(Random(3))
    for make in (paragraphs, one_paragraph, nested_list, small_blocks, quote, table, code)
}
any_document = pytest.mark.parametrize("text", DOCUMENTS.values(), ids=DOCUMENTS)
any_size = pytest.mark.parametrize("size", [100, 400, 1000])


class Counting:
    """A sizer that keeps what it was given: lengths and sizes."""

    def __init__(self, sizer: Sizer) -> None:
        self.sizer = sizer
        self.lengths: list[int] = []
        self.sizes: list[int] = []

    def __call__(self, text: str) -> int:
        self.lengths.append(len(text))
        self.sizes.append(self.sizer(text))
        return self.sizes[-1]


def measured(text: str, size: int, *, overlap: int = 0, count_context: bool = False) -> Counting:
    sizer = Counting(resolve_sizer(TIKTOKEN))
    options = ChunkOptions(
        max_size=size, overlap=overlap, sizer=sizer, oversize="split", count_context=count_context
    )
    chunk(text, options)
    return sizer


@any_document
@any_size
def test_a_document_is_measured_less_than_six_times(text: str, size: int) -> None:
    sizer = measured(text, size)
    assert sum(sizer.lengths) < 6 * len(text)
    assert max(sizer.sizes) < 3 * size


@any_document
@any_size
def test_overlap_doubles_what_is_measured_at_most(text: str, size: int) -> None:
    sizer = measured(text, size, overlap=size // 5)
    assert sum(sizer.lengths) < 12 * len(text)
    assert max(sizer.sizes) < 3 * size


@any_document
@any_size
def test_counted_context_adds_little(text: str, size: int) -> None:
    sizer = measured(text, size, count_context=True)
    assert sum(sizer.lengths) < 8 * len(text)
    assert max(sizer.sizes) < 3 * size


def test_a_block_that_stays_whole_is_measured_whole_once() -> None:
    text = table(Random(3))
    sizer = Counting(resolve_sizer(TIKTOKEN))
    (found,) = chunk(text, ChunkOptions(max_size=100, sizer=sizer))
    assert [size for size in sizer.sizes if size > 200] == [found.size]


class Text(str):
    """A text that tells what is cut out of it."""

    __slots__ = ("slices",)

    def __getitem__(self, key: object) -> str:
        self.slices = [*getattr(self, "slices", ()), key]
        return super().__getitem__(key)  # type: ignore[index]


def test_characters_are_counted_without_a_look_at_the_text() -> None:
    text = Text("some words here")
    measure = Measure(text, len)
    assert (measure(5, 10), measure.within(0, 15, 14), measure.within(0, 15, 15)) == (5, 0, 1)
    assert not hasattr(text, "slices")
    assert Measure(text, str.__len__)(5, 10) == 5
    assert text.slices == [slice(5, 10)]


def test_a_span_is_measured_once() -> None:
    sizer = Counting(len)
    measure = Measure("some words here", sizer)
    assert (measure(0, 4), measure(0, 4), measure(0, 5)) == (4, 4, 5)
    assert sizer.lengths == [4, 5]


def test_far_too_long_a_text_is_refused_by_its_start() -> None:
    sizer = Counting(len)
    assert not Measure("x" * 100_000, sizer).within(0, 100_000, 50)
    assert max(sizer.lengths) < 100
