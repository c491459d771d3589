"""Drawings of how a text is cut: its lines with a mark where each chunk starts, and the chunks.

How to read one is told in `tests/README.md`. What is cut, and how, is a matter of the tests.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from string import ascii_uppercase
from unicodedata import category

from syrupy.data import Snapshot, SnapshotCollection
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from syrupy.location import PyTestLocation
from syrupy.types import SnapshotIndex

from marksplit import Chunk, Reference

START, START_OF_REPEATED, INSIDE, REPEATED, OUTSIDE = "┌╔│║ "
SEPARATOR = "›"
NO_LINE_END = "⟨end⟩"
EMPTY_TITLE = "⟨empty⟩"
SYMBOLS = {"\t": "→", "\r": "␍", "\n": "␊", "\0": "␀"}
TRAILING_BLANK = "·"
_TAKEN = frozenset((*SYMBOLS.values(), TRAILING_BLANK, SEPARATOR, "⟨", "⟩"))
_HIDDEN = frozenset(("Cc", "Cf", "Cs", "Zs", "Zl", "Zp"))
_BLANK = re.compile(r"[ \t]*(?:\r\n?|\n)?")
_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")


def drawing(text: str, results: Mapping[str, Sequence[Chunk]]) -> str:
    """`text` as it is cut in each of `results`, by their labels; equal ones share a column."""
    columns: dict[tuple[str, ...], list[str]] = {}
    chunks: dict[tuple[str, ...], Sequence[Chunk]] = {}
    for label, found in results.items():
        key = tuple(_shown(each, text) for each in found)
        columns.setdefault(key, []).append(label)
        chunks[key] = found
    lines = [
        f"{letter}  max_size {', '.join(labels)}"
        for letter, labels in zip(ascii_uppercase, columns.values(), strict=False)
    ]
    lines += ["", *_rows(text, list(chunks.values())), "", *_list(chunks)]
    return "".join(f"{line.rstrip(' ')}\n" for line in lines)


def visible(text: str) -> str:
    """`text` on one line, each character of its own look."""
    return "".join(map(_visible, text))


def _visible(char: str) -> str:
    if char in SYMBOLS:
        return SYMBOLS[char]
    if char in _TAKEN or (char != " " and category(char) in _HIDDEN):
        return f"⟨{ord(char):04X}⟩"
    return char


def _source(text: str) -> str:
    """A line of the source, or a part of one, with its line end and trailing blanks visible."""
    body = text.rstrip("\r\n")
    end = text[len(body) :]
    kept = body.rstrip(" ")
    blanks = TRAILING_BLANK * (len(body) - len(kept))
    return visible(kept) + blanks + ("" if end == "\n" else visible(end))


def _rows(text: str, columns: Sequence[Sequence[Chunk]]) -> Iterator[str]:
    """A row for each line of the source, and for each part of one that is cut."""
    edges = {each.start for found in columns for each in found}
    edges |= {_repeated_end(text, each) for found in columns for each in found if each.overlap}
    lines = [match for match in _LINE.finditer(text) if match[0]]
    width = len(f"{len(lines)}:{max((len(line[0]) for line in lines), default=0)}")
    starts = [[each.start for each in found] for found in columns]
    for number, line in enumerate(lines, 1):
        begin, end = line.span()
        parts = [begin, *(edge for edge in range(begin + 1, end) if edge in edges), end]
        for low, high in pairwise(parts):
            marks = " ".join(map(_mark, columns, starts, [low] * len(columns)))
            label = f"{number}:{low - begin + 1}" if low > begin else str(number)
            last = NO_LINE_END if high == len(text) and not line[2] else ""
            yield f"{marks}  {label:<{width}}  {_source(text[low:high])}{last}"


def _own_start(chunk: Chunk) -> int:
    return chunk.start + chunk.overlap


def _repeated_end(text: str, chunk: Chunk) -> int:
    """Where the text goes on behind what `chunk` repeats: not at mere blanks, nor a line end."""
    return _BLANK.match(text, _own_start(chunk)).end()  # type: ignore[union-attr]  # may be empty


def _mark(chunks: Sequence[Chunk], starts: Sequence[int], position: int) -> str:
    """What happens in the text that follows `position`, up to the next cut."""
    index = bisect_right(starts, position) - 1
    if index < 0 or chunks[index].end <= position:
        return OUTSIDE
    found = chunks[index]
    if found.start == position:
        return START_OF_REPEATED if found.overlap else START
    return REPEATED if position < _own_start(found) else INSIDE


def _list(columns: Mapping[tuple[str, ...], Sequence[Chunk]]) -> Iterator[str]:
    """Every chunk once, in order, with the letters of the columns that it is in."""
    where: dict[tuple[int, int, str], str] = {}
    for letter, (key, found) in zip(ascii_uppercase, columns.items(), strict=False):
        for shown, each in zip(key, found, strict=True):
            place = each.start, each.end, shown
            where[place] = where.get(place, "") + letter
    letters = ascii_uppercase[: len(columns)]
    for (_, _, shown), among in sorted(where.items()):
        first, *more = shown.split("\n")
        yield f"{' '.join(each if each in among else ' ' for each in letters)}  {first}"
        for line in more:
            yield f"{' ' * (2 * len(letters) - 1)}    {line}"


def _shown(chunk: Chunk, text: str) -> str:
    """What a chunk is, on one line, with more lines for what it holds beside its text."""
    wide, size = len(str(len(text))), chunk.end - chunk.start
    before, _, after = chunk.with_context().partition(chunk.text)
    span = f"{chunk.start:>{wide}}-{chunk.end:<{wide}}"
    fields = [span, f"{chunk.first_line}-{chunk.last_line}", " ".join(chunk.kinds)]
    fields += [f"size {chunk.size}"] if chunk.size != size else []
    fields += [f"overlap {chunk.overlap}"] if chunk.overlap else []
    fields += ["oversize"] if chunk.oversize else []
    fields += [f"#{visible(chunk.anchor)}"] if chunk.anchor else []
    fields += [f"{SEPARATOR} {visible(title) or EMPTY_TITLE}" for title in chunk.heading_path]
    lines = ["  ".join(fields)]
    lines += [f"context    {visible(chunk.context)}"] if chunk.context else []
    lines += [f"shortened  {visible(before)}"] if before.startswith("…") else []
    lines += [f"closing    {visible(after)}"] if after else []
    lines += [f"reference  {visible(_reference(each))}" for each in chunk.references]
    return "\n".join(lines)


def _reference(reference: Reference) -> str:
    title = f" {reference.title!r}" if reference.title else ""
    where = f"{reference.start}-{reference.end}"
    return f"{reference.kind} [{reference.label}] at {where}: {reference.target!r}{title}"


class DrawingExtension(SingleFileSnapshotExtension):
    """A drawing per fixture, in a file of the fixture's name."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"

    @classmethod
    def get_file_basename(cls, *, test_location: PyTestLocation, index: SnapshotIndex) -> str:
        return _fixture_of(test_location)

    @classmethod
    def matches_test_location(
        cls, *, test_location: PyTestLocation, snapshot_location: str
    ) -> bool:
        path = Path(snapshot_location)
        return path.parent.name == test_location.basename and (
            path.stem == _fixture_of(test_location)
        )

    def read_snapshot_collection(self, *, snapshot_location: str) -> SnapshotCollection:
        collection = SnapshotCollection(location=snapshot_location)
        collection.add(Snapshot(name=f"test_fixture[{Path(snapshot_location).stem}]"))
        return collection


def _fixture_of(location: PyTestLocation) -> str:
    """What stands between the brackets of the test's name."""
    return location.snapshot_name.partition("[")[2].removesuffix("]")
