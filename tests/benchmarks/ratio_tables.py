"""Markdown tables of what was measured, in numbers that hold on other machines.

Measures nothing; one number of seconds, for the slowest hostile document, is named as this machine's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from contenders import MARKSPLIT, Contender
from interleaved import Round, best, ratio
from measurements import Footprint, Growth
from size_classes import JOINED

COST = "100 KB"
"""The class against which cost per byte is shown."""
_WORST = 8
"""So many hostile families are shown."""


def speed_table(
    contenders: Sequence[Contender], rounds: Mapping[str, Sequence[Round]], classes: Sequence[str]
) -> str:
    """How many times as fast as each of `contenders` marksplit is, by class."""
    rows = [
        [
            contender.name,
            *(_short(ratio(rounds[name], contender.name, MARKSPLIT.name)) for name in classes),
        ]
        for contender in contenders
        if contender != MARKSPLIT
    ]
    return _table(["marksplit against", *classes], rows)


def cost_table(
    contenders: Sequence[Contender],
    rounds: Mapping[str, Sequence[Round]],
    taken: Mapping[str, Footprint],
) -> str:
    """Cost per byte of large documents, peak memory and import of each of `contenders`."""
    larger = [name for name in JOINED if name != COST]
    rows = [
        [
            each.name,
            *(_short(best(rounds[k], each.name) / best(rounds[COST], each.name)) for k in larger),
            f"{taken[each.name].peak:.0f} MB",
            _short(taken[each.name].imported),
        ]
        for each in contenders
    ]
    rows.append(
        ["Python and the text alone", *("" for _ in larger), f"{taken[''].peak:.0f} MB", ""]
    )
    costs = (f"cost per byte at {name}" for name in larger)
    return _table(["", *costs, "peak memory, 10 MB", "import"], rows)


def hostile_table(found: Mapping[str, Growth]) -> str:
    """The families that grow most."""
    worst = sorted(found, key=lambda family: -found[family].ratio)[:_WORST]
    rows = [[name, _short(found[name].ratio), f"{found[name].seconds:.2f} s"] for name in worst]
    return _table(["family", "time for 4 times the text", "100 KB here"], rows)


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [header, ["---", *("--:" for _ in header[1:])], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _short(number: float) -> str:
    return f"{number:.2f}" if number < 1 else f"{number:.1f}" if number < 10 else f"{number:.0f}"
