"""``marksplit sync``: what a store has to do to follow the documents, in one step.

How the files change together is in `handover`, what a change is in `changes`.
"""

from __future__ import annotations

import argparse
from collections import Counter
from itertools import islice
from pathlib import Path, PurePath

from marksplit.cli.arguments import (
    Commands,
    Parser,
    add_chunk_options,
    add_command,
    add_jobs,
    add_selection,
    chunk_options,
)
from marksplit.cli.changes import changes, describe
from marksplit.cli.chunk_files import read_records
from marksplit.cli.cutting import Cut, add_record_fields, cut_all, cut_as_asked
from marksplit.cli.failures import Failures
from marksplit.cli.formats import FORMATS, Format
from marksplit.cli.handover import Handover
from marksplit.cli.naming import add_naming, check_naming
from marksplit.cli.reading import InputError
from marksplit.cli.writing import (
    Output,
    OutputError,
    Report,
    naming_what_fails,
    open_output,
    same_file,
    to_bytes,
    to_json,
)
from marksplit.export.files import Replacement, replacing
from marksplit.export.locking import HeldError, only_one

_EXAMPLES = """\
examples:
  marksplit sync docs/ --index chunks.jsonl --changes changes.jsonl
      cut the folder; changes.jsonl is what a store has to do to follow
  marksplit sync docs/ --base . --index chunks.parquet --changes changes.jsonl
      the same, with an index that is Parquet
  marksplit sync docs/ --contextual --index chunks.jsonl --changes changes.jsonl
      with the text to embed; what changes it means embedding again

The index holds all chunks, as "marksplit chunk -o" writes them; the first run
makes it. Changes are as "marksplit diff" tells them. Apply them in their order,
then delete the file: while it is there it counts as not applied, and a run ends
with exit code 2 and touches nothing. Without changes there is no file.
A source that fails keeps its chunks until it can be read again; INDEX.failed
names it. A source that is gone is deleted. A run that is killed can be run again."""

_CARRIED = 1000
"""Records that are at hand together."""


def add_to(commands: Commands[Parser]) -> None:
    """Add the command and its arguments."""
    parser = add_command(commands, "sync", "tell a store how to follow the documents", _EXAMPLES)
    add_selection(parser)
    add_naming(parser)
    parser.add_argument(
        "--index",
        required=True,
        metavar="FILE",
        help="what the store holds once the changes are applied, .jsonl or .parquet",
    )
    parser.add_argument(
        "--changes",
        required=True,
        metavar="FILE",
        help="what it has still to do, as JSON Lines; delete it when that is done",
    )
    add_record_fields(parser)
    add_jobs(parser)
    add_chunk_options(parser)
    parser.set_defaults(run=_run, parser=parser)


def _run(arguments: argparse.Namespace, report: Report) -> None:
    options = chunk_options(arguments.parser, arguments)
    check_naming(arguments)
    work = cut_as_asked(arguments, options, _form(arguments))
    handover = Handover(arguments.index, arguments.changes)
    with naming_what_fails(arguments.index):
        try:
            with only_one(handover.lock):
                handover.recover()
                handover.require_room()
                counts = _follow(arguments, report, work, handover)
        except HeldError as error:
            raise OutputError(f"{arguments.index}: another run is at work on it") from error
        except InputError as error:  # the index
            report.fail(error)
            return
    if counts is not None:
        with open_output(None) as output:
            output.write(describe(counts))


def _form(arguments: argparse.Namespace) -> str:
    suffix = PurePath(arguments.index).suffix.lower()
    if suffix not in (".jsonl", ".parquet"):
        arguments.parser.error(f"--index must end in .jsonl or .parquet, not {arguments.index!r}")
    if Path(arguments.index).exists() and not Path(arguments.index).is_file():
        arguments.parser.error(f"--index must be a file, which {arguments.index!r} is not")
    if arguments.changes == "-":
        arguments.parser.error(
            "--changes must be a file, since its absence says that it is applied"
        )
    if same_file(arguments.index, arguments.changes):
        arguments.parser.error("--index and --changes must be two files")
    return suffix.removeprefix(".")


def _follow(
    arguments: argparse.Namespace, report: Report, work: Cut, handover: Handover
) -> Counter[str] | None:
    """Cut all documents and hand the changes over; None when every document failed."""
    counts: Counter[str] = Counter()
    index = arguments.index if handover.index.exists() else None
    with replacing(handover.next_index) as following:
        following.wanted = False
        with FORMATS[work.form](Output(following.stream), contextual=work.contextual) as writer:
            cut = cut_all(
                arguments,
                report,
                work,
                writer,
                outputs=[arguments.index, arguments.changes],
                watched=not arguments.quiet,
            )
            failures = Failures(report.errors)
            kept = _carry(index, failures, cut, work, writer) if index else 0
        following.stream.flush()
        if not report.done:
            return None
        following.wanted = _write_changes(index, following, handover, counts)
    if following.wanted:
        handover.hand_over()
    failures.write_beside(arguments.index)
    counts["unchanged"] -= kept
    counts["kept"] += kept
    return counts


def _carry(index: str, failures: Failures, cut: set[str], work: Cut, writer: Format) -> int:
    """Write the old records of sources that failed; returns how many of them stay as they are."""
    narrowed = work.form == "parquet" and not work.contextual
    failed = (
        record
        for record in read_records(index)
        if str(record["source"]) not in cut and failures.cover(str(record["source"]))
    )
    number = 0
    while some := list(islice(failed, _CARRIED)):
        number += sum(not narrowed or each.get("contextual_text") is None for each in some)
        for part in FORMATS[work.form].encode(index, (), iter(some), contextual=work.contextual):
            writer.add(part)
    return number


def _write_changes(
    index: str | None, following: Replacement, handover: Handover, counts: Counter[str]
) -> bool:
    """Write what leads to the index that follows; returns whether there is any change."""
    with replacing(handover.next_changes) as prepared:
        prepared.wanted = False
        path = str(following.path)
        try:
            for change in changes(index, path, counts, failures=Failures()):
                prepared.stream.write(to_bytes(to_json(change) + "\n"))
                prepared.wanted = True
        except InputError as error:
            if error.source != path:
                raise
            raise InputError("the documents", error.reason) from error
        return prepared.wanted
