"""Changes that ``marksplit sync`` hands over, ready for a store: records with vectors, and keys.

How changes are found is the command's business; no store is known here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from os import PathLike, fspath
from typing import Generic, NamedTuple, TypeVar

from marksplit import EmbeddingError, OptionError

Vector = TypeVar("Vector")


class Step(NamedTuple, Generic[Vector]):
    """Some of the changes: what to upsert, then what to delete. Either may be empty."""

    records: list[dict[str, object]]
    """To upsert by their ``key``."""
    vectors: list[Vector]
    """One for each record."""
    deleted: list[str]
    """Keys to delete."""


class _Upsert(NamedTuple):
    place: str
    record: dict[str, object]
    key: str
    old_key: str | None
    embed: bool


def read_changes(
    path: str | PathLike[str],
    *,
    embed: Callable[[list[str]], Iterable[Vector]],
    stored: Callable[[list[str]], Mapping[str, Vector]],
    at_once: int = 500,
) -> Iterator[Step[Vector]]:
    """What a store has to do, in order; apply each step before you ask for the next.

    Only what has changed is embedded; what has only moved keeps the vector that the store has.
    A file that was applied in part can be applied again from its start.

    Args:
        path: the changes, as ``marksplit sync`` writes them.
        embed: a function from n texts to n vectors. It is given each record's ``contextual_text``, or
            its ``text`` where it has none.
        stored: a function from keys to the vectors that the store has for them, by key; those
            that it does not have are left out.
        at_once: the most changes in a step, and so the most texts for `embed`; at least 1.

    Raises:
        OptionError: `at_once` is less than 1.
        ValueError: a line is no change or has no text to embed, or the store lacks the vector of
            a chunk that has only moved; the message names the line.
        EmbeddingError: `embed` does not return a vector for each text.
    """
    if at_once < 1:
        raise OptionError("at_once", at_once, "at least 1")
    return _steps(path, embed, stored, at_once)


def _steps(
    path: str | PathLike[str],
    embed: Callable[[list[str]], Iterable[Vector]],
    stored: Callable[[list[str]], Mapping[str, Vector]],
    at_once: int,
) -> Iterator[Step[Vector]]:
    with open(path, "rb") as file:
        lines = enumerate(file, 1)
        while some := list(islice(lines, at_once)):
            changes = [_parse(f"{fspath(path)}: line {number}", line) for number, line in some]
            upserts = [each for each in changes if isinstance(each, _Upsert)]
            yield Step(
                [each.record for each in upserts],
                _vectors(upserts, embed, stored),
                [each for each in changes if isinstance(each, str)],
            )


def _parse(place: str, line: bytes) -> _Upsert | str:
    """What to upsert, or the key to delete."""
    match _loaded(line):
        case {"op": "delete", "key": str(key)}:
            return key
        case {
            "op": "upsert",
            "key": str(key),
            "old_key": str() | None as old_key,
            "embed": bool(embed),
            "record": dict(record),
        }:
            return _Upsert(place, record, key, old_key, embed)
    raise ValueError(f'{place}: no change, which has an "op" and what belongs to it')


def _loaded(line: bytes) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _vectors(
    upserts: Sequence[_Upsert],
    embed: Callable[[list[str]], Iterable[Vector]],
    stored: Callable[[list[str]], Mapping[str, Vector]],
) -> list[Vector]:
    """The vectors of what is to be upserted: made, or those that the store has."""
    new = [each for each in upserts if each.embed]
    moved = [each for each in upserts if not each.embed]
    vectors: dict[str, Vector] = {}
    if moved:
        had = stored(list(dict.fromkeys(key for each in moved for key in _keys(each))))
        for each in moved:
            key = next((key for key in _keys(each) if key in had), None)
            if key is None:
                raise ValueError(
                    f"{each.place}: the store has no vector of {each.old_key or each.key}, so it "
                    "is not what the index says: empty it, delete the index and run sync again"
                )
            vectors[each.key] = had[key]
    if new:
        made = list(embed([_text_to_embed(each) for each in new]))
        if len(made) != len(new):
            raise EmbeddingError(f"embed returned {len(made)} vectors for {len(new)} texts")
        vectors.update(zip((each.key for each in new), made, strict=True))
    return [vectors[each.key] for each in upserts]


def _keys(moved: _Upsert) -> list[str]:
    """Where the vector of a chunk that has only moved is; the second, when it is applied again."""
    return [key for key in (moved.old_key, moved.key) if key is not None]


def _text_to_embed(upsert: _Upsert) -> str:
    text = upsert.record.get("contextual_text", upsert.record.get("text"))
    if not isinstance(text, str):
        raise ValueError(f"{upsert.place}: the record has no text to embed")
    return text
