"""Clusters: what no good cut between blocks parts, looked at where a piece has to end in it.

Which of the cuts in a cluster is taken is decided in `marksplit.search`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from marksplit.blocks import Block
from marksplit.boundaries import AFTER_HEADING, BLOCK, HEADING_RUN, Boundaries
from marksplit.cuts import Cut, behind
from marksplit.fitting import Fitting
from marksplit.paragraphs import Leaf
from marksplit.spans import Span


class Cluster(NamedTuple):
    """Top-level blocks that no cut of rank `BLOCK` or better parts, from a position on."""

    position: int
    limit: int
    """The last block that a piece may reach."""
    runs: list[tuple[list[Cut], int]]
    """Structural cuts in order: lists, and the index in each from which it counts."""
    after_heading: Cut | None
    unit: Span
    """What comes first behind the headings, up to the first structural cut."""
    leaf: Leaf | None
    """The paragraph in `unit`, if it is one."""


class Clusters:
    """The clusters of one document."""

    def __init__(self, blocks: Sequence[Block], boundaries: Boundaries, fitting: Fitting) -> None:
        self._blocks = blocks
        self._boundaries = boundaries
        self._fitting = fitting

    def at(self, position: int, limit: int, reach: int) -> Cluster:
        """What lies between `position` and the next cut of rank `BLOCK` or better.

        It is not looked at further than one block behind `reach` and the first text.
        """
        blocks, boundaries = self._blocks, self._boundaries
        first = last = self._fitting.index(position)
        runs: list[tuple[list[Cut], int]] = []
        after_heading: Cut | None = None
        unit = first
        while True:
            inside = boundaries.inside(last)
            low = behind(inside, position)
            if low < len(inside):
                runs.append((inside, low))
            beyond = last > max(reach, unit) and blocks[last].kind != "heading"
            cut = boundaries.before(last + 1) if last < limit and not beyond else None
            if cut is None or cut.rank <= BLOCK:
                break
            if cut.rank == AFTER_HEADING:
                after_heading = cut
            else:
                runs.append(([cut], 0))
            last += 1
            if blocks[last - 1].kind == "heading":
                unit = last
        start = max(position, blocks[unit].start)
        ends = (cuts[low].end for cuts, low in runs if cuts[low].end > start)
        span = Span(start, next(ends, blocks[last].end))
        leaf = boundaries.leaf(unit, start)
        if leaf is None and unit > first and not self._fitting.fits(*span):
            # Letting the headings go would help nothing: they travel with what they lead to.
            after_heading = None
            runs = [run for run in runs if run[0][run[1]].rank != HEADING_RUN]
        return Cluster(position, limit, runs, after_heading, span, leaf)
