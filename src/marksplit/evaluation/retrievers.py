"""Retrievers: each puts all pieces in order for a question, best first.

Equal scores keep the order of the documents, so that the same input gives the same ranking.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marksplit._optional import require

RETRIEVERS = ("bm25", "dense", "fused")
Order = NDArray[np.intp]
"""Indices of pieces, best first."""

_RANK_OFFSET = 60
"""Of reciprocal rank fusion: Cormack, Clarke and Büttcher, SIGIR 2009."""
_DIGITS = 6
"""Of a cosine, below which a difference is no more than the order of a sum."""


class Bm25:
    """BM25 as Lucene has it (k1 = 1.5, b = 0.75), by bm25s.

    Words are runs of two or more letters, digits and underscores, in lower case. None is left out
    as a stop word, nor stemmed, so that no language is preferred; what is in every piece weighs
    next to nothing anyway. Pieces that share no word with the question are not retrieved.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self._library = require("bm25s", "eval")
        # It asks for debug messages, which show wherever another library has set logging up.
        logging.getLogger("bm25s").setLevel(logging.WARNING)
        self._index = self._library.BM25(method="lucene")
        words = self._words(texts)
        self._is_empty = not any(words)
        if not self._is_empty:
            self._index.index(words, show_progress=False)

    def order(self, question: str) -> Order:
        """The pieces that share a word with the question."""
        (words,) = self._words([question])
        if self._is_empty or not words:
            return np.empty(0, dtype=np.intp)
        scores = self._index.get_scores(words)
        return _scored(scores)

    def _words(self, texts: Sequence[str]) -> list[list[str]]:
        found: list[list[str]] = self._library.tokenize(
            list(texts), stopwords=None, return_ids=False, show_progress=False
        )
        return found


class Dense:
    """The cosine of embeddings: all pieces, the most similar first.

    Args:
        vectors: one row for each piece.
    """

    def __init__(self, vectors: NDArray[Any]) -> None:
        self._vectors = _unit(vectors)

    def order(self, question: NDArray[Any]) -> Order:
        """All pieces, for the vector of a question."""
        return _order(np.round(self._vectors @ _unit(question[None])[0], _DIGITS))


def fused(orders: Sequence[Order], count: int) -> Order:
    """The orders of `count` pieces as one, by the sum of 1 / (60 + rank); ranks count from 1."""
    scores = np.zeros(count)
    for order in orders:
        scores[order] += 1 / (_RANK_OFFSET + np.arange(1, len(order) + 1))
    return _scored(scores)


def _order(scores: NDArray[Any]) -> Order:
    return np.argsort(-scores, kind="stable")


def _scored(scores: NDArray[Any]) -> Order:
    """The order of those that have a score at all."""
    order = _order(scores)
    return order[: np.count_nonzero(scores > 0)]


def _unit(vectors: NDArray[Any]) -> NDArray[np.float64]:
    """Rows of length 1; a row of zeros stays."""
    rows = np.asarray(vectors, dtype=np.float64)
    sizes = np.linalg.norm(rows, axis=1, keepdims=True)
    return rows / np.where(sizes == 0, 1, sizes)
