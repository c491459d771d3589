"""Where a run of top-level blocks may be cut, and how well: ranks. Sizes are the packer's matter.

Ranks, best first: before a deeper heading, between top-level blocks, between list items (outer
before inner), between the blocks of a quote or item, the ranks of `marksplit.splits` inside a block
that is split, then what would part a heading or a line that introduces something from what
follows, then the ranks of `marksplit.cuts` inside paragraphs.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, Protocol

from marksplit.blocks import ATOMIC, Block, BlockKind, child_at
from marksplit.cuts import Cut, CutRank, grapheme_cuts, paragraph_cuts
from marksplit.spans import BOM, Source, Span
from marksplit.splits import cut_in_line, split_cuts

BLOCK = 10
ITEM = 20
INNER = 50
INTRODUCTION = 80
HEADING_RUN = 90
AFTER_HEADING = CutRank.SPACE + 5
_DEEPEST = 19
_FAR = 1 << 62
_INTRODUCED = ATOMIC | {"list"}
_COLONS = (":", "：")

_RISKY_START = re.compile(r"[#>`~*+\-_=<|:\[$0-9]|\.\.\.")
_OPENS_BLOCK = re.compile(r"#{1,6}(?:\s|\Z)|>|[-+*](?:\s|\Z)|\d{1,9}[.)](?:\s|\Z)|`{3}|~{3}|=+\s*$")
_OPENS = re.compile(
    r"(?:#{1,6}|[-+*]|\d{1,9}[.)])(?:[ \t\r\n]|\Z)|>|~{3}|`{3,}+[^`\r\n]*+(?:[\r\n]|\Z)"
)
"""What opens a block for sure, at the start of a text."""
_BACKTICKS = re.compile(r"`+")
_TO_BACKTICK = re.compile(r"[^`\r\n]*+")
_RISKY_END = re.compile(r"[ \t>]*(?:<|`{3}|~{3}|\${2})|[\s>*+\-_=|:`~#0-9.)$\\]*\Z")
_RISKY_HEAD = re.compile(r"[ \t]*(?:[<\[$`~]|\Z)")
_BEFORE_TEXT = re.compile(r"(?:[ \t>]|[-+*][ \t]|\d{1,9}[.)][ \t])*")
_TABLE_ROW = re.compile(r"[ \t>]*[-:|][-:| \t]*\r?\Z")
_OPENED = re.compile(
    r"""\[(?:[^\[\]\\]|\\.)*+(?:\]:\s*+(?:\S++(?:\s++(?:"(?:[^"\\]|\\.)*+"|'(?:[^'\\]|\\.)*+'"""
    r"""|\((?:[^()\\]|\\.)*+\)))?+)?+)?+|<(?:[^<>"']|"[^"]*+"|'[^']*+')*+>?+""",
    re.DOTALL,
)
"""As much of a text as could belong to a link reference definition or a tag that starts it."""
_DECISIVE = 300
"""How much of a line behind that decides what it opens, in code points."""


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

    @cached_property
    def cuts(self) -> list[Cut]:
        """All cuts but those between graphemes, in order."""
        return paragraph_cuts(self._text, self.lines, self.protected, self._sentences)

    def ranked(self, rank: int) -> list[Cut]:
        """Those of one rank. Most paragraphs are cut at pauses, so spaces are found when needed."""
        found = self._pauses if rank < CutRank.SPACE else self._by_rank
        return found.get(rank, [])

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
    def _pauses(self) -> dict[int, list[Cut]]:
        return _by_rank(
            paragraph_cuts(self._text, self.lines, self.protected, self._sentences, words=False)
        )

    @cached_property
    def _by_rank(self) -> dict[int, list[Cut]]:
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
    low = bisect_right(cuts, (span.start, _FAR, 0))
    return low, bisect_left(cuts, (span.end, 0, 0), low)


class Boundaries:
    """Cuts of one document, found when they are asked for and remembered by block."""

    def __init__(
        self,
        source: Source,
        blocks: Sequence[Block],
        reader: Reader,
        *,
        sentences: Callable[[str], Iterable[int]] | None = None,
        is_split: Callable[[Block], bool] | None = None,
    ) -> None:
        """`is_split` says of an atomic block whether it may be cut; by default none may."""
        self._source = source
        self._text = source.text
        self._blocks = blocks
        self._reader = reader
        self._sentences = sentences
        self._is_split = is_split
        self._wraps = reader.wraps(blocks)
        self._inside: dict[int, list[Cut]] = {}
        self._leaves: dict[Span, Leaf] = {}

    def rank_before(self, index: int) -> int:
        """How good the cut before top-level block `index` is."""
        left, right = self._blocks[index - 1], self._blocks[index]
        if right.kind == "heading":
            run = left.kind == "heading" and left.level < right.level
            return HEADING_RUN if run else right.level
        if left.kind == "heading":
            return AFTER_HEADING
        if self._introduces(left, right):
            return INTRODUCTION
        depth = self._wraps.get(index, 0)
        if not depth:
            return BLOCK
        tag = self._wraps.get(index - 1, 0) < depth or self._wraps.get(index + 1, 0) < depth
        return INTRODUCTION if tag else INNER + min(depth - 1, _DEEPEST)

    def before(self, index: int) -> Cut:
        """The cut before top-level block `index`."""
        left, right = self._blocks[index - 1], self._blocks[index]
        return Cut(left.end, right.start, self.rank_before(index))

    def inside(self, index: int) -> list[Cut]:
        """Cuts inside top-level block `index`, in order, but those in paragraphs.

        They lie between items, between the blocks in them, and in atomic blocks that are split.
        """
        block = self._blocks[index]
        if not block.children and self._is_split is None:
            return []
        found = self._inside.get(index)
        if found is None:
            found = self._inside[index] = list(self._inside_of(block, 0, 0))
        return found

    def split_line(self, index: int, low: int, high: int) -> Cut | None:
        """The last cut inside the line of code that starts in `low`, with ``end <= high``.

        None where the whole line ends there: then it is only what follows that does not fit.
        """
        block = self._blocks[index]
        while block.children:
            block = child_at(block, low)
        if not block.start <= low < block.end or not self._splits(block):
            return None
        if high >= min(block.end, self._source.line_end(self._source.line_at(low))):
            return None
        return cut_in_line(self._source, block, low, high)

    def is_in_atomic(self, index: int, offset: int) -> bool:
        """Whether `offset`, in top-level block `index`, is inside an atomic block."""
        block = self._blocks[index]
        while block.children:
            block = child_at(block, offset)
        return block.kind in ATOMIC and block.start < offset < block.end

    def leaf(self, index: int, position: int) -> Leaf | None:
        """The paragraph in top-level block `index` that holds `position` or comes next."""
        block = self._blocks[index]
        nested = bool(block.children)
        quotes = 0
        while block.children:
            quotes += block.kind == "blockquote"
            block = child_at(block, position)
        if block.kind != "paragraph":
            return None
        leaf = self._leaves.get(block.span)
        if leaf is None:
            leaf = Leaf(block, nested, quotes, self._text, self._reader, self._sentences)
            self._leaves[block.span] = leaf
        return leaf

    def graphemes(self, leaf: Leaf, low: int, high: int) -> list[Cut]:
        """Cuts between grapheme clusters of a paragraph that end in `low` + 1 to `high`."""
        return grapheme_cuts(self._text, leaf.lines, leaf.protected, low, high)

    def starts_well(self, leaf: Leaf, cut: Cut) -> bool:
        """Whether the rest of the paragraph behind `cut` still reads as a paragraph alone."""
        text = self._text
        if text.startswith(BOM, cut.start):
            return False  # a reader of the piece alone would skip it
        if text.startswith("$$", cut.start) and not leaf.nested:
            return False  # a later block could close the math that it would open
        if leaf.nested:
            return not _OPENS_BLOCK.match(text, cut.start, leaf.block.end)
        marks = self._reader.marks
        plain = not self._row_follows(cut.start, leaf.block.end) and not (
            marks and marks.match(text, cut.start)
        )
        if plain and not _RISKY_START.match(text, cut.start):
            return True
        if text.startswith("```", cut.start):
            opens = leaf.run_at(cut.start).opens
            if opens or plain:
                return not opens
        elif _OPENS.match(text, cut.start, leaf.block.end):
            return False
        known = leaf.starts.get(cut.start)
        if known is None:
            end = self._decided(cut.start, leaf.block.end)
            known = self._reader.kinds(text[cut.start : end]) == ("paragraph",)
            leaf.starts[cut.start] = known
        return known

    def fenced_until(self, leaf: Leaf, origin: int) -> int:
        """Up to where a chunk from `origin`, in a paragraph, would read as a fence; else `origin`.

        A later backtick on the line keeps the paragraph from being one.
        """
        if leaf.nested or origin < leaf.block.start or not self._text.startswith("```", origin):
            return origin
        return leaf.run_at(origin).until

    def ends_well(self, leaf: Leaf, origin: int, cut: Cut, expected: tuple[BlockKind, ...]) -> bool:
        """Whether a chunk from `origin` to `cut`, inside a paragraph, reads as it does in place.

        `expected`: kinds of the top-level blocks that the chunk touches.
        """
        text = self._text
        block = leaf.block
        start = max(origin, block.start)
        if start == origin and not leaf.nested and _OPENS.match(text, start, cut.end):
            return False
        line = max(start, self._source.line_start(self._source.line_at(max(cut.end - 1, start))))
        risky = (
            _RISKY_END.match(text, line, cut.end) is not None
            or _RISKY_HEAD.match(text, start, cut.end) is not None
            or (start == origin and not leaf.nested and _RISKY_START.match(text, start) is not None)
            or (len(expected) > 1 and expected[-2] == "definition")
            or self._holds_marks(start, cut.end)
        )
        return not risky or self.reads_as(origin, cut.end, expected)

    def reads_as(self, start: int, end: int, expected: tuple[BlockKind, ...]) -> bool:
        """Whether the text between, alone, has top-level blocks of the `expected` kinds."""
        text = self._text[start:end]
        if start and text.startswith(BOM):
            text = BOM + text  # only a document starts with a mark; here it is a character
        return self._reader.kinds(text) == expected

    def _holds_marks(self, start: int, end: int) -> bool:
        """Whether a dialect's mark stands at `start` or at the start of a line up to `end`."""
        marks = self._reader.marks
        if marks is None:
            return False
        position = start
        while position < end:
            found = _BEFORE_TEXT.match(self._text, position, end)
            if marks.match(self._text, found.end() if found else position, end):
                return True
            position = self._source.line_starts[self._source.line_at(position)]
        return False

    def _decided(self, start: int, end: int) -> int:
        """How far a text, of a paragraph that ends in `end`, decides what its start reads as.

        Its first line opens a block, or the second makes it a table, or it is a definition; a line
        that ends the paragraph would end it in place as well. Dialects have longer reach.
        """
        if self._reader.marks is not None:
            return end
        source = self._source
        line = source.line_at(start)
        if self._row_follows(start, end):
            return min(source.line_end(line + 1), end)
        opened = _OPENED.match(self._text, start, end)
        known = opened.end() if opened else start
        return min(source.line_end(source.line_at(known)), known + _DECISIVE, end)

    def _row_follows(self, start: int, end: int) -> bool:
        """Whether the line after that of `start` could be the delimiter row of a table."""
        source, text = self._source, self._text
        line = source.line_at(start) + 1
        if line > source.line_count or source.line_start(line) >= end:
            return False
        row = Span(source.line_start(line), source.line_end(line))
        return (
            _TABLE_ROW.match(text, *row) is not None
            and text.count("|", *row) <= text.count("|", start, row.start) + 2
        )

    def _splits(self, block: Block) -> bool:
        return self._is_split is not None and block.kind in ATOMIC and self._is_split(block)

    def _inside_of(self, block: Block, depth: int, quotes: int) -> Iterator[Cut]:
        if self._splits(block):
            yield from split_cuts(self._source, block, quotes)
        quotes += block.kind == "blockquote"
        level = min(depth, _DEEPEST)
        previous: Block | None = None
        for child in block.children:
            if previous is not None and child.start > previous.start:
                if block.kind != "list":
                    tag = block.kind == "html_container" and (
                        previous is block.children[0] or child is block.children[-1]
                    )
                    bound = tag or self._introduces(previous, child)
                    rank = INTRODUCTION if bound else INNER + level
                    yield Cut(previous.end, child.start, rank)
                elif not self._reads_as_table(child):
                    yield Cut(previous.end, child.start, ITEM + level)
            yield from self._inside_of(child, depth + 1, quotes)
            previous = child

    def _introduces(self, left: Block, right: Block) -> bool:
        if left.kind == "heading":
            return True
        return (
            left.kind == "paragraph"
            and right.kind in _INTRODUCED
            and self._text[max(left.start, left.end - 40) : left.end]
            .rstrip(" \t*_")
            .endswith(_COLONS)
        )

    def _reads_as_table(self, item: Block) -> bool:
        """Whether the item alone would be a table: those are tried before lists."""
        source = self._source
        if self._text.find("|", item.start, item.end) < 0:
            return False
        line = source.line_at(item.start)
        if line >= source.line_count or "|" not in self._text[item.start : source.line_end(line)]:
            return False
        row = Span(source.line_start(line + 1), source.line_end(line + 1))
        if not _TABLE_ROW.match(self._text, *row):
            return False
        return self._reader.kinds(self._text[item.start : row.end])[:1] == ("table",)
