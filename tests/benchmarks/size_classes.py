"""The documents to measure on, sorted by size: generated ones, or files by path.

Says nothing about who is measured.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle, pairwise
from pathlib import Path
from random import Random

from generated_documents import KB, MB, generate_many

from marksplit import parse

SEED = 1
SMALL = {"under 4 KB": 4, "4-16 KB": 16, "16-64 KB": 64, "64-256 KB": 256, "over 256 KB": 10**9}
"""Classes of single documents, by the KB below which a document belongs to one."""
JOINED = {"100 KB": 100 * KB, "1 MB": MB, "10 MB": 10 * MB}
"""Classes of joined documents: the same 10 MB of text in documents of each size."""


def generated() -> list[str]:
    """Half a megabyte of documents for each class below 256 KB."""
    bounds = (1, 4, 16, 64, 256)
    return [
        text
        for low, high in pairwise(bounds)
        for text in generate_many(SEED, low * KB, int(high * 0.9 * KB), MB // 2)
    ]


def read(path: Path) -> tuple[list[str], list[Path]]:
    """The Markdown file at `path`, or all of them under it; and those that are not UTF-8.

    Raises:
        SystemExit: there is no Markdown at `path`.
    """
    files = [path] if path.is_file() else sorted(path.rglob("*.md"))
    texts, refused = [], []
    for file in files:
        try:
            texts.append(file.read_bytes().decode("utf-8"))
        except UnicodeDecodeError:
            refused.append(file)
    if not texts:
        raise SystemExit(
            f"no Markdown to measure on: {path} is neither a file in UTF-8"
            " nor a folder with a *.md file in UTF-8"
        )
    return texts, refused


def size(text: str) -> int:
    """Bytes in UTF-8."""
    return len(text.encode("utf-8", "surrogatepass"))


def by_size(texts: Sequence[str]) -> dict[str, list[str]]:
    """The classes of `SMALL` that are not empty."""
    classes: dict[str, list[str]] = {name: [] for name in SMALL}
    for text in texts:
        kilobytes = size(text) / KB
        classes[next(name for name, high in SMALL.items() if kilobytes < high)].append(text)
    return {name: found for name, found in classes.items() if found}


def joined(texts: Sequence[str]) -> dict[str, list[str]]:
    """The classes of `JOINED`, made of `texts` in random order, repeated until there is enough."""
    parts = [f"{text}\n\n" for text in texts if _closed(text)]
    if not parts:
        raise SystemExit("every document ends in an open block: none can be joined")
    Random(SEED).shuffle(parts)
    pieces = list(_until(cycle(parts), 10 * MB))
    return {name: list(_portions(pieces, limit)) for name, limit in JOINED.items()}


def _closed(text: str) -> bool:
    """Whether text behind the document is read as Markdown, not as the rest of a fence or tag."""
    return bool(text) and parse(f"{text}\n\n# End\n").blocks[-1].kind == "heading"


def _until(parts: Iterator[str], total: int) -> Iterator[str]:
    done = 0
    while done < total:
        part = next(parts)
        done += size(part)
        yield part


def _portions(pieces: Sequence[str], limit: int) -> Iterator[str]:
    portion: list[str] = []
    filled = 0
    for piece in pieces:
        portion.append(piece)
        filled += size(piece)
        if filled >= limit:
            yield "".join(portion)
            portion, filled = [], 0
    if portion:
        yield "".join(portion)
