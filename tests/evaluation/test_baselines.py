"""Baselines: every piece lies where its text is; what cannot be found is told apart."""

from __future__ import annotations

from itertools import pairwise

import pytest
from pools import TEA

from marksplit import OptionError
from marksplit.evaluation import BASELINES, baseline, installed_baselines
from marksplit.evaluation.baselines import located

TEXT = "\n".join(
    f"## Part {number}\n\n" + f"Sentence {number} of this part. " * 20 + "\n\n- same\n\n- same\n"
    for number in range(5)
)


@pytest.mark.parametrize("name", BASELINES)
def test_pieces_are_in_order_within_size_and_lose_no_words(name: str) -> None:
    pieces = baseline(name, 300).cut(TEXT)
    spans = [piece.span for piece in pieces if piece.span]
    assert len(spans) == len(pieces) > 5
    assert spans == sorted(spans)
    assert all(one.end <= other.start for one, other in pairwise(spans))
    assert all(len(piece.embedded) <= 300 for piece in pieces)
    held = "".join(TEXT[start:end] for start, end in spans)
    assert held.replace("\n", "").replace(" ", "") == TEXT.replace("\n", "").replace(" ", "")
    for piece in pieces:
        assert piece.span
        assert TEXT[slice(*piece.span)].split() == piece.embedded.split()


def test_fixed_windows_are_all_of_the_text() -> None:
    assert "".join(piece.embedded for piece in baseline("fixed", 50).cut(TEA)) == TEA


def test_repeated_parts_are_found_one_behind_the_other() -> None:
    spans = [piece.span for piece in located("tea\n\ntea\ntea", ["tea", "tea", "tea"])]
    assert spans == [(0, 3), (5, 8), (9, 12)]


def test_a_part_whose_words_are_not_there_has_no_place() -> None:
    first, second, third = located("one two\u00a0three four", ["one  two", "twothree", "four"])
    assert first.span == (0, 7)
    assert second.span is None
    assert third.span == (14, 18)


def test_an_unknown_baseline_names_the_known_ones() -> None:
    with pytest.raises(OptionError, match="langchain-recursive"):
        baseline("langchain", 300)
    with pytest.raises(OptionError, match="size must be an integer >= 1"):
        baseline("fixed", 0)


def test_all_baselines_are_installed_here() -> None:
    assert installed_baselines() == list(BASELINES)
