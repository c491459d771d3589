"""What is measured of the contenders, as plain numbers: speed, footprint, hostile documents.

Tables are made of these, and goals are held against them, elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from runpy import run_path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from contenders import BLOCKS, MARKSPLIT, Contender
from generated_documents import KB
from interleaved import Round, best, take_turns
from isolated import import_time, peak_memory

HOSTILE: dict[str, Callable[[int], str]] = run_path(str(Path(__file__).parents[1] / "hostile.py"))[
    "HOSTILE"
]
"""The families of documents that hurt a block parser, by name."""


class Footprint(NamedTuple):
    """Memory and import of one contender."""

    peak: float
    """MB of the process at most."""
    imported: float
    """CPU time of its import, as a multiple of importing markdown-it-py."""


class Growth(NamedTuple):
    """How the time for a hostile family grows."""

    ratio: float
    """Time for 4 times the text over time for the text."""
    seconds: float
    """For 100 KB, on this machine."""


def speed(
    contenders: Sequence[Contender], classes: Mapping[str, Sequence[str]]
) -> dict[str, list[Round]]:
    """Rounds of all `contenders` on each class of documents."""
    runs = {contender.name: contender.load() for contender in contenders}
    return {name: take_turns(runs, texts) for name, texts in classes.items()}


def together(rounds: Sequence[Sequence[Round]]) -> list[Round]:
    """The rounds of several classes as rounds over the documents of all of them."""
    return [
        {name: sum(each[name] for each in same) for name in set.intersection(*map(set, same))}
        for same in zip(*rounds, strict=False)
    ]


def footprints(contenders: Sequence[Contender], text: str) -> dict[str, Footprint]:
    """By contender's name; ``""``: Python itself with the text read."""
    everyone = (None, *contenders)
    with TemporaryDirectory() as folder:
        document = Path(folder) / "document.md"
        document.write_bytes(text.encode("utf-8"))
        peaks = [peak_memory(contender, document) for contender in everyone]
    imports = [[import_time(contender) for contender in everyone] for _ in range(6)]
    bare, *times = map(min, zip(*imports[1:], strict=True))  # the first may compile to bytecode
    parser = times[list(contenders).index(BLOCKS)] - bare
    relative = [0.0, *((seconds - bare) / parser for seconds in times)]
    names = ["", *(contender.name for contender in contenders)]
    return {
        name: Footprint(peak, imported)
        for name, peak, imported in zip(names, peaks, relative, strict=True)
    }


def growth(family: str) -> Growth:
    """marksplit on a hostile document of about 25 KB against one of 100 KB."""
    small, large = (hostile_document(family, size) for size in (25 * KB, 100 * KB))
    run = {MARKSPLIT.name: MARKSPLIT.load()}
    quick, slow = (
        best(take_turns(run, [text], at_most=3), MARKSPLIT.name) for text in (small, large)
    )
    return Growth(4 * (slow / len(large)) / (quick / len(small)), slow * 100 * KB / len(large))


def hostile_document(family: str, size: int) -> str:
    """The smallest document of the family with at least `size` characters."""
    make = HOSTILE[family]
    low, high = 1, size
    while low < high:
        middle = (low + high) // 2
        if len(make(middle)) < size:
            low = middle + 1
        else:
            high = middle
    return make(low)
