"""What a reader of one piece alone needs from elsewhere: heading titles, first lines, a fence's end.

It is data beside the slice. Where pieces start and end is decided elsewhere.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import NamedTuple

from marksplit.chunks.chunk import framed
from marksplit.cuts import is_grapheme_boundary
from marksplit.document import (
    Block,
    HeadingPath,
    Scope,
    child_at,
    heading_scope,
    index_at,
    innermost,
    opening_end,
)
from marksplit.options import ChunkOptions
from marksplit.sizing import Measure
from marksplit.spans import Source

ELLIPSIS = "…"
_QUOTES = re.compile(r"(?: {0,3}>[ \t]?)*")
_FENCE = re.compile(r"`{3,}|~{3,}")
_CODE_INDENT = 4
_LONGEST_ITEM_LINE = 200
_LONGEST_LEAD = 10_000
"""Lengths that keep what is repeated in proportion to the document, in code points."""
_TEXT = {"paragraph", "heading", "list", "blockquote"}


class Frame(NamedTuple):
    """What stands around a piece in the text to embed."""

    titles: HeadingPath
    """Titles whose heading lines lie outside the piece, outermost first."""
    lead: str
    """Lines of the source that the piece cannot be read without; ``""`` if there are none."""
    closing: str
    """The line that closes a fence which the piece leaves open; ``""`` if there is none."""


class Contexts:
    """The frames of the pieces of one document."""

    def __init__(
        self,
        source: Source,
        blocks: Sequence[Block],
        scopes: Sequence[Scope],
        measure: Measure,
        options: ChunkOptions,
    ) -> None:
        self._source = source
        self._text = source.text
        self._blocks = blocks
        self._starts = [block.start for block in blocks]
        self._scopes = scopes
        self._measure = measure
        self._counts = options.count_context and options.max_size > 0
        self._room = options.max_size // 2
        self._limit = options.max_size
        self._shown: dict[HeadingPath, HeadingPath] = {}

    def frame(self, start: int, end: int) -> Frame:
        """What stands around a piece from `start` to `end`, which repeats no text."""
        first = index_at(self._starts, start)
        last = index_at(self._starts, end - 1)
        scope, inner = heading_scope(self._blocks, self._scopes, first, last)
        return Frame(
            self.titles(scope.path[: len(scope.path) - inner]),
            self.lead(start, first),
            self.closing(end, last),
        )

    def titles(self, titles: HeadingPath) -> HeadingPath:
        """`titles` as they are shown above a piece.

        When the context counts, they are shortened from the outer end where they would take more
        than half of the room.
        """
        if not self._counts or not titles:
            return titles
        shown = self._shown.get(titles)
        if shown is None:
            shown = _longest(titles, self._has_room) or ()
            self._shown[titles] = shown
        return shown

    def shortened(self, start: int, end: int) -> HeadingPath | None:
        """The titles above a piece that cannot be cut, so short that all fits; None: none are."""
        titles, lead, closing = self.frame(start, end)
        text = self._text[start:end]
        return _longest(
            titles, lambda each: self._measure.of(framed(each, lead, text, closing)) <= self._limit
        )

    def lead(self, start: int, index: int) -> str:
        """Lines to read before the text from `start`, which is in top-level block `index`.

        Between the rows of a table these are its header and delimiter rows, between the lines of
        fenced code the line that opens it; and before lines that are indented as code would be,
        in a list, the first lines of the items around them. Nothing, if that is very much text.
        """
        block = self._blocks[index]
        if start <= block.start:
            return ""
        items: dict[int, Block] = {}  # by start: of those on one line the innermost
        while block.children:
            if block.kind == "list_item" and block.start < start:
                items[block.start] = block
            block = child_at(block, start)
        lines = self._opening_lines(block) if block.start < start < block.end else []
        if lines:
            shown, column = lines[0], 0
            items.pop(block.start, None)
        else:
            shown, column = self._line(start), self._column(start)
        if items and block.kind != "indented_code" and _is_indented(shown, column):
            parents = [self._item_line(item) for item in items.values()]
            if lines or not self._starts_item(start, items[max(items)]):
                parents.append(_quotes(shown).rstrip())
            lines = [*parents, *lines]
        lead = "\n".join(lines)
        return lead if len(lead) <= _LONGEST_LEAD else ""

    def closing(self, end: int, index: int) -> str:
        """The line that closes the fenced code in which `end` lies, in top-level block `index`."""
        block = self._blocks[index]
        if end >= block.end:
            return ""
        block = innermost(block, end - 1)
        if block.kind != "fenced_code" or not block.start < end < block.end:
            return ""
        line = self._line(self._source.line_start(opening_end(self._source, block)))
        fence = _FENCE.search(line)
        if fence is None:
            return ""
        before = "".join(mark if mark in "> \t" else " " for mark in line[: fence.start()])
        return before + fence[0]

    def _line(self, offset: int) -> str:
        source = self._source
        line = source.line_at(offset)
        start = max(source.line_start(line), source.body_start)
        return self._text[start : source.line_end(line)]

    def _column(self, start: int) -> int:
        return start - self._source.line_start(self._source.line_at(start))

    def _opening_lines(self, block: Block) -> list[str]:
        starts = range(self._source.line_at(block.start), opening_end(self._source, block) + 1)
        return [self._line(self._source.line_start(line)) for line in starts]

    def _item_line(self, item: Block) -> str:
        """The first line of a list item, if long its start; no text that would open a block."""
        line = self._line(item.start)
        if item.children and item.children[0].kind not in _TEXT:
            return f"{line[: line.find(item.label) + len(item.label)]} {ELLIPSIS}"
        if len(line) <= _LONGEST_ITEM_LINE:
            return line
        return f"{line[:_LONGEST_ITEM_LINE].rpartition(' ')[0]} {ELLIPSIS}"

    def _starts_item(self, start: int, parent: Block) -> bool:
        return any(
            each.start == start
            for child in parent.children
            if child.kind == "list"
            for each in child.children
        )

    def _has_room(self, titles: HeadingPath) -> bool:
        return self._measure.of(framed(titles, "", "", "")) <= self._room


def _longest(titles: HeadingPath, fits: Callable[[HeadingPath], bool]) -> HeadingPath | None:
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


def _quotes(line: str) -> str:
    found = _QUOTES.match(line)
    return found[0] if found else ""


def _is_indented(line: str, column: int) -> bool:
    """Whether a line whose text is shown from `column` on reads as code by its indentation."""
    prefix = _quotes(line)
    if column > len(prefix):
        return False
    rest = line[len(prefix) :].expandtabs(_CODE_INDENT)
    return len(rest) - len(rest.lstrip(" ")) >= _CODE_INDENT
