"""The tools: from a text or a file to chunks, to the section tree, to a slice; from folders to files.

How they are served is not known here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Annotated

from pydantic import Field

from marksplit import (
    SYNTAXES,
    ChunkOptions,
    MarksplitError,
    chunk,
    parse,
    resolve_sizer,
)
from marksplit.mcp.documents import index_of, title_of
from marksplit.mcp.files import MAX_BYTES, Roots
from marksplit.mcp.listing import list_files
from marksplit.mcp.paging import Pages
from marksplit.mcp.refusal import RefusedError
from marksplit.mcp.results import (
    ChunkResult,
    ChunkRow,
    DocumentRow,
    DocumentsResult,
    FoundResult,
    FoundSection,
    OutlineResult,
    SectionResult,
)
from marksplit.mcp.schemas import (
    SIZER,
    Cursor,
    FilePath,
    Glob,
    Options,
    SizerName,
    SyntaxName,
    Text,
)
from marksplit.mcp.search import snippet
from marksplit.mcp.sections import node_of, rows_of, span_of_lines, span_of_section, tree_of


class Tools:
    """The tools, with the folders that they may read.

    Each method is a tool: its name, docstring and annotations are what an agent is told. In a
    process that works for a server it is one object for all calls.
    """

    def __init__(self, roots: Roots) -> None:
        self._roots = roots
        # An agent goes through the pages of one document: it is cut once for all of them. So are
        # documents that are searched.
        self._chunk = lru_cache(maxsize=1)(chunk)
        self._parse = lru_cache(maxsize=1)(parse)
        self._index = lru_cache(maxsize=1)(index_of)

    def __reduce__(self) -> tuple[Callable[..., Tools], tuple[Roots]]:
        return _tools, (self._roots,)

    def chunk_markdown(
        self,
        *,
        text: Text = None,
        path: FilePath = None,
        syntax: SyntaxName = "github",
        options: Options = None,
        contextual: Annotated[
            bool,
            Field(
                description="Give contextual_text, the text to embed, in place of text. For "
                "reading leave it: heading_path says the same in less."
            ),
        ] = False,
        max_chunks: Annotated[int, Field(ge=1, le=200, description="Chunks per result.")] = 20,
        cursor: Cursor = None,
    ) -> ChunkResult:
        """Cut a Markdown document into chunks.

        Each is an exact slice with lines, offsets and heading path.
        """
        source, document = self._document(text, path)
        how = options or ChunkOptions()
        try:
            chunks = self._chunk(document, how, syntax=SYNTAXES[syntax])
        except MarksplitError as error:
            raise RefusedError(str(error)) from error
        pages = Pages(len(chunks), "chunks", document, repr(how), syntax, str(contextual))
        start = pages.start(cursor)
        found = [
            ChunkRow.of(each, contextual=contextual) for each in chunks[start : start + max_chunks]
        ]
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
        syntax: SyntaxName = "github",
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
        outline, measure = self._parse(document, SYNTAXES[syntax]), resolve_sizer(sizer)
        rows = rows_of(outline)
        pages = Pages(len(rows), "outline", document, sizer, syntax)
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
        syntax: SyntaxName = "github",
        heading_path: Annotated[
            list[str] | None,
            Field(
                max_length=6,
                description="The section with these titles, outermost first, subsections included; in "
                'any case of letters, and without outer titles where the end is unique: ["Brewing"] '
                "finds Tea > Brewing. [] is the text before the first heading. Give this or lines.",
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
        outline = self._parse(document, SYNTAXES[syntax])
        if lines is not None and heading_path is None:
            whole = span_of_lines(outline, lines)
        elif heading_path is not None and lines is None:
            whole = span_of_section(outline, tuple(heading_path))
        else:
            raise RefusedError("give either heading_path or lines")
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

    def list_documents(
        self,
        *,
        glob: Glob = None,
        syntax: SyntaxName = "github",
        max_documents: Annotated[
            int, Field(ge=1, le=200, description="Documents per result.")
        ] = 50,
        cursor: Cursor = None,
    ) -> DocumentsResult:
        """List the documents that can be read, with bytes and titles.

        Hidden files and links are left out. At most 50000 names are looked at.
        """
        listing = list_files(self._roots, glob)
        pages = Pages(len(listing.entries), "list", repr(listing.entries), syntax)
        start = pages.start(cursor)
        rows = [
            DocumentRow(path=each.path, bytes=each.size, title=title_of(self._roots, each, syntax))
            for each in listing.entries[start : start + max_documents]
        ]
        rows = rows[: pages.fitting(rows, start)]
        return DocumentsResult(
            total=len(listing.entries),
            documents=rows,
            note=listing.note,
            next_cursor=pages.cursor(start + len(rows)),
        )

    def find_sections(
        self,
        *,
        query: Annotated[
            str, Field(min_length=1, max_length=1000, description="Words to look for.")
        ],
        glob: Glob = None,
        syntax: SyntaxName = "github",
        max_sections: Annotated[int, Field(ge=1, le=100, description="Sections per result.")] = 10,
        cursor: Cursor = None,
    ) -> FoundResult:
        """Find sections of the documents that can be read, by words of their titles and text.

        The best by BM25 come first; titles count more. Whole words only, in any case of letters.
        At most 16 MiB of documents are searched: choose them by glob where there are more.
        """
        listing = list_files(self._roots, glob)
        index, note = self._index(self._roots, listing.entries, syntax)
        hits = index.find(query)
        pages = Pages(len(hits), "find", repr(listing.entries), syntax, query)
        start = pages.start(cursor)
        found = []
        for hit in hits[start : start + max_sections]:
            lines, span = hit.place.outline.lines, hit.place.span
            found.append(
                FoundSection(
                    path=hit.place.path,
                    heading_path=list(hit.place.row.path),
                    first_line=lines.line_at(span.start),
                    last_line=lines.line_at(max(span.end - 1, span.start)),
                    score=round(hit.score, 3),
                    snippet=snippet(hit.place, query),
                )
            )
        found = found[: pages.fitting(found, start)]
        return FoundResult(
            total=len(hits),
            sections=found,
            note="; ".join(filter(None, [listing.note, note])),
            next_cursor=pages.cursor(start + len(found)),
        )

    def _document(self, text: str | None, path: str | None) -> tuple[str, str]:
        """What the document is called, and its text."""
        if path is not None and text is None:
            return path, self._roots.read(path)
        if text is None or path is not None:
            raise RefusedError("give either text or path")
        try:
            size = len(text.encode("utf-8"))
        except UnicodeEncodeError as error:
            raise RefusedError(f"text: a lone surrogate at offset {error.start}") from error
        if size > MAX_BYTES:
            raise RefusedError(f"text: {size} bytes, over the {MAX_BYTES} that a document may have")
        return "text", text


def _page_end(text: str, start: int, end: int, limit: int) -> int:
    """Where a page from `start` ends: behind a line end, if one is near enough."""
    if end - start <= limit:
        return end
    behind = max(text.rfind("\n", start, start + limit), text.rfind("\r", start, start + limit - 1))
    return behind + 1 if behind >= 0 else start + limit


@lru_cache(maxsize=1)
def _tools(roots: Roots) -> Tools:
    """The tools of a process that works for a server, as they are sent to it."""
    return Tools(roots)
