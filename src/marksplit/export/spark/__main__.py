"""The program: a corpus of Markdown, cut by Spark into a Parquet table of chunks.

Arguments, reading and writing only.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import fields
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from marksplit import ChunkOptions, MissingExtraError, OptionError, Syntax, resolve_sizer
from marksplit._optional import require
from marksplit.export.spark import chunk_dataframe

if TYPE_CHECKING:
    from pyspark.errors import PySparkException
    from pyspark.sql import DataFrame, SparkSession
else:
    PySparkException = require("pyspark.errors", "spark").PySparkException
    SparkSession = require("pyspark.sql", "spark").SparkSession

_SUFFIXES = "*.{md,markdown,mdx}"

_EPILOG = """\
examples:
  python -m marksplit.export.spark docs/ chunks/
  python -m marksplit.export.spark pages.parquet chunks/ --text-column body --id-column url
  python -m marksplit.export.spark docs/ chunks/ --options '{"max_size": 800, "overlap": 80}'

OUTPUT is a Parquet table with a row for each chunk. A document that fails gives a row that says
why in the column "error", which is NULL in all others.

exit codes:
  0    all is done
  1    a document failed; the others are done
  2    wrong usage, or the job failed"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program with the arguments `argv`, by default those of the process."""
    parser = _parser()
    arguments = parser.parse_args(argv)
    try:
        options = ChunkOptions(**_fields(arguments.options, "--options", ChunkOptions))
        syntax = Syntax(**_fields(arguments.syntax, "--syntax", Syntax))
        resolve_sizer(options.sizer)
    except (TypeError, ValueError, MissingExtraError) as error:
        parser.error(str(error))
    if arguments.text_column and not arguments.id_column:
        parser.error("--text-column needs an --id-column, so that each document has a name")
    if "PYSPARK_GATEWAY_PORT" not in os.environ:  # not under spark-submit: workers are here
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    active = SparkSession.getActiveSession()
    spark = SparkSession.builder.appName("marksplit").getOrCreate()
    try:
        documents = _read(spark, arguments)
        chunks = chunk_dataframe(
            documents,
            text_column=arguments.text_column or "content",
            id_columns=arguments.id_column or ["path"],
            keep=arguments.keep,
            options=options,
            syntax=syntax,
            contextual=arguments.contextual,
        )
        chunks.write.mode("overwrite" if arguments.overwrite else "error").parquet(arguments.output)
        return _report(spark, arguments.output)
    except (OptionError, PySparkException) as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return 2
    finally:
        if active is None:
            spark.stop()


def _fields(text: str, flag: str, settings: type[ChunkOptions | Syntax]) -> dict[str, Any]:
    """Fields of `settings` by name, out of a JSON object."""
    example = '{"max_size": 800}' if settings is ChunkOptions else '{"admonitions": true}'
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise ValueError(f"{flag} must be a JSON object such as '{example}', not {text!r}")
    known = [field.name for field in fields(settings)]
    for name in found:
        if name not in known:
            near = get_close_matches(name, known, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"it has {', '.join(known)}"
            raise ValueError(f"{flag}: {settings.__name__} has no field {name!r}; {hint}")
    return found


def _read(spark: SparkSession, arguments: argparse.Namespace) -> DataFrame:
    if arguments.text_column:
        return spark.read.parquet(arguments.input)
    # As bytes, since Spark's text reader replaces what is not UTF-8.
    files = spark.read.format("binaryFile").option("recursiveFileLookup", "true")
    return files.option("pathGlobFilter", _SUFFIXES).load(arguments.input)


def _report(spark: SparkSession, output: str) -> int:
    """Say what was written; the exit code."""
    written = spark.read.parquet(output)
    failed = written.where("error IS NOT NULL").count()
    print(f"chunks: {written.count() - failed}, failed documents: {failed}, in {output}")
    return 1 if failed else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m marksplit.export.spark",
        description="Cut a corpus of Markdown into chunks with Spark.",
        epilog=_EPILOG,
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "input",
        metavar="INPUT",
        help="a folder of *.md, *.markdown and *.mdx (without names that start with _ or ., which "
        "Spark leaves out), or a Parquet table of documents with --text-column",
    )
    parser.add_argument("output", metavar="OUTPUT", help="the folder of the table to write")
    parser.add_argument("--text-column", metavar="NAME", help="the column with the Markdown")
    parser.add_argument(
        "--id-column",
        action="append",
        metavar="NAME",
        help="a column that names a document; may be repeated (files are named by their path)",
    )
    parser.add_argument(
        "--keep",
        action="append",
        default=[],
        metavar="NAME",
        help="a further column to carry along; may be repeated",
    )
    parser.add_argument(
        "--options", default="{}", metavar="JSON", help="fields of ChunkOptions (default: none)"
    )
    parser.add_argument(
        "--syntax", default="{}", metavar="JSON", help="fields of Syntax (default: none)"
    )
    parser.add_argument(
        "--contextual",
        action="store_true",
        help="add a column contextual_text: the text to embed",
    )
    parser.add_argument("--overwrite", action="store_true", help="replace OUTPUT")
    return parser


if __name__ == "__main__":
    sys.exit(main())
