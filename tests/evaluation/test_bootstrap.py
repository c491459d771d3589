"""Intervals: seeded, around the mean, paired where differences are given."""

from __future__ import annotations

import numpy as np

from marksplit.evaluation.bootstrap import Bootstrap


def test_equal_seeds_give_equal_intervals_and_others_do_not() -> None:
    values = np.random.default_rng(1).random((50, 2))
    first = Bootstrap(50, seed=3).intervals(values)
    assert (first == Bootstrap(50, seed=3).intervals(values)).all()
    assert (first != Bootstrap(50, seed=4).intervals(values)).any()


def test_an_interval_has_the_width_that_statistics_expects() -> None:
    values = np.random.default_rng(2).normal(size=(400, 1))
    ((low, high),) = Bootstrap(400).intervals(values)
    expected = 2 * 1.96 * values.std() / 20
    assert abs((high - low) / expected - 1) < 0.1
    assert low < values.mean() < high


def test_a_paired_difference_is_narrower_than_the_two_apart() -> None:
    hard = np.random.default_rng(5).random((100, 1))
    ((low, high),) = Bootstrap(100).intervals((hard + 0.01) - hard)
    assert (round(low, 9), round(high, 9)) == (0.01, 0.01)
