"""Embeddings are kept by content; what is broken is made again, and said."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from marksplit.evaluation import EmbeddingCache

ONE, TWO = np.array([1.5, -2.0], dtype=np.float32), np.array([0.0, 3.0], dtype=np.float32)


def filled(folder: Path, notes: list[str]) -> EmbeddingCache:
    cache = EmbeddingCache(folder, "package.module:embed", note=notes.append)
    cache.store({"one": ONE, "two \ud800": TWO})
    return cache


def test_vectors_are_there_again_for_the_same_embedder_only(tmp_path: Path) -> None:
    notes: list[str] = []
    filled(tmp_path / "made", notes)
    again = EmbeddingCache(tmp_path / "made", "package.module:embed", note=notes.append)
    found = again.load(["one", "two \ud800", "three"])
    assert {text: vector.tolist() for text, vector in found.items()} == {
        "one": [1.5, -2.0],
        "two \ud800": [0.0, 3.0],
    }
    other = EmbeddingCache(tmp_path / "made", "package.module:embed2", note=notes.append)
    assert other.load(["one"]) == {}
    assert notes == []


def test_a_broken_entry_is_left_out_and_told(tmp_path: Path) -> None:
    notes: list[str] = []
    cache = filled(tmp_path, notes)
    with closing(sqlite3.connect(cache.path)) as database, database:
        database.execute("UPDATE vectors SET vector = zeroblob(8) WHERE length(vector) > 0")
        database.execute("UPDATE vectors SET vector = 'text' WHERE rowid = 1")
    assert cache.load(["one", "two \ud800"]) == {}
    assert notes == [f"{cache.path}: 2 of its embeddings are broken and made again"]


@pytest.mark.parametrize("damage", ["cut", "overwritten"])
def test_a_broken_file_is_removed_and_told(tmp_path: Path, damage: str) -> None:
    notes: list[str] = []
    cache = filled(tmp_path, notes)
    data = cache.path.read_bytes()
    cache.path.write_bytes(data[:5000] if damage == "cut" else b"no database" * 500)
    again = EmbeddingCache(tmp_path, "package.module:embed", note=notes.append)
    assert again.load(["one"]) == {}
    again.store({"one": ONE})
    assert again.load(["one"])["one"].tolist() == [1.5, -2.0]
    (told,) = notes
    assert str(cache.path) in told
    assert "made again" in told


def test_a_file_that_breaks_while_it_is_used_is_an_error_with_its_name(tmp_path: Path) -> None:
    cache = filled(tmp_path, [])
    cache.path.write_bytes(b"no database" * 500)
    with pytest.raises(OSError, match=r"embeddings-package-module-embed-\w+\.sqlite: file is not"):
        cache.load(["one"])


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="file"):
        EmbeddingCache(tmp_path / "file", "name", note=print)
