"""``marksplit check``: documents are cut, and the chunks held against the laws."""

from __future__ import annotations

import argparse

from marksplit import LAWS, check, chunk
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
from marksplit.cli.writing import Report, complain, open_output

_EXAMPLES = """\
examples:
  marksplit check docs/
  marksplit check docs/ --max-size 400 --overlap 40

Documents are cut with the options given. A document whose chunks break a law is
a failure, and a fault in marksplit: please report it."""


def add_to(commands: Commands[Parser]) -> None:
    """Add the command and its arguments."""
    parser = add_command(commands, "check", "cut documents and check the chunks", _EXAMPLES)
    add_selection(parser)
    add_chunk_options(parser)
    parser.set_defaults(run=_run, parser=parser)


def _run(arguments: argparse.Namespace, report: Report) -> None:
    options = chunk_options(arguments.parser, arguments)
    total = 0
    for each in report.inputs(find_inputs(arguments.paths, selection(arguments), note=complain)):
        with report.of(each.source):
            text = each.read(arguments.encoding)
            chunks = chunk(text, options, syntax=arguments.syntax)
            check(text, chunks, options, syntax=arguments.syntax)
            total += len(chunks)
    with open_output(None) as out:
        out.write(f"{_count(report.done, 'document')}, {_count(total, 'chunk')}: ")
        out.write(f"all {len(LAWS)} laws hold\n" if report.done else "nothing was checked\n")
        for number, law in enumerate(LAWS, 1):
            out.write(f"  {number}. {law}\n")
        if report.failed:
            out.write(f"{report.failed} failed, not among these\n")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
