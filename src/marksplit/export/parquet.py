"""A Parquet file that grows by record batches and appears whole or not at all.

How chunks become batches is `arrow`'s business.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Self

from marksplit._optional import require
from marksplit.export.arrow import SCHEMA
from marksplit.export.files import replacing

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq
else:
    pa = require("pyarrow", "arrow")
    pq = require("pyarrow.parquet", "arrow")

_GROUP_BYTES = 16 * 2**20


class ParquetWriter:
    """Writes record batches to a binary stream as Parquet, in row groups of bounded size.

    What is in memory is one row group at most, whatever the number of rows. The end of its ``with``
    block completes the file; the stream stays open.
    """

    def __init__(
        self, stream: IO[bytes], *, schema: pa.Schema = SCHEMA, group_bytes: int = _GROUP_BYTES
    ) -> None:
        self._writer = pq.ParquetWriter(stream, schema, compression="zstd")
        self._schema = schema
        self._group_bytes = group_bytes
        self._waiting: list[pa.RecordBatch] = []
        self._bytes = 0

    def write(self, batch: pa.RecordBatch) -> None:
        """Add the rows of `batch`."""
        self._waiting.append(batch)
        self._bytes += batch.nbytes
        if self._bytes >= self._group_bytes:
            self._write_group()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._waiting and kind is None:
            self._write_group()
        self._writer.close()

    def _write_group(self) -> None:
        group = pa.Table.from_batches(self._waiting, self._schema)
        self._writer.write_table(group, row_group_size=max(1, group.num_rows))
        self._waiting, self._bytes = [], 0


@contextmanager
def open_parquet(
    path: str | os.PathLike[str], *, schema: pa.Schema = SCHEMA, group_bytes: int = _GROUP_BYTES
) -> Iterator[ParquetWriter]:
    """A writer to the file `path`, which appears or is replaced when the block ends well.

    An error in the block leaves the old file, or none.
    """
    target = Path(os.path.realpath(path))
    with (
        replacing(target) as replacement,
        ParquetWriter(replacement.stream, schema=schema, group_bytes=group_bytes) as writer,
    ):
        yield writer
