"""Which definitions and image data the pieces of a document use, looked up by span.

How Markdown says so is the parser's business, how references are written `marksplit.chunks.references`'.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, takewhile
from operator import attrgetter

from marksplit.chunks.references import Reference, ReferenceKind
from marksplit.document import (
    Block,
    Outline,
    Use,
    closing_line,
    definition_label,
    footnote_bodies,
    image_data,
    uses,
)
from marksplit.spans import Span

_INDENT = re.compile(r"[ \t]*")
_MARK = re.compile(r"[^\n\r]*?\[\^[^\]\s]+\]:")
_END = attrgetter("end")
_START = attrgetter("start")


class Usage:
    """What the inline content of one document refers to, found once."""

    def __init__(self, outline: Outline) -> None:
        self._outline = outline
        self._text = outline.source
        found = uses(outline.lines, outline.blocks, outline.definitions)
        self._uses = sorted(found, key=_END)
        self._ends = [use.end for use in self._uses]
        self._definitions = _Definitions(outline.blocks if self._uses else (), self._text)
        self._known: dict[tuple[ReferenceKind, str], Reference] = {}
        self._bodies: dict[int, dict[str, str]] = {}
        self._data = image_data(outline.lines, outline.blocks, outline.definitions)

    def references(self, start: int, end: int) -> tuple[Reference, ...]:
        """What the text between uses and does not define, in order of first use.

        The text of a footnote among them is read as well, after all other text. A use that is
        cut apart counts where it ends.
        """
        if not self._uses or bisect_right(self._ends, start) == bisect_right(self._ends, end):
            return ()
        found: dict[tuple[ReferenceKind, str], Reference] = {}
        spans = [Span(start, end)]
        for span in spans:
            low, high = (bisect_right(self._ends, offset) for offset in span)
            for use in sorted(self._uses[low:high], key=_START):
                key = use.kind, use.label
                definition = self._definitions.first(use)
                if key in found or definition is None or self._holds(start, end, definition):
                    continue
                found[key] = self._reference(use, definition)
                if use.kind == "footnote":
                    spans.append(definition.span)
        return tuple(found.values())

    def redefined(self, references: Iterable[Reference], start: int, end: int) -> frozenset[str]:
        """Labels that the text between defines anew, while the document's first definition counts."""
        return frozenset(
            reference.label
            for reference in references
            if any(
                self._holds(start, end, block)
                for block in self._definitions.repeats(reference.start, start, end)
            )
        )

    def data_in(self, start: int, end: int) -> tuple[Span, ...]:
        """Where the text between is data of an image, counted from `start`."""
        low = bisect_right(self._data, start, key=_END)
        high = bisect_left(self._data, end, key=_START)
        return tuple(
            Span(max(span.start - start, 0), min(span.end, end) - start)
            for span in self._data[low:high]
        )

    def closing(self, block: Block, end: int) -> str:
        """The line that closes what top-level `block` leaves open where it is cut in `end`."""
        return closing_line(block.kind, self._text[block.start : end])

    def _holds(self, start: int, end: int, definition: Block) -> bool:
        """Whether the text between holds a definition; of a footnote its mark is enough."""
        indent = _INDENT.match(self._text, definition.start)
        first = indent.end() if indent else definition.start
        return start <= first < end and (definition.kind == "footnote" or definition.end <= end)

    def _reference(self, use: Use, definition: Block) -> Reference:
        key = use.kind, use.label
        if key not in self._known:
            if use.kind == "footnote":
                label, target, title = use.label, self._body(definition), ""
            else:
                entry = self._outline.definitions.links[use.label]
                label = definition_label(self._text, definition)
                target, title = entry["href"], entry["title"]
            self._known[key] = Reference(use.kind, label, target, title, *definition.span)
        return self._known[key]

    def _body(self, footnote: Block) -> str:
        """The text of a footnote, read with the top-level block that it stands in."""
        blocks = self._outline.blocks
        top = blocks[bisect_right(blocks, footnote.start, key=_START) - 1]
        if top.start not in self._bodies:
            text = self._text[top.start : top.end]
            self._bodies[top.start] = footnote_bodies(text, self._outline.syntax)
        body = self._bodies[top.start].get(footnote.label)
        if body is not None:
            return body
        # The parser failed on the block alone: the text as it is written.
        mark = _MARK.match(self._text, footnote.start)
        return self._text[mark.end() if mark else footnote.start : footnote.end].strip()


class _Definitions:
    """The definitions and footnotes of a document by label, in order."""

    def __init__(self, blocks: Sequence[Block], text: str) -> None:
        self._all: dict[tuple[bool, str], list[Block]] = {}
        self._repeats: dict[int, list[Block]] = {}
        waiting = _candidates(blocks)
        while waiting:
            block = waiting.pop()
            if block.children and text.find("]:", block.start, block.end) >= 0:
                waiting += _candidates(block.children)
            if block.kind in ("definition", "footnote"):
                found = self._all.setdefault((block.kind == "footnote", block.label), [])
                found.append(block)
                if len(found) == 2 and block.kind == "definition":
                    self._repeats[found[0].start] = found

    def first(self, use: Use) -> Block | None:
        """The definition that counts."""
        found = self._all.get((use.kind == "footnote", use.label))
        return found[0] if found else None

    def repeats(self, first: int, start: int, end: int) -> Iterator[Block]:
        """Further link definitions of the label that is defined at `first`, between two offsets."""
        found = self._repeats.get(first, [])
        low = max(bisect_right(found, start, key=_END), 1)
        return takewhile(lambda block: block.start < end, islice(found, low, None))


def _candidates(blocks: Sequence[Block]) -> list[Block]:
    """Definitions, footnotes and containers among `blocks`, the last first."""
    return [
        block
        for block in reversed(blocks)
        if block.children or block.kind in ("definition", "footnote")
    ]
