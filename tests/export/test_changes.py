"""Changes become steps for a store: what is new is embedded, what has moved keeps its vector."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from marksplit import EmbeddingError, OptionError
from marksplit.export.changes import Step, read_changes

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a file of changes; what is no string becomes JSON."""

    def written(*lines: object) -> Path:
        path = tmp_path / "changes.jsonl"
        texts = [each if isinstance(each, str) else json.dumps(each) for each in lines]
        path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
        return path

    return written


def upsert(key: str, *, old_key: str | None = None, embed: bool = True) -> dict[str, Any]:
    record = {"key": key, "text": key, "contextual_text": f"text of {key}"}
    return {"op": "upsert", "key": key, "old_key": old_key, "embed": embed, "record": record}


def delete(key: str) -> dict[str, Any]:
    return {"op": "delete", "key": key, "change": "removed", "source": "a.md"}


class Model:
    """An embedder whose vectors are the texts, and which remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    def __call__(self, texts: list[str]) -> list[str]:
        self.asked.append(texts)
        return texts


class Vectors:
    """Those that a store has, and what it was asked."""

    def __init__(self, *keys: str) -> None:
        self.keys = keys
        self.asked: list[list[str]] = []

    def __call__(self, keys: list[str]) -> dict[str, str]:
        self.asked.append(keys)
        return {key: f"vector of {key}" for key in keys if key in self.keys}


def steps(path: Path, *has: str, at_once: int = 500) -> list[Step[str]]:
    return list(read_changes(path, embed=Model(), stored=Vectors(*has), at_once=at_once))


def test_what_is_new_gets_the_vector_of_its_text_to_embed(write: Write) -> None:
    (step,) = steps(write(upsert("a"), upsert("b"), delete("c")))
    assert [record["key"] for record in step.records] == ["a", "b"]
    assert step.vectors == ["text of a", "text of b"]
    assert step.deleted == ["c"]


def test_what_has_moved_keeps_the_vector_of_its_old_key(write: Write) -> None:
    model, vectors = Model(), Vectors("old", "same")
    path = write(
        upsert("new"),
        upsert("moved", old_key="old", embed=False),
        upsert("same", old_key="same", embed=False),
        delete("old"),
    )
    (step,) = read_changes(path, embed=model, stored=vectors)
    assert step.vectors == ["text of new", "vector of old", "vector of same"]
    assert model.asked == [["text of new"]]
    assert vectors.asked == [["old", "moved", "same"]]


def test_applied_again_a_vector_is_found_where_it_went(write: Write) -> None:
    (step,) = steps(write(upsert("moved", old_key="old", embed=False), delete("old")), "moved")
    assert step.vectors == ["vector of moved"]


def test_neither_function_is_called_for_nothing(write: Write) -> None:
    model, vectors = Model(), Vectors()
    assert list(read_changes(write(delete("a")), embed=model, stored=vectors)) == [
        Step([], [], ["a"])
    ]
    assert model.asked == vectors.asked == []
    assert steps(write()) == []


def test_a_step_is_made_when_it_is_asked_for(write: Write) -> None:
    model = Model()
    found = read_changes(
        write(upsert("a"), upsert("b"), upsert("c")), embed=model, stored=Vectors(), at_once=2
    )
    next(found)
    assert model.asked == [["text of a", "text of b"]]
    assert next(found).vectors == ["text of c"]


def test_a_store_that_lacks_a_vector_is_told(write: Write) -> None:
    path = write(upsert("a"), upsert("moved", old_key="old", embed=False))
    with pytest.raises(ValueError, match="line 2: the store has no vector of old, so") as error:
        steps(path)
    assert str(error.value).startswith(str(path))


@pytest.mark.parametrize(
    "line",
    [
        "",
        "{",
        "[1]",
        "[" * 100_000,
        {"op": "delete"},
        {"op": "insert", "key": "a"},
        {**upsert("a"), "record": None},
        {**upsert("a"), "embed": "yes"},
        {"key": "a", "text": "a record, no change"},
    ],
    ids=range(9),
)
def test_a_line_that_is_no_change_is_named(write: Write, line: object) -> None:
    with pytest.raises(ValueError, match=r"changes\.jsonl: line 2: no change, "):
        steps(write(upsert("a"), line))


def test_vectors_that_are_too_few_are_told(write: Write) -> None:
    with pytest.raises(EmbeddingError, match="embed returned 1 vectors for 2 texts"):
        list(
            read_changes(
                write(upsert("a"), upsert("b")), embed=lambda texts: texts[:1], stored=Vectors()
            )
        )


def test_a_step_has_at_least_one_change(write: Write) -> None:
    with pytest.raises(OptionError, match="at_once must be at least 1, not 0"):
        read_changes(write(), embed=Model(), stored=Vectors(), at_once=0)
