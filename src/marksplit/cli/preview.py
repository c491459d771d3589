"""``marksplit preview``: documents and their chunks on a page to look at."""

from __future__ import annotations

import argparse
import webbrowser
from pathlib import Path

from marksplit import ChunkOptions, MissingExtraError, Syntax, chunk, parse
from marksplit._optional import require
from marksplit.cli.arguments import (
    Commands,
    Parser,
    add_chunk_options,
    add_command,
    add_selection,
    chunk_options,
    selection,
)
from marksplit.cli.finding import find_inputs
from marksplit.cli.writing import Report, complain, not_writing_over, open_output

_EXAMPLES = """\
examples:
  marksplit preview guide.md --open
      write preview.html and show it in the browser
  marksplit preview docs/ --max-size 400 --overlap 40 -o chunks.html
      one page for all files of a folder
  marksplit preview guide.md --serve --open
      change settings on the page and see what moves (needs the extra preview)

The page is one file that needs no network. With --serve it is answered on this
machine alone; without a PATH it begins with an empty text."""

_PAGE = "preview.html"
_PORT = 8321


def add_to(commands: Commands[Parser]) -> None:
    """Add the command and its arguments."""
    parser = add_command(
        commands, "preview", "show documents and their chunks on a page", _EXAMPLES
    )
    add_selection(parser)
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help=f'write the page to FILE, or to standard output for "-" (default: {_PAGE})',
    )
    parser.add_argument("--open", action="store_true", help="show the page in the browser")
    parser.add_argument(
        "--serve", action="store_true", help="serve a page that cuts anew when a setting changes"
    )
    parser.add_argument(
        "--port",
        type=int,
        default=_PORT,
        metavar="N",
        help="where to serve, 0 for any port that is free (default: %(default)s)",
    )
    add_chunk_options(parser)
    parser.set_defaults(run=_run, parser=parser)


def _run(arguments: argparse.Namespace, report: Report) -> None:
    options = chunk_options(arguments.parser, arguments)
    if arguments.serve:
        _serve(arguments, report, options, arguments.syntax)
    else:
        _write(arguments, report, options, arguments.syntax)


def _write(
    arguments: argparse.Namespace, report: Report, options: ChunkOptions, syntax: Syntax
) -> None:
    # Not above, since no other command should wait for it.
    from marksplit.preview import build_page, describe, render

    output = arguments.output or _PAGE
    if arguments.open and output == "-":
        arguments.parser.error("--open needs a FILE to show")
    found = find_inputs(arguments.paths, selection(arguments), note=complain, outputs=[output])
    found = not_writing_over(output, found)
    with open_output(output) as out:
        documents = []
        for each in report.inputs(found):
            with report.of(each.source):
                outline = parse(each.read(arguments.encoding), syntax)
                documents.append((describe(each.source, outline, options), render(outline)))
        out.wanted = bool(documents)
        if documents:
            out.write(build_page(documents))
    if documents and arguments.output is None:
        complain(f"wrote {output}")
    if documents and arguments.open:
        _open(Path(output).resolve().as_uri())


def _serve(
    arguments: argparse.Namespace, report: Report, options: ChunkOptions, syntax: Syntax
) -> None:
    if arguments.output:
        arguments.parser.error("--serve writes no FILE")
    if not 0 <= arguments.port <= 65535:
        arguments.parser.error(f"--port must be from 0 to 65535, not {arguments.port}")
    try:
        require("starlette", "preview")
        require("uvicorn", "preview")
    except MissingExtraError as error:
        arguments.parser.error(f"--serve: {error}")
    from marksplit.preview.server import build_app, listen, serve

    documents = []
    found = find_inputs(arguments.paths, selection(arguments), note=complain)
    for each in report.inputs(found if arguments.paths else []):
        with report.of(each.source):
            text = each.read(arguments.encoding)
            chunk(text, options, syntax=syntax)  # what cannot be cut is told here, with its name
            documents.append((each.source, text))
    if arguments.paths and not documents:
        return
    app = build_app(documents, options, syntax)
    try:
        listening = listen(arguments.port)
    except OSError as error:
        arguments.parser.error(f"--port {arguments.port}: {error.strerror}")
    with listening:
        address = "http://{}:{}/".format(*listening.getsockname())
        complain(f"serving {address} until it is interrupted (Ctrl+C)")
        if arguments.open:
            _open(address)
        serve(app, listening)


def _open(address: str) -> None:
    if not webbrowser.open(address):
        complain("no browser was found to show it")
