"""Prints how often cuts by meaning hit a change of topic: `python tests/benchmarks/borders.py`.

Paragraphs of documents are joined to one, so that where the topic changes is known.
"""

from __future__ import annotations

import re
from argparse import ArgumentParser
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import NamedTuple

from size_classes import SEED, read

from marksplit import ChunkOptions, CutScorer, MarksplitError, chunk, parse
from marksplit.semantic import semantic_cuts
from marksplit.semantic.embedders import named_embed

SIZES = (800, 1500)
RUNS, LENGTH = 150, 8
"""So many texts of so many paragraphs each are cut."""
_PROSE = re.compile(r"[A-ZÀ-Þ].*[.!?] [A-ZÀ-Þ].*\.", re.DOTALL)
"""At least two sentences."""


class Joined(NamedTuple):
    """Paragraphs joined to one, and where each but the first starts."""

    text: str
    borders: frozenset[int]


def main() -> None:
    parser = ArgumentParser(
        prog="python tests/benchmarks/borders.py",
        description="Join paragraphs of documents, cut what comes of it, and count the cuts that are "
        "where two paragraphs met; prints a Markdown table.",
    )
    parser.add_argument("--docs", type=Path, required=True, metavar="DIR", help="Markdown files")
    parser.add_argument("--embed", default="wordllama", help="what embeds (%(default)s)")
    given = parser.parse_args()
    try:
        scorer = semantic_cuts(named_embed(given.embed))
    except MarksplitError as error:
        parser.error(str(error))
    documents = [found for text in read(given.docs)[0] if len(found := prose(text)) >= LENGTH]
    if not documents:
        parser.error(f"no document in {given.docs} has {LENGTH} paragraphs of prose")
    print("| paragraphs of | max_size | cuts at a border | with cuts by meaning | chunks |")
    print("| --- | --: | --: | --: | --: |")
    for name, draw in (("different documents", from_any), ("one document", from_one)):
        rng = Random(SEED)
        texts = [joined(draw(documents, rng)) for _ in range(RUNS)]
        for size in SIZES:
            (plain, few), (scored, many) = (hits(texts, size, cuts) for cuts in (None, scorer))
            more = f"{100 * (many / few - 1):+.0f} %"
            print(f"| {name} | {size} | {100 * plain:.0f} % | {100 * scored:.0f} % | {more} |")


def prose(text: str) -> list[str]:
    """Paragraphs of 150 to 1,500 characters and at least two sentences, each on one line."""
    found = [
        " ".join(text[block.start : block.end].split())
        for block in parse(text).blocks
        if block.kind == "paragraph"
    ]
    return [each for each in found if 150 <= len(each) < 1500 and _PROSE.fullmatch(each)]


def from_any(documents: Sequence[Sequence[str]], rng: Random) -> list[str]:
    """Paragraphs that have nothing to do with each other, mostly."""
    return [rng.choice(rng.choice(documents)) for _ in range(LENGTH)]


def from_one(documents: Sequence[Sequence[str]], rng: Random) -> list[str]:
    """Paragraphs that follow each other in a document."""
    document = rng.choice(documents)
    first = rng.randrange(len(document) - LENGTH + 1)
    return list(document[first : first + LENGTH])


def joined(paragraphs: Sequence[str]) -> Joined:
    """One paragraph of all."""
    starts = accumulate(len(each) + 1 for each in paragraphs[:-1])
    return Joined(" ".join(paragraphs), frozenset(starts))


def hits(texts: Sequence[Joined], size: int, cuts: CutScorer | None) -> tuple[float, int]:
    """The share of cuts that are at a border, and the number of chunks."""
    options = ChunkOptions(max_size=size, cuts=cuts)
    found = [(text, chunk(text.text, options)) for text in texts]
    starts = [each.start in text.borders for text, chunks in found for each in chunks[1:]]
    return sum(starts) / len(starts), sum(len(chunks) for _, chunks in found)


if __name__ == "__main__":
    main()
