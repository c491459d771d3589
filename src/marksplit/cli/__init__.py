"""The command: `main` runs one of the commands and turns what happens into an exit code.

What a command does is in its own file.
"""

from __future__ import annotations

import argparse
import signal
from collections.abc import Sequence
from importlib import metadata

from marksplit import MissingExtraError
from marksplit.cli import check, chunk, diff, mcp, outline, preview, records, sync
from marksplit.cli import eval as evaluation
from marksplit.cli.arguments import Parser, check_encoding
from marksplit.cli.signals import Stopped, raising_signals
from marksplit.cli.workers import WorkersError
from marksplit.cli.writing import (
    OutputError,
    Report,
    complain,
    drop_unwritten,
    use_utf8,
)

__all__ = ["main"]

_DESCRIPTION = """\
Cut Markdown into chunks for retrieval: each an exact slice of its file, with its
lines and headings, and no broken code block or table."""

_EXAMPLES = """\
examples:
  marksplit chunk guide.md                     a list to read
  marksplit chunk docs/ -o chunks.jsonl        a folder; one record per chunk
  marksplit chunk a.md --max-size 400 | jq -r .text
  cat a.md | marksplit chunk --format json     from standard input
  marksplit outline guide.md                   sections with lines and sizes
  marksplit check docs/                        are all chunks as they should be?
  marksplit records < in.jsonl > out.jsonl     a stream of JSON objects
  marksplit sync docs/ --index chunks.jsonl --changes changes.jsonl
                                               what a store has to do to follow
  marksplit diff old.jsonl new.jsonl           what a store has to change
  marksplit preview guide.md --open            the chunks on a page to look at
  marksplit eval --docs docs/ --questions q.jsonl
                                               which settings retrieve best

exit codes:
  0    all is done
  1    an input failed, with one line on standard error; the others are done
  2    wrong usage, or the output cannot be written
  130  interrupted; 128 and its number for another signal

"marksplit COMMAND --help" shows the options of a command."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line `argv`, by default that of the process; returns the exit code."""
    use_utf8()
    report = Report()
    try:
        arguments = _parser().parse_args(argv)
        if "encoding" in arguments:
            check_encoding(arguments.parser, arguments.encoding)
        with raising_signals():
            arguments.run(arguments, report)
    except SystemExit as stop:  # help, version or wrong usage: argparse has said it
        drop_unwritten()
        return stop.code if isinstance(stop.code, int) else 2
    except (OutputError, WorkersError, MissingExtraError) as error:
        complain(str(error))
        return 2
    except BrokenPipeError:  # the reader has seen enough
        drop_unwritten()
    except KeyboardInterrupt as stop:
        drop_unwritten()
        return 128 + (stop.number if isinstance(stop, Stopped) else signal.SIGINT)
    return 1 if report.failed else 0


def _parser() -> Parser:
    parser = Parser(
        prog="marksplit",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {_version()}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in (chunk, outline, check, preview, sync, diff, records, evaluation, mcp):
        command.add_to(commands)
    return parser


def _version() -> str:
    try:
        return metadata.version("marksplit")
    except metadata.PackageNotFoundError:  # run from a source folder
        return "(not installed)"
