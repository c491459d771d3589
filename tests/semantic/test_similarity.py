"""Depth scores, worked out by hand on vectors of two numbers."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from marksplit.semantic.similarity import depths


def scores(*rows: tuple[float, float], window: int = 1, percentile: float = 0) -> list[float]:
    return depths(np.array(rows, dtype=np.float32), window=window, percentile=percentile)


EAST, NORTH = (1.0, 0.0), (0.0, 1.0)


def test_a_place_scores_how_far_similarity_falls_from_the_peaks_on_both_sides() -> None:
    # Similarities 1, 0, 1/sqrt(2): the fall is 1 from the left and 1/sqrt(2) from the right.
    found = scores(EAST, EAST, NORTH, (1.0, 1.0))
    assert found == pytest.approx([0, 1 + 1 / sqrt(2), 0], abs=1e-6)


def test_a_peak_is_the_end_of_a_climb() -> None:
    # Similarities 1, 0.8, 0.6, 1: the third falls by 0.4 from the first and by 0.4 from the last;
    # the second by 0.2 from the first alone.
    angles = np.cumsum([0, *np.arccos([1, 0.8, 0.6, 1])])
    found = scores(*[(float(np.cos(angle)), float(np.sin(angle))) for angle in angles])
    assert found == pytest.approx([0, 0.2, 0.8, 0], abs=1e-6)


def test_a_window_takes_units_together() -> None:
    # One stray unit is no change of the topic where two are taken as one.
    rows = (EAST, EAST, EAST, NORTH, EAST, EAST, NORTH, NORTH, NORTH)
    assert int(np.argmax(scores(*rows, window=2))) == 5


def test_places_up_to_the_percentile_score_nothing() -> None:
    rows = (EAST, EAST, (2.0, 1.0), EAST, NORTH, NORTH, EAST)
    every = scores(*rows)
    some = scores(*rows, percentile=50)
    floor = float(np.percentile(every, 50))
    assert some == [score if score > floor else 0 for score in every]
    assert 0 < sum(score > 0 for score in some) < sum(score > 0 for score in every)


def test_lengths_of_vectors_do_not_matter() -> None:
    assert scores((5.0, 0.0), (0.1, 0.0), (0.0, 9.0), NORTH, window=2) == pytest.approx(
        scores(EAST, EAST, NORTH, NORTH, window=2)
    )


def test_vectors_of_length_nothing_say_nothing() -> None:
    nothing = (0.0, 0.0)
    assert scores(nothing, nothing, nothing) == [0, 0]
    assert scores(EAST, EAST, nothing, EAST, EAST, window=2) == [0, 0, 0, 0]


@pytest.mark.parametrize(("count", "places"), [(0, 0), (1, 0), (2, 1), (3, 2)])
def test_few_units_have_few_places(count: int, places: int) -> None:
    rows = np.ones((count, 2), dtype=np.float32)
    assert depths(rows, window=5, percentile=50) == [0.0] * places


def test_large_numbers_have_directions_too() -> None:
    small = np.array([[1, 0], [1, 0], [0, 1], [0, 1]], dtype=np.float32)
    large = depths(small * np.float32(3e38), window=1, percentile=0)
    assert large == depths(small, window=1, percentile=0)
