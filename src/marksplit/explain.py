"""Why a document is cut where it is: the rule behind each boundary, and what it keeps apart.

The planner says which cut ends a piece; here it is put into words, and nothing is cut.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter
from typing import Literal, Unpack

from marksplit._field_docs import documented
from marksplit.arguments import options_with
from marksplit.cuts import Rank, place
from marksplit.document import Outline, require_outline
from marksplit.options import ChunkOptions, OptionFields
from marksplit.planning import Job, Piece, plan

Rule = Literal["front_matter", "split_blocks", "heading", "size"]

_START = attrgetter("start")


@documented
@dataclass(frozen=True, slots=True)
class Boundary:
    """A boundary between two neighbouring chunks. ``str()`` tells it in one line of English."""

    left: int
    """Index of the chunk that ends here; the next one starts here."""
    offset: int
    """Where the text after it starts, in code points; overlap is before it."""
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


def explain(
    outline: Outline, options: ChunkOptions = ChunkOptions(), **fields: Unpack[OptionFields]
) -> list[Boundary]:
    """Why the chunks that `chunk_outline` makes of the same arguments end where they do.

    There is one boundary fewer than chunks, in order; none where there is no chunk. The document
    is planned anew for it.

    Raises:
        TypeError: an argument is not what it should be.
        OptionError: a field has a value that is not allowed.
        SizerError: the sizer returned something that is not a size.
        OversizeBlockError: a block that must stay whole is too big and `options` wants none.
    """
    require_outline(outline)
    options = options_with(options, fields)
    job = Job.of(outline, options)

    def together(left: Piece, right: Piece) -> int:
        if not options.count_context:
            return job.measure(left.start, right.end)
        return job.measure.of(job.contexts.text_to_embed(left.start, right.end))

    boundaries: list[Boundary] = []
    for index, (left, right) in enumerate(pairwise(plan(job))):
        rule, where = _reason(outline, options, left)
        offset = _next_text(outline.source, left.end)
        boundaries.append(
            Boundary(
                left=index,
                offset=offset,
                line=job.source.line_at(offset),
                rule=rule,
                place=where,
                size=together(left, right),
                max_size=options.max_size,
                oversize=left.oversize or right.oversize,
                by_score=left.by_score,
            )
        )
    return boundaries


def _reason(outline: Outline, options: ChunkOptions, piece: Piece) -> tuple[Rule, str]:
    """The rule that ended a piece, and where it did."""
    if piece.rank not in (Rank.PART_END, Rank.SECTION_END):
        return "size", place(piece.rank)
    if outline.front_matter and piece.end == outline.blocks[0].end:
        return "front_matter", "after the front matter"
    if options.split_blocks and piece.rank == Rank.PART_END:
        return "split_blocks", place(Rank.BLOCK)
    after = bisect_left(outline.blocks, piece.end, key=_START)
    heading = next(block for block in outline.blocks[after:] if block.kind == "heading")
    where = place(Rank.HEADING + heading.level - 1)
    if piece.rank == Rank.PART_END:
        return "heading", where
    return "size", f"{where}, {Rank.SECTION_END.words}"


def _next_text(text: str, offset: int) -> int:
    """The first character from `offset` on that is not blank."""
    while text[offset] in " \t\r\n":
        offset += 1
    return offset
