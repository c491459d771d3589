"""``marksplit outline``: the section tree of documents, with lines and sizes."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from marksplit import Outline, Section, Sizer, parse, resolve_sizer
from marksplit.cli import layout
from marksplit.cli.arguments import (
    Commands,
    Parser,
    add_command,
    add_output,
    add_selection,
    add_sizer,
    chunk_options,
    selection,
)
from marksplit.cli.finding import find_inputs
from marksplit.cli.writing import Report, complain, not_writing_over, open_output, to_json

_EXAMPLES = """\
examples:
  marksplit outline guide.md
  marksplit outline docs/ --sizer approx_tokens
  marksplit outline guide.md --format json | jq '.[].children[].title'

Lines and sizes of a section cover its subsections."""


def add_to(commands: Commands[Parser]) -> None:
    """Add the command and its arguments."""
    parser = add_command(
        commands, "outline", "show the sections of documents with lines and sizes", _EXAMPLES
    )
    add_selection(parser)
    add_output(parser, ("text", "json"), "text")
    add_sizer(parser)
    parser.set_defaults(run=_run, parser=parser)


def _run(arguments: argparse.Namespace, report: Report) -> None:
    sizer = resolve_sizer(chunk_options(arguments.parser, arguments).sizer)
    found = find_inputs(
        arguments.paths, selection(arguments), note=complain, outputs=[arguments.output]
    )
    trees: list[dict[str, object]] = []
    with open_output(arguments.output) as out:
        for each in report.inputs(not_writing_over(arguments.output, found)):
            with report.of(each.source):
                outline = parse(each.read(arguments.encoding), arguments.syntax)
                if arguments.format == "json":
                    tree = _tree(outline, outline.root, sizer)
                    trees.append({"source": each.source, **tree})
                else:
                    lines = _describe(each.source, outline, sizer)
                    out.write(("\n" if report.done else "") + "\n".join(lines) + "\n")
        if arguments.format == "json":
            out.write(to_json(trees, indent=2) + "\n")
        out.wanted = report.done > 0


def _tree(outline: Outline, section: Section, sizer: Sizer) -> dict[str, object]:
    """A section and those below it; the root, of level 0, is the document."""
    start, end = section.span
    first, last = _lines(outline, start, end)
    return {
        "level": section.level,
        "title": section.title,
        "first_line": first,
        "last_line": last,
        "start": start,
        "end": end,
        "size": sizer(outline.source[start:end]),
        "children": [_tree(outline, child, sizer) for child in section.children],
    }


def _describe(source: str, outline: Outline, sizer: Sizer) -> list[str]:
    rows = [("lines", "size", "section"), *_rows(outline, outline.root, sizer, 0)]
    starts = layout.numbers([row[:2] for row in rows])
    room = layout.terminal_width() - len(starts[0])
    count = sum(1 for _ in outline.root.walk()) - 1
    noun = "section" if count == 1 else "sections"
    return [
        f"{layout.plain(source)}: {count} {noun}",
        *(
            start + layout.clip(title, room)
            for start, (_, _, title) in zip(starts, rows, strict=True)
        ),
    ]


def _rows(
    outline: Outline, section: Section, sizer: Sizer, depth: int
) -> Iterator[tuple[str, str, str]]:
    """Lines, size and indented title; text before the first heading has a row of its own."""
    start, end = section.span
    title = layout.plain(section.title) or "(no title)"
    label = "  " * (depth - 1) + f"{'#' * section.level} {title}"
    if section.heading is None and section.body:
        start, end = section.body[0].start, section.body[-1].end
        alone = all(block.kind == "front_matter" for block in section.body)
        label = "(front matter)" if alone else "(before the first heading)"
    if section.heading or section.body:
        first, last = _lines(outline, start, end)
        yield f"{first}-{last}", str(sizer(outline.source[start:end])), label
    for child in section.children:
        yield from _rows(outline, child, sizer, depth + 1)


def _lines(outline: Outline, start: int, end: int) -> tuple[int, int]:
    return outline.lines.line_at(start), outline.lines.line_at(max(end - 1, start))
