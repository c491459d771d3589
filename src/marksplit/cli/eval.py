"""``marksplit eval``: settings compared by what is retrieved for questions."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING

from marksplit import EmbeddingError, MissingExtraError, OptionError
from marksplit._optional import require
from marksplit.cli.arguments import (
    Commands,
    Parser,
    add_bare_command,
    add_chunk_options,
    add_encoding,
    add_selection,
    chunk_options,
)
from marksplit.cli.dialect import add_syntax
from marksplit.cli.progress import Counts, showing_progress
from marksplit.cli.reading import InputError
from marksplit.cli.writing import Output, Report, open_output, same_file, to_json

if TYPE_CHECKING:
    from marksplit.evaluation import Evaluation

_EXAMPLES = """\
examples:
  marksplit eval --docs docs/ --questions questions.jsonl
  marksplit eval --docs docs/ --questions questions.jsonl \\
      --grid max_size=400,800,1600 context=on,off --baselines all
  marksplit eval --docs docs/ --questions questions.jsonl --retriever bm25,dense,fused \\
      --embed sentence-transformers:MODEL --html report.html

A line of questions.jsonl is one of
  {"question": "...", "source": "guide.md", "references": [{"start": 120, "end": 260}]}
  {"question": "...", "source": "guide.md", "answers": ["text that stands in guide.md"]}
with offsets in code points into the file. Needs the extra eval."""

_EMBED = "wordllama"
_WIDTH = 88
"""Columns of running text."""


def add_to(commands: Commands[Parser]) -> None:
    """Add the command and its arguments."""
    parser = add_bare_command(
        commands, "eval", "compare settings by what is retrieved for questions", _EXAMPLES
    )
    parser.add_argument(
        "--docs", required=True, metavar="PATH", help="the folder of documents, or one file"
    )
    parser.add_argument(
        "--questions", required=True, metavar="FILE", help="the questions, one JSON object a line"
    )
    add_encoding(parser)
    add_syntax(parser)
    group = parser.add_argument_group("what to compare")
    group.add_argument(
        "--grid",
        nargs="+",
        action="extend",
        default=[],
        metavar="NAME=VALUES",
        help="try all combinations of these values in place of the options below: "
        "max_size=400,800 overlap=0,100 cuts=off,wordllama ...; context=on,off: retrieve by "
        "the text with the headings that a chunk lacks, or by its text alone (default: on)",
    )
    group.add_argument(
        "--baselines",
        type=_names,
        default=[],
        metavar="NAMES",
        help="compare with other splitters, at --max-size or each max_size of the grid, separated "
        "by commas: fixed, langchain-recursive, langchain-headers, semantic-text-splitter, or all "
        "that are installed",
    )
    group = parser.add_argument_group("how to retrieve")
    group.add_argument(
        "--retriever",
        type=_names,
        default=["bm25"],
        metavar="NAMES",
        help="bm25, dense (embeddings), fused (both), separated by commas (default: bm25)",
    )
    group.add_argument(
        "--embed",
        default=_EMBED,
        metavar="NAME",
        help="what embeds: wordllama, sentence-transformers:MODEL, openai:MODEL@URL or "
        "package.module:attribute, any function from texts to vectors, also of a module in this "
        "folder (default: %(default)s)",
    )
    group.add_argument(
        "-k", type=int, default=5, metavar="N", help="chunks to retrieve (default: %(default)s)"
    )
    group.add_argument(
        "--budget",
        type=int,
        default=4000,
        metavar="N",
        help="characters of chunks to retrieve for a comparison at equal cost: chunks are taken, "
        "best first, while they fit, and the first in any case (default: %(default)s)",
    )
    group.add_argument(
        "--cache", metavar="DIR", help="where embeddings are kept (default: the user's cache)"
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=0,
        metavar="N",
        help="of the intervals; equal seeds give equal numbers (default: %(default)s)",
    )
    parser.add_argument(
        "--json", metavar="FILE", help='write all scores to FILE; "-": in place of the tables'
    )
    parser.add_argument(
        "--html",
        metavar="FILE",
        help='write a page with plots and the questions that fail to FILE; "-": in place of the '
        "tables",
    )
    parser.add_argument("-q", "--quiet", action="store_true", help="show no progress")
    add_selection(parser)
    add_chunk_options(parser)
    parser.set_defaults(run=_run, parser=parser)


def _run(arguments: argparse.Namespace, report: Report) -> None:
    parser: Parser = arguments.parser
    options = chunk_options(parser, arguments)
    if arguments.json and arguments.html and same_file(arguments.json, arguments.html):
        parser.error("--json and --html must be different files")
    try:
        from marksplit.cli import eval_inputs as inputs  # needs the extra

        require("bm25s", "eval")
        embed, cache = inputs.embedder(arguments)
        settings = inputs.settings_to_compare(arguments, options)
    except MissingExtraError as error:
        parser.error(str(error))
    documents = inputs.read_documents(arguments, report)
    questions = inputs.read_about(documents, arguments, report)
    if not questions:
        return
    from marksplit.evaluation import EvaluationError, evaluate

    with ExitStack() as stack:
        # Opened before the work, so that it is not done in vain.
        outputs = [
            (write, stack.enter_context(open_output(path)))
            for write, path in ((_write_json, arguments.json), (_write_html, arguments.html))
            if path
        ]
        progress = stack.enter_context(_progress(quiet=arguments.quiet))
        try:
            found = evaluate(
                documents,
                questions,
                settings,
                retrievers=arguments.retriever,
                embed=embed,
                embedder=arguments.embed,
                cache=cache,
                k=arguments.k,
                budget=arguments.budget,
                seed=arguments.seed,
                progress=progress,
            )
        except OptionError as error:
            parser.error(f"{_flag(error.field)} must be {error.allowed}, not {error.value!r}")
        except (EvaluationError, EmbeddingError, OSError) as error:
            report.fail(InputError("eval", str(error)))
            for _, out in outputs:
                out.wanted = False
            return
        for write, out in outputs:
            write(found, out)
    if "-" not in (arguments.json, arguments.html):
        _print(found)


def _write_json(found: Evaluation, out: Output) -> None:
    from marksplit.evaluation import summary

    out.write(to_json(summary(found), indent=2) + "\n")


def _write_html(found: Evaluation, out: Output) -> None:
    from marksplit.evaluation import build_report

    out.write(build_report(found))


def _print(found: Evaluation) -> None:
    from marksplit.cli.eval_table import tables
    from marksplit.evaluation import suggest

    with open_output(None) as out:
        out.write("\n".join([*tables(found), "", *wrap(suggest(found).text, _WIDTH), ""]))


@dataclass(slots=True)
class _Steps(Counts):
    """How far an evaluation has come."""

    total: int = 0

    def describe(self, seconds: float) -> str:
        """The share that is done."""
        return f"{self.files / max(self.total, 1):.0%}"


@contextmanager
def _progress(*, quiet: bool) -> Iterator[Callable[[int, int], None]]:
    steps = _Steps()
    with showing_progress(wanted=not quiet, count=lambda: steps.total, unit="steps") as show:

        def progress(done: int, total: int) -> None:
            steps.files, steps.total = done, total
            show(steps)

        yield progress


def _names(text: str) -> list[str]:
    names = (name.strip() for name in text.split(","))
    return [*dict.fromkeys(name for name in names if name)]


def _flag(field: str) -> str:
    return "-k" if field == "k" else "--" + field.removesuffix("s")
