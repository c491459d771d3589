"""``marksplit diff``: what has changed between two chunk files, for a store to follow.

Chunks are compared by their records alone; no document is read or cut.
"""

from __future__ import annotations

import argparse
from collections import Counter

from marksplit.cli.arguments import Commands, Parser, add_bare_command, add_output
from marksplit.cli.changes import changes, describe
from marksplit.cli.failures import Failures, failures_beside
from marksplit.cli.reading import InputError
from marksplit.cli.writing import Report, is_terminal, keep_apart, open_output, to_json

_EXAMPLES = """\
examples:
  marksplit diff old.jsonl new.jsonl
      counts to read; in a pipe, one JSON record per change
  marksplit diff old.jsonl new.jsonl -o changes.jsonl
      the changes to a file, and the counts
  marksplit diff /dev/null new.jsonl
      everything is added

Files are what "marksplit chunk -o" wrote, .jsonl or .parquet. A chunk is
  added      its id is new: {"op": "upsert", "embed": true, "key", "record"}
  removed    its id is gone: {"op": "delete", "key"}
  moved      same id; source, index, total, lines or offsets differ: upsert
  updated    same id and place; another field differs: upsert
  unchanged  and not written
An upsert with "embed": false has the text and context of the chunk "old_key",
whose vector can be kept; of records with contextual_text ("marksplit chunk
--contextual") that is compared, so that a changed title counts. Where "old_key" is another key, the file was renamed
and a delete of it comes later: take changes in their order. Chunks of sources
that NEW.failed names, as "marksplit chunk" wrote it, are kept; "marksplit sync"
does all of this in one step that can be interrupted."""


def add_to(commands: Commands[Parser]) -> None:
    """Add the command and its arguments."""
    parser = add_bare_command(commands, "diff", "compare two files of chunks", _EXAMPLES)
    parser.add_argument("old", metavar="OLD", help="the chunks that a store holds")
    parser.add_argument("new", metavar="NEW", help="the chunks that it should hold")
    add_output(parser, ("text", "jsonl"), "text to a terminal, else jsonl")
    parser.set_defaults(run=_run, parser=parser)


def _run(arguments: argparse.Namespace, report: Report) -> None:
    form = arguments.format or ("text" if is_terminal(arguments.output) else "jsonl")
    counts: Counter[str] = Counter()
    try:
        with open_output(arguments.output) as output:
            for path in (arguments.old, arguments.new):
                keep_apart(arguments.output, path)
            failures = Failures(failures_beside(arguments.new))
            for change in changes(arguments.old, arguments.new, counts, failures=failures):
                if form == "jsonl":
                    output.write(to_json(change) + "\n")
            if form == "text":
                output.write(describe(counts))
    except InputError as error:
        report.fail(error)
        return
    if form == "jsonl" and arguments.output not in (None, "-"):
        with open_output(None) as output:
            output.write(describe(counts))
