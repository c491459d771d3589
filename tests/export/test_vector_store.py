"""The programs of the pages keep real vector stores in line with the files and embed no more."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from shutil import copytree, rmtree
from typing import Any
from zlib import crc32

import numpy as np
import pytest
from shown import EXAMPLES, SYNC, TEA, make_docs

from marksplit.cli import main

SIZE = 256
Row = tuple[str, int, int, list[str], str]
"""Source, first and last line, heading path and text."""
Rows = dict[str, tuple[Row, list[float]]]
_FIELDS = ("source", "first_line", "last_line", "heading_path", "text")
_SELECT = f"SELECT key, {', '.join(_FIELDS)}, vector FROM chunks"


def _row(fields: Mapping[str, Any], vector: Any) -> tuple[Row, list[float]]:
    source, first, last, path, text = (fields[name] for name in _FIELDS)
    titles = path.split(" > ") if isinstance(path, str) else list(path)
    long = np.asarray(vector, "float64")  # Qdrant keeps vectors of length 1
    return (source, first, last, titles, text), (long / np.linalg.norm(long)).round(5).tolist()


def _lancedb(program: dict[str, Any]) -> Rows:
    rows = program["table"].to_arrow().to_pylist()
    return {row["key"]: _row(row, row["vector"]) for row in rows}


def _chromadb(program: dict[str, Any]) -> Rows:
    found = program["chunks"].get(include=["documents", "metadatas", "embeddings"])
    columns = (found[name] for name in ("ids", "documents", "metadatas", "embeddings"))
    return {
        key: _row({**data, "text": text}, vector)
        for key, text, data, vector in zip(*columns, strict=True)
    }


def _qdrant(program: dict[str, Any]) -> Rows:
    client = program["QdrantClient"](path="store")
    points, _ = client.scroll("chunks", limit=1000, with_vectors=True)
    client.close()
    return {point.id.replace("-", ""): _row(point.payload, point.vector) for point in points}


def _duckdb(program: dict[str, Any]) -> Rows:
    rows = program["database"].execute(_SELECT).fetchall()
    return {row[0]: _row(dict(zip(_FIELDS, row[1:-1], strict=True)), row[-1]) for row in rows}


def _sqlite3(program: dict[str, Any]) -> Rows:
    rows = program["database"].execute(_SELECT)
    return {
        row[0]: _row(dict(zip(_FIELDS, row[1:-1], strict=True)), np.frombuffer(row[-1], "float32"))
        for row in rows
    }


STORES: dict[str, Callable[[dict[str, Any]], Rows]] = {
    "lancedb": _lancedb,
    "chromadb": _chromadb,
    "qdrant_client": _qdrant,
    "duckdb": _duckdb,
    "sqlite3": _sqlite3,
}
"""By the module that a program imports: what the store holds once it has run."""


class Follower:
    """A folder of documents and a store that follows it by the program of a page."""

    def __init__(self, module: str, folder: Path, patch: pytest.MonkeyPatch) -> None:
        (self._code,) = (
            code
            for examples in EXAMPLES.values()
            for code, _ in examples
            if re.search(rf"^(import|from) {module}\b", code, re.M) and "changes.jsonl" in code
        )
        self._module = module
        self._patch = patch
        self._program: dict[str, Any] = {}
        self._embedded: list[str] = []
        self.folder = folder
        self.docs = make_docs(folder)

    def _embed(self, texts: list[str]) -> list[list[float]]:
        """Counts of words, by their hashes."""
        self._embedded += texts
        vectors = np.zeros((len(texts), SIZE))
        for vector, text in zip(vectors, texts, strict=True):
            for word in re.findall(r"\w+", text.lower()):
                vector[crc32(word.encode()) % SIZE] += 1
        return vectors.tolist()

    def sync(self) -> None:
        """Let the command tell the changes."""
        self._patch.chdir(self.folder)
        assert main(SYNC[0].split()) == 0

    def apply(self) -> list[str]:
        """Run the program; returns the texts of documents that were embedded."""
        self.close()
        self._patch.chdir(self.folder)
        self._patch.setattr("marksplit.semantic.embedders.wordllama", lambda: self._embed)
        self._embedded.clear()
        exec(self._code, self._program)
        *texts, _question = self._embedded
        return texts

    def follow(self) -> list[str]:
        """Sync, apply, and say so."""
        self.sync()
        changes = self.folder / "changes.jsonl"
        if not changes.exists():
            return []
        texts = self.apply()
        changes.unlink()
        return texts

    def rows(self) -> Rows:
        """What the store holds."""
        self._patch.chdir(self.folder)
        return STORES[self._module](self._program)

    def fresh(self) -> Rows:
        """What a new store for the same documents holds."""
        folder = self.folder.with_name("fresh")
        folder.mkdir()
        other = Follower(self._module, folder, self._patch)
        rmtree(other.docs)
        copytree(self.docs, other.docs)
        other.follow()
        rows = other.rows()
        other.close()
        return rows

    def close(self) -> None:
        """Let go of the store, as the end of a program does."""
        if database := self._program.get("database"):
            database.close()
        if self._module == "chromadb":  # it keeps open what it knows by name
            import_module(
                "chromadb.api.shared_system_client"
            ).SharedSystemClient.clear_system_cache()
        self._program.clear()


@pytest.fixture(params=STORES)
def store(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Follower]:
    if request.param == "chromadb" and find_spec("chromadb") is None:
        pytest.skip("chromadb, of the extra stores, is not installed")
    folder = tmp_path / "a"
    folder.mkdir()
    follower = Follower(request.param, folder, monkeypatch)
    yield follower
    follower.close()


def _texts(rows: Rows) -> list[str]:
    return sorted(text for (*_, text), _ in rows.values())


def test_an_answer_names_its_file_and_lines(
    store: Follower, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(store.follow()) == 3
    answer = capsys.readouterr().out.splitlines()[-1]
    assert answer == r"docs/tea.md, lines 7-9: '## Brewing\n\nSteep it for three minutes.'"
    ((_, path, _),) = [row[2:] for row, _ in store.rows().values() if "Steep" in row[4]]
    assert path == ["Tea", "Brewing"]


def test_an_edited_line_is_one_text_embedded(
    store: Follower, capsys: pytest.CaptureFixture[str]
) -> None:
    store.follow()
    before = store.rows()
    (store.docs / "tea.md").write_text(TEA.replace("three", "four"))
    (embedded,) = store.follow()
    assert "Steep it for four minutes." in embedded
    assert "four minutes" in capsys.readouterr().out.splitlines()[-1]
    after = store.rows()
    assert len(after) == len(before) == 3
    assert len(after.keys() & before.keys()) == 2
    assert all(after[key] == before[key] for key in after.keys() & before.keys())
    assert after == store.fresh()


def test_what_has_only_moved_keeps_its_vector(store: Follower) -> None:
    store.follow()
    before = store.rows()
    (store.docs / "tea.md").write_text(TEA.replace("tin.\n", "tin.\n\n\n"))
    assert store.follow() == []
    after = store.rows()
    assert {key: vector for key, (_, vector) in after.items()} == {
        key: vector for key, (_, vector) in before.items()
    }
    assert after != before
    assert after == store.fresh()


def test_a_file_of_another_name_is_not_embedded_again(store: Follower) -> None:
    store.follow()
    before = store.rows()
    (store.docs / "tea.md").rename(store.docs / "leaves.md")
    assert store.follow() == []
    after = store.rows()
    assert _texts(after) == _texts(before)
    assert {source for (source, *_), _ in after.values()} == {"docs/leaves.md", "docs/coffee.md"}
    assert after == store.fresh()


def test_a_file_that_is_gone_is_gone(store: Follower) -> None:
    store.follow()
    (store.docs / "coffee.md").unlink()
    assert store.follow() == []
    assert {source for (source, *_), _ in store.rows().values()} == {"docs/tea.md"}


def test_a_store_can_become_empty(store: Follower) -> None:
    store.follow()
    for file in store.docs.iterdir():
        file.write_text("")
    assert store.follow() == []
    assert store.rows() == {}


def test_changes_that_were_applied_can_be_applied_again(store: Follower) -> None:
    store.follow()
    (store.docs / "coffee.md").rename(store.docs / "beans.md")
    (store.docs / "tea.md").write_text(TEA.replace("three", "four"))
    store.sync()
    assert len(store.apply()) == 1
    assert len(store.apply()) == 1
    assert store.rows() == store.fresh()
