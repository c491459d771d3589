"""Documents to encoded records, for the commands that write them.

Where they are written, and what follows from it, is known to the commands.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass

from marksplit import ChunkOptions, MissingExtraError, Syntax, chunk_outline, explain, parse
from marksplit._optional import require
from marksplit.cli.arguments import Parser, job_count, selection
from marksplit.cli.contextual import add_contextual, check_contextual
from marksplit.cli.finding import find_inputs
from marksplit.cli.formats import FORMATS, Format
from marksplit.cli.naming import named
from marksplit.cli.progress import Counts, showing_progress
from marksplit.cli.reading import Input, InputError, decode
from marksplit.cli.workers import run
from marksplit.cli.writing import Report, complain, not_writing_over
from marksplit.export import records
from marksplit.export.front_matter import select


def add_record_fields(parser: Parser) -> None:
    """Add ``--contextual``, ``--front-matter-keys`` and ``--explain``: more for each record."""
    add_contextual(parser)
    parser.add_argument(
        "--front-matter-keys",
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


@dataclass(frozen=True, slots=True)
class Part:
    """What a document gave, ready to be written."""

    source: str
    parts: list[bytes]
    size: int
    """Of the document, in bytes."""


@dataclass(frozen=True, slots=True)
class Cut:
    """The work on one document, as it is sent to other processes."""

    options: ChunkOptions
    syntax: Syntax
    encoding: str
    form: str
    keys: list[str]
    """Keys of the front matter that each record carries."""
    explained: bool
    """Whether reasons are told."""
    contextual: bool
    """Whether the text to embed is given."""

    def __call__(self, each: Input) -> Part | InputError:
        """The document's records; a failure of any kind is returned."""
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
                contextual=self.contextual,
                front_matter=carried,
                boundaries=explain(outline, self.options) if self.explained else None,
            )
            parts = FORMATS[self.form].encode(each.source, chunks, made, contextual=self.contextual)
            return Part(each.source, parts, len(data))
        except Exception as error:  # named and counted as a failure; the others go on
            return InputError.of(each.source, error)


def cut_as_asked(arguments: argparse.Namespace, options: ChunkOptions, form: str) -> Cut:
    """The work that the arguments ask for; what the format has no place for is wrong usage."""
    check_contextual(arguments.parser, arguments, options)
    keys = arguments.keys or []
    if keys:
        try:
            require("yaml", "yaml")
        except MissingExtraError as error:
            arguments.parser.error(f"--front-matter-keys: {error}")
    if form == "parquet":
        for flag, given in (("--front-matter-keys", keys), ("--explain", arguments.explain)):
            if given:
                arguments.parser.error(f"{flag}: the columns of Parquet are fixed; use jsonl")
    return Cut(
        options=options,
        syntax=arguments.syntax,
        encoding=arguments.encoding,
        form=form,
        keys=keys,
        explained=arguments.explain,
        contextual=arguments.contextual,
    )


def cut_all(
    arguments: argparse.Namespace,
    report: Report,
    work: Cut,
    writer: Format,
    *,
    outputs: Sequence[str | None],
    watched: bool,
) -> set[str]:
    """Write what `work` makes of each document; returns the sources that did not fail.

    Raises:
        OutputError: a document is one of the `outputs`.
    """
    chosen = selection(arguments)

    def count() -> int:
        return sum(1 for _ in find_inputs(arguments.paths, chosen, outputs=outputs))

    found = find_inputs(arguments.paths, chosen, note=complain, outputs=outputs)
    for output in outputs:
        found = not_writing_over(output, found)
    done: set[str] = set()
    counts = Counts()
    jobs = job_count(arguments.parser, arguments)
    with (
        showing_progress(wanted=watched, count=count) as show,
        closing(run(work, named(found, arguments), jobs=jobs)) as results,
    ):
        for result in results:
            counts.files += 1
            if isinstance(result, InputError):
                report.fail(result)
            else:
                report.done += 1
                done.add(result.source)
                counts.size += result.size
                for part in result.parts:
                    writer.add(part)
            counts.failed = report.failed
            show(counts)
    return done


def _keys(text: str) -> list[str]:
    keys = [key.strip() for key in text.split(",")]
    if not all(keys):
        raise argparse.ArgumentTypeError(f"must be names with commas between them, not {text!r}")
    return keys
