"""Prints the tables of speed, memory and hostile documents: `python tests/benchmarks`.

Reads arguments and says what is measured; how is said in `measurements`.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from platform import python_version

from contenders import CONTENDERS
from measurements import HOSTILE, footprints, growth, speed, together
from ratio_tables import COST, cost_table, hostile_table, speed_table
from size_classes import SEED, by_size, generated, joined, read, size


def main() -> None:
    parser = ArgumentParser(
        prog="python tests/benchmarks",
        description="Measure marksplit against its parser and peers; prints Markdown tables.",
    )
    parser.add_argument(
        "--docs",
        type=Path,
        metavar="PATH",
        help="measure on this Markdown file, or the *.md under this folder, not on generated ones",
    )
    docs = parser.parse_args().docs
    texts, refused = read(docs) if docs else (generated(), [])
    small, large = by_size(texts), joined(texts)
    present = [contender for contender in CONTENDERS if contender.installed]

    origin = (
        f"{len(texts)} documents" if docs else f"{len(texts)} generated documents (seed {SEED})"
    )
    versions = ", ".join(contender.version for contender in present)
    print(f"{origin}, {sum(map(size, texts)) / 1e6:.1f} MB; Python {python_version()}, {versions}.")
    for path in refused:
        print(f"Left out, not UTF-8: {path}")
    for contender in CONTENDERS:
        if contender not in present:
            print(f"Left out, not installed: {contender.distribution}")

    _progress("speed")
    rounds = speed(present, small | large)
    rounds["all of these"] = together([rounds[name] for name in small])
    classes = [*small, "all of these", *(name for name in large if name != COST)]
    print("\nTimes as fast as each, by size of document:\n")
    print(speed_table(present, rounds, classes))
    _progress("memory and import")
    print(
        f"\nCost per byte, as a multiple of each one's own at {COST}; peak memory of the process;"
    )
    print("CPU time of the import, as a multiple of markdown-it-py's:\n")
    print(cost_table(present, rounds, footprints(present, large["10 MB"][0])))
    _progress("hostile documents")
    found = {family: growth(family) for family in HOSTILE}
    print(f"\nOf {len(found)} families of hostile documents, those whose time grows most:\n")
    print(hostile_table(found))


def _progress(part: str) -> None:
    print(f"measuring {part} ...", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
