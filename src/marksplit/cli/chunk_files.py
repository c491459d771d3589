"""Reading the records that ``marksplit chunk`` wrote, from JSON Lines or Parquet, one at a time.

What is made of them is not known here.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from marksplit._optional import require
from marksplit.cli.json_lines import parse_object
from marksplit.cli.reading import InputError, why

Record = dict[str, object]

_PARQUET = b"PAR1"
_NEEDED = ("key", "id", "source")
_ROWS = 1000


def read_records(path: str) -> Iterator[Record]:
    """The records in a file, in order; each has the strings key, id and source.

    Raises:
        InputError: it cannot be read, or is no such file.
        MissingExtraError: it is Parquet, and pyarrow is not installed.
    """
    try:
        if Path(path).is_fifo():  # or the first bytes would be lost here
            raise OSError("a pipe, which cannot be read twice: write it to a file")
        with open(path, "rb") as stream:
            is_parquet = stream.read(len(_PARQUET)) == _PARQUET
    except OSError as error:
        raise InputError(path, why(error)) from error
    for place, record in _from_parquet(path) if is_parquet else _from_lines(path):
        for field in _NEEDED:
            if not isinstance(record.get(field), str):
                reason = f'no record of a chunk: the field "{field}" is missing or not a string'
                raise InputError(f"{path}: {place}", reason)
        yield record


def _from_lines(path: str) -> Iterator[tuple[str, Record]]:
    try:
        with open(path, "rb") as lines:
            for number, line in enumerate(lines, 1):
                if number == 1 and line.startswith(b"["):
                    raise InputError(path, "a JSON array; write it as .jsonl or .parquet")
                if not line.isspace():
                    place = f"line {number}"
                    yield place, parse_object(f"{path}: {place}", line)
    except OSError as error:
        raise InputError(path, why(error)) from error


def _from_parquet(path: str) -> Iterator[tuple[str, Record]]:
    parquet = require("pyarrow.parquet", "arrow")
    number = 0
    try:
        with parquet.ParquetFile(path) as file:
            for batch in file.iter_batches(batch_size=_ROWS):
                for record in batch.to_pylist():
                    number += 1
                    yield f"row {number}", record
    except (OSError, ValueError) as error:  # pyarrow's own errors are among them
        raise InputError(path, f"a Parquet file that cannot be read: {error}") from error
