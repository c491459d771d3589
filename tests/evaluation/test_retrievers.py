"""Rankings: what matches comes first, ties keep their order, both lists count when fused."""

from __future__ import annotations

import numpy as np

from marksplit.evaluation.retrievers import Bm25, Dense, fused


def test_bm25_ranks_by_words_and_leaves_out_what_shares_none() -> None:
    order = Bm25(["a pot of coffee", "green tea and black tea", "tea", "soup"]).order("Tea!")
    assert set(order.tolist()) == {1, 2}


def test_bm25_keeps_equal_texts_in_the_order_of_the_documents() -> None:
    assert Bm25(["other", "tea pot", "tea pot", "tea pot"]).order("pot").tolist() == [1, 2, 3]


def test_bm25_finds_nothing_for_words_it_has_never_seen_and_in_no_words() -> None:
    assert Bm25(["tea", "pot"]).order("xylophone").tolist() == []
    assert Bm25(["tea", "pot"]).order("?!").tolist() == []
    assert Bm25(["-", ""]).order("tea").tolist() == []


def test_bm25_drops_no_stop_words() -> None:
    assert Bm25(["to be or not", "tea"]).order("be").tolist() == [0]


def test_dense_ranks_by_cosine_whatever_the_length_of_the_vectors() -> None:
    vectors = np.array([[9.0, 1.0], [0.1, 0.1], [0.0, 0.0], [0.2, 0.2]])
    assert Dense(vectors).order(np.array([5.0, 5.0])).tolist() == [1, 3, 0, 2]


def test_fusion_adds_reciprocal_ranks() -> None:
    # 1 / 61 + 1 / 63 for the first, twice 1 / 62 for the second: less by a little.
    both = [np.array([0, 1, 2]), np.array([3, 1, 0])]
    assert fused(both, 5).tolist() == [0, 1, 3, 2]
