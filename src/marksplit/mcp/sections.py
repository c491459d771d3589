"""Sections of a parsed document: as rows, as a tree of nodes, and found by path or lines.

No paging here, and no arguments of tools.
"""

from __future__ import annotations

import reprlib
from collections.abc import Sequence
from typing import NamedTuple

from marksplit import Outline, Section, Sizer, Span
from marksplit.mcp.refusal import RefusedError
from marksplit.mcp.results import SectionNode

FRONT_MATTER = "(front matter)"
BEFORE = "(before the first heading)"


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
    title = row.section.title
    if not row.section.heading:
        alone = all(block.kind == "front_matter" for block in row.section.body)
        title = FRONT_MATTER if alone else BEFORE
    return SectionNode(
        level=row.section.level,
        title=title,
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
        RefusedError: the document has no such lines.
    """
    first, last = lines
    count = outline.lines.line_count
    if not 1 <= first <= last <= count:
        raise RefusedError(
            f"lines must be a first and a last line from 1 to {count}, not {reprlib.repr(lines)}"
        )
    return Span(outline.lines.line_start(first), outline.lines.line_end(last))


def span_of_section(outline: Outline, wanted: tuple[str, ...]) -> Span:
    """The one section whose heading path is `wanted`, or else ends with it, in any case of letters.

    An empty path is the text before the first heading.

    Raises:
        RefusedError: there is none, or more than one; the message says what there is.
    """
    rows = rows_of(outline)
    found = _best(rows, wanted)
    if len(found) == 1:
        return found[0].span
    if found:
        places = "; ".join(_place(outline, row) for row in found[:20])
        more = " and more" if len(found) > 20 else ""
        raise RefusedError(
            f"heading_path: {len(found)} sections have it; choose one by a longer path, or by its "
            f"lines: {places}{more}"
        )
    if not wanted:
        raise RefusedError("heading_path: there is no text before the first heading")
    paths = {_folded(row.path): row.path for row in rows}
    above = _folded(wanted[:-1])
    while above and above not in paths:
        above = above[:-1]
    below = [row.section.title for row in rows if row.path and _folded(row.path[:-1]) == above]
    at = list(paths.get(above, ()))
    raise RefusedError(
        f"heading_path: no section has it; the titles below {_brief(at)} are {_brief(below)}"
    )


def _best(rows: Sequence[Row], wanted: tuple[str, ...]) -> list[Row]:
    """The rows with that very path; else in any case of letters; else those that end with it."""
    found = [row for row in rows if row.path == wanted]
    if found or not wanted:
        return found
    folded = _folded(wanted)
    ending = [row for row in rows if _folded(row.path)[-len(folded) :] == folded]
    return [row for row in ending if len(row.path) == len(folded)] or ending


def _folded(path: Sequence[str]) -> tuple[str, ...]:
    return tuple(" ".join(title.split()).casefold() for title in path)


def _place(outline: Outline, row: Row) -> str:
    start, end = row.span
    first, last = outline.lines.line_at(start), outline.lines.line_at(end - 1)
    return f"{_brief(row.path)} at lines {first} to {last}"


def _brief(titles: Sequence[str]) -> str:
    shown = [title if len(title) <= 80 else title[:80] + "..." for title in titles[:20]]
    return f"{shown}" + (" and more" if len(titles) > 20 else "")
