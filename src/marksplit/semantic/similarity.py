"""How far the meaning moves between neighbouring units. Numbers only: no text and no models."""

from __future__ import annotations

from typing import TYPE_CHECKING

from marksplit._optional import require

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    np = require("numpy", "semantic")


def drops(vectors: NDArray[np.float32], *, window: int, percentile: float) -> list[float]:
    """A score for each place between two of n vectors: n - 1 numbers from 0 to 2.

    It is 1 less the cosine between the sums of up to `window` unit vectors on each side, where it
    is over the `percentile` of all places; else 0. Vectors of length 0 say nothing.
    """
    count = len(vectors)
    if count < 2:
        return []
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    units = np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)
    before, behind = units[:-1].copy(), units[1:].copy()
    for step in range(1, min(window, count)):
        before[step:] += units[: -step - 1]
        behind[: len(behind) - step] += units[step + 1 :]
    scale = np.linalg.norm(before, axis=1) * np.linalg.norm(behind, axis=1)
    products = np.einsum("ij,ij->i", before, behind)
    cosines = np.divide(products, scale, out=np.ones_like(products), where=scale > 0)
    found = np.clip(1 - cosines, 0, 2)
    floor = np.percentile(found, percentile)
    return [float(drop) for drop in np.where(found > floor, found, 0)]
