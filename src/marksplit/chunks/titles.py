"""Heading titles as they are repeated: bounded in length, or so short that all fits.

What fits is asked of whoever measures.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable

from marksplit.cuts import is_grapheme_boundary
from marksplit.document import HeadingPath

ELLIPSIS = "…"
_LONGEST_TITLE = 200
"""In code points: it keeps what is repeated in proportion to the document."""


def bounded(title: str) -> str:
    """`title`, cut to its first words where it is very long, since it is repeated."""
    if len(title) <= _LONGEST_TITLE:
        return title
    kept = title[:_LONGEST_TITLE]
    return f"{kept.rpartition(' ')[0] or kept} {ELLIPSIS}"


def longest(titles: HeadingPath, fits: Callable[[HeadingPath], bool]) -> HeadingPath | None:
    """`titles`, shortened from the outer end no more than it takes to fit, if anything does."""
    if fits(titles):
        return titles
    # An ellipsis may be larger than what it stands for, so that whole titles are tried apart.
    steps = range(1, len(titles) + max(len(titles[-1]) - 1, 0) if titles else 1)
    number = bisect_left(steps, True, key=lambda step: fits(_shortened(titles, step)))
    return _shortened(titles, steps[number]) if number < len(steps) else None


def _shortened(titles: HeadingPath, step: int) -> HeadingPath:
    """`titles` without the first `step` of them, then without the start of the innermost one.

    `step` is 1 at least.
    """
    if step < len(titles):
        return (ELLIPSIS, *titles[step:])
    last, start = titles[-1], step - len(titles) + 1
    while start < len(last) and not is_grapheme_boundary(last, start):
        start += 1
    return (ELLIPSIS + last[start:],)
