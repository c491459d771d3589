"""Rounds are taken in turns, and ratios compare what was measured in the same round."""

from __future__ import annotations

import interleaved
import pytest
from contenders import BLOCKS, MARKSPLIT
from interleaved import ratio, take_turns
from measurements import together
from ratio_tables import speed_table


class Clock:
    """A clock that only work moves."""

    def __init__(self) -> None:
        self.now = 0.0
        self.calls: list[str] = []

    def worker(self, name: str, seconds: float) -> interleaved.Run:
        def run(text: str) -> None:
            self.calls.append(name)
            self.now += seconds * len(text)

        return run


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(interleaved, "process_time", lambda: clock.now)
    return clock


def test_each_goes_through_all_documents_and_another_one_begins_each_round(clock: Clock) -> None:
    runs = {name: clock.worker(name, seconds) for name, seconds in (("a", 0.25), ("b", 0.5))}
    rounds = take_turns(runs, ["x", "yy"], at_least=2, budget=0)
    assert rounds == [{"a": 0.75, "b": 1.5}, {"a": 0.75, "b": 1.5}]
    warm_up, first, second = clock.calls[:2], clock.calls[2:6], clock.calls[6:]
    assert (warm_up, first, second) == (["a", "b"], [*"aabb"], [*"bbaa"])


def test_rounds_go_on_until_the_budget_is_spent(clock: Clock) -> None:
    assert len(take_turns({"a": clock.worker("a", 2)}, ["x"], at_most=9, budget=9)) == 5
    assert len(take_turns({"a": clock.worker("a", 2)}, ["x"], at_most=4, budget=9)) == 4


def test_one_that_is_slow_is_timed_once(clock: Clock) -> None:
    runs = {"slow": clock.worker("slow", 60), "quick": clock.worker("quick", 1)}
    assert [list(each) for each in take_turns(runs, ["x"], budget=0)] == [
        ["slow", "quick"],
        ["quick"],
        ["quick"],
    ]
    assert len(take_turns({"slow": clock.worker("slow", 60)}, ["x"])) == 1


def test_a_ratio_is_the_median_over_rounds_that_hold_both() -> None:
    rounds = [{"a": 2.0, "b": 1.0}, {"a": 9.0, "b": 1.0}, {"a": 3.0, "b": 1.0}, {"b": 5.0}]
    assert ratio(rounds, "a", "b") == 3


def test_classes_are_added_round_by_round() -> None:
    first, second = [{"a": 1.0, "b": 2.0}, {"a": 2.0}], [{"a": 3.0, "b": 4.0}, {"a": 5.0, "b": 6.0}]
    assert together([first, second]) == [{"a": 4.0, "b": 6.0}, {"a": 7.0}]


def test_a_table_says_how_many_times_as_fast_marksplit_is() -> None:
    rounds = {"1 MB": [{MARKSPLIT.name: 2.0, BLOCKS.name: 9.0}]}
    assert speed_table([MARKSPLIT, BLOCKS], rounds, ["1 MB"]).split("\n") == [
        "| marksplit against | 1 MB |",
        "| --- | --: |",
        "| markdown-it-py, blocks only | 4.5 |",
    ]
