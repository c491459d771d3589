"""``marksplit records``: JSON objects in, one for each chunk out, line by line, for workflow tools.

The names of the fields are those of the n8n node Markdown Chunker; nothing is kept between lines.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from marksplit import Chunk, ChunkOptions, Syntax, chunk
from marksplit.cli.arguments import (
    Commands,
    Parser,
    add_bare_command,
    add_chunk_options,
    chunk_options,
)
from marksplit.cli.contextual import add_contextual, check_contextual
from marksplit.cli.dialect import add_syntax
from marksplit.cli.json_lines import parse_object
from marksplit.cli.reading import InputError, invite
from marksplit.cli.writing import Output, Report, open_output, to_json

_EXAMPLES = """\
examples:
  marksplit records < in.jsonl > out.jsonl
      the Markdown is in the field "markdown", a chunk in "text"
  marksplit records --source-field body --output-field chunk --keep < in.jsonl
      with the other fields of the input
  marksplit records --max-size 0 --max-heading-depth 2 < in.jsonl
      cut at # and ## only

A line of output has the fields text, headingPath, index, charCount and
approxTokens; with --contextual also contextualText, the text to embed. Lines are answered one by one, so it can stand in a pipe."""

_FIELDS = ("heading_path", "index", "char_count", "approx_tokens")
_CONTEXTUAL = "contextual_text"
_Item = dict[str, object]


def add_to(commands: Commands[Parser]) -> None:
    """Add the command and its arguments."""
    parser = add_bare_command(
        commands, "records", "cut the Markdown in a stream of JSON Lines", _EXAMPLES
    )
    parser.add_argument(
        "--source-field",
        default="markdown",
        metavar="NAME",
        help="the input field that holds the Markdown (default: %(default)s)",
    )
    parser.add_argument(
        "--output-field",
        default="text",
        metavar="NAME",
        help="the output field for the text of a chunk (default: %(default)s)",
    )
    parser.add_argument(
        "--keys",
        choices=("camel", "snake"),
        default="camel",
        help="headingPath or heading_path (default: %(default)s)",
    )
    parser.add_argument(
        "--keep",
        action="store_true",
        help="keep the other fields of the input; those of the chunk replace ones of their name",
    )
    parser.add_argument(
        "--continue-on-fail",
        action="store_true",
        help='write {"error": ..., "line": N} for an input that fails, and go on; without it the '
        "first such line ends the run",
    )
    add_contextual(parser, _camel(_CONTEXTUAL))
    add_syntax(parser)
    add_chunk_options(parser)
    parser.set_defaults(run=_run, parser=parser)


@dataclass(frozen=True, slots=True)
class _Cut:
    """How an item becomes items."""

    source_field: str
    output_field: str
    names: dict[str, str]
    """The name in the output for each field that is written."""
    keep: bool
    options: ChunkOptions
    syntax: Syntax

    def __call__(self, item: _Item, place: str) -> Iterator[_Item]:
        text = item.get(self.source_field)
        if not isinstance(text, str):
            raise InputError(place, self._lacks(item))
        kept = {name: item[name] for name in item if self.keep and name != self.source_field}
        for each in chunk(text, self.options, syntax=self.syntax):
            values = {name: _value(each, field) for field, name in self.names.items()}
            yield {**kept, self.output_field: each.text, **values}

    def _lacks(self, item: _Item) -> str:
        field = json.dumps(self.source_field, ensure_ascii=False)
        if self.source_field in item:
            kind = _KINDS.get(type(item[self.source_field]), "null")
            return f"the field {field} is {kind}, not a string"
        return f"the field {field} is missing; there is {', '.join(item) or 'nothing'}"


def _value(chunk: Chunk, field: str) -> object:
    return chunk.with_context() if field == _CONTEXTUAL else getattr(chunk, field)


_KINDS = {
    bool: "true or false",
    int: "a number",
    float: "a number",
    list: "a list",
    dict: "an object",
}


def _run(arguments: argparse.Namespace, report: Report) -> None:
    arguments.overlap = max(arguments.overlap, 0)
    written = (*_FIELDS, _CONTEXTUAL) if arguments.contextual else _FIELDS
    names = {field: field if arguments.keys == "snake" else _camel(field) for field in written}
    if arguments.output_field in names.values():
        others = ", ".join(names.values())
        arguments.parser.error(f"--output-field must not be one of {others}")
    options = chunk_options(arguments.parser, arguments)
    check_contextual(arguments.parser, arguments, options)
    cut = _Cut(
        arguments.source_field,
        arguments.output_field,
        names,
        arguments.keep,
        options,
        arguments.syntax,
    )
    if sys.stdin is None:
        report.fail(InputError("-", "standard input is closed"))
        return
    invite()
    with open_output(None) as output:
        try:
            _answer(sys.stdin.buffer, cut, output, go_on=arguments.continue_on_fail)
        except InputError as error:
            report.fail(error)


def _answer(lines: BinaryIO, cut: _Cut, output: Output, *, go_on: bool) -> None:
    for number, line in enumerate(lines, 1):
        if line.isspace():
            continue
        place = f"line {number}"
        try:
            made = list(cut(parse_object(place, line), place))
        except Exception as error:  # named in the output, or the end
            failure = InputError.of(place, error)
            if not go_on:
                raise failure from error
            made = [{"error": failure.reason, "line": number}]
        for item in made:
            output.write(to_json(item) + "\n")
            output.stream.flush()


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))
