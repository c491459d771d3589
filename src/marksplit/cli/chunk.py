"""``marksplit chunk``: documents to records, or to a list to read.

How the files are found, shared out, encoded and shown is in the files named after it.
"""

from __future__ import annotations

import argparse
from contextlib import closing
from dataclasses import dataclass
from pathlib import PurePath

from marksplit import ChunkOptions, MissingExtraError, Syntax, chunk_outline, explain, parse
from marksplit._optional import require
from marksplit.cli.arguments import (
    SYNTAXES,
    Commands,
    Parser,
    add_chunk_options,
    add_command,
    add_jobs,
    add_output,
    add_selection,
    chunk_options,
    job_count,
    selection,
)
from marksplit.cli.finding import find_inputs
from marksplit.cli.formats import FORMATS
from marksplit.cli.progress import Counts, showing_progress
from marksplit.cli.reading import Input, InputError, decode
from marksplit.cli.workers import run
from marksplit.cli.writing import Report, complain, is_terminal, not_writing_over, open_output
from marksplit.export import records
from marksplit.export.front_matter import select

_EXAMPLES = """\
examples:
  marksplit chunk guide.md
      a list to read; in a pipe, one JSON record per line
  marksplit chunk docs/ --max-size 800 --overlap 80 -o chunks.jsonl
      every Markdown file of a folder, one record per chunk
  marksplit chunk docs/ --exclude drafts --jobs 0 -o chunks.jsonl
      on all cores, without what is in folders named drafts
  marksplit chunk docs/ -o chunks.parquet
      the same records as a table, with the extra arrow
  marksplit chunk docs/ --max-size 0 --max-heading-depth 2
      cut at # and ## only, whatever the size
  marksplit chunk docs/ --unit tiktoken:cl100k_base --max-size 256
      count tokens instead of characters
  marksplit chunk docs/ --front-matter title,tags --drop-front-matter
      what the front matter says goes into the records, not into chunks
  marksplit chunk guide.md --explain
      with the reason for each cut between the chunks
  pandoc -t gfm paper.docx | marksplit chunk --format json
      from standard input; its records have the source "-"

A record holds all fields of a chunk and source, total, position, heading,
char_count, approx_tokens, key (for upserts) and recipe (changes with the
settings); with --explain also reason. The order is that of the paths, whatever
--jobs is."""


def add_to(commands: Commands[Parser]) -> None:
    """Add the command and its arguments."""
    parser = add_command(commands, "chunk", "cut documents into chunks", _EXAMPLES)
    add_selection(parser)
    add_output(
        parser,
        tuple(FORMATS),
        "text to a terminal, json and parquet to a FILE of that suffix, else jsonl",
    )
    parser.add_argument(
        "--front-matter",
        dest="keys",
        type=_keys,
        metavar="KEYS",
        help="carry these keys of the front matter into each record, such as title,tags",
    )
    parser.add_argument(
        "--explain",
        action="store_true",
        help="say why each chunk starts where it does: in the list between the chunks, "
        "in a record as its reason",
    )
    parser.add_argument(
        "--view",
        action="store_true",
        help="show the chunks in colour, a page at a time, and a summary of their sizes "
        "(needs the extra cli)",
    )
    add_jobs(parser)
    add_chunk_options(parser)
    parser.set_defaults(run=_run, parser=parser)


@dataclass(frozen=True, slots=True)
class _Part:
    """What a document gave, ready to be written."""

    parts: list[bytes]
    size: int
    """Of the document, in bytes."""


