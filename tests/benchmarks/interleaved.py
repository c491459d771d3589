"""CPU time of several ways to do the same work, taken in turns so that a busy machine hits all.

Knows functions of a text; not whose they are.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from time import process_time

Run = Callable[[str], object]
Round = dict[str, float]
"""CPU seconds of each over all texts."""
SLOW = 10.0
"""One that needs more seconds for a round sits the following rounds out."""


def take_turns(
    runs: Mapping[str, Run],
    texts: Sequence[str],
    *,
    at_least: int = 3,
    at_most: int = 9,
    budget: float = 10.0,
) -> list[Round]:
    """Time each of `runs` on all texts, in turn, round after round, for about `budget` CPU seconds.

    One goes through the texts as through a folder and frees what it made of each; the garbage is
    collected before the next one is timed.
    """
    gc.collect()
    gc.freeze()  # what one library holds in memory is no work for another's collections
    rounds: list[Round] = []
    turns = list(runs)
    for name in turns:
        runs[name](texts[0][:20_000])
    while turns and (len(rounds) < at_least or (len(rounds) < at_most and _spent(rounds) < budget)):
        seconds = {name: _time(runs[name], texts) for name in turns}
        rounds.append(seconds)
        turns = [name for name in (*turns[1:], turns[0]) if seconds[name] < SLOW]
    gc.unfreeze()
    return rounds


def _time(run: Run, texts: Sequence[str]) -> float:
    gc.collect()
    start = process_time()
    for text in texts:
        run(text)
    return process_time() - start


def ratio(rounds: Sequence[Round], name: str, base: str) -> float:
    """How many times the seconds of `base` are those of `name`: the median over the rounds."""
    return median(each[name] / each[base] for each in rounds if name in each and base in each)


def best(rounds: Sequence[Round], name: str) -> float:
    """The least seconds of `name` in a round."""
    return min(each[name] for each in rounds if name in each)


def _spent(rounds: Sequence[Round]) -> float:
    return sum(sum(each.values()) for each in rounds)
