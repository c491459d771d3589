"""The ids of chunks: equal for equal heading path, text and occurrence. Nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256


class ChunkIds:
    """The ids of the chunks of one document, asked for in order."""

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}
        self._path: tuple[str, ...] | None = None
        self._head = ""

    def next(self, heading_path: tuple[str, ...], text: str) -> str:
        """The id of the next chunk; it counts equal ones."""
        if heading_path is not self._path:
            self._path, self._head = heading_path, _measured(heading_path)
        first = _digest(self._head, text, 0)
        occurrence = self._seen.get(first, 0)
        self._seen[first] = occurrence + 1
        return _digest(self._head, text, occurrence) if occurrence else first


def chunk_id(heading_path: Sequence[str], text: str, occurrence: int) -> str:
    """The id of a chunk; `occurrence` counts equal chunks of a document from 0."""
    return _digest(_measured(heading_path), text, occurrence)


def _measured(parts: Iterable[str]) -> str:
    """`parts` joined, each after its length, which makes the joined text unambiguous."""
    return "".join([f"{len(part)}:{part}" for part in parts])


def _digest(head: str, text: str, occurrence: int) -> str:
    number = str(occurrence)
    joined = f"{head}{len(text)}:{text}{len(number)}:{number}"
    return sha256(joined.encode("utf-8", "surrogatepass")).hexdigest()[:32]