@dataclass(frozen=True, slots=True)
class _Cut:
    """The work on one document, as it is sent to other processes."""

    options: ChunkOptions
    syntax: Syntax
    encoding: str
    form: str
    keys: list[str]
    """Keys of the front matter that each record carries."""
    explained: bool
    """Whether reasons are told."""

    def __call__(self, each: Input) -> _Part | InputError:
        try:
            data = each.load()
            outline = parse(decode(each.source, data, self.encoding), self.syntax)
            carried = select(outline, self.keys) if self.keys else None
            chunks = chunk_outline(outline, self.options)
            made = records(
                chunks,
                source=each.source,
                options=self.options,
                syntax=self.syntax,
                front_matter=carried,
                boundaries=explain(outline, self.options) if self.explained else None,
            )
            return _Part(FORMATS[self.form].encode(each.source, chunks, made), len(data))
        except Exception as error:  # named and counted as a failure; the others go on
            return InputError.of(each.source, error)


def _run(arguments: argparse.Namespace, report: Report) -> None:
    options = chunk_options(arguments.parser, arguments)
    if arguments.view:
        _show(arguments, report, options)
        return
    form = arguments.format or _usual_format(arguments.output)
    keys = arguments.keys or []
    if keys:
        _require_yaml(arguments.parser)
    if form == "parquet":
        if is_terminal(arguments.output):
            arguments.parser.error("--format parquet is not for a terminal: name a FILE with -o")
        if keys:
            arguments.parser.error("--front-matter: the columns of Parquet are fixed; use jsonl")
        if arguments.explain:
            arguments.parser.error("--explain: the columns of Parquet are fixed; use jsonl")
    syntax = SYNTAXES[arguments.syntax]
    work = _Cut(options, syntax, arguments.encoding, form, keys, arguments.explain)
    chosen = selection(arguments)
    jobs = job_count(arguments.parser, arguments)

    def count() -> int:
        return sum(1 for _ in find_inputs(arguments.paths, chosen, outputs=[arguments.output]))

    found = find_inputs(arguments.paths, chosen, note=complain, outputs=[arguments.output])
    found = not_writing_over(arguments.output, found)
    watched = not arguments.quiet and not is_terminal(arguments.output)
    counts = Counts()
    with (
        open_output(arguments.output) as output,
        FORMATS[form](output) as writer,
        showing_progress(wanted=watched, count=count) as show,
        closing(run(work, found, jobs=jobs)) as results,
    ):
        for result in results:
            counts.files += 1
            if isinstance(result, InputError):
                report.fail(result)
            else:
                report.done += 1
                counts.size += result.size
                for part in result.parts:
                    writer.add(part)
            counts.failed = report.failed
            show(counts)
        output.wanted = report.done > 0


def _keys(text: str) -> list[str]:
    keys = [key.strip() for key in text.split(",")]
    if not all(keys):
        raise argparse.ArgumentTypeError(f"must be names with commas between them, not {text!r}")
    return keys


def _require_yaml(parser: Parser) -> None:
    try:
        require("yaml", "yaml")
    except MissingExtraError as error:
        parser.error(f"--front-matter: {error}")


def _show(arguments: argparse.Namespace, report: Report, options: ChunkOptions) -> None:
    """Show all chunks in the terminal; nothing is shared out to processes for that."""
    if arguments.output or arguments.format:
        arguments.parser.error("--view shows chunks; it takes no --format and no -o")
    if arguments.explain:
        arguments.parser.error("--view shows no reasons; use --explain without it, or preview")
    try:
        require("rich", "cli")
    except MissingExtraError as error:
        arguments.parser.error(f"--view: {error}")
    from marksplit.cli.view import View

    syntax = SYNTAXES[arguments.syntax]
    with open_output(None) as output:
        view = View(output.write, options.max_size)
        found = find_inputs(arguments.paths, selection(arguments), note=complain)
        for each in report.inputs(found):
            with report.of(each.source):
                text = each.read(arguments.encoding)
                view.add(each.source, chunk_outline(parse(text, syntax), options))
        view.close()


def _usual_format(path: str | None) -> str:
    if is_terminal(path):
        return "text"
    suffix = PurePath(path or "").suffix.lower().removeprefix(".")
    return suffix if suffix in ("json", "parquet") else "jsonl"
