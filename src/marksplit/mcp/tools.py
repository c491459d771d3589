"""The three tools: from a text or a file to chunks, to the section tree, to a slice.

How they are served is not known here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, NamedTuple

from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

from marksplit import (
    ChunkOptions,
    MarksplitError,
    Outline,
    Section,
    Sizer,
    Span,
    chunk,
    parse,
    resolve_sizer,
)
from marksplit.mcp.files import MAX_BYTES, Roots
from marksplit.mcp.paging import Pages
from marksplit.mcp.schemas import (
    SIZER,
    ChunkResult,
    Cursor,
    FilePath,
    Options,
    OutlineResult,
    SectionNode,
    SectionResult,
    SizerName,
    Text,
)


class _Document(NamedTuple):
    source: str
    text: str


class Tools:
    """The tools, with the folders that they may read.

    Each method is a tool: its name, docstring and annotations are what an agent is told.
    """

    def __init__(self, roots: Roots) -> None:
        self._roots = roots
        # An agent goes through the pages of one document: it is cut once for all of them.
        self._chunk = lru_cache(maxsize=4)(chunk)
        self._parse = lru_cache(maxsize=4)(parse)

    def chunk_markdown(
        self,
        *,
        text: Text = None,
        path: FilePath = None,
        options: Options = None,
        max_chunks: Annotated[int, Field(ge=1, le=200, description="Chunks per result.")] = 20,
        cursor: Cursor = None,
    ) -> ChunkResult:
        """Cut a Markdown document into chunks.

        Each is an exact slice with lines, offsets and heading path.
        """
        document = self._document(text, path)
        how = options or ChunkOptions()
        pages = Pages("chunks", document.text, repr(how))
        start = pages.start(cursor)
        try:
            chunks = self._chunk(document.text, how)
        except MarksplitError as error:
            raise ToolError(str(error)) from error
        total = len(chunks)
        found = chunks[start : start + max_chunks]
        found = found[: pages.fitting(found, start, total)]
        return ChunkResult(
            source=document.source,
            total=total,
            chunks=found,
            next_cursor=pages.cursor(start + len(found), total),
        )

    def outline_markdown(
        self,
        *,
        text: Text = None,
        path: FilePath = None,
        sizer: Annotated[SizerName, Field(description=SIZER)] = "chars",
        max_sections: Annotated[
            int, Field(ge=1, le=1000, description="Sections per result.")
        ] = 200,
        cursor: Cursor = None,
    ) -> OutlineResult:
        """Show the section tree of a Markdown document, with lines and sizes.

        Use it to choose what to read with read_section.
        """
        document = self._document(text, path)
        pages = Pages("outline", document.text, sizer)
        start = pages.start(cursor)
        outline, measure = self._parse(document.text), resolve_sizer(sizer)
        sections = _sections(outline)
        total = len(sections)
        nodes = [_node(outline, each, measure) for each in sections[start : start + max_sections]]
        nodes = nodes[: pages.fitting(nodes, start, total)]
        return OutlineResult(
            source=document.source,
            lines=outline.lines.line_count,
            size=measure(document.text),
            total=total,
            sections=_tree(nodes),
            next_cursor=pages.cursor(start + len(nodes), total),
        )

    def read_section(
        self,
        *,
        text: Text = None,
        path: FilePath = None,
        heading_path: Annotated[
            list[str] | None,
            Field(
                description="The section with these titles, outermost first, subsections included; "
                "[] is the text before the first heading. Give this or lines."
            ),
        ] = None,
        lines: Annotated[
            list[int] | None,
            Field(
                min_length=2,
                max_length=2,
                description="First and last line, from 1, both included. Give this or heading_path.",
            ),
        ] = None,
        max_chars: Annotated[
            int, Field(ge=1, le=50_000, description="Characters per result.")
        ] = 20_000,
        cursor: Cursor = None,
    ) -> SectionResult:
        """Read one section, or some lines, of a Markdown document: the exact text."""
        document = self._document(text, path)
        outline = self._parse(document.text)
        if lines is not None and heading_path is None:
            whole = _span_of_lines(outline, lines)
        elif heading_path is not None and lines is None:
            whole = _span_of_section(outline, heading_path)
        else:
            raise ToolError("give either heading_path or lines")
        pages = Pages("section", document.text, repr(whole))
        start = pages.start(cursor) or whole.start
        if not whole.start <= start <= whole.end:
            raise ToolError("cursor must be the next_cursor of an earlier result")
        end = _page_end(document.text, start, whole.end, max_chars)
        return SectionResult(
            source=document.source,
            first_line=outline.lines.line_at(start),
            last_line=outline.lines.line_at(max(end - 1, start)),
            start=start,
            end=end,
            text=document.text[start:end],
            next_cursor=pages.cursor(end, whole.end),
        )

    def _document(self, text: str | None, path: str | None) -> _Document:
        if (text is None) == (path is None):
            raise ToolError("give either text or path")
        if path is not None:
            return _Document(path, self._roots.read(path))
        assert text is not None
        try:
            size = len(text.encode("utf-8"))
        except UnicodeEncodeError as error:
            raise ToolError(f"text: a lone surrogate at offset {error.start}") from error
        if size > MAX_BYTES:
            raise ToolError(f"text: {size} bytes, over the {MAX_BYTES} that a document may have")
        return _Document("text", text)


class _Row(NamedTuple):
    section: Section
    path: tuple[str, ...]
    span: Span


def _sections(outline: Outline) -> list[_Row]:
    """All sections in document order; the root's own text, if any, comes first."""
    rows = []
    for path, section in outline.root.walk():
        if section.heading:
            rows.append(_Row(section, path, section.span))
        elif section.body:
            span = Span(section.body[0].start, section.body[-1].end)
            rows.append(_Row(section, path, span))
    return rows


