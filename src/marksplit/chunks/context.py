"""What a reader of one piece alone needs from elsewhere: heading titles, first lines, a fence's end.

It is data beside the slice. Where pieces start and end is decided elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from marksplit.chunks.framing import Frame, framed
from marksplit.chunks.html_tables import HtmlTables, below
from marksplit.chunks.references import Reference, definition, definitions
from marksplit.chunks.titles import ELLIPSIS, bounded, longest
from marksplit.chunks.usage import Usage
from marksplit.cuts import introduces
from marksplit.document import (
    FENCE_MARK,
    Block,
    HeadingPath,
    Outline,
    Scope,
    child_at,
    heading_scope,
    index_at,
    innermost,
    opening_end,
)
from marksplit.options import ChunkOptions
from marksplit.sizing import Measure

_QUOTES = re.compile(r"(?: {0,3}>[ \t]?)*")
_CODE_INDENT = 4
_LONGEST_ITEM_LINE = 200
_LONGEST_LEAD = 10_000
_LONGEST_DEFINITIONS = 10_000
"""Lengths that keep what is repeated in proportion to the document, in code points."""
_NO_TITLES = Frame(())
_TEXT = {"paragraph", "heading", "list", "blockquote"}


class Contexts:
    """What stands around the pieces of one document, as the options want it.

    Attributes:
        usage: which definitions and image data pieces use.
    """

    def __init__(
        self, outline: Outline, scopes: Sequence[Scope], measure: Measure, options: ChunkOptions
    ) -> None:
        self._source = outline.lines
        self._text = outline.source
        self._blocks = outline.blocks
        self._starts = [block.start for block in outline.blocks]
        self._scopes = scopes
        self._measure = measure
        self._options = options
        self._limit = options.max_size if options.count_context else 0
        self._title = outline.title if options.document_title else ""
        self._has_more = options.context_references or options.strip_data_uris
        self._frames: dict[HeadingPath, Frame] = {}
        self._tables = HtmlTables(outline.lines)
        self.usage = Usage(outline)

    def text_to_embed(self, start: int, end: int) -> str:
        """A piece from `start` to `end`, which repeats no text, with what stands around it."""
        frame, lead = self._around(start, end)
        return frame.around(self._text[start:end], lead)

    def frame(
        self,
        path: HeadingPath,
        lacking: int,
        start: int,
        end: int,
        last: int,
        references: Sequence[Reference],
    ) -> Frame:
        """What stands around a piece.

        When the context counts, the titles are shortened from the outer end where they would take
        more than half of the room.

        Args:
            path: the heading path.
            lacking: how many of its titles, from the first, have their heading lines elsewhere.
            start: where the piece starts.
            end: where it ends.
            last: the index of the top-level block that it ends in.
            references: what it uses and does not define.
        """
        frame = self._titled(path, lacking)
        closing = self.closing(start, end, last) if end < self._blocks[last].end else ""
        if not closing and not self._has_more:
            return frame
        frame = frame._replace(closing=closing)
        if self._options.strip_data_uris:
            frame = frame._replace(left_out=self.usage.data_in(start, end))
        if self._options.context_references and references:
            return self._with_definitions(frame, start, end, last, references)
        return frame

    def shortened(self, start: int, end: int) -> Frame | None:
        """The frame of a piece that cannot be cut, so small that all fits; None where none is.

        Definitions are left out first, then titles are shortened from the outer end.
        """
        frame, lead = self._around(start, end)
        text = self._text[start:end]
        bare = frame._replace(title="", first="", last="")
        titles = (frame.title, *(frame.titles or ())) if frame.title else frame.titles or ()

        def fits(shown: HeadingPath) -> bool:
            size = self._measure.of(bare._replace(titles=shown).around(text, lead))
            return size <= self._limit

        shown = longest(titles, fits)
        return None if shown is None else bare._replace(titles=shown)

    def _around(self, start: int, end: int) -> tuple[Frame, str]:
        first = index_at(self._starts, start)
        last = index_at(self._starts, end - 1)
        scope, inner = heading_scope(self._blocks, self._scopes, first, last)
        wanted = self._options.context_references
        references = self.usage.references(start, end) if wanted else ()
        lacking = len(scope.path) - inner
        frame = self.frame(scope.path, lacking, start, end, last, references)
        return frame, self.lead(start, first)

    def _titled(self, path: HeadingPath, lacking: int) -> Frame:
        """The frame that shows titles only: the first `lacking` of the path, bounded in length."""
        titles = path[:lacking]
        title = "" if path[:1] == (self._title,) else self._title
        if not titles and not title:
            return _NO_TITLES
        key = (title, *titles)
        frame = self._frames.get(key)
        if frame is None:
            titles = tuple(map(bounded, titles))
            title = bounded(title)
            shown = (title, *titles) if title else titles
            shorter = longest(shown, self._has_room) or () if self._limit else shown
            frame = Frame(titles, title) if shorter == shown else Frame(shorter)
            self._frames[key] = frame
        return frame

    def _with_definitions(
        self, frame: Frame, start: int, end: int, last: int, references: Sequence[Reference]
    ) -> Frame:
        """`frame` with the definitions of `references` that there is room for.

        Those used first come first; one that is too long is passed over. They may take a quarter
        of `max_size` when the context counts, else 10,000 code points.
        """
        data_uris = not self._options.strip_data_uris
        kept: list[Reference] = []
        taken = ""
        for each in references:
            more = f"{taken}\n{definition(each, data_uris=data_uris)}"
            if self._limit:
                room = self._measure.of(more) <= self._limit // 4
            else:
                room = len(more) <= _LONGEST_DEFINITIONS
            if room:
                kept.append(each)
                taken = more
        if not kept:
            return frame
        redefined = self.usage.redefined(kept, start, end)
        first = [each for each in kept if each.kind != "footnote" and each.label in redefined]
        rest = [each for each in kept if each not in first]
        return frame._replace(
            closing=frame.closing or self.usage.closing(self._blocks[last], end),
            first=definitions(first, data_uris=data_uris),
            last=definitions(rest, data_uris=data_uris),
        )

    def lead(self, start: int, index: int) -> str:
        """Lines to read before the text from `start`, which is in top-level block `index`.

        Between the rows of a table these are its header and delimiter rows, or the tags that open it
        with its head, between the lines of fenced code the line that opens it; inside a JSX element
        the tag that opens it; and before lines that are indented as code would be,
        in a list, the first lines of the items around them. Nothing, if that is very much text.
        """
        block = self._blocks[index]
        if start <= block.start:
            return ""
        tags: list[str] = []
        items: dict[int, Block] = {}  # by start: of those on one line the innermost
        while block.children:
            if block.kind == "list_item" and block.start < start:
                items[block.start] = block
            if block.kind == "jsx_container" and (
                block.children[0].end <= start < block.children[-1].start
            ):
                tags += self._lines(block.children[0])
            block = child_at(block, start)
        lines = self._opening_lines(block, start) if block.start < start < block.end else []
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
        lead = "\n".join([*tags, *lines])
        return lead if len(lead) <= _LONGEST_LEAD else ""

    def introduction(self, frame: Frame, start: int, end: int, index: int) -> str:
        """The line that introduces a piece, and a blank one, where there is room for it.

        It is the last line of the paragraph before top-level block `index`, where the piece starts.
        """
        if not index or start > self._blocks[index].start or not self._options.bonds:
            return ""
        left = self._blocks[index - 1]
        if left.kind != "paragraph" or not introduces(self._text, self._blocks, index):
            return ""
        lines = f"{self._line(left.end - 1)}\n"
        if len(lines) > _LONGEST_ITEM_LINE or lines.startswith("{"):  # a template tag tells nothing
            return ""
        if (
            self._limit
            and self._measure.of(frame.around(self._text[start:end], lines)) > self._limit
        ):
            return ""
        return lines

    def closing(self, start: int, end: int, index: int) -> str:
        """The line that closes the fenced code or HTML table in which a piece from `start` ends.

        `end` lies in top-level block `index`.
        """
        block = self._blocks[index]
        if end >= block.end:
            return ""
        block = innermost(block, end - 1)
        if not block.start < end < block.end:
            return ""
        if block.kind == "html":
            return self._tables.closing(block, start, end)
        if block.kind != "fenced_code":
            return ""
        line = self._line(self._source.line_start(opening_end(self._source, block)))
        fence = FENCE_MARK.search(line)
        if fence is None:
            return ""
        return below(line[: fence.start()]) + fence[0]

    def _line(self, offset: int) -> str:
        source = self._source
        line = source.line_at(offset)
        start = max(source.line_start(line), source.body_start)
        return self._text[start : source.line_end(line)]

    def _lines(self, block: Block) -> list[str]:
        lines = range(self._source.line_at(block.start), self._source.line_at(block.end - 1) + 1)
        return [self._line(self._source.line_start(line)) for line in lines]

    def _column(self, start: int) -> int:
        return start - self._source.line_start(self._source.line_at(start))

    def _opening_lines(self, block: Block, offset: int) -> list[str]:
        if block.kind == "html":
            return self._tables.opening(block, offset)
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
        return self._measure.of(framed(titles, "", "", "")) <= self._limit // 2


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
