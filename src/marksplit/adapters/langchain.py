"""LangChain's text splitter interface, and a stand-in for its Markdown header splitter.

Documents get exact slices and true offsets; sizes and cuts are the core's business.
"""

from __future__ import annotations

import re
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, NamedTuple

from marksplit import Block, ChunkOptions, OptionError, Outline, Syntax, chunk, parse, resolve_sizer
from marksplit._optional import require
from marksplit.adapters._shared import (
    check_adapter_settings,
    chunk_options,
    chunks_with_metadata,
    flattened,
)

require("langchain_text_splitters", "langchain")

from langchain_core.documents import Document
from langchain_text_splitters import TextSplitter

_SAME = {"chunk_size": "max_size", "chunk_overlap": "overlap", "length_function": "sizer"}
"""LangChain's names of options that are ours under another name."""


class MarksplitTextSplitter(TextSplitter):
    """A LangChain text splitter that cuts Markdown with marksplit.

    Every chunk is a slice of its document: ``text[start_index : start_index + len(chunk)]``. Its
    metadata is a deep copy of its document's, then the fields of the chunk's record (heading
    path, lines, `chunk_id` and the rest, which replace equal names) and `start_index`.

    Args:
        options: how to cut; keywords change single fields of it.
        chunk_size: LangChain's name of `max_size`.
        chunk_overlap: LangChain's name of `overlap`; 0 by default, unlike LangChain's.
        length_function: LangChain's name of `sizer`.
        add_start_index: put `start_index` into the metadata.
        syntax: which Markdown it is.
        flat_metadata: make every value that is added a string, a number or a bool, as some vector
            stores require: the heading path is joined by ``" > "``, other lists become JSON.
        fields: any field of `ChunkOptions`.

    Raises:
        OptionError: a value is not allowed; it is a ``ValueError``.
        TypeError: a keyword is unknown, or an option is given under both of its names.
    """

    def __init__(
        self,
        options: ChunkOptions | None = None,
        *,
        chunk_size: int | None = None,
        chunk_overlap: int | None = None,
        length_function: Callable[[str], int] | None = None,
        add_start_index: bool = True,
        syntax: Syntax = Syntax(),
        flat_metadata: bool = False,
        **fields: object,
    ) -> None:
        theirs = {
            "chunk_size": chunk_size,
            "chunk_overlap": chunk_overlap,
            "length_function": length_function,
        }
        for name, value in theirs.items():
            if value is None:
                continue
            if _SAME[name] in fields:
                raise TypeError(f"{name} and {_SAME[name]} are one option: give one of them")
            fields[_SAME[name]] = value
        check_adapter_settings(syntax, flat_metadata)
        self.options = chunk_options(options, fields)
        self.syntax = syntax
        self.flat_metadata = flat_metadata
        super().__init__(
            chunk_size=self.options.max_size or sys.maxsize,  # 0 is refused there
            chunk_overlap=self.options.overlap if self.options.max_size else 0,
            length_function=resolve_sizer(self.options.sizer),
            add_start_index=add_start_index,
        )

    def split_text(self, text: str) -> list[str]:
        """The texts of the chunks."""
        return [found.text for found in chunk(text, self.options, syntax=self.syntax)]

    def create_documents(
        self, texts: list[str], metadatas: list[dict[Any, Any]] | None = None
    ) -> list[Document]:
        """Cut each text; its chunks get its metadata.

        LangChain's own version searches for each chunk to find its offset, which fails for
        repeated text, for overlap that is not counted in characters, and where text was changed.

        Raises:
            ValueError: there are not as many `metadatas` as `texts`.
        """
        documents = []
        for text, given in zip(texts, metadatas or [{}] * len(texts), strict=True):
            source = str(given.get("source", ""))
            for found, record in chunks_with_metadata(
                text, self.options, self.syntax, source=source
            ):
                metadata = flattened(record) if self.flat_metadata else record
                if self._add_start_index:
                    metadata["start_index"] = found.start
                documents.append(
                    Document(page_content=found.text, metadata={**deepcopy(given), **metadata})
                )
        return documents


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
