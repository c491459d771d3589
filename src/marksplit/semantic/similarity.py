"""How deep the similarity of neighbouring units falls. Numbers only: no text and no models."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from marksplit._optional import require

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    np = require("numpy", "semantic")


def depths(vectors: NDArray[np.float32], *, window: int, percentile: float) -> list[float]:
    """A score for each place between two of n vectors: n - 1 numbers from 0 to 4.

    The depth score of TextTiling (Hearst 1997, Computational Linguistics 23:1): how far the
    similarity of the two sides falls from the nearest peak before the place, and from the nearest
    one behind it, added. What is not over the `percentile` of all depths becomes 0.

    Args:
        vectors: shape (n, d); those of length 0 say nothing.
        window: how many vectors on each side are taken as one, by their mean direction.
        percentile: from 0 to 100.
    """
    if len(vectors) < 2:
        return []
    similar = _similarities(vectors, window)
    before, behind = _peaks(similar), reversed(_peaks(reversed(similar)))
    found = np.array(
        [left + right - 2 * here for left, here, right in zip(before, similar, behind, strict=True)]
    )
    floor = np.percentile(found, percentile)
    return [float(depth) for depth in np.where(found > floor, found, 0.0)]


def _similarities(vectors: NDArray[np.float32], window: int) -> list[float]:
    """The cosine of the two sides of each place; their mean where a side has no direction."""
    count = len(vectors)
    wide = vectors.astype(np.float64)  # the square of a large float32 is none
    lengths = np.linalg.norm(wide, axis=1, keepdims=True)
    units = np.divide(wide, lengths, out=np.zeros_like(wide), where=lengths > 0)
    before, behind = units[:-1].copy(), units[1:].copy()
    for step in range(1, min(window, count)):
        before[step:] += units[: -step - 1]
        behind[:-step] += units[step + 1 :]
    scale = np.linalg.norm(before, axis=1) * np.linalg.norm(behind, axis=1)
    known = scale > 0
    cosines = np.divide(np.einsum("ij,ij->i", before, behind), scale, where=known, out=scale)
    cosines[~known] = cosines[known].mean() if known.any() else 1.0
    return [float(cosine) for cosine in cosines]


def _peaks(similar: Iterable[float]) -> list[float]:
    """For each number the one that is reached from it backwards while numbers do not fall."""
    peaks: list[float] = []
    above = float("-inf")
    for here in similar:
        peaks.append(peaks[-1] if above >= here else here)
        above = here
    return peaks
