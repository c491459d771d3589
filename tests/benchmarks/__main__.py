"""Prints the tables of speed, memory and hostile documents: `python tests/benchmarks`.

Only reads arguments and writes tables; what the numbers are is said in `measurements`.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from platform import python_version

from contenders import CONTENDERS, MARKSPLIT, Contender
from interleaved import Round, best, ratio
from measurements import HOSTILE, Footprint, Growth, footprints, growth, speed, together
from size_classes import JOINED, SEED, by_size, generated, joined, read, size

COST = "100 KB"
"""The class against which cost per byte is shown."""


def main(arguments: Sequence[str] | None = None) -> None:
    parser = ArgumentParser(prog="python tests/benchmarks", description=__doc__.split(":")[0])
    parser.add_argument(
        "--docs", type=Path, metavar="PATH", help="measure on this Markdown file or folder"
    )
    docs = parser.parse_args(arguments).docs
    texts, refused = read(docs) if docs else (generated(), [])
    present = [contender for contender in CONTENDERS if contender.installed]
    for contender in CONTENDERS:
        if contender not in present:
            print(f"{contender.distribution} is not installed and left out.\n")
    for path in refused:
        print(f"{path} is not UTF-8 and left out.\n")
    small, large = by_size(texts), joined(texts)

    _progress("memory and import")
    taken = footprints(present, large["10 MB"][0])
    _progress("speed")
    rounds = speed(present, small | large)
    rounds["all of these"] = together([rounds[name] for name in small])
    names = [*small, "all of these", *(name for name in large if name != COST)]

    origin = f"{len(texts)} documents" if docs else f"{len(texts)} generated documents, seed {SEED}"
    versions = ", ".join(contender.version for contender in present)
    print(
        f"{origin}, {sum(map(size, texts)) / 1e6:.1f} MB; Python {python_version()}, {versions}.\n"
    )
    print("How many times as fast as each marksplit is, by size of document:\n")
    print(_table(["marksplit against", *names], _speed_rows(present, rounds, names)))
    print("What each takes (cost per byte: 1 is its own on documents of 100 KB):\n")
    header = [
        "",
        "cost per byte, 1 MB",
        "10 MB",
        "peak memory, 10 MB",
        "import, markdown-it-py = 1",
    ]
    print(_table(header, _cost_rows(present, rounds, taken)))
    _progress("hostile documents")
    print(_hostile({family: growth(family) for family in HOSTILE}))


def _speed_rows(
    contenders: Iterable[Contender], rounds: Mapping[str, Sequence[Round]], names: Sequence[str]
) -> Iterable[list[str]]:
    for contender in contenders:
        if contender != MARKSPLIT:
            ratios = (ratio(rounds[name], contender.name, MARKSPLIT.name) for name in names)
            yield [contender.name, *map(_short, ratios)]


def _cost_rows(
    contenders: Iterable[Contender],
    rounds: Mapping[str, Sequence[Round]],
    taken: Mapping[str, Footprint],
) -> Iterable[list[str]]:
    for contender in contenders:
        name = contender.name
        costs = [best(rounds[large], name) / best(rounds[COST], name) for large in JOINED]
        yield [
            name,
            *map(_short, costs[1:]),
            f"{taken[name].peak:.0f} MB",
            _short(taken[name].imported),
        ]
    yield ["Python and the text alone", "", "", f"{taken[''].peak:.0f} MB", "0"]


def _hostile(found: Mapping[str, Growth]) -> str:
    worst = sorted(found, key=lambda family: -found[family].ratio)
    rows = ([name, _short(found[name].ratio), f"{found[name].seconds:.2f} s"] for name in worst[:8])
    return (
        f"{len(found)} families of hostile documents; 100 KB of the slowest takes"
        f" {max(each.seconds for each in found.values()):.1f} s of CPU time here."
        " Those that grow most:\n\n"
        + _table(["family", "time for 4 times the text", "100 KB, here"], rows)
    )


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [header, ["---", *("--:" for _ in header[1:])], *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _short(number: float) -> str:
    return f"{number:.2f}" if number < 1 else f"{number:.1f}" if number < 10 else f"{number:.0f}"


def _progress(part: str) -> None:
    print(f"measuring {part} ...", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
