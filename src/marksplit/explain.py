"""Why a document is cut where it is: the rule behind each boundary, and what it keeps apart.

The planner says which cut ends a piece; here it is put into words, and nothing is cut.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter
from typing import Literal

from marksplit.boundaries import AFTER_HEADING, BLOCK, HEADING_RUN, INNER, INTRODUCTION, ITEM
from marksplit.chunks import framed
from marksplit.context import Contexts
from marksplit.cuts import CutRank
from marksplit.options import ChunkOptions
from marksplit.outline import Outline
from marksplit.packing import SECTION, Piece
from marksplit.pieces import pieces
from marksplit.search import END
from marksplit.sections import scopes
from marksplit.sizing import Measure, resolve_sizer
from marksplit.splits import (
    CODE_BODY,
    CODE_LINE,
    CODE_PART,
    CODE_STEP,
    CODE_TAIL,
    EDGE,
    IN_LINE,
    ROW,
)

Rule = Literal["front_matter", "split_blocks", "heading", "size"]

PLACES: dict[int, str] = {
    BLOCK: "between blocks",
    ITEM: "between list items",
    ITEM + 1: "between nested list items",
    INNER: "between blocks of a list item, quote, container or pair of HTML tags",
    ROW: "between rows of a block that is split",
    CODE_PART: "between parts of code",
    CODE_STEP: "between steps of code",
    CODE_LINE: "between lines of code",
    INTRODUCTION: "between a block and what introduces it",
    CODE_TAIL: "before a line of code that goes on with the one above",
    CODE_BODY: "between a line of code and its body",
    EDGE: "beside the first or last line of a block that is split",
    HEADING_RUN: "between a heading and the one below it",
    CutRank.SENTENCE: "between sentences",
    CutRank.CLAUSE: "between clauses",
    CutRank.LINE: "between lines of a paragraph",
    CutRank.SPACE: "between words",
    AFTER_HEADING: "between a heading and its text",
    CutRank.TIGHT_SPACE: "at a space that binds",
    CutRank.GRAPHEME: "between characters",
    CutRank.TIGHT_GRAPHEME: "between a character and its mark",
    CutRank.PROTECTED_LINE: "at a line end inside a link, code span or the like",
    CutRank.PROTECTED_SPACE: "at a space inside a link, code span or the like",
    CutRank.PROTECTED_GRAPHEME: "between characters inside a link, code span or the like",
    IN_LINE: "inside a line of code",
}
"""Ranks of cuts in words, each up to the next, but those of headings."""
_START = attrgetter("start")


@dataclass(frozen=True, slots=True)
class Boundary:
    """A boundary between two neighbouring chunks. ``str()`` tells it in one line of English."""

    left: int
    """Index of the chunk that ends here; the next one starts here."""
    offset: int
    """Where the text behind it starts, in code points; overlap is before it."""
    line: int
    """The line of `offset`, from 1."""
    rule: Rule
    """What made it: front matter that is a chunk of its own, ``split_blocks``,
    ``max_heading_depth``, or ``max_size``."""
    place: str
    """What it lies between, in words."""
    size: int
    """Size of the two chunks as one, as it would count against `max_size`."""
    max_size: int
    """As in the options; 0: there is no limit."""
    oversize: bool
    """Whether one of the two chunks alone is over `max_size`."""
    by_score: bool = False
    """Whether ``ChunkOptions.cuts`` put this place before a later one that is as good by rank."""

    def __str__(self) -> str:
        """Such as ``size: between list items; together 1,240 > 1,000``."""
        parts = [f"{self.rule}: {self.place}"]
        over = 0 < self.max_size < self.size
        if self.rule == "size" and self.oversize:
            parts[0] += ", next to an oversize chunk"
        elif self.by_score:
            parts[0] += ", chosen by its score"
        elif self.rule == "size" and not over:
            parts[0] += ", better than any place further on"
        parts.append(f"together {self.size:,}" + (f" > {self.max_size:,}" if over else ""))
        return "; ".join(parts)


def explain(outline: Outline, options: ChunkOptions = ChunkOptions()) -> list[Boundary]:
    """Why the chunks that `chunk_outline` makes of the same arguments end where they do.

    There is one boundary fewer than chunks, in order; none where there is no chunk. The document
    is planned anew for it.

    Raises:
        SizerError: the sizer returned something that is not a size.
        OversizeBlockError: a block that must stay whole is too big and `options` wants none.
    """
    source, blocks = outline.lines, outline.blocks
    found = scopes(blocks)
    measure = Measure(outline.source, resolve_sizer(options.sizer))
    contexts = Contexts(source, blocks, found, measure, options)

    def together(left: Piece, right: Piece) -> int:
        if not options.count_context:
            return measure(left.start, right.end)
        titles, lead, closing = contexts.frame(left.start, right.end)
        text = outline.source[left.start : right.end]
        return measure.of(framed(titles, lead, text, closing))

    boundaries: list[Boundary] = []
    planned = pieces(outline, found, options, measure, contexts)
    for index, (left, right) in enumerate(pairwise(planned)):
        rule, place = _reason(outline, options, left)
        offset = _next_text(outline.source, left.end)
        boundaries.append(
            Boundary(
                left=index,
                offset=offset,
                line=source.line_at(offset),
                rule=rule,
                place=place,
                size=together(left, right),
                max_size=options.max_size,
                oversize=left.oversize or right.oversize,
                by_score=left.by_score,
            )
        )
    return boundaries


def _reason(outline: Outline, options: ChunkOptions, piece: Piece) -> tuple[Rule, str]:
    """The rule that ended a piece, and where it did."""
    if piece.rank not in (END, SECTION):
        return "size", _place(piece.rank)
    if outline.front_matter and piece.end == outline.blocks[0].end:
        return "front_matter", "after the front matter"
    if options.split_blocks and piece.rank == END:
        return "split_blocks", "between blocks"
    following = outline.blocks[bisect_left(outline.blocks, piece.end, key=_START)]
    place = f"before a heading of level {following.level}"
    if piece.rank == END:
        return "heading", place
    return "size", f"{place}, at the end of a section that was cut"


def _place(rank: int) -> str:
    """A rank in words; those below `BLOCK` are levels of headings."""
    if rank < BLOCK:
        return f"before a heading of level {rank}"
    return PLACES[max(known for known in PLACES if known <= rank)]


def _next_text(text: str, offset: int) -> int:
    """The first character from `offset` on that is not blank."""
    while text[offset] in " \t\r\n":
        offset += 1
    return offset
