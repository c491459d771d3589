"""DuckDB and Polars cut documents through the same function, with the same result."""

from __future__ import annotations

from typing import Any

import duckdb
import polars
import pyarrow as pa
import pytest

from marksplit import ChunkOptions
from marksplit.export.arrow import chunk_batches, output_schema

_OPTIONS = ChunkOptions(max_size=80, overlap=10)
_NAMES: dict[str, Any] = {"text_column": "body", "id_columns": ["url"], "keep": ["year"]}


@pytest.fixture(scope="module")
def documents() -> pa.Table:
    texts = [f"# Page {number}\n\n" + f"Words of {number}. " * number for number in range(40)]
    return pa.table(
        {
            "url": [f"https://example.org/{number}" for number in range(40)],
            "year": pa.array([2000 + number for number in range(40)], pa.int16()),
            "body": [None if number % 7 == 3 else text for number, text in enumerate(texts)],
        }
    )


@pytest.fixture(scope="module")
def expected(documents: pa.Table) -> list[dict[str, Any]]:
    batches = chunk_batches(documents.to_batches(), options=_OPTIONS, **_NAMES)
    return pa.Table.from_batches(batches).to_pylist()


def test_duckdb_streams_documents_in_and_chunks_out(
    documents: pa.Table, expected: list[dict[str, Any]]
) -> None:
    with duckdb.connect() as database, database.cursor() as other:
        reader = database.sql("FROM documents").to_arrow_reader(8)
        chunks = pa.RecordBatchReader.from_batches(
            output_schema(reader.schema, **_NAMES),
            chunk_batches(reader, options=_OPTIONS, **_NAMES),
        )
        # The first connection is busy with the documents.
        other.register("answer", chunks)
        other.execute("CREATE TABLE chunks AS FROM answer")
        assert other.sql("FROM chunks").to_arrow_table().to_pylist() == expected
        query = "SELECT count(*) FROM chunks WHERE heading_path[1] = 'Page 20'"
        assert other.sql(query).fetchall() == [
            (sum(row["heading_path"] == ["Page 20"] for row in expected),)
        ]


def test_polars_frames_go_in_and_come_out(
    documents: pa.Table, expected: list[dict[str, Any]]
) -> None:
    frame = polars.from_arrow(documents)
    assert isinstance(frame, polars.DataFrame)
    batches = chunk_batches(frame.to_arrow().to_batches(), options=_OPTIONS, **_NAMES)
    chunks = polars.from_arrow(pa.Table.from_batches(batches))
    assert isinstance(chunks, polars.DataFrame)
    assert chunks.to_dicts() == expected
    assert chunks.schema["heading_path"] == polars.List(polars.String)
