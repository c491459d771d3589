"""A scorer of cuts decides among places that are equally good by structure, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from random import Random
from typing import Any

import numpy as np
import pytest
from strategies import (
    random_dialect,
    random_markdown,
    random_options,
    random_scores,
    random_syntax,
)
from test_laws import lawful

from marksplit import (
    ChunkOptions,
    CutScorer,
    CutScorerError,
    OptionError,
    Span,
    chunk,
    explain,
    parse,
)


class Scorer:
    """Scores the places behind units that end with one of `ends`, and remembers what it saw."""

    def __init__(self, *ends: str) -> None:
        self.ends = ends
        self.asked: list[list[str]] = []

    def __call__(self, text: str, spans: Sequence[Span]) -> list[float]:
        units = [text[start:end] for start, end in spans]
        self.asked.append(units)
        return [float(unit.endswith(self.ends)) if self.ends else 0.0 for unit in units[:-1]]


def texts(text: str, scorer: CutScorer | None, **options: Any) -> list[str]:
    chosen = ChunkOptions(cuts=scorer, **options)
    return [found.text for found in lawful(text, chosen)]


BLOCKS = "one\n\ntwo\n\nthree\n\nfour\n\nfive"
ITEMS = "- one\n- two\n- three\n- four\n- five"
SENTENCES = "One bee. Two cows. Three dogs. Four elks. Five."


@pytest.mark.parametrize(
    ("text", "size", "end", "expected"),
    [
        (BLOCKS, 24, "three", ["one\n\ntwo\n\nthree", "four\n\nfive"]),
        (BLOCKS, 24, "four", ["one\n\ntwo\n\nthree\n\nfour", "five"]),
        (ITEMS, 30, "three", ["- one\n- two\n- three", "- four\n- five"]),
        ("> one\n>\n> two\n>\n> six\n>\n> ten", 28, "two", ["> one\n>\n> two", "> six\n>\n> ten"]),
        (SENTENCES, 42, "dogs.", ["One bee. Two cows. Three dogs.", "Four elks. Five."]),
    ],
)
def test_the_place_with_the_highest_score_is_taken(
    text: str, size: int, end: str, expected: list[str]
) -> None:
    assert texts(text, Scorer(end), max_size=size) == expected


def test_equal_scores_take_the_last_place_as_without_a_scorer() -> None:
    for text in (BLOCKS, ITEMS, SENTENCES):
        assert texts(text, Scorer(), max_size=31) == texts(text, None, max_size=31)


def test_negative_scores_keep_a_place_from_being_taken() -> None:
    def scorer(text: str, spans: Sequence[Span]) -> list[float]:
        return [-1.0 if text[:end].endswith("four") else 0.0 for _, end in spans[:-1]]

    options = ChunkOptions(max_size=24, cuts=scorer)
    assert chunk(BLOCKS, options)[0].text == "one\n\ntwo\n\nthree"


def test_structure_comes_before_scores() -> None:
    text = "One bee. Two cows.\n\nThree dogs. Four elks. Five."
    assert texts(text, Scorer("dogs."), max_size=35) == text.split("\n\n")


def test_a_score_leaves_at_least_half_of_the_piece() -> None:
    text = "a\n\n" + "\n\n".join("bbbbbbbb" for _ in range(8))
    first = chunk(text, ChunkOptions(max_size=50, cuts=Scorer("a")))[0]
    assert first == chunk(text, ChunkOptions(max_size=50))[0]


def test_the_scorer_is_asked_once_for_each_part_that_is_too_big() -> None:
    text = f"# A\n\n{BLOCKS}\n\n# B\n\nshort\n\n# C\n\n{SENTENCES}\n\n{ITEMS}"
    scorer = Scorer()
    chunk(text, ChunkOptions(max_size=30, overlap=8, cuts=scorer))
    assert scorer.asked == [
        ["# A\n\none", "two", "three", "four", "five"],
        [
            *("# C\n\nOne bee.", "Two cows.", "Three dogs.", "Four elks.", "Five."),
            *("- one", "- two", "- three", "- four", "- five"),
        ],
    ]


def test_without_a_part_that_is_too_big_the_scorer_is_not_asked() -> None:
    scorer = Scorer()
    chunk(f"# A\n\n{BLOCKS}\n\n# B\n\ntext", ChunkOptions(cuts=scorer))
    chunk(BLOCKS, ChunkOptions(max_size=0, cuts=scorer))
    chunk("word " * 100, ChunkOptions(max_size=50, cuts=scorer))
    assert scorer.asked == []


def test_rows_and_lines_of_blocks_that_are_split_are_no_units() -> None:
    text = "One.\n\n```\na\n\nb\nc\n```\n\n| a |\n|---|\n| b |\n| c |\n\nTwo."
    scorer = Scorer()
    chunk(text, ChunkOptions(max_size=12, oversize="split", cuts=scorer))
    ((first, code, table, last),) = scorer.asked
    assert (first, last) == ("One.", "Two.")
    assert code.startswith("```")
    assert table.startswith("| a |")


def test_the_reason_names_the_score_where_it_decided() -> None:
    def told(scorer: Scorer) -> list[str]:
        options = ChunkOptions(max_size=24, cuts=scorer)
        return [str(each) for each in explain(parse(BLOCKS), options)]

    assert told(Scorer("three")) == ["size: between blocks, chosen by its score; together 27 > 24"]
    assert told(Scorer("four")) == ["size: between blocks; together 27 > 24"]


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ([1.0], "must return 4 scores, one for each place between 5 units, not 1"),
        ([0.0, 1.0, float("nan"), 0.0], r"must return finite scores, not nan \(at 2\)"),
        ([0.0, 1.0, float("-inf"), 0.0], "must return finite scores, not -inf"),
        ([0.0] * 5, "must return 4 scores, one for each place between 5 units, not more"),
        (count(), "must return 4 scores, one for each place between 5 units, not more"),
        (["a", "b", "c", "d"], "failed: ValueError: could not convert"),
        (None, "failed: TypeError: 'NoneType' object is not iterable"),
    ],
)
def test_an_answer_that_is_no_scores_names_the_lines(answer: Any, problem: str) -> None:
    with pytest.raises(CutScorerError, match=f"lines 3 to 11, {problem}") as caught:
        chunk(f"\n\n{BLOCKS}", ChunkOptions(max_size=20, cuts=lambda text, spans: answer))
    assert (caught.value.first_line, caught.value.last_line) == (3, 11)
    assert isinstance(caught.value, ValueError)


def test_a_scorer_that_raises_is_the_cause() -> None:
    def scorer(text: str, spans: Sequence[Span]) -> list[float]:
        raise ConnectionError("no route")

    with pytest.raises(CutScorerError, match="failed: ConnectionError: no route") as caught:
        chunk(BLOCKS, ChunkOptions(max_size=20, cuts=scorer))
    assert isinstance(caught.value.__cause__, ConnectionError)


def test_the_units_cannot_be_changed() -> None:
    def scorer(text: str, spans: Any) -> list[float]:
        spans.clear()
        return []

    with pytest.raises(CutScorerError, match="failed: AttributeError"):
        chunk(BLOCKS, ChunkOptions(max_size=20, cuts=scorer))


def test_a_scorer_may_chunk_and_answer_with_any_numbers_one_by_one() -> None:
    def scorer(text: str, spans: Sequence[Span]) -> Any:
        chunk(BLOCKS, ChunkOptions(max_size=20, cuts=Scorer("one")))
        return (np.float32(text[:end].endswith("three")) for _, end in spans[:-1])

    assert texts(BLOCKS, scorer, max_size=24) == texts(BLOCKS, Scorer("three"), max_size=24)


def test_only_a_function_scores() -> None:
    with pytest.raises(OptionError, match="cuts must be None or a function"):
        ChunkOptions(cuts=3)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(12))
def test_random_scores_keep_the_laws(seed: int) -> None:
    for number in range(60):
        rng = Random(f"{seed} {number}")
        if seed % 2:
            text, syntax = random_dialect(rng)
        else:
            text, syntax = random_markdown(rng), random_syntax(rng)
        options = replace(random_options(rng), cuts=random_scores)
        try:
            chunks = lawful(text, options, syntax)
            assert len(explain(parse(text, syntax), options)) == max(len(chunks) - 1, 0)
        except Exception as error:
            error.add_note(f"document {number} of seed {seed}: {text!r}, {options}, {syntax}")
            raise
