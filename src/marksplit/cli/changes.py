"""What a store has to do when its chunks change: told from the records of before and after.

No document is read or cut, and nothing is written.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from typing import NamedTuple

from marksplit.cli.chunk_files import Record, read_records
from marksplit.cli.failures import Failures
from marksplit.cli.reading import InputError
from marksplit.cli.writing import to_json

_PLACE = (
    *("source", "index", "total", "position", "start", "end", "first_line", "last_line"),
    *("section_start", "section_end"),
)
_CONTEXTUAL = "contextual_text"
_MEANINGS = {
    "added": "to embed and upsert",
    "removed": "to delete",
    "moved": "to upsert, mostly with the vector they have",
    "updated": "in the same place; to upsert",
    "unchanged": "",
}
_KEPT = "kept"
"""Of a source that failed; told only when there are some."""


def describe(counts: Counter[str]) -> str:
    """The counts as lines to read."""
    meanings = dict(_MEANINGS)
    if counts[_KEPT]:
        meanings[_KEPT] = "of sources that failed"
    width = max(len(f"{counts[name]:,}") for name in meanings)
    return "".join(
        f"{counts[name]:>{width},}  {name:<9}  {meaning}".rstrip() + "\n"
        for name, meaning in meanings.items()
    )


class _Trace(NamedTuple):
    """What is kept of a record while others are read: hashes, which hold in this process."""

    id: str
    source: str
    place: int
    embedded: int
    """Of what is embedded beside the text, which the id tells."""
    rest: int


def _trace(record: Record) -> _Trace:
    rest = {name: value for name, value in record.items() if name not in (*_PLACE, "key")}
    contextual = record.get(_CONTEXTUAL)
    if contextual is None:  # as good as missing: the record was carried over by a later run
        rest.pop(_CONTEXTUAL, None)
    return _Trace(
        str(record["id"]),
        str(record["source"]),
        hash(to_json([record.get(name) for name in _PLACE])),
        hash((contextual, record.get("context") if contextual is None else "")),
        hash(to_json(dict(sorted(rest.items())))),
    )


def changes(
    old: str | None, new: str, counts: Counter[str], *, failures: Failures
) -> Iterator[Record]:
    """What a store has to do, upserts before deletes; `counts` is filled on the way.

    The new file is read twice, so that no text is kept.

    Args:
        old: the file of the chunks that the store holds; None: it is empty.
        new: the file of those that it should hold.
        counts: how many chunks of each kind there are.
        failures: sources whose chunks stay as they are where the new file has none of them.

    Raises:
        InputError: a file cannot be read, or holds a key twice.
    """
    before = _traces(old) if old is not None else {}
    after = _traces(new)
    cut = {trace.source for trace in after.values()}
    kept = {
        key
        for key, trace in before.items()
        if key not in after and trace.source not in cut and failures.cover(trace.source)
    }
    counts[_KEPT] += len(kept)
    gone: dict[str, deque[str]] = {}
    for key, trace in before.items():
        if key not in after and key not in kept:
            gone.setdefault(trace.id, deque()).append(key)
    renamed = set()
    for record in read_records(new):
        key = str(record["key"])
        now, old_key = after[key], key
        if key not in before and gone.get(now.id):
            old_key = gone[now.id].popleft()
            renamed.add(old_key)
        then = before.get(old_key)
        change = _change(then, now)
        counts[change] += 1
        if change != "unchanged":
            yield {
                "op": "upsert",
                "change": change,
                "embed": then is None or then.embedded != now.embedded,
                "key": key,
                "old_key": old_key if then else None,
                "record": record,
            }
    for key, trace in before.items():
        if key not in after and key not in kept:
            change = "moved" if key in renamed else "removed"
            counts["removed"] += change == "removed"
            yield {"op": "delete", "change": change, "key": key, "source": trace.source}


def _change(then: _Trace | None, now: _Trace) -> str:
    if then is None:
        return "added"
    if then.place != now.place:
        return "moved"
    return "unchanged" if then.rest == now.rest else "updated"


def _traces(path: str) -> dict[str, _Trace]:
    """What is kept of each record, by its key.

    Raises:
        InputError: a key is there twice, or the file cannot be read again.
    """
    traces: dict[str, _Trace] = {}
    for record in read_records(path):
        key = str(record["key"])
        if key in traces:
            where = f"line {record['first_line']} of " if "first_line" in record else ""
            reason = (
                f"the chunk at {where}{record['source']} is there twice; is it two runs in one?"
            )
            raise InputError(path, reason)
        traces[key] = _trace(record)
    return traces
