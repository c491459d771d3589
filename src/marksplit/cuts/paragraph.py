"""A paragraph that is cut: its lines, the spans in it that stay whole, and its cuts at need.

Where those are is found in `marksplit.cuts.pauses`; what pieces read as, in `marksplit.cuts.alone`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

from marksplit.cuts.pauses import grapheme_cuts, paragraph_cuts, spaces_are_pauses
from marksplit.cuts.ranks import Cut, Rank
from marksplit.cuts.syllables import is_unspaced
from marksplit.document import Block, Outline, inline_spans


class Paragraph:
    """A paragraph, with its cuts once they are asked for.

    Attributes:
        block: its block.
        nested: whether it is in a container.
        lines: the content of its lines, without indentation, markers and trailing blanks.
        protected: the spans in it that should not be cut.
    """

    def __init__(
        self,
        outline: Outline,
        block: Block,
        *,
        nested: bool,
        quotes: int,
        sentences: Callable[[str], Iterable[int]] | None,
    ) -> None:
        """`quotes`: in how many block quotes it is."""
        self.block = block
        self.nested = nested
        self.lines, self.protected = inline_spans(
            outline.lines, block, outline.definitions, nested=nested, quotes=quotes
        )
        self._text = outline.source
        self._sentences = sentences

    @cached_property
    def cuts(self) -> list[Cut]:
        """All cuts but those between graphemes, in order."""
        return self._cuts(words=True)

    def ranked(self, rank: int) -> list[Cut]:
        """Those of one rank. Most paragraphs are cut at pauses, so spaces are found when needed."""
        found = self._pauses if rank < Rank.SPACE else self._all
        return found.get(rank, [])

    def graphemes(self, low: int, high: int) -> list[Cut]:
        """Cuts between grapheme clusters that end in `low` + 1 to `high`."""
        return grapheme_cuts(self._text, self.lines, self.protected, low, high)

    def unspaced(self, low: int, high: int) -> list[Cut]:
        """Those of `graphemes` that a script without spaces allows between its words."""
        return [
            cut
            for cut in self.graphemes(low, high)
            if cut.rank == Rank.GRAPHEME and is_unspaced(self._text, cut.start)
        ]

    @cached_property
    def _pauses(self) -> dict[int, list[Cut]]:
        return _by_rank(self._cuts(words=spaces_are_pauses(self._text, self.lines)))

    @cached_property
    def _all(self) -> dict[int, list[Cut]]:
        return _by_rank(self.cuts)

    def _cuts(self, *, words: bool) -> list[Cut]:
        return paragraph_cuts(self._text, self.lines, self.protected, self._sentences, words=words)


def _by_rank(cuts: Sequence[Cut]) -> dict[int, list[Cut]]:
    found: dict[int, list[Cut]] = {}
    for cut in cuts:
        found.setdefault(cut.rank, []).append(cut)
    return found
