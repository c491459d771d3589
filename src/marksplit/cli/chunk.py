"""``marksplit chunk``: documents to records, or to a list to read.

How the files are found, shared out, encoded and shown is in the files named after it.
"""

from __future__ import annotations

import argparse
from pathlib import PurePath

from marksplit import ChunkOptions, MissingExtraError, chunk_outline, parse
from marksplit._optional import require
from marksplit.cli.arguments import (
    Commands,
    Parser,
    add_chunk_options,
    add_command,
    add_jobs,
    add_output,
    add_selection,
    chunk_options,
    selection,
)
from marksplit.cli.contextual import check_contextual
from marksplit.cli.cutting import add_record_fields, cut_all, cut_as_asked
from marksplit.cli.failures import Failures, can_be_beside, failures_beside
from marksplit.cli.finding import find_inputs
from marksplit.cli.formats import FORMATS
from marksplit.cli.naming import add_naming, check_naming, named
from marksplit.cli.reading import InputError
from marksplit.cli.writing import Report, complain, is_terminal, open_output

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
  marksplit chunk docs/ --sizer tiktoken:cl100k_base --max-size 256
      count tokens instead of characters
  marksplit chunk docs/ --contextual --count-context --document-title -o chunks.jsonl
      with the text to embed, which --max-size then limits, as contextual_text
  marksplit chunk docs/ --front-matter-keys title,tags --front-matter drop
      what the front matter says goes into the records, not into chunks
  marksplit chunk guide.md --explain
      with the reason for each cut between the chunks
  pandoc -t gfm paper.docx | marksplit chunk --format json
      from standard input; its records have the source "-"

A record holds all fields of a chunk and source, total, position, heading,
char_count, approx_tokens, key (for upserts) and recipe (changes with the
settings); with --contextual also contextual_text, with --explain reason. The order is that of the paths, whatever
--jobs is. Sources that failed are named in FILE.failed beside FILE, for
"marksplit diff"."""


def add_to(commands: Commands[Parser]) -> None:
    """Add the command and its arguments."""
    parser = add_command(commands, "chunk", "cut documents into chunks", _EXAMPLES)
    add_selection(parser)
    add_naming(parser)
    add_output(
        parser,
        tuple(FORMATS),
        "text to a terminal, json and parquet to a FILE of that suffix, else jsonl",
    )
    add_record_fields(parser)
    parser.add_argument(
        "--view",
        action="store_true",
        help="show the chunks in colour, a page at a time, and a summary of their sizes "
        "(needs the extra cli)",
    )
    add_jobs(parser)
    add_chunk_options(parser)
    parser.set_defaults(run=_run, parser=parser)


def _run(arguments: argparse.Namespace, report: Report) -> None:
    options = chunk_options(arguments.parser, arguments)
    check_naming(arguments)
    if arguments.view:
        _show(arguments, report, options)
        return
    form = arguments.format or _usual_format(arguments.output)
    if form == "parquet" and is_terminal(arguments.output):
        arguments.parser.error("--format parquet is not for a terminal: name a FILE with -o")
    work = cut_as_asked(arguments, options, form)
    target = arguments.output
    with open_output(target) as output:
        with FORMATS[form](output, contextual=arguments.contextual) as writer:
            watched = not arguments.quiet and not is_terminal(target)
            cut_all(arguments, report, work, writer, outputs=[target], watched=watched)
        output.wanted = report.done > 0
        beside = output.wanted and form != "text" and can_be_beside(target)
        if beside and report.errors:  # before FILE, and with the older ones that FILE still has
            Failures([*_failures_before(target), *report.errors]).write_beside(target)
    if beside:
        Failures(report.errors).write_beside(target)


def _failures_before(path: str) -> list[InputError]:
    try:
        return failures_beside(path)
    except InputError:
        return []


def _show(arguments: argparse.Namespace, report: Report, options: ChunkOptions) -> None:
    """Show all chunks in the terminal; nothing is shared out to processes for that."""
    if arguments.output or arguments.format:
        arguments.parser.error("--view shows chunks; it takes no --format and no -o")
    if arguments.explain:
        arguments.parser.error("--view shows no reasons; use --explain without it, or preview")
    check_contextual(arguments.parser, arguments, options)
    try:
        require("rich", "cli")
    except MissingExtraError as error:
        arguments.parser.error(f"--view: {error}")
    from marksplit.cli.view import View

    with open_output(None) as output:
        view = View(output.write, options.max_size, contextual=arguments.contextual)
        found = named(find_inputs(arguments.paths, selection(arguments), note=complain), arguments)
        for each in report.inputs(found):
            with report.of(each.source):
                text = each.read(arguments.encoding)
                view.add(each.source, chunk_outline(parse(text, arguments.syntax), options))
        view.close()


def _usual_format(path: str | None) -> str:
    if is_terminal(path):
        return "text"
    suffix = PurePath(path or "").suffix.lower().removeprefix(".")
    return suffix if suffix in ("json", "parquet") else "jsonl"
