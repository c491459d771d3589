"""What an evaluation needs, from the arguments of its command: documents, questions, settings.

Which arguments there are is said in `eval`; this file is loaded when its extra is there.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from marksplit import ChunkOptions, OptionError
from marksplit.cli.arguments import Parser, embed_by_name, selection
from marksplit.cli.finding import find_inputs
from marksplit.cli.grid import grid_values
from marksplit.cli.reading import Input
from marksplit.cli.writing import Report, complain, keep_apart, not_writing_over
from marksplit.evaluation import (
    BASELINES,
    CONTEXT,
    RETRIEVERS,
    Document,
    EmbeddingCache,
    Question,
    Setting,
    baseline,
    installed_baselines,
    marksplit_grid,
    marksplit_setting,
    read_questions,
    user_cache,
)
from marksplit.semantic import Embed


def settings_to_compare(arguments: argparse.Namespace, options: ChunkOptions) -> list[Setting]:
    """marksplit's, then the baselines; a wrong value is wrong usage."""
    parser: Parser = arguments.parser
    grid = grid_values(parser, "--grid", arguments.grid, switches=[CONTEXT])
    try:
        if grid:
            settings = marksplit_grid(options, grid, syntax=arguments.syntax)
        else:
            settings = [marksplit_setting(options, syntax=arguments.syntax)]
    except OptionError as error:
        parser.error(f"--grid: {error}")
    names = arguments.baselines
    if names and any(each.options["sizer"] != "chars" for each in settings):
        parser.error("--baselines count characters, so there can be no other sizer beside them")
    if names == ["all"]:
        names = installed_baselines()
        missing = [name for name in BASELINES if name not in names]
        if missing:
            complain(f"--baselines all: {', '.join(missing)} left out, as not installed")
    given = (each.options["max_size"] for each in settings)
    sizes = [*dict.fromkeys(size for size in given if isinstance(size, int))]
    try:
        for name in names:
            for size in sizes:
                other = baseline(name, size)
                told = f"{name} size={size}" if len(sizes) > 1 else name
                settings.append(replace(other, name=told))
    except OptionError as error:
        parser.error(f"--{error}" if error.field == "baselines" else f"--max-{error}")
    return settings


def embedder(arguments: argparse.Namespace) -> tuple[Embed | None, EmbeddingCache | None]:
    """What embeds and where that is kept; nothing when no retriever needs it."""
    parser: Parser = arguments.parser
    for name in arguments.retriever or [""]:
        if name not in RETRIEVERS:
            parser.error(f"--retriever must be some of {', '.join(RETRIEVERS)}, not {name!r}")
    if set(arguments.retriever) <= {"bm25"}:
        return None, None
    try:
        embed = embed_by_name(arguments.embed)
    except OptionError as error:
        parser.error(f"--embed must be {error.allowed}, not {error.value!r}")
    folder = Path(arguments.cache) if arguments.cache else user_cache()
    try:
        return embed, EmbeddingCache(folder, arguments.embed, note=complain)
    except OSError as error:
        parser.error(f"--cache {folder}: {error.strerror or error}")


def read_documents(arguments: argparse.Namespace, report: Report) -> list[Document]:
    """The documents of the folder that can be read, by their paths in it."""
    folder = Path(arguments.docs)
    outputs = (arguments.json, arguments.html)
    found = find_inputs([arguments.docs], selection(arguments), note=complain)
    documents = []
    for output in outputs:
        found = not_writing_over(output, found)
    for each in report.inputs(found):
        with report.of(each.source):
            source = Path(each.source)
            name = source.relative_to(folder) if source != folder else Path(source.name)
            documents.append(Document(name.as_posix(), each.read(arguments.encoding)))
    return documents


def read_about(
    documents: list[Document], arguments: argparse.Namespace, report: Report
) -> list[Question]:
    """The questions about these documents; none where there is a wrong one."""
    path: str = arguments.questions
    for output in (arguments.json, arguments.html):
        keep_apart(output, path)
    if not documents:
        return []
    with report.of(path):
        text = Input(path, Path(path)).read("utf-8").removeprefix("\ufeff")
        lines = text.split("\n")
        return read_questions(
            lines,
            documents,
            folder=Path(arguments.docs).as_posix(),
            note=lambda told: complain(f"{path}: {told}"),
        )
    return []
