"""Confidence intervals by resampling the questions. What is averaged is not known here."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

RESAMPLES = 2000
LEVEL = 95
"""Per cent of the resampled means that an interval holds."""
FEWEST = 6
"""Questions that can show a difference beyond chance: of five that all differ alike, as many as one
in sixteen times do so by chance (a sign test), which resampling them cannot know."""

Values = NDArray[np.float64]


class Bootstrap:
    """Percentile intervals of means over the same questions, the same resamples for all of them.

    The interval of a paired difference is that of the differences (Efron and Tibshirani, "An
    Introduction to the Bootstrap", 1993, chapter 13).

    Args:
        count: the number of questions.
        seed: equal seeds give equal intervals.
    """

    def __init__(self, count: int, *, resamples: int = RESAMPLES, seed: int = 0) -> None:
        chances = np.full(count, 1 / count)
        self._is_enough = count >= FEWEST
        self._weights = np.random.default_rng(seed).multinomial(count, chances, resamples) / count

    def intervals(self, values: Values) -> Values:
        """The low and the high end for each column of `values`, in rows of two.

        Args:
            values: a row for each question.
        """
        rest = (100 - LEVEL) / 2
        ends: Values = np.percentile(self._weights @ values, [rest, 100 - rest], axis=0)
        return ends.T

    def difference_intervals(self, values: Values) -> Values:
        """The intervals of paired differences: of fewer than `FEWEST` questions they hold zero."""
        ends = self.intervals(values)
        if not self._is_enough:
            ends = np.column_stack([ends[:, 0].clip(max=0), ends[:, 1].clip(min=0)])
        return ends
