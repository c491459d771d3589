"""What cutting may cost, counted and not timed: work that grows no faster than the text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from counting import calls
from hostile import HOSTILE, HOSTILE_TEXT
from markdown_it.parser_inline import ParserInline
from markdown_it.token import Token
from markdown_it.utils import EnvType

from marksplit import ChunkOptions, Span, chunk
from marksplit.spans import Source

FAMILIES: dict[str, Callable[[int], str]] = {**HOSTILE, **HOSTILE_TEXT}
SIZE = 1500
"""Of the smaller document, in code points, about."""


def sized(family: str, size: int) -> str:
    """A document of `family` of about `size` code points."""
    make = FAMILIES[family]
    n = size
    while n > 2 and len(make(n)) > size:
        n = n * 7 // 8
    return make(n)


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Code points given to the block scanner and to the inline parser, counted as it happens."""
    counted: Counter[str] = Counter()
    scan, parse = Source.__init__, ParserInline.parse

    def counted_scan(self: Source, text: str) -> None:
        counted["blocks"] += len(text)
        scan(self, text)

    def counted_parse(
        self: ParserInline, src: str, md: object, env: EnvType, tokens: list[Token]
    ) -> list[Token]:
        counted["inline"] += len(src)
        return parse(self, src, md, env, tokens)  # type: ignore[arg-type]

    monkeypatch.setattr(Source, "__init__", counted_scan)
    monkeypatch.setattr(ParserInline, "parse", counted_parse)
    return counted


def work(text: str, options: ChunkOptions) -> int:
    """Calls, of functions and of methods in C, that it takes to cut `text`."""
    return calls(lambda: chunk(text, options))


def scores(text: str, spans: Sequence[Span]) -> list[float]:
    return [float(number % 3) for number in range(len(spans) - 1)]


OPTIONS = {
    "small": ChunkOptions(max_size=80),
    "joined": ChunkOptions(
        max_size=120, overlap=30, min_size=60, merge_sections=True, strip_headings=True
    ),
    "scored": ChunkOptions(max_size=80, cuts=scores),
}


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
@pytest.mark.parametrize("family", FAMILIES)
def test_four_times_the_text_is_little_more_than_four_times_the_work(
    family: str, options: ChunkOptions, given: Counter[str]
) -> None:
    if family == "rising backticks":  # in both documents most runs have to be over the size
        options = replace(options, max_size=10, overlap=options.overlap // 6, min_size=0)
    once, four_times = sized(family, SIZE), sized(family, 4 * SIZE)
    growth = max(4.0, len(four_times) / len(once))
    few = work(once, options)
    scanned, parsed = given["blocks"], given["inline"]
    given.clear()
    many = work(four_times, options)
    assert many <= 1.4 * growth * max(few, 10 * len(once)) + 5000
    assert given["blocks"] <= 1.4 * growth * max(scanned, 5 * len(once)) + 5000
    assert given["inline"] <= 1.4 * growth * parsed + 5000
    assert many <= 700 * len(four_times)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_sizer_is_given_each_character_a_few_times(family: str) -> None:
    measured = 0

    def sizer(text: str) -> int:
        nonlocal measured
        measured += len(text)
        return len(text)

    text = sized(family, 4 * SIZE)
    chunk(text, ChunkOptions(max_size=300, sizer=sizer))
    assert measured <= 60 * len(text) + 5000
