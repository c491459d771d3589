"""The sizes of chunks in a few numbers. No page and no terminal here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from statistics import median_low

from marksplit import Chunk

BINS = 20
"""Bars of the histogram up to the limit; so four of them are the chunks under 20 % of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """Sizes are in the sizer's unit; for no chunks they are 0."""

    count: int
    min: int
    median: int
    """The lower of the two in the middle, so that it is the size of a chunk."""
    p95: int
    """The smallest size that at least 95 % of the chunks do not pass."""
    max: int
    oversize: int
    """Chunks that are flagged as over the limit."""
    small: int
    """Chunks under 20 % of the limit; 0 where there is none."""
    limit: int
    """``max_size``; 0: there is none."""
    top: int
    """Where the last of the `BINS` equal bars of `histogram` ends: the limit, or the maximum."""
    histogram: tuple[int, ...]
    """Chunks in each bar; one more bar counts what is over `top`."""


def summarize(chunks: Sequence[Chunk], max_size: int) -> Summary:
    """The summary of the chunks of one or more documents, cut with this ``max_size``."""
    sizes = sorted(chunk.size for chunk in chunks)
    top = max_size or max([1, *sizes])
    histogram = [0] * (BINS + 1)
    for size in sizes:
        histogram[min(max(ceil(size * BINS / top) - 1, 0), BINS)] += 1
    return Summary(
        count=len(sizes),
        min=sizes[0] if sizes else 0,
        median=median_low(sizes) if sizes else 0,
        p95=sizes[ceil(len(sizes) * 0.95) - 1] if sizes else 0,
        max=sizes[-1] if sizes else 0,
        oversize=sum(chunk.oversize for chunk in chunks),
        small=sum(size * 5 < max_size for size in sizes),
        limit=max_size,
        top=top,
        histogram=tuple(histogram),
    )
