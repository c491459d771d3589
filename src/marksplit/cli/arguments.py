"""The arguments that commands share; options for chunks are read off `ChunkOptions` itself.

Their names, defaults, choices and help are not repeated here, and nothing is run.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Literal, NoReturn, get_args, get_origin, get_type_hints

from marksplit import (
    ChunkOptions,
    CutScorer,
    MissingExtraError,
    OptionError,
    resolve_sizer,
)
from marksplit._field_docs import field_docs
from marksplit.cli.dialect import add_syntax
from marksplit.cli.finding import Selection

if TYPE_CHECKING:
    from marksplit.semantic import Embed

_SIZER = (
    "What sizes count: chars, words, approx_tokens, tiktoken:NAME (an encoding or a model) or "
    "hf:NAME (a tokenizer.json or a model)"
)
_CUTS = (
    "Cut for size where the meaning changes most, among places that are equally good by structure; "
    "NAME is what embeds: wordllama, sentence-transformers:MODEL, openai:MODEL@URL (key in "
    "OPENAI_API_KEY) or package.module:function, also of a module in this folder"
)


class Parser(argparse.ArgumentParser):
    """An argument parser that reports wrong usage in one line."""

    def error(self, message: str) -> NoReturn:
        """Leave with exit code 2."""
        line = " ".join(message.split())
        self.exit(2, f'{self.prog}: {line} (see "{self.prog} --help")\n')


Commands = argparse._SubParsersAction
"""What a command adds its parser to."""


def add_bare_command(
    commands: Commands[Parser], name: str, summary: str, epilog: str, *, more: str = ""
) -> Parser:
    """Add the parser of a command, without arguments; its own help tells `more` than the list."""
    return commands.add_parser(
        name,
        help=summary,
        description=f"{summary[0].upper()}{summary[1:]}{more}.",
        epilog=epilog,
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def add_command(commands: Commands[Parser], name: str, summary: str, epilog: str) -> Parser:
    """Add the parser of a command that reads documents, with the arguments that all of them have."""
    parser = add_bare_command(commands, name, summary, epilog)
    parser.add_argument(
        "paths",
        nargs="*",
        metavar="PATH",
        help="a file, a folder (its *.md, *.markdown and *.mdx; hidden and git-ignored ones left "
        'out), or "-" for standard input, which is also read when no path is given',
    )
    add_encoding(parser)
    add_syntax(parser)
    return parser


def add_encoding(parser: Parser) -> None:
    """Add ``--encoding``."""
    parser.add_argument(
        "--encoding",
        default="utf-8",
        metavar="NAME",
        help="how the input is encoded (default: %(default)s); output is always UTF-8",
    )


def add_selection(parser: Parser) -> None:
    """Add the options that say which files of a folder are taken; `selection` reads them."""
    group = parser.add_argument_group(
        "which files of a folder",
        "GLOB matches a name or, with a slash in it, the path below the folder (* stops at\n"
        "a slash, ** does not). A file that is named itself is always taken. Links are\n"
        "followed only to files in the folder.",
    )
    group.add_argument(
        "--include",
        action="append",
        default=[],
        type=_glob,
        metavar="GLOB",
        help="take what matches, in place of Markdown by its suffix (may be repeated)",
    )
    group.add_argument(
        "--exclude",
        action="append",
        default=[],
        type=_glob,
        metavar="GLOB",
        help="leave out files, and folders with all in them, that match (may be repeated)",
    )
    group.add_argument(
        "--hidden", action="store_true", help="take hidden files and folders, too; never .git"
    )
    group.add_argument(
        "--ignored",
        action="store_true",
        help="take what .gitignore files leave out, too (they are followed with the extra cli)",
    )


def selection(arguments: argparse.Namespace) -> Selection:
    """Which files of a folder are taken."""
    given = vars(arguments)
    return Selection(**{field.name: given[field.name] for field in fields(Selection)})


def add_jobs(parser: Parser) -> None:
    """Add ``--jobs`` and ``--quiet``."""
    parser.add_argument(
        "-j",
        "--jobs",
        type=int,
        default=1,
        metavar="N",
        help="processes that work; 0: one for each core (default: %(default)s)",
    )
    parser.add_argument(
        "-q", "--quiet", action="store_true", help="show no progress; failures are still named"
    )


def job_count(parser: Parser, arguments: argparse.Namespace) -> int:
    """How many processes work; a negative number is wrong usage."""
    jobs: int = arguments.jobs
    if jobs < 0:
        parser.error(f"--jobs must be an integer >= 0, not {jobs}")
    if jobs:
        return jobs
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def add_output(parser: Parser, formats: Sequence[str], default: str) -> None:
    """Add ``--format`` and ``-o``; `default` says in words which format is taken."""
    parser.add_argument("--format", choices=formats, help=f"how to write (default: {default})")
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="write to FILE, whole or not at all; not touched when every input failed",
    )


def add_sizer(parser: argparse._ActionsContainer) -> None:
    """Add ``--sizer``."""
    parser.add_argument("--sizer", metavar="NAME", help=f"{_SIZER} (default: chars)")


def add_chunk_options(parser: Parser) -> None:
    """Add an option for each field of `ChunkOptions` that can be written on a command line."""
    group = parser.add_argument_group("how to cut")
    docs, types = _field_docs(), get_type_hints(ChunkOptions)
    for field in fields(ChunkOptions):
        flag, kind = flag_of(field.name), types[field.name]
        text = docs.get(field.name, "").rstrip(".")
        if field.name == "sizer":
            add_sizer(group)
        elif field.name == "cuts":
            group.add_argument("--cuts", metavar="NAME", help=_CUTS)
        elif kind is bool and field.default:
            off, text = f"--no-{flag.removeprefix('--')}", f"turn this off: {text}"
            group.add_argument(off, dest=field.name, action="store_false", help=text)
        elif kind is bool:
            group.add_argument(flag, action="store_true", help=text)
        elif kind is int:
            text = f"{text} (default: {field.default})".strip()
            group.add_argument(flag, type=int, default=field.default, metavar="N", help=text)
        elif get_origin(kind) is Literal:
            text = f"{text} (default: {field.default})".strip()
            group.add_argument(flag, choices=get_args(kind), default=field.default, help=text)


def chunk_options(parser: Parser, arguments: argparse.Namespace) -> ChunkOptions:
    """The options that were given; a wrong one is wrong usage and named by its flag."""
    given = vars(arguments)
    values = {
        field.name: given[field.name]
        for field in fields(ChunkOptions)
        if given.get(field.name) is not None
    }
    if "cuts" in values:
        values["cuts"] = named_cuts(parser, values["cuts"])
    try:
        options = ChunkOptions(**values)
        resolve_sizer(options.sizer)
    except OptionError as error:
        allowed = _with_flags(error.allowed.removeprefix("a function or "))
        parser.error(f"{flag_of(error.field)} must be {allowed}, not {error.value!r}")
    except MissingExtraError as error:
        parser.error(f"--sizer {arguments.sizer}: {error}")
    return options


def named_cuts(parser: Parser, name: str) -> CutScorer:
    """Cuts by the meaning that the embedder of this name sees; another name is wrong usage."""
    from marksplit.semantic import semantic_cuts

    try:
        return semantic_cuts(embed_by_name(name))
    except OptionError as error:
        parser.error(f"--cuts must be {error.allowed}, not {name!r}")
    except MissingExtraError as error:
        parser.error(f"--cuts {name}: {error}")


def embed_by_name(name: str) -> Embed:
    """What embeds; a module of one's own may lie in the current folder, as with ``python -m``.

    It is the last place that is looked at, so that no file there stands in for a library.
    """
    from marksplit.semantic.embedders import named_embed

    folder = os.getcwd()
    if ":" in name and folder not in sys.path:
        sys.path.append(folder)
    return named_embed(name)


def check_encoding(parser: Parser, encoding: str) -> None:
    """Leave with exit code 2 when there is no such encoding."""
    try:
        b"....".decode(encoding)
    except UnicodeError:
        return
    except (LookupError, ValueError):
        parser.error(f"--encoding must be the name of a text encoding, not {encoding!r}")


def flag_of(field: str) -> str:
    """The option for a field of `ChunkOptions`."""
    return "--" + field.replace("_", "-")


def _glob(text: str) -> str:
    if not text.strip("/"):
        raise argparse.ArgumentTypeError(f"a glob names something, which {text!r} does not")
    return text


def _with_flags(text: str) -> str:
    names = "|".join(field.name for field in fields(ChunkOptions))
    return re.sub(rf"\b({names})\b", lambda found: flag_of(found[0]), text)


def _field_docs() -> dict[str, str]:
    """The text under each field of `ChunkOptions`, as ``--help`` shows it."""
    docs = {}
    for name, text in field_docs(ChunkOptions).items():
        plain = re.sub(r'``"?([^`"]*)"?``', r"\1", text).replace("%", "%%")
        docs[name] = re.sub(r"`(\w+)`", lambda found: _with_flags(found[1]), plain)
    return docs
