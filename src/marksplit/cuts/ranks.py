"""How good a cut is: the one ordered table of ranks, with the words that say where each lies.

Where there are cuts is found in the other files here; which is taken is the planner's choice.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from marksplit.spans import FAR, Span

DEEPEST = 19
"""Levels of nesting that are told apart: `Rank.ITEM` and `Rank.INNER` grow by one for each."""


class _Rank(int):
    """A number with words: where such a cut lies, for a reader."""

    words: str


def _rank(number: int, words: str) -> _Rank:
    rank = _Rank(number)
    rank.words = words
    return rank


class Rank:
    """How good a cut is, best first; the number says it. Ranks that grow with depth leave room."""

    PART_END = _rank(-1, "at the end of blocks that belong together")
    SECTION_END = _rank(0, "at the end of a section that was cut")
    HEADING = _rank(1, "before a heading")
    """Of level 1; each deeper level is one worse, so that 1 to 6 are taken."""
    RULE = _rank(8, "after a thematic break")
    BLOCK = _rank(10, "between blocks")
    ITEM = _rank(20, "between list items")
    NESTED_ITEM = _rank(21, "between nested list items")
    INNER = _rank(50, "between blocks of a list item, quote, container or pair of HTML tags")
    ROW = _rank(70, "between rows of a block that is split")
    CODE_PART = _rank(71, "between parts of code")
    """After a blank line, before a line that is indented least of all."""
    CODE_STEP = _rank(72, "between steps of code")
    """After a blank line, or before a line that is indented less than the one before it."""
    CODE_LINE = _rank(73, "between lines of code")
    IN_ROW = _rank(74, "between lines of a row that is split")
    BOND = _rank(80, "between a block and what introduces or explains it")
    CODE_TAIL = _rank(81, "before a line of code that goes on with the one above")
    """Such as ``else``, or a closing bracket."""
    CODE_BODY = _rank(82, "between a line of code and its body")
    """Up to three more, the deeper that line is."""
    EDGE = _rank(86, "beside the first or last line of a block that is split")
    """Fences and other delimiters should stay with their content."""
    HEADING_RUN = _rank(90, "between a heading and the one below it")
    SENTENCE = _rank(100, "between sentences")
    CLAUSE = _rank(110, "between clauses")
    LINE = _rank(120, "between lines of a paragraph")
    SPACE = _rank(130, "between words")
    AFTER_HEADING = _rank(135, "between a heading and its text")
    TIGHT_SPACE = _rank(137, "at a space that binds")
    """As in ``« a »`` or ``b ?``."""
    GRAPHEME = _rank(140, "between characters")
    TIGHT_GRAPHEME = _rank(147, "between a character and its mark")
    """After an opening mark, before a closing one, or inside a syllable."""
    PROTECTED_LINE = _rank(150, "at a line end inside a link, code span or the like")
    PROTECTED_SPACE = _rank(160, "at a space inside a link, code span or the like")
    PROTECTED_GRAPHEME = _rank(170, "between characters inside a link, code span or the like")
    TORN = _rank(172, "inside a run of backticks, a scheme or an escape")
    IN_LINE = _rank(175, "inside a line of code")


RANKS = tuple(rank for rank in vars(Rank).values() if isinstance(rank, _Rank))
"""All of them, best first."""
IN_SPLIT_BLOCK = frozenset(
    (
        *(Rank.ROW, Rank.CODE_PART, Rank.CODE_STEP, Rank.CODE_LINE, Rank.IN_ROW),
        *range(Rank.CODE_TAIL, Rank.EDGE + 1),
    )
)
"""Ranks of cuts inside a block that is split."""
IN_PARAGRAPH = tuple(
    rank for rank in RANKS if Rank.SENTENCE <= rank < Rank.TORN and rank != Rank.TIGHT_GRAPHEME
)
"""Ranks of the cuts in a paragraph, and of that after the headings above it, best first."""


def place(rank: int) -> str:
    """Where a cut of `rank` lies, in words."""
    if Rank.HEADING <= rank < Rank.RULE:
        return f"{Rank.HEADING.words} of level {rank}"
    return max(known for known in RANKS if known <= rank).words


class Cut(NamedTuple):
    """A place to cut: the left part ends at `end`, the right part starts at `start`.

    Only blanks, a line end, indentation and quote markers lie in between.
    """

    end: int
    start: int
    rank: int
    by_score: bool = False
    """Whether a score put this cut before a later one that is as good by rank."""


def first_after(cuts: Sequence[Cut], offset: int, low: int = 0, high: int | None = None) -> int:
    """Index of the first of ``cuts[low:high]``, which are in order, that ends after `offset`."""
    return bisect_right(cuts, (offset, FAR), low, high)


def between(cuts: Sequence[Cut], span: Span) -> tuple[int, int]:
    """Which of `cuts`, from and to an index, leave text of `span` on both sides."""
    low = first_after(cuts, span.start)
    return low, bisect_left(cuts, (span.end,), low)
