"""Parts of a long paragraph whose cuts are found without the rest, so that most need not be.

Where the cuts are, and how good, is the matter of `marksplit.cuts`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple

from marksplit.spans import Span

_LENGTH = 200
"""About how long a stretch is, in code points: a sentence or two."""
_WORD_CHARACTER = re.compile("[^\\W_⁰¹²³⁴-⁹]")
"""No mark, no white space and nothing that closes a sentence."""
_START = attrgetter("start")
_END = attrgetter("end")


class Stretch(NamedTuple):
    """A part of a paragraph. No run of marks, no white space and no protected span crosses its ends.

    The last one of a paragraph ends behind it.
    """

    start: int
    end: int
    quotes: int
    """Straight quotes before it on its line."""


def stretches(text: str, lines: Sequence[Span], protected: Sequence[Span]) -> list[Stretch]:
    """The parts of a paragraph, in order.

    Args:
        text: the whole text.
        lines: the content of each line of the paragraph.
        protected: sorted disjoint spans in it that should stay whole.
    """
    found: list[Stretch] = []
    start, quotes = lines[0].start, 0
    for border in _borders(text, lines, protected):
        found.append(Stretch(start, border, quotes))
        line = lines[bisect_right(lines, border, key=_START) - 1]
        before = quotes if line.start <= start else 0
        quotes = before + text.count('"', max(start, line.start), border)
        start = border
    found.append(Stretch(start, lines[-1].end + 1, quotes))
    return found


def _borders(text: str, lines: Sequence[Span], protected: Sequence[Span]) -> Iterator[int]:
    """Where a stretch ends and the next one starts: behind a letter or digit."""
    end = lines[-1].end
    position = lines[0].start + _LENGTH
    while True:
        found = _WORD_CHARACTER.search(text, position - 1, end)
        if found is None or found.end() >= end:
            return
        border = found.end()
        index = bisect_right(protected, border, key=_END)
        if index < len(protected) and protected[index].start < border:
            position = protected[index].end + 1
        else:
            yield border
            position = border + _LENGTH
