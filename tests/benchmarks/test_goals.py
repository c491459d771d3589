"""The goals for speed and memory, measured on generated documents."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from contenders import BLOCKS, CONTENDERS, LANGCHAIN, MARKSPLIT, SEMANTIC
from interleaved import Round, best, ratio
from measurements import HOSTILE, footprints, growth, speed, together
from size_classes import by_size, generated, joined

pytestmark = pytest.mark.benchmark

Rounds = dict[str, list[Round]]
SMALL = ("under 4 KB", "4-16 KB", "16-64 KB", "64-256 KB")
LARGE = ("1 MB", "10 MB")


@pytest.fixture(scope="module")
def documents() -> dict[str, list[str]]:
    texts = generated()
    return by_size(texts) | joined(texts)


@pytest.fixture(scope="module")
def rounds(documents: dict[str, Sequence[str]]) -> Rounds:
    measured = speed([each for each in CONTENDERS if each.installed], documents)
    measured["all"] = together([measured[name] for name in SMALL])
    return measured


@pytest.mark.parametrize("documents_of", [*SMALL, *LARGE])
def test_four_times_as_fast_as_the_block_parse_of_markdown_it(
    rounds: Rounds, documents_of: str
) -> None:
    assert ratio(rounds[documents_of], BLOCKS.name, MARKSPLIT.name) >= 4


@pytest.mark.skipif(not LANGCHAIN.installed, reason="not installed")
@pytest.mark.parametrize(
    ("documents_of", "times"), [("all", 2), *((k, 1.5) for k in SMALL + LARGE)]
)
def test_faster_than_langchain_in_two_stages(
    rounds: Rounds, documents_of: str, times: float
) -> None:
    assert ratio(rounds[documents_of], LANGCHAIN.name, MARKSPLIT.name) >= times


@pytest.mark.skipif(not SEMANTIC.installed, reason="not installed")
@pytest.mark.parametrize(("documents_of", "times"), [("64-256 KB", 1), ("1 MB", 5), ("10 MB", 5)])
def test_faster_than_semantic_text_splitter_on_large_documents(
    rounds: Rounds, documents_of: str, times: float
) -> None:
    assert ratio(rounds[documents_of], SEMANTIC.name, MARKSPLIT.name) >= times


def test_a_byte_of_10_mb_costs_at_most_half_more_than_one_of_100_kb(rounds: Rounds) -> None:
    assert best(rounds["10 MB"], MARKSPLIT.name) <= 1.5 * best(rounds["100 KB"], MARKSPLIT.name)


def test_10_mb_take_less_than_160_mb(documents: dict[str, Sequence[str]]) -> None:
    (text,) = documents["10 MB"]
    assert footprints([MARKSPLIT, BLOCKS], text)[MARKSPLIT.name].peak < 160


@pytest.mark.parametrize("family", HOSTILE)
def test_a_hostile_document_takes_time_in_proportion(family: str) -> None:
    found = growth(family)
    assert found.ratio <= 6
    assert found.seconds < 2