def _node(outline: Outline, row: _Row, measure: Sizer) -> SectionNode:
    start, end = row.span
    return SectionNode(
        level=row.section.level,
        title=row.section.title,
        heading_path=list(row.path),
        first_line=outline.lines.line_at(start),
        last_line=outline.lines.line_at(max(end - 1, start)),
        size=measure(outline.source[start:end]),
        children=[],
    )


def _tree(nodes: Sequence[SectionNode]) -> list[SectionNode]:
    """Put each node below the section that it is part of, where that is among them."""
    top: list[SectionNode] = []
    above: list[SectionNode] = []
    for node in nodes:
        while above and above[-1].level >= node.level:
            above.pop()
        (above[-1].children if above else top).append(node)
        if node.level:
            above.append(node)
    return top


def _span_of_lines(outline: Outline, lines: Sequence[int]) -> Span:
    first, last = lines
    count = outline.lines.line_count
    if not 1 <= first <= last <= count:
        raise ToolError(f"lines must be two rising numbers from 1 to {count}, not {lines}")
    return Span(outline.lines.line_start(first), outline.lines.line_end(last))


def _span_of_section(outline: Outline, heading_path: Sequence[str]) -> Span:
    wanted = tuple(heading_path)
    rows = _sections(outline)
    found = [row.span for row in rows if row.path == wanted]
    if len(found) == 1:
        return found[0]
    if found:
        at = outline.lines.line_at
        places = ", ".join(f"{at(start)} to {at(end - 1)}" for start, end in found[:20])
        raise ToolError(
            f"{len(found)} sections have this heading_path; choose one by its lines: {places}"
        )
    if not wanted:
        raise ToolError("there is no text before the first heading")
    known = max(
        (
            size
            for size in range(len(wanted))
            if any(row.path[:size] == wanted[:size] for row in rows)
        ),
        default=0,
    )
    here = [row.section.title for row in rows if row.path[:-1] == wanted[:known] and row.path]
    titles = ", ".join(repr(title[:60]) for title in here[:20]) or "none"
    raise ToolError(
        f"no section has this heading_path; the titles below {list(wanted[:known])!r} are {titles}"
        + (", and more" if len(here) > 20 else "")
    )


def _page_end(text: str, start: int, end: int, limit: int) -> int:
    """Where a page from `start` ends: behind a line end, if one is near enough."""
    if end - start <= limit:
        return end
    behind = max(text.rfind("\n", start, start + limit), text.rfind("\r", start, start + limit - 1))
    return behind + 1 if behind >= 0 else start + limit
