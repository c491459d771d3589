"""A stand-in for LangChain's Markdown header splitter, on a real Markdown parse.

Its documents are exact slices; which lines are headings is the parser's business.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import NamedTuple

from langchain_core.documents import Document

from marksplit import Block, OptionError, Outline, Syntax, parse


@dataclass(slots=True)
class _Part:
    """Text that stands under the same listed headings."""

    start: int
    end: int
    titles: dict[str, str]
    ends_with_heading: bool


class MarkdownHeaderTextSplitter:
    """LangChain's class of this name, with the same arguments, on a real Markdown parse.

    It returns as many documents, with the same metadata keys in the same order, wherever
    LangChain's class reads the Markdown rightly. Each document's text is a slice of the source
    and begins at `start_index`, which is added to its metadata. Values of titles are plain text:
    no markup, no closing ``#``. Headings inside code, HTML, quotes and lists are content;
    headings with underlines are headings.

    With `strip_headers` a document's leading headings are left out, and a heading without text
    makes no document. Neighbouring parts with equal titles are one document, as in LangChain;
    being one slice, it holds the headings between them. LangChain's `custom_header_patterns`
    has no counterpart, since bold text is no heading.

    Args:
        headers_to_split_on: heading marks, ``"#"`` to ``"######"``, each with a metadata key. A
            heading of another level is content.
        return_each_line: one document for each run of lines between blank lines; code, tables,
            HTML, math and the like stay whole.
        strip_headers: leave the headings out of the text.
        syntax: which Markdown it is.

    Raises:
        OptionError: a mark is something else, or a key is no ``str`` or is ``"start_index"``.
    """

    def __init__(
        self,
        headers_to_split_on: Sequence[tuple[str, str]],
        return_each_line: bool = False,
        strip_headers: bool = True,
        *,
        syntax: Syntax = Syntax(),
    ) -> None:
        for mark, name in headers_to_split_on:
            is_key = isinstance(name, str) and name != "start_index"
            if not re.fullmatch("#{1,6}", mark) or not is_key:
                allowed = "pairs of a mark, '#' to '######', and a key other than 'start_index'"
                raise OptionError("headers_to_split_on", (mark, name), allowed)
        self.headers_to_split_on = list(headers_to_split_on)
        self.return_each_line = return_each_line
        self.strip_headers = strip_headers
        self.syntax = syntax

    def split_text(self, text: str) -> list[Document]:
        """The documents of a Markdown text, in order."""
        parts = self._parts(parse(text, self.syntax))
        if not self.return_each_line:
            parts = self._joined(parts)
        return [
            Document(
                page_content=text[part.start : part.end],
                metadata={**part.titles, "start_index": part.start},
            )
            for part in parts
        ]

    def split_documents(self, documents: Iterable[Document]) -> list[Document]:
        """Cut each document; its parts keep its metadata, and a `start_index` is added to.

        Raises:
            ValueError: a document has another title under a key of `headers_to_split_on`, or a
                `start_index` that is no number.
        """
        return [made for document in documents for made in self._split_document(document)]

    def _split_document(self, document: Document) -> Iterator[Document]:
        offset = document.metadata.get("start_index", 0)
        if not isinstance(offset, int):
            raise ValueError(f"a document's start_index must be a number, not {offset!r}")
        for found in self.split_text(document.page_content):
            start = found.metadata.pop("start_index")
            for name, title in found.metadata.items():
                if document.metadata.get(name, title) != title:
                    raise ValueError(
                        f"a document's own metadata has {document.metadata[name]!r} as {name!r}, "
                        f"where the heading {title!r} would be: rename it, or the key in "
                        "headers_to_split_on"
                    )
            found.metadata = {
                **deepcopy(document.metadata),
                **found.metadata,
                "start_index": offset + start,
            }
            yield found

    def _parts(self, outline: Outline) -> list[_Part]:
        """Runs of lines without a blank line or listed heading between them."""
        names: dict[int, str] = {}
        for mark, name in self.headers_to_split_on:
            names.setdefault(len(mark), name)  # the first of a mark counts, as in LangChain
        above: list[Block] = []
        titles: dict[str, str] = {}
        parts: list[_Part] = []
        begins = True
        for line in _lines(outline):
            heading = line.heading
            listed = heading is not None and heading.level in names
            if heading and listed and heading.start == line.start:
                above = [each for each in above if each.level < heading.level] + [heading]
                titles = {names[each.level]: each.label for each in above}
                begins = True
            if line.blank or (listed and self.strip_headers):
                begins = True
                continue
            if begins:
                parts.append(_Part(line.start, line.end, titles, heading is not None))
            else:
                parts[-1].end, parts[-1].ends_with_heading = line.end, heading is not None
            begins = False
        return parts

    def _joined(self, parts: Sequence[_Part]) -> list[_Part]:
        """Join neighbours with equal titles, and headings with what stands deeper below them."""
        joined: list[_Part] = []
        for part in parts:
            last = joined[-1] if joined else None
            if last and (
                last.titles == part.titles
                or (
                    not self.strip_headers
                    and last.ends_with_heading
                    and len(last.titles) < len(part.titles)
                )
            ):
                last.end, last.titles = part.end, part.titles
                last.ends_with_heading = part.ends_with_heading
            else:
                joined.append(part)
        return joined


class _Line(NamedTuple):
    start: int
    end: int
    blank: bool
    """Whether it is blank and stands between blocks; a blank line inside code is text."""
    heading: Block | None
    """The top-level heading that it is, or is a line of."""


def _lines(outline: Outline) -> Iterator[_Line]:
    leaves = deque(_leaves(outline.blocks))
    headings = deque(block for block in outline.blocks if block.kind == "heading")
    lines = outline.lines
    for number in range(1, lines.line_count + 1):
        start = max(lines.line_start(number), outline.span.start)
        end = lines.line_end(number)
        for blocks in (leaves, headings):
            while blocks and blocks[0].end <= start:
                blocks.popleft()
        inside = bool(leaves) and leaves[0].start < start
        blank = not inside and not outline.source[start:end].strip(" \t")
        heading = headings[0] if headings and headings[0].start <= start else None
        yield _Line(start, end, blank, heading)


def _leaves(blocks: Sequence[Block]) -> Iterator[Block]:
    for block in blocks:
        if block.children:
            yield from _leaves(block.children)
        else:
            yield block
