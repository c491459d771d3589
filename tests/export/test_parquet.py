"""Parquet files are whole or absent, are written in bounded memory, and others can read them."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import duckdb
import polars
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from marksplit import ChunkOptions, Syntax, chunk
from marksplit.export import records
from marksplit.export.arrow import SCHEMA, record_batches
from marksplit.export.parquet import ParquetWriter, open_parquet

_TEXT = "# A\n\none\n\n## B > \N{SNOWMAN}\n\ntwo\n\n```sh\nls\n```\n\n" + "Many words. " * 200


def made(source: str = "a.md") -> list[dict[str, Any]]:
    return list(records(chunk(_TEXT), source=source, options=ChunkOptions(), syntax=Syntax()))


def write(path: Path, found: Sequence[dict[str, Any]]) -> None:
    with open_parquet(path) as out:
        for batch in record_batches(found):
            out.write(batch)


def test_records_are_read_back_as_they_were(tmp_path: Path) -> None:
    write(tmp_path / "chunks.parquet", made())
    table = pq.read_table(tmp_path / "chunks.parquet")
    assert table.schema == SCHEMA
    assert table.to_pylist() == made()


def test_duckdb_reads_nested_columns(tmp_path: Path) -> None:
    write(tmp_path / "chunks.parquet", made())
    with duckdb.connect() as database:
        found = database.sql(f"FROM '{tmp_path}/chunks.parquet'")
        assert found.to_arrow_table().to_pylist() == made()
        query = (
            "SELECT text FROM found WHERE list_contains(heading_path, 'B > \N{SNOWMAN}') LIMIT 1"
        )
        ((text,),) = database.sql(query).fetchall()
        assert text.startswith("## B")


def test_polars_reads_nested_columns(tmp_path: Path) -> None:
    write(tmp_path / "chunks.parquet", made())
    found = polars.read_parquet(tmp_path / "chunks.parquet")
    assert found.to_dicts() == made()
    assert found.schema["heading_path"] == polars.List(polars.String)


def test_no_records_make_a_file_of_no_rows(tmp_path: Path) -> None:
    write(tmp_path / "chunks.parquet", [])
    assert pq.read_table(tmp_path / "chunks.parquet").schema == SCHEMA


def test_an_error_leaves_the_old_file_and_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "chunks.parquet"
    path.write_bytes(b"old")
    with pytest.raises(RuntimeError), open_parquet(path) as out:  # noqa: PT012
        for batch in record_batches(made()):
            out.write(batch)
        raise RuntimeError
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_is_replaced_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "chunks.parquet"
    path.write_bytes(b"old")
    path.chmod(0o640)
    write(path, made())
    assert pq.read_metadata(path).num_rows == len(made())
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_a_process_that_is_killed_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "chunks.parquet"
    path.write_bytes(b"old")
    code = (
        "import os, signal, sys\n"
        "from marksplit import chunk\n"
        "from marksplit.export.arrow import to_table\n"
        "from marksplit.export.parquet import open_parquet\n"
        "with open_parquet(sys.argv[1], group_bytes=1) as out:\n"
        "    out.write(to_table(chunk('x')).to_batches()[0])\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    run = subprocess.run([sys.executable, "-c", code, str(path)], check=False)
    assert run.returncode == -signal.SIGKILL
    assert path.read_bytes() == b"old"


def test_what_waits_for_its_row_group_stays_within_it() -> None:
    batches = list(record_batches(made()))
    size = batches[0].nbytes
    stream = BytesIO()
    before, most = pa.total_allocated_bytes(), 0
    with ParquetWriter(stream, group_bytes=4 * size) as out:
        for _ in range(100):
            out.write(batches[0])
            most = max(most, pa.total_allocated_bytes() - before)
    file = pq.ParquetFile(BytesIO(stream.getvalue()))
    assert file.num_row_groups == 25
    assert file.metadata.num_rows == 100 * batches[0].num_rows
    assert most < 20 * size
