"""Spark cuts a corpus in many tasks and gives every chunk that a single process gives."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from threading import Lock
from time import perf_counter, process_time
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyspark.sql import SparkSession, types

from marksplit import ChunkOptions, OptionError, Syntax, chunk
from marksplit.export import records
from marksplit.export.arrow import chunk_batches
from marksplit.export.spark import chunk_dataframe
from marksplit.export.spark.__main__ import main
from marksplit.semantic.llm import llm_cuts

_FIXTURES = Path(__file__).parent.parent.parent / "fixtures"
_JAVA = 17
_DOCUMENTS = 3000
_PARTITIONS = 4


def _why_not() -> str:
    """What Spark lacks here, or nothing."""
    home = os.environ.get("JAVA_HOME")
    java = shutil.which("java", path=f"{home}/bin" if home else None)
    if java is None:
        return f"Spark needs Java {_JAVA}, and there is no java"
    said = subprocess.run([java, "-version"], capture_output=True, text=True, check=True).stderr
    found = re.search(r'version "(\d+)', said)
    if found is None or int(found[1]) < _JAVA:
        return f"Spark needs Java {_JAVA}, and {java} is {said.splitlines()[0]}"
    return ""


@pytest.fixture(scope="module")
def spark() -> Iterator[SparkSession]:
    if not os.environ.get("CI") and (reason := _why_not()):
        pytest.skip(reason)
    patch = pytest.MonkeyPatch()
    patch.setenv("PYSPARK_PYTHON", sys.executable)
    patch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
    builder = SparkSession.builder.master("local[2]").appName("marksplit-tests")
    settings = {
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.ui.enabled": "false",
        "spark.sql.execution.arrow.maxRecordsPerBatch": "100",
        "spark.sql.shuffle.partitions": str(_PARTITIONS),
    }
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    yield session
    session.stop()
    patch.undo()


def corpus() -> pa.Table:
    """Documents of many constructs, some NULL, some that the sizer refuses."""
    fixtures = [path.read_bytes() for path in sorted(_FIXTURES.glob("*.md"))]
    parts = [text.decode() for text in fixtures if len(text) < 2000 and b"\0" not in text]
    random = Random(20)
    texts: list[str | None] = [
        "\n\n".join(random.sample(parts, random.randint(1, 4))) for _ in range(_DOCUMENTS)
    ]
    texts[7] = texts[1007] = None
    texts[11] = texts[2011] = "# Refused\n\nREFUSED\n"
    return pa.table(
        {
            "repo": [f"repo{number % 10}" for number in range(_DOCUMENTS)],
            "id": range(_DOCUMENTS),
            "its.tags": [["even"] if number % 2 == 0 else [] for number in range(_DOCUMENTS)],
            "not needed": [0.5] * _DOCUMENTS,
            "body": texts,
        }
    )


def ordered(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(rows, key=lambda row: (row["source"], row["index"] or 0))


def test_every_row_equals_that_of_the_single_process(spark: SparkSession) -> None:
    documents = corpus()
    arguments: dict[str, Any] = {
        "text_column": "body",
        "id_columns": ["repo", "id"],
        "keep": ["its.tags"],
        "contextual": True,
        # A function without a name is sent by value.
        "options": ChunkOptions(
            max_size=60, sizer=lambda text: len(text.split()) + 1 // ("REFUSED" not in text)
        ),
    }
    frame = spark.createDataFrame(documents).repartition(_PARTITIONS)
    chunks = chunk_dataframe(frame, **arguments)
    assert chunks.rdd.getNumPartitions() == _PARTITIONS
    found = ordered(chunks.toArrow().to_pylist())

    local = pa.Table.from_batches(chunk_batches(documents.to_batches(), **arguments))
    expected = ordered(local.to_pylist())
    assert len(found) == len(expected) > 2 * _DOCUMENTS
    for row, other in zip(found, expected, strict=True):
        assert row == other
    assert [(row["document_id"], row["error"]) for row in found if row["error"]] == [
        (number, "ZeroDivisionError: integer division or modulo by zero") for number in (11, 2011)
    ]


def test_the_program_cuts_a_folder_of_files(
    spark: SparkSession, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, output = tmp_path / "docs", tmp_path / "out"
    (folder / "deep").mkdir(parents=True)
    texts = {"a b.md": "# A\n\none", "deep/crlf.MDX": "no", "deep/crlf.mdx": "# B\r\n\r\ntwo\r\n"}
    for name, text in texts.items():
        (folder / name).write_bytes(text.encode())
    (folder / "bad.markdown").write_bytes(b"\xff")
    options = ChunkOptions(max_size=6, sizer="approx_tokens")
    given = '{"max_size": 6, "sizer": "approx_tokens"}'
    assert main([str(folder), str(output), "--options", given, "--contextual"]) == 1
    assert capsys.readouterr().out == f"chunks: 2, failed documents: 1, in {output}\n"
    assert main([str(folder), str(output)]) == 2
    assert "already exists" in capsys.readouterr().err

    rows = ordered(pq.read_table(output).to_pylist())
    assert [row["path"] == row["source"] for row in rows] == [True] * 3
    expected = [
        record
        for name in ("a b.md", "deep/crlf.mdx")
        for record in records(
            chunk(texts[name], options),
            source=f"file:{folder}/{name}",
            options=options,
            syntax=Syntax(),
            contextual=True,
        )
    ]
    found = [{name: row[name] for name in expected[0]} for row in rows if row["error"] is None]
    assert found == expected
    assert "can't decode byte 0xff" in rows[1]["error"]


def without_session(**columns: types.DataType) -> Any:
    """What is looked at of a DataFrame before anything is asked of Spark."""
    schema = types.StructType([types.StructField(*each) for each in columns.items()])
    return SimpleNamespace(columns=schema.names, schema=schema)


def test_a_function_that_cannot_be_sent_is_an_error_here_and_not_on_the_workers() -> None:
    lock = Lock()

    def guarded(text: str) -> int:
        with lock:
            return len(text)

    frame = without_session(body=types.StringType())
    with pytest.raises(OptionError, match=r"sizer .*sent to other processes \(.*lock.*\)"):
        chunk_dataframe(frame, text_column="body", options=ChunkOptions(sizer=guarded))
    options = ChunkOptions(cuts=llm_cuts(lambda prompt: str(guarded(prompt))))
    with pytest.raises(OptionError, match=r"cuts .*sent to other processes \(.*lock.*\)"):
        chunk_dataframe(frame, text_column="body", options=options)


@pytest.mark.parametrize(
    ("name", "message"),
    [("md", r"a column of the input \(number, body\)"), ("number", r"which int is not")],
)
def test_a_wrong_text_column_is_an_error_before_any_task(name: str, message: str) -> None:
    frame = without_session(number=types.IntegerType(), body=types.StringType())
    with pytest.raises(OptionError, match=message):
        chunk_dataframe(frame, text_column=name)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["--options", '{"max_size": -1}'], "max_size must be an integer >= 0, not -1"),
        (["--options", '{"max_sise": 1}'], "has no field 'max_sise'; did you mean 'max_size'?"),
        (
            ["--options", '{"furlongs": 1}'],
            "--options: ChunkOptions has no field 'furlongs'; it has",
        ),
        (
            ["--options", "nope"],
            """--options must be a JSON object such as '{"max_size": 800}', not""",
        ),
        (["--syntax", "[1]"], "--syntax must be a JSON object"),
        (["--syntax", '{"table": true}'], "did you mean 'tables'?"),
        (["--options", '{"sizer": "hf:no/such/tokenizer.json"}'], "sizer must be"),
        (["--text-column", "body"], "--text-column needs an --id-column"),
    ],
)
def test_wrong_usage_of_the_program_is_told_before_it_starts(
    given: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["docs", "out", *given])
    assert stop.value.code == 2
    assert message in capsys.readouterr().err


@pytest.mark.benchmark
def test_speed_beside_a_single_process(
    spark: SparkSession, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    long = [path.read_text(encoding="utf-8") for path in sorted(_FIXTURES.glob("long-*.md"))]
    texts = [f"{long[number % len(long)]}\n\n# {number}\n" for number in range(3000)]
    megabytes = sum(len(text.encode()) for text in texts) / 1e6
    table = pa.table({"number": range(len(texts)), "body": texts})
    pq.write_table(table, tmp_path / "documents.parquet", row_group_size=250)
    arguments: dict[str, Any] = {"text_column": "body", "id_columns": ["number"]}

    start, start_cpu = perf_counter(), process_time()
    batches = chunk_batches(table.to_batches(250), **arguments)
    pq.write_table(pa.Table.from_batches(batches), tmp_path / "local.parquet")
    single, cpu = perf_counter() - start, process_time() - start_cpu

    frame = spark.read.parquet(f"{tmp_path}/documents.parquet").repartition(2 * _PARTITIONS)
    seconds = []
    for name in ("first", "second", "third"):
        start = perf_counter()
        chunk_dataframe(frame, **arguments).write.parquet(f"{tmp_path}/{name}")
        seconds.append(perf_counter() - start)
    rows = pq.read_metadata(tmp_path / "local.parquet").num_rows
    assert spark.read.parquet(f"{tmp_path}/third").count() == rows
    with capsys.disabled():
        print(f"\n{len(texts)} documents, {megabytes:.0f} MB, {rows} chunks, to Parquet:")
        speed = megabytes / single
        print(f"one process {single:.1f} s ({cpu:.1f} s of CPU time), {speed:.1f} MB/s")
        for name, took in zip(("first", "second", "third"), seconds, strict=True):
            speed = megabytes / took
            print(f"Spark on 2 cores, {name} job {took:.1f} s, {speed:.1f} MB/s")
