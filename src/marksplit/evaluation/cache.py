"""Embeddings kept on disk, by the content of their texts; what is broken there is made again.

How texts are embedded is the matter of who asks.
"""

from __future__ import annotations

import os
import re
import sqlite3
import sys
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]
Note = Callable[[str], None]

_TABLE = "CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB, crc INTEGER)"
_WAIT = 60.0
"""Seconds to wait for another process that writes to the same file."""


def user_cache() -> Path:
    """Where the platform keeps what can be made again, and in it the folder of this package."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base, "marksplit")


class EmbeddingCache:
    """The embeddings that one embedder has made, in one SQLite file.

    An embedder is known by its name alone: where another model takes a name over, delete the file.

    Args:
        folder: where the file is; made when it is missing.
        embedder: the embedder's name.
        note: told of what is broken and made again.

    Raises:
        OSError: the folder or the file cannot be made.
    """

    def __init__(self, folder: Path, embedder: str, *, note: Note) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        readable = re.sub(r"\W+", "-", embedder).strip("-")[:40]
        name = f"embeddings-{readable}-{sha256(embedder.encode()).hexdigest()[:8]}.sqlite"
        self.path = folder / name
        self._note = note
        try:
            self._check()
        except sqlite3.OperationalError as error:  # locked, no space, no rights
            raise OSError(f"{self.path}: {error}") from error
        except sqlite3.DatabaseError as error:
            note(f"{self.path}: {error}; it is removed, and its embeddings are made again")
            self.path.unlink()

    def load(self, texts: Sequence[str]) -> dict[str, Vector]:
        """The vectors of those of `texts` that are kept.

        Raises:
            OSError: the file cannot be read.
        """
        found: dict[str, Vector] = {}
        broken = 0
        with self._database() as database:
            for text in texts:
                row = database.execute(
                    "SELECT vector, crc FROM vectors WHERE key = ?", (_key(text),)
                ).fetchone()
                if row is None:
                    continue
                if _is_whole(*row):
                    found[text] = np.frombuffer(row[0], dtype="<f4")
                else:
                    broken += 1
        if broken:
            self._note(f"{self.path}: {broken} of its embeddings are broken and made again")
        return found

    def store(self, vectors: Mapping[str, Vector]) -> None:
        """Keep the vectors of these texts: all of them, or none when it fails.

        Raises:
            OSError: the file cannot be written.
        """
        rows = []
        for text, vector in vectors.items():
            data = vector.astype("<f4").tobytes()
            rows.append((_key(text), data, zlib.crc32(data)))
        with self._database() as database:
            database.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)", rows)

    def _check(self) -> None:
        with self._connection() as database:
            (state,) = database.execute("PRAGMA quick_check(1)").fetchone()
            if state != "ok":
                raise sqlite3.DatabaseError(state)

    @contextmanager
    def _database(self) -> Iterator[sqlite3.Connection]:
        """The open file with its table; what fails there is an `OSError`."""
        try:
            with self._connection() as database:
                database.execute(_TABLE)
                yield database
        except sqlite3.Error as error:
            raise OSError(f"{self.path}: {error}") from error

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        """The open file, in one transaction."""
        with closing(sqlite3.connect(self.path, timeout=_WAIT)) as database, database:
            yield database


def _key(text: str) -> bytes:
    return sha256(text.encode("utf-8", "surrogatepass")).digest()


def _is_whole(data: object, crc: object) -> bool:
    return (
        isinstance(data, bytes) and len(data) % 4 == 0 and data != b"" and zlib.crc32(data) == crc
    )
