"""``marksplit preview``: documents and their chunks on a page to look at."""

from __future__ import annotations

import argparse
import webbrowser
from pathlib import Path

from marksplit import parse
from marksplit.cli.arguments import (
    SYNTAXES,
    Commands,
    Parser,
    add_chunk_options,
    add_command,
    chunk_options,
)
from marksplit.cli.reading import Input, find_inputs
from marksplit.cli.writing import Report, complain, open_output

_EXAMPLES = """\
examples:
  marksplit preview guide.md --open
      write preview.html and show it in the browser
  marksplit preview docs/ --max-size 400 --overlap 40 -o chunks.html
      one page for all files of a folder

The page is one file that needs no network."""

_PAGE = "preview.html"


def add_to(commands: Commands[Parser]) -> None:
    """Add the command and its arguments."""
    parser = add_command(
        commands, "preview", "show documents and their chunks on a page", _EXAMPLES
    )
    parser.add_argument(
        "-o",
        "--output",
        default=_PAGE,
        metavar="FILE",
        help='write the page to FILE, or to standard output for "-" (default: %(default)s)',
    )
    parser.add_argument("--open", action="store_true", help="show the page in the browser")
    add_chunk_options(parser)
    parser.set_defaults(run=_run, parser=parser)


def _run(arguments: argparse.Namespace, report: Report) -> None:
    # Not above, since no other command should wait for it.
    from marksplit.preview import build_page, describe, render

    options = chunk_options(arguments.parser, arguments)
    syntax = SYNTAXES[arguments.syntax]
    if arguments.open and arguments.output == "-":
        arguments.parser.error("--open needs a FILE to show")
    found = list(find_inputs(arguments.paths))
    inputs = [each for each in found if isinstance(each, Input)]
    with open_output(arguments.output, inputs) as out:
        documents = []
        for each in report.inputs(found):
            with report.of(each.source):
                outline = parse(each.read(arguments.encoding), syntax)
                documents.append((describe(each.source, outline, options), render(outline)))
        out.wanted = bool(documents)
        if documents:
            out.write(build_page(documents))
    if documents and arguments.output != "-":
        complain(f"wrote {arguments.output}")
        if arguments.open and not webbrowser.open(Path(arguments.output).resolve().as_uri()):
            complain("no browser was found to show it")
