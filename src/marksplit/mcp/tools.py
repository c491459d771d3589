"""The three tools: from a text or a file to chunks, to the section tree, to a slice.

How they are served is not known here.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

from marksplit import (
    ChunkOptions,
    MarksplitError,
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
    SectionResult,
    SizerName,
    Text,
)
from marksplit.mcp.sections import node_of, rows_of, span_of_lines, span_of_section, tree_of


class Tools:
    """The tools, with the folders that they may read.

    Each method is a tool: its name, docstring and annotations are what an agent is told.
    """

    def __init__(self, roots: Roots) -> None:
        self._roots = roots
        # An agent goes through the pages of one document: it is cut once for all of them.
        self._chunk = lru_cache(maxsize=1)(chunk)
        self._parse = lru_cache(maxsize=1)(parse)

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
        source, document = self._document(text, path)
        how = options or ChunkOptions()
        try:
            chunks = self._chunk(document, how)
        except MarksplitError as error:
            raise ToolError(str(error)) from error
        pages = Pages(len(chunks), "chunks", document, repr(how))
        start = pages.start(cursor)
        found = chunks[start : start + max_chunks]
        found = found[: pages.fitting(found, start)]
        return ChunkResult(
            source=source,
            total=len(chunks),
            chunks=found,
            next_cursor=pages.cursor(start + len(found)),
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
        source, document = self._document(text, path)
        outline, measure = self._parse(document), resolve_sizer(sizer)
        rows = rows_of(outline)
        pages = Pages(len(rows), "outline", document, sizer)
        start = pages.start(cursor)
        nodes = [node_of(outline, each, measure) for each in rows[start : start + max_sections]]
        nodes = nodes[: pages.fitting(nodes, start)]
        return OutlineResult(
            source=source,
            lines=outline.lines.line_count,
            size=measure(document),
            total=len(rows),
            sections=tree_of(nodes),
            next_cursor=pages.cursor(start + len(nodes)),
        )

    def read_section(
        self,
        *,
        text: Text = None,
        path: FilePath = None,
        heading_path: Annotated[
            list[str] | None,
            Field(
                max_length=6,
                description="The section with these titles, outermost first, subsections included; "
                "[] is the text before the first heading. Give this or lines.",
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
        source, document = self._document(text, path)
        outline = self._parse(document)
        if lines is not None and heading_path is None:
            whole = span_of_lines(outline, lines)
        elif heading_path is not None and lines is None:
            whole = span_of_section(outline, tuple(heading_path))
        else:
            raise ToolError("give either heading_path or lines")
        pages = Pages(whole.end - whole.start, "section", document, repr(whole))
        start = whole.start + pages.start(cursor)
        end = _page_end(document, start, whole.end, max_chars)
        return SectionResult(
            source=source,
            first_line=outline.lines.line_at(start),
            last_line=outline.lines.line_at(max(end - 1, start)),
            start=start,
            end=end,
            text=document[start:end],
            next_cursor=pages.cursor(end - whole.start),
        )

    def _document(self, text: str | None, path: str | None) -> tuple[str, str]:
        """What the document is called, and its text."""
        if path is not None and text is None:
            return path, self._roots.read(path)
        if text is None or path is not None:
            raise ToolError("give either text or path")
        try:
            size = len(text.encode("utf-8"))
        except UnicodeEncodeError as error:
            raise ToolError(f"text: a lone surrogate at offset {error.start}") from error
        if size > MAX_BYTES:
            raise ToolError(f"text: {size} bytes, over the {MAX_BYTES} that a document may have")
        return "text", text


def _page_end(text: str, start: int, end: int, limit: int) -> int:
    """Where a page from `start` ends: behind a line end, if one is near enough."""
    if end - start <= limit:
        return end
    behind = max(text.rfind("\n", start, start + limit), text.rfind("\r", start, start + limit - 1))
    return behind + 1 if behind >= 0 else start + limit
