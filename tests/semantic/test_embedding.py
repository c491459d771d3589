"""Texts are embedded in batches, and an answer that is no vectors names its batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from marksplit import EmbeddingError, MarksplitError
from marksplit.semantic.embedding import embedded

TEXTS = [f"text {number}" for number in range(1, 8)]


def lengths(texts: Sequence[str]) -> list[list[float]]:
    return [[len(text), 1.0] for text in texts]


def test_rows_are_in_the_order_of_the_texts_and_no_batch_is_too_big() -> None:
    batches: list[Sequence[str]] = []

    def embed(texts: Sequence[str]) -> list[list[float]]:
        batches.append(texts)
        return [[float(text.split()[1])] for text in texts]

    rows = embedded(embed, TEXTS, batch_size=3)
    assert rows.tolist() == [[1], [2], [3], [4], [5], [6], [7]]
    assert rows.dtype == np.float32
    assert [len(batch) for batch in batches] == [3, 3, 1]


def test_no_texts_are_not_embedded() -> None:
    assert embedded(lambda texts: 1 / 0, [], batch_size=3).shape == (0, 0)


@pytest.mark.parametrize("kind", [np.float64, np.float16, np.int8, object])
def test_any_array_of_numbers_will_do(kind: Any) -> None:
    rows = embedded(lambda texts: np.array(lengths(texts), dtype=kind), TEXTS, batch_size=9)
    assert rows.shape == (7, 2)


def test_lone_surrogates_are_replaced() -> None:
    given: list[str] = []

    def embed(texts: Sequence[str]) -> list[list[float]]:
        given.extend(texts)
        return lengths(texts)

    embedded(embed, ["a \ud800 b"], batch_size=1)
    assert given == ["a ? b"]


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ([1.0, 2.0, 3.0], r"must return an array of shape \(3, d\), not \(3,\)"),
        ([[1.0], [2.0]], r"must return an array of shape \(3, d\), not \(2, 1\)"),
        ([[], [], []], r"must return an array of shape \(3, d\), not \(3, 0\)"),
        (np.ones((3, 2)) * 1j, "must return 3 vectors of numbers .* ndarray: complex numbers"),
        (5.0, r"must return an array of shape \(3, d\), not \(\)"),
        ([[[1.0]], [[1.0]], [[1.0]]], r"of shape \(3, d\), not \(3, 1, 1\)"),
        ([[1.0], [1.0, 2.0], [1.0]], "must return 3 vectors of numbers of one length, not list: "),
        ([["a"], ["b"], ["c"]], "must return 3 vectors of numbers of one length, not list: could"),
        (None, r"must return an array of shape \(3, d\), not \(\)"),
        ([[1.0], [float("nan")], [1.0]], "NaN or infinite values, first for number 2 .*'text 5'"),
        ([[1.0], [1.0], [1e200]], "NaN or infinite values, first for number 3 of them, 'text 6'"),
        ([[1.0, 2.0], [1.0, 2.0], [1.0, 2.0]], "must return vectors of length 1 as .*, not 2"),
    ],
)
def test_a_wrong_answer_names_the_batch(wrong: object, problem: str) -> None:
    def embed(texts: Sequence[str]) -> Any:
        return wrong if texts[0] == "text 4" else [[1.0]] * len(texts)

    with pytest.raises(EmbeddingError, match=f"^texts 4 to 6 of 7: embed .*{problem}") as caught:
        embedded(embed, TEXTS, batch_size=3)
    assert isinstance(caught.value, MarksplitError)
    assert isinstance(caught.value, ValueError)


def test_a_function_that_empties_its_texts_is_held_to_their_number() -> None:
    def embed(texts: Any) -> Any:
        texts.clear()
        return [[1.0]]

    with pytest.raises(EmbeddingError, match=r"texts 1 to 3 of 7: .* of shape \(3, d\), not"):
        embedded(embed, TEXTS, batch_size=3)


def test_a_function_that_fails_is_the_cause() -> None:
    def embed(texts: Sequence[str]) -> Any:
        raise KeyError("model")

    with pytest.raises(EmbeddingError, match="texts 1 to 3 of 7: embed failed: KeyError") as caught:
        embedded(embed, TEXTS, batch_size=3)
    assert isinstance(caught.value.__cause__, KeyError)
