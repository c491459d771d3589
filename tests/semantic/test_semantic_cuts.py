"""Cuts by meaning with a real model, and what semantic_cuts takes."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Sequence
from typing import Any

import pytest

from marksplit import (
    ChunkOptions,
    CutScorerError,
    EmbeddingError,
    MissingExtraError,
    OptionError,
    check,
    chunk,
    explain,
    parse,
)
from marksplit.semantic import Embed, semantic_cuts
from marksplit.semantic.embedders import wordllama

TEA = (
    "Green tea is picked in spring and steamed at once.",
    "Steep the tea leaves at eighty degrees.",
    "Two minutes are enough for a cup of tea.",
)
TRAINS = (
    "The train to the coast leaves the station at nine.",
    "Buy the train ticket at the counter.",
    "The train ride takes three hours and a half.",
)


@pytest.mark.parametrize(
    ("between", "prefix"), [(" ", ""), ("\n\n", ""), ("\n", "- "), ("\n>\n", "> ")]
)
def test_a_part_is_cut_where_the_topic_changes(between: str, prefix: str) -> None:
    text = "# Notes\n\n" + between.join(prefix + unit for unit in (*TEA, *TRAINS))
    options = ChunkOptions(max_size=270, cuts=semantic_cuts(wordllama()))
    chunks = chunk(text, options)
    check(text, chunks, options)
    assert [found.text.startswith(prefix + TRAINS[0]) for found in chunks] == [False, True]
    assert [each.by_score for each in explain(parse(text), options)] == [True]
    assert chunks == chunk(text, options)


def test_each_unit_is_embedded_once() -> None:
    seen: list[str] = []

    def embed(texts: Sequence[str]) -> list[list[float]]:
        seen.extend(texts)
        return [[float(len(text)), 1.0] for text in texts]

    chunk(" ".join((*TEA, *TRAINS)), ChunkOptions(max_size=200, cuts=semantic_cuts(embed)))
    assert seen == [*TEA, *TRAINS]


def test_a_long_unit_is_embedded_by_its_start() -> None:
    seen: list[str] = []

    def embed(texts: Sequence[str]) -> list[list[float]]:
        seen.extend(texts)
        return [[1.0, 0.0] for _ in texts]

    code = "```\n" + "code\n" * 2000 + "```"
    chunk(f"{TEA[0]}\n\n{code}\n\n{TEA[1]}", ChunkOptions(cuts=semantic_cuts(embed)))
    assert seen == [TEA[0], code[:4000], TEA[1]]


def test_a_function_that_fails_names_the_lines_and_the_batch() -> None:
    def embed(texts: Sequence[str]) -> list[list[float]]:
        raise OSError("model is gone")

    options = ChunkOptions(max_size=100, cuts=semantic_cuts(embed, batch_size=4))
    with pytest.raises(CutScorerError) as caught:
        chunk("\n" + " ".join((*TEA, *TRAINS)), options)
    assert str(caught.value) == (
        "cuts, asked about lines 2 to 2, failed: EmbeddingError: texts 1 to 4 of 6: embed failed: "
        "OSError: model is gone"
    )
    assert isinstance(caught.value.__cause__, EmbeddingError)


def test_options_with_equal_scorers_are_equal_and_survive_pickling() -> None:
    options = ChunkOptions(cuts=semantic_cuts(wordllama(), window=3))
    assert options == ChunkOptions(cuts=semantic_cuts(wordllama(), window=3))
    assert options != ChunkOptions(cuts=semantic_cuts(wordllama()))
    again = pickle.loads(pickle.dumps(options))
    assert again == options
    assert hash(again) == hash(options)


@pytest.mark.parametrize(
    "settings",
    [
        {"window": 0},
        {"window": 1.5},
        {"percentile": 100},
        {"percentile": -1},
        {"percentile": float("nan")},
        {"percentile": "half"},
        {"batch_size": True},
    ],
)
def test_settings_out_of_range_are_named(settings: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match=next(iter(settings))):
        semantic_cuts(wordllama(), **settings)


def test_only_a_function_embeds() -> None:
    not_a_function: Any = "wordllama"
    with pytest.raises(OptionError, match="embed must be a function from texts to vectors"):
        semantic_cuts(not_a_function)


def test_without_numpy_the_error_has_the_pip_line(monkeypatch: pytest.MonkeyPatch) -> None:
    embed: Embed = wordllama()
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(MissingExtraError, match=r'pip install "marksplit\[semantic\]"'):
        semantic_cuts(embed)
