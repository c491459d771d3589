"""Prints how marksplit and other splitters retrieve: `python tests/benchmarks/retrieval.py`.

Which settings are compared is said here; how, in `marksplit.evaluation`.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from marksplit import ChunkOptions, MarksplitError
from marksplit.evaluation import (
    Document,
    EmbeddingCache,
    Estimate,
    Evaluation,
    QuestionError,
    SettingResult,
    baseline,
    evaluate,
    installed_baselines,
    marksplit_grid,
    marksplit_setting,
    read_questions,
    user_cache,
)
from marksplit.semantic.embedders import named_embed

SIZE = 1000
SUFFIXES = (".md", ".markdown", ".mdx")
RETRIEVERS = ("bm25", "dense", "fused")

CHANGES: tuple[Mapping[str, Sequence[object]], ...] = (
    {"context": [False]},
    {"merge_sections": [True]},
    {"max_heading_depth": [6]},
    {"max_size": [400, 2000]},
    {"overlap": [100]},
    {"front_matter": ["drop"]},
)
"""What is changed against the default, one thing at a time."""


def main() -> None:
    parser = ArgumentParser(
        prog="python tests/benchmarks/retrieval.py",
        description="Compare marksplit with other splitters, and its defaults with other values, by "
        "the recall in 4,000 characters of retrieved chunks; prints Markdown tables.",
    )
    parser.add_argument(
        "--data",
        type=Path,
        required=True,
        metavar="DIR",
        help="a set, or a folder of sets: each a folder with questions.jsonl, and with the Markdown "
        "files in corpora/ or else beside it",
    )
    parser.add_argument(
        "--embed", default="wordllama", help="what embeds, as for marksplit eval (%(default)s)"
    )
    parser.add_argument("--cache", type=Path, default=user_cache(), help="for embeddings")
    given = parser.parse_args()
    sets = [path.parent for path in sorted(given.data.glob("*/questions.jsonl"))]
    if (given.data / "questions.jsonl").is_file():
        sets = [given.data]
    if not sets:
        parser.error(f"neither {given.data} nor a folder in it has questions.jsonl")
    try:
        cache = EmbeddingCache(given.cache, given.embed, note=_say)
        found = {folder.resolve().name: _evaluate(folder, given.embed, cache) for folder in sets}
    except (MarksplitError, OSError) as error:
        parser.error(str(error))
    for title, wanted in (
        ("Splitters at 1,000 characters", _is_splitter),
        ("marksplit's options, one changed at a time", _is_option),
    ):
        print(
            f"\n{title}: recall in 4,000 retrieved characters, per cent (dense: {given.embed}).\n"
        )
        print("\n".join(_table(found, wanted)))


def _evaluate(folder: Path, name: str, cache: EmbeddingCache) -> Evaluation:
    corpora = folder / "corpora" if (folder / "corpora").is_dir() else folder
    documents = [
        Document(path.relative_to(corpora).as_posix(), _read(path))
        for path in sorted(corpora.rglob("*"))
        if path.suffix.lower() in SUFFIXES and path.is_file()
    ]
    if not documents:
        raise QuestionError(f"{corpora}: no Markdown files")
    lines = _read(folder / "questions.jsonl").removeprefix("\ufeff").split("\n")
    options = ChunkOptions(max_size=SIZE)
    settings = [
        marksplit_setting(options),
        *(baseline(each, SIZE) for each in installed_baselines()),
        *(setting for change in CHANGES for setting in marksplit_grid(options, change)),
    ]
    return evaluate(
        documents,
        read_questions(
            lines,
            documents,
            name=str(folder / "questions.jsonl"),
            folder=corpora.resolve().as_posix(),
            note=_say,
        ),
        settings,
        retrievers=RETRIEVERS,
        embed=named_embed(name),
        cache=cache,
        progress=lambda done, total: _progress(folder.name, done, total),
    )


def _read(path: Path) -> str:
    """The text as it is, line ends and all, so that places in it are right."""
    try:
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise QuestionError(f"{path}: {error}") from error


def _is_splitter(setting: SettingResult) -> bool:
    return not setting.name.startswith("marksplit ") or setting.name == "marksplit context=off"


def _is_option(setting: SettingResult) -> bool:
    return setting.name.startswith("marksplit")


def _table(found: dict[str, Evaluation], wanted: Callable[[SettingResult], bool]) -> Iterator[str]:
    yield _row(["set", "chunks of", "number", "mean size", *RETRIEVERS])
    yield _row(["---", "---", "---:", "---:", "---:", "---:", "---:"])
    for name, evaluation in found.items():
        for setting in evaluation.settings:
            if wanted(setting):
                scores = [setting.retrievers[each].at_budget for each in RETRIEVERS]
                is_first = setting is evaluation.settings[0]
                yield _row(
                    [
                        name if is_first else "",
                        setting.name,
                        f"{setting.chunks:,}",
                        f"{setting.mean_size:,.0f}",
                        *(
                            _first(each.estimates["recall"])
                            if is_first
                            else _other(each.estimates["recall"], each.differences["recall"])
                            for each in scores
                        ),
                    ]
                )


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _first(recall: Estimate) -> str:
    return f"{100 * recall.value:.1f} [{100 * recall.low:.1f}, {100 * recall.high:.1f}]"


def _other(recall: Estimate, by: Estimate) -> str:
    difference = f"{100 * by.value:+.1f} [{100 * by.low:+.1f}, {100 * by.high:+.1f}]"
    return f"{100 * recall.value:.1f}; " + (f"**{difference}**" if by.is_clear else difference)


def _say(message: str) -> None:
    print(message, file=sys.stderr, flush=True)


def _progress(name: str, done: int, total: int) -> None:
    if sys.stderr.isatty():
        end = "\n" if done == total else ""
        print(f"\r{name}: {done:,} of {total:,} steps", end=end, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
