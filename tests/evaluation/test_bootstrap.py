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


def test_a_difference_of_fewer_than_six_questions_holds_zero() -> None:
    for count in range(1, 6):
        values = np.column_stack([np.full(count, 0.5), np.full(count, -0.5)])
        found = Bootstrap(count).difference_intervals(values)
        assert found.tolist() == [[0.0, 0.5], [-0.5, 0.0]]
    assert Bootstrap(6).difference_intervals(np.full((6, 1), 0.5)).min() > 0.4


def test_intervals_hold_what_they_say_in_about_that_many_cases() -> None:
    values = (np.random.default_rng(7).random((100, 1000)) < 0.7).astype(float)
    low, high = Bootstrap(100).intervals(values).T
    held = np.mean((low <= 0.7) & (high >= 0.7))
    assert 0.92 < held < 0.97


def test_a_paired_difference_is_narrower_than_the_two_apart() -> None:
    hard = np.random.default_rng(5).random((100, 1))
    ((low, high),) = Bootstrap(100).intervals((hard + 0.01) - hard)
    assert (round(low, 9), round(high, 9)) == (0.01, 0.01)
