"""Paragraphs that are cut: their cuts, found when they are asked for, and runs of backticks in them.

What their pieces read as is the matter of `marksplit.reading`.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple, Protocol

from marksplit.blocks import Block, BlockKind
from marksplit.cuts import (
    Cut,
    CutRank,
    behind,
    grapheme_cuts,
    paragraph_cuts,
    spaces_are_pauses,
)
from marksplit.spans import Span
from marksplit.stretches import Stretch, stretches

_BACKTICKS = re.compile(r"`+")
_TO_BACKTICK = re.compile(r"[^`\r\n]*+")
_START = attrgetter("start")


class Reader(Protocol):
    """What the planner asks of the parser."""

    marks: re.Pattern[str] | None
    """What may open a block of a dialect at the start of a line."""

    def paragraph(
        self, paragraph: Block, *, nested: bool, quotes: int
    ) -> tuple[list[Span], list[Span]]:
        """Content lines of a paragraph, and the spans in it that should not be cut.

        `nested`: whether it is in a container; `quotes`: in how many block quotes it is.
        """
        ...

    def wraps(self, blocks: Sequence[Block]) -> Mapping[int, int]:
        """How many pairs of HTML tags are around the gap before a block, by the block's index."""
        ...

    def kinds(self, text: str) -> tuple[BlockKind, ...]:
        """Kinds of the top-level blocks of a piece of a document, HTML containers not grouped."""
        ...


class _Run(NamedTuple):
    """Backticks in a row."""

    start: int
    end: int
    until: int
    """The next backtick on the line, or its end."""
    opens: bool
    """Whether no other backtick follows on the line, so that three of them open a fence."""


class Leaf:
    """A paragraph, with its cuts once they are asked for."""

    def __init__(
        self,
        block: Block,
        nested: bool,
        quotes: int,
        text: str,
        reader: Reader,
        sentences: Callable[[str], Iterable[int]] | None,
    ) -> None:
        self.block = block
        self.nested = nested
        self.lines, self.protected = reader.paragraph(block, nested=nested, quotes=quotes)
        self.starts: dict[int, bool] = {}  # whether the rest from there reads as a paragraph
        self._run = _Run(0, 0, 0, False)
        self._text = text
        self._sentences = sentences
        self._known_pauses: dict[int, dict[int, list[Cut]]] = {}  # by stretch and rank
        self._known_words: dict[int, list[Cut]] = {}  # by stretch

    @cached_property
    def cuts(self) -> list[Cut]:
        """All cuts but those between graphemes, in order."""
        return paragraph_cuts(self._text, self.lines, self.protected, self._sentences)

    def ranked(self, rank: int) -> list[Cut]:
        """Those of one rank. Most paragraphs are cut at pauses, so spaces are found when needed."""
        found = self._pauses if rank < CutRank.SPACE else self._all
        return found.get(rank, [])

    def within(self, span: Span, low: int) -> list[Cut]:
        """All with text of `span` on both sides but those between graphemes, in order.

        Those that start before `low` may be missing.
        """
        if self._sentences is not None:
            return self.cuts[slice(*between(self.cuts, span))]
        found: list[Cut] = []
        for number in self._stretches_of(Span(max(span.start, low), span.end)):
            cuts = self._words_in(number)
            first, last = between(cuts, span)
            found += cuts[bisect_left(cuts, low, first, last, key=_START) : last]
        return found

    def falling(self, rank: int, span: Span, top: int) -> Iterator[Cut]:
        """Those of one rank with text of `span` on both sides that end up to `top`, the last first.

        Pauses are looked for from `top` backwards, and no further than is asked.
        """
        if rank >= CutRank.SPACE or self._sentences is not None:
            parts = iter([self.ranked(rank)])
        else:
            numbers = reversed(self._stretches_of(Span(span.start, min(top + 1, span.end))))
            parts = (self._pauses_in(number).get(rank, []) for number in numbers)
        for cuts in parts:
            low, high = between(cuts, span)
            yield from reversed(cuts[low : behind(cuts, top, low, high)])

    def graphemes(self, low: int, high: int) -> list[Cut]:
        """Cuts between grapheme clusters that end in `low` + 1 to `high`."""
        return grapheme_cuts(self._text, self.lines, self.protected, low, high)

    def fenced_until(self, origin: int) -> int:
        """Up to where a chunk from `origin` would read as a fence; else `origin`.

        A later backtick on the line keeps it from being one.
        """
        fenced = not self.nested and origin >= self.block.start
        return (
            self.run_at(origin).until if fenced and self._text.startswith("```", origin) else origin
        )

    def run_at(self, position: int) -> _Run:
        """The backticks around `position`, where there are some."""
        if not self._run.start <= position < self._run.end:
            text, start = self._text, position
            while start > self.block.start and text[start - 1] == "`":
                start -= 1
            end = _end(_BACKTICKS, text, position, self.block.end)
            until = _end(_TO_BACKTICK, text, end, self.block.end)
            opens = until == self.block.end or text[until] != "`"
            self._run = _Run(start, end, until, opens)
        return self._run

    @cached_property
    def _spaces_are_pauses(self) -> bool:
        return spaces_are_pauses(self._text, self.lines)

    @cached_property
    def _stretches(self) -> list[Stretch]:
        return stretches(self._text, self.lines, self.protected) if self.lines else []

    @cached_property
    def _pauses(self) -> dict[int, list[Cut]]:
        return _by_rank(
            paragraph_cuts(
                self._text,
                self.lines,
                self.protected,
                self._sentences,
                words=self._spaces_are_pauses,
            )
        )

    def _stretches_of(self, span: Span) -> range:
        """The numbers of the stretches in which cuts with text of `span` on both sides may lie."""
        first = bisect_right(self._stretches, span.start, key=_START) - 1
        last = bisect_right(self._stretches, span.end - 1, key=_START) - 1
        return range(max(first, 0), last + 1)

    def _pauses_in(self, number: int) -> dict[int, list[Cut]]:
        if number not in self._known_pauses:
            self._known_pauses[number] = _by_rank(
                self._cuts_of(number, words=self._spaces_are_pauses)
            )
        return self._known_pauses[number]

    def _words_in(self, number: int) -> list[Cut]:
        if number not in self._known_words:
            self._known_words[number] = self._cuts_of(number, words=True)
        return self._known_words[number]

    def _cuts_of(self, number: int, *, words: bool) -> list[Cut]:
        stretch = self._stretches[number]
        return paragraph_cuts(self._text, self.lines, self.protected, words=words, stretch=stretch)

    @cached_property
    def _all(self) -> dict[int, list[Cut]]:
        return _by_rank(self.cuts)


def _end(pattern: re.Pattern[str], text: str, start: int, end: int) -> int:
    found = pattern.match(text, start, end)
    return found.end() if found else start


def _by_rank(cuts: Sequence[Cut]) -> dict[int, list[Cut]]:
    found: dict[int, list[Cut]] = {}
    for cut in cuts:
        found.setdefault(cut.rank, []).append(cut)
    return found


def between(cuts: Sequence[Cut], span: Span) -> tuple[int, int]:
    """Which of `cuts`, from and to an index, leave text of `span` on both sides."""
    low = behind(cuts, span.start)
    return low, bisect_left(cuts, (span.end, 0, 0), low)
