"""``marksplit chunk``: documents to records, or to a list to read."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from marksplit import Chunk, MissingExtraError, chunk
from marksplit._optional import require
from marksplit.cli import layout
from marksplit.cli.arguments import (
    SYNTAXES,
    Commands,
    Parser,
    add_chunk_options,
    add_command,
    add_output,
    chunk_options,
)
from marksplit.cli.reading import Input, find_inputs
from marksplit.cli.writing import Report, is_terminal, open_output, to_json
from marksplit.export import records

_EXAMPLES = """\
examples:
  marksplit chunk guide.md
      a list to read; in a pipe, one JSON record per line
  marksplit chunk docs/ --max-size 800 --overlap 80 -o chunks.jsonl
      every Markdown file of a folder, one record per chunk
  marksplit chunk docs/ --max-size 0 --max-heading-depth 2
      cut at # and ## only, whatever the size
  marksplit chunk docs/ --unit tiktoken:cl100k_base --max-size 256
      count tokens instead of characters
  pandoc -t gfm paper.docx | marksplit chunk --format json
      from standard input; its records have the source "-"

A record holds all fields of a chunk and source, total, position, heading,
char_count, approx_tokens, key (for upserts) and recipe (changes with the
settings)."""


_Record = dict[str, object]


def add_to(commands: Commands[Parser]) -> None:
    """Add the command and its arguments."""
    parser = add_command(commands, "chunk", "cut documents into chunks", _EXAMPLES)
    add_output(
        parser,
        tuple(_WRITERS),
        "text to a terminal, json to a FILE of that suffix, else jsonl",
    )
    parser.add_argument(
        "--view",
        action="store_true",
        help="show the chunks in colour, a page at a time, and a summary of their sizes "
        "(needs the extra cli)",
    )
    add_chunk_options(parser)
    parser.set_defaults(run=_run, parser=parser)


def _run(arguments: argparse.Namespace, report: Report) -> None:
    options = chunk_options(arguments.parser, arguments)
    syntax = SYNTAXES[arguments.syntax]
    found = list(find_inputs(arguments.paths))
    with open_output(arguments.output, [each for each in found if isinstance(each, Input)]) as out:
        writer: _Writer
        if arguments.view:
            writer = _view(arguments, out.write, options.max_size)
        else:
            writer = _WRITERS[arguments.format or _usual_format(arguments.output)](out.write)
        for each in report.inputs(found):
            with report.of(each.source):
                chunks = chunk(each.read(arguments.encoding), options, syntax=syntax)
                made = records(chunks, source=each.source, options=options, syntax=syntax)
                writer.add(each.source, chunks, made)
        writer.close()
        out.wanted = report.done > 0


def _view(arguments: argparse.Namespace, write: Callable[[str], None], max_size: int) -> _Writer:
    if arguments.output or arguments.format:
        arguments.parser.error("--view shows chunks; it takes no --format and no -o")
    try:
        require("rich", "cli")
    except MissingExtraError as error:
        arguments.parser.error(f"--view: {error}")
    from marksplit.cli.view import View

    return View(write, max_size)


def _usual_format(path: str | None) -> str:
    if is_terminal(path):
        return "text"
    return "json" if path and path.lower().endswith(".json") else "jsonl"


class _Writer(Protocol):
    """What documents are given to, one after the other."""

    def add(self, source: str, chunks: Sequence[Chunk], made: Iterator[_Record]) -> None:
        """Take the chunks of a document; `made` are their records."""

    def close(self) -> None:
        """Write what comes last."""


class _Lines:
    """JSON Lines."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._before = ""

    def add(self, source: str, chunks: Sequence[Chunk], made: Iterator[_Record]) -> None:
        """Write the chunks of a document; `made` are their records."""
        for record in made:
            self._write(to_json(record) + "\n")

    def close(self) -> None:
        """Write what comes last."""


class _Array(_Lines):
    """One JSON array over all documents, a record in each line."""

    def add(self, source: str, chunks: Sequence[Chunk], made: Iterator[_Record]) -> None:
        for record in made:
            self._write((self._before or "[\n") + to_json(record))
            self._before = ",\n"

    def close(self) -> None:
        self._write("\n]\n" if self._before else "[]\n")


class _List(_Lines):
    """A list to read."""

    def add(self, source: str, chunks: Sequence[Chunk], made: Iterator[_Record]) -> None:
        self._write(self._before + "\n".join(_describe(source, chunks)) + "\n")
        self._before = "\n"


_WRITERS: dict[str, type[_Lines]] = {"text": _List, "jsonl": _Lines, "json": _Array}


def _describe(source: str, chunks: Sequence[Chunk]) -> list[str]:
    """The lines of the list of one document's chunks, fitted to the terminal.

    The text shown is what the chunk adds: its overlap is left out.
    """
    count = "1 chunk" if len(chunks) == 1 else f"{len(chunks)} chunks"
    over = sum(each.oversize for each in chunks)
    note = f", {over} over the size (!)" if over else ""
    lines = [f"{layout.plain(source)}: {count}{note}"]
    if not chunks:
        return lines
    starts = layout.numbers(
        [
            ("#", "lines", "size"),
            *(
                (
                    str(each.index),
                    f"{each.first_line}-{each.last_line}",
                    f"{each.size}!" if each.oversize else str(each.size),
                )
                for each in chunks
            ),
        ]
    )
    room = layout.terminal_width() - len(starts[0])
    paths = ["path", *(layout.plain(" > ".join(each.heading_path)) for each in chunks)]
    columns = min(max(map(layout.width, paths)), room * 2 // 5)
    texts = ["text", *(layout.plain(each.text[each.overlap :][: 8 * room]) for each in chunks)]
    for start, path, text in zip(starts, paths, texts, strict=True):
        shown = layout.left(layout.clip_start(path, columns), columns)
        lines.append(f"{start}{shown}  {layout.clip(text, room - columns - 2)}".rstrip())
    return lines
