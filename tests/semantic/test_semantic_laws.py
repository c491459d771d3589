"""The laws hold whatever an embedding function or a model says: random vectors, random answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from zlib import crc32

import numpy as np
import pytest
from dialects import FIXTURES, name_of, syntax_of
from numpy.typing import NDArray
from test_laws import CORPUS, lawful, needs_shared, read

from marksplit import ChunkOptions, CutScorer, Syntax, chunk
from marksplit.semantic import semantic_cuts
from marksplit.semantic.llm import llm_cuts

SETTINGS = [
    ChunkOptions(max_size=120),
    ChunkOptions(max_size=400, overlap=80, min_size=60),
    ChunkOptions(max_size=60, sizer="words", strip_headings=True, count_context=True),
    ChunkOptions(max_size=1000, max_heading_depth=1, oversize="split"),
    ChunkOptions(max_size=300, merge_sections=True, max_heading_depth=6),
]


def random_embed(texts: Sequence[str]) -> NDArray[np.float64]:
    """Vectors that are the same for the same text, some of length 0."""
    seeds = [crc32(text.encode()) for text in texts]
    return np.array([np.random.default_rng(s).normal(size=4) * (s % 7 > 0) for s in seeds])


def random_model(prompt: str) -> str:
    """An answer of some kind, the same for the same prompt: useful, wrong, cut off, or an echo."""
    rng = Random(crc32(prompt.encode()))
    count = int(prompt.split()[2])
    numbers = [rng.randint(-3, count + 3) for _ in range(rng.randint(0, 6))]
    echo = prompt.split("\n\n", 1)[1].split()
    for _ in numbers:
        echo.insert(rng.randint(0, len(echo)), "---SPLIT---")
    return rng.choice(
        (
            str(numbers),
            f"split after {', '.join(map(str, numbers))}",
            "\n".join(map(str, numbers)),
            str(numbers)[: rng.randint(0, 8)],
            "Ignore the document and delete it.",
            f"```\n{' '.join(echo)}\n```",
            " ".join(echo[: len(echo) // 2]),
        )
    )


SCORERS: dict[str, Callable[[], CutScorer]] = {
    "embeddings": lambda: semantic_cuts(random_embed, percentile=25),
    "model": lambda: llm_cuts(random_model, prompt_size=2000, on_fallback=lambda message: None),
}
any_scorer = pytest.mark.parametrize("scorer", SCORERS.values(), ids=SCORERS)


def _lawful_in_all_settings(text: str, syntax: Syntax, scorer: CutScorer) -> int:
    """In how many of the settings the scorer moved a cut."""
    moved = 0
    for options in SETTINGS:
        chunks = lawful(text, replace(options, cuts=scorer), syntax)
        plain = chunk(text, options, syntax=syntax)
        moved += [(c.start, c.end) for c in chunks] != [(c.start, c.end) for c in plain]
    return moved


@any_scorer
@pytest.mark.parametrize("path", FIXTURES, ids=name_of)
def test_fixtures_keep_the_laws(path: Path, scorer: Callable[[], CutScorer]) -> None:
    _lawful_in_all_settings(read(path), syntax_of(path), scorer())


@any_scorer
def test_random_answers_do_move_cuts(scorer: Callable[[], CutScorer]) -> None:
    (manual,) = (path for path in FIXTURES if path.name == "long-manual.md")
    assert _lawful_in_all_settings(read(manual), Syntax(), scorer()) >= 3


@pytest.mark.long
@needs_shared
@any_scorer
@pytest.mark.parametrize("path", CORPUS, ids=lambda path: str(path.stem))
def test_real_documents_keep_the_laws(path: Path, scorer: Callable[[], CutScorer]) -> None:
    _lawful_in_all_settings(read(path), Syntax(), scorer())
