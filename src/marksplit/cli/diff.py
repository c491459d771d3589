"""``marksplit diff``: what has changed between two chunk files, for a store to follow.

Chunks are compared by their records alone; no document is read or cut.
"""

from __future__ import annotations

import argparse
from collections import Counter, deque
from collections.abc import Iterator
from typing import NamedTuple

from marksplit.cli.arguments import Commands, Parser, add_bare_command, add_output
from marksplit.cli.chunk_files import Record, read_records
from marksplit.cli.reading import InputError
from marksplit.cli.writing import Report, is_terminal, keep_apart, open_output, to_json

_EXAMPLES = """\
examples:
  marksplit diff old.jsonl new.jsonl
      counts to read; in a pipe, one JSON record per change
  marksplit diff old.jsonl new.jsonl -o changes.jsonl
      the changes to a file, and the counts
  marksplit diff /dev/null new.jsonl
      everything is added

Files are what "marksplit chunk -o" wrote, .jsonl or .parquet. A chunk is
  added      its id is new: {"op": "upsert", "embed": true, "key", "record"}
  removed    its id is gone: {"op": "delete", "key"}
  moved      same id; source, index, total, lines or offsets differ: upsert
  updated    same id and place; another field differs: upsert
  unchanged  and not written
An upsert with "embed": false has the text and context of the chunk "old_key",
whose vector can be kept. Where "old_key" is another key, the file was renamed
and a delete of it comes later: take changes in their order."""

_PLACE = (
    *("source", "index", "total", "position", "start", "end", "first_line", "last_line"),
    *("section_start", "section_end"),
)
_MEANINGS = {
    "added": "to embed and upsert",
    "removed": "to delete",
    "moved": "to upsert, mostly with the vector they have",
    "updated": "in the same place; to upsert",
    "unchanged": "",
}


def add_to(commands: Commands[Parser]) -> None:
    """Add the command and its arguments."""
    parser = add_bare_command(commands, "diff", "compare two files of chunks", _EXAMPLES)
    parser.add_argument("old", metavar="OLD", help="the chunks that a store holds")
    parser.add_argument("new", metavar="NEW", help="the chunks that it should hold")
    add_output(parser, ("text", "jsonl"), "text to a terminal, else jsonl")
    parser.set_defaults(run=_run, parser=parser)


def _run(arguments: argparse.Namespace, report: Report) -> None:
    form = arguments.format or ("text" if is_terminal(arguments.output) else "jsonl")
    counts: Counter[str] = Counter()
    try:
        with open_output(arguments.output) as output:
            for path in (arguments.old, arguments.new):
                keep_apart(arguments.output, path)
            for change in _changes(arguments.old, arguments.new, counts):
                if form == "jsonl":
                    output.write(to_json(change) + "\n")
            if form == "text":
                output.write(_describe(counts))
    except InputError as error:
        report.fail(error)
        return
    if form == "jsonl" and arguments.output not in (None, "-"):
        with open_output(None) as output:
            output.write(_describe(counts))


def _describe(counts: Counter[str]) -> str:
    width = max(len(f"{counts[name]:,}") for name in _MEANINGS)
    return "".join(
        f"{counts[name]:>{width},}  {name:<9}  {meaning}".rstrip() + "\n"
        for name, meaning in _MEANINGS.items()
    )


class _Trace(NamedTuple):
    """What is kept of a record while others are read: hashes, which hold in this process."""

    id: str
    source: str
    place: int
    context: int
    rest: int


def _trace(record: Record) -> _Trace:
    rest = {name: value for name, value in record.items() if name not in (*_PLACE, "key")}
    return _Trace(
        str(record["id"]),
        str(record["source"]),
        hash(to_json([record.get(name) for name in _PLACE])),
        hash(record.get("context")),
        hash(to_json(dict(sorted(rest.items())))),
    )


def _changes(old: str, new: str, counts: Counter[str]) -> Iterator[Record]:
    """What a store has to do, upserts before deletes; `counts` is filled on the way.

    The new file is read twice, so that no text is kept.
    """
    before = _traces(old)
    after = _traces(new)
    gone: dict[str, deque[str]] = {}
    for key, trace in before.items():
        if key not in after:
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
                "embed": then is None or then.context != now.context,
                "key": key,
                "old_key": old_key if then else None,
                "record": record,
            }
    for key, trace in before.items():
        if key not in after:
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
