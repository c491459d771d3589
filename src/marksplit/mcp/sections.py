"""Sections of a parsed document: as rows, as a tree of nodes, and found by path or lines.

No paging here, and no arguments of tools.
"""

from __future__ import annotations

import reprlib
from collections.abc import Sequence
from typing import NamedTuple

from mcp.server.mcpserver.exceptions import ToolError

from marksplit import Outline, Section, Sizer, Span
from marksplit.mcp.schemas import SectionNode


class Row(NamedTuple):
    """A section, or the text before the first heading, whose section is the root."""

    section: Section
    path: tuple[str, ...]
    span: Span


def rows_of(outline: Outline) -> list[Row]:
    """All sections in document order; the root's own text, if any, comes first."""
    rows = []
    for path, section in outline.root.walk():
        if section.heading:
            rows.append(Row(section, path, section.span))
        elif section.body:
            span = Span(section.body[0].start, section.body[-1].end)
            rows.append(Row(section, path, span))
    return rows


def node_of(outline: Outline, row: Row, measure: Sizer) -> SectionNode:
    """The row for a result, not yet with those below it."""
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


def tree_of(nodes: Sequence[SectionNode]) -> list[SectionNode]:
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


def span_of_lines(outline: Outline, lines: Sequence[int]) -> Span:
    """The first line's start to the last line's end, its line end excluded.

    Raises:
        ToolError: the document has no such lines.
    """
    first, last = lines
    count = outline.lines.line_count
    if not 1 <= first <= last <= count:
        raise ToolError(
            f"lines must be a first and a last line from 1 to {count}, not {reprlib.repr(lines)}"
        )
    return Span(outline.lines.line_start(first), outline.lines.line_end(last))


def span_of_section(outline: Outline, wanted: tuple[str, ...]) -> Span:
    """The one section with the heading path `wanted`, or the text before the first heading.

    Raises:
        ToolError: there is none, or more than one; the message says what there is.
    """
    rows = rows_of(outline)
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
    paths = {row.path for row in rows}
    above = wanted[:-1]
    while above and above not in paths:
        above = above[:-1]
    below = [row.section.title for row in rows if row.path and row.path[:-1] == above]
    raise ToolError(
        f"no section has this heading_path; the titles below {_brief(above)} are {_brief(below)}"
    )


def _brief(titles: Sequence[str]) -> str:
    shown = [title if len(title) <= 80 else title[:80] + "..." for title in titles[:20]]
    return f"{shown}" + (" and more" if len(titles) > 20 else "")
