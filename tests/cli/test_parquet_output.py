"""Chunks written to Parquet: the same records, whole or not at all."""

from __future__ import annotations

import importlib
import sys

import pyarrow.parquet as pq
import pytest
from command import Command


@pytest.fixture
def docs(command: Command) -> Command:
    for number in range(70):
        command.write(
            f"docs/{number:02}.md", f"# {number}\n\ntext\n\n## B\n\nmore\n" * (number % 3)
        )
    return command


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_file_named_parquet_holds_the_records(docs: Command, jobs: str) -> None:
    assert docs("chunk", "docs", "-o", "out.parquet", "--jobs", jobs) == (0, "", "")
    assert pq.read_table(docs.folder / "out.parquet").to_pylist() == docs("chunk", "docs").records


def test_no_documents_give_an_empty_table(docs: Command) -> None:
    assert docs("chunk", "docs/00.md", "-o", "out.parquet").code == 0
    assert pq.read_table(docs.folder / "out.parquet").num_rows == 0


def test_a_document_that_parquet_cannot_hold_is_a_failure(docs: Command) -> None:
    docs.write("b.md", rb"# \ud800")
    argv = ("docs/01.md", "b.md", "--encoding", "unicode_escape")
    code, _, err = docs("chunk", *argv, "-o", "out.parquet")
    assert (code, err) == (
        1,
        "marksplit: b.md: a lone surrogate (U+D800) cannot be stored in Arrow\n",
    )
    assert pq.read_table(docs.folder / "out.parquet").num_rows == 2


def test_an_error_on_the_way_leaves_the_old_file(
    docs: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise OSError(28, "No space left on device")

    docs.write("out.parquet", "old")
    monkeypatch.setattr("marksplit.export.parquet.ParquetWriter.write", fails)
    code, _, err = docs("chunk", "docs", "-o", "out.parquet")
    assert (code, err) == (
        2,
        "marksplit: out.parquet: cannot be written: No space left on device\n",
    )
    assert (docs.folder / "out.parquet").read_bytes() == b"old"


def test_a_terminal_is_no_place_for_parquet(docs: Command) -> None:
    docs.terminal()
    code, out, err = docs("chunk", "docs", "--format", "parquet")
    assert (code, out) == (2, "")
    assert "--format parquet is not for a terminal: name a FILE with -o" in err


def test_without_pyarrow_the_extra_is_named(docs: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.import_module

    def missing(name: str) -> object:
        if name.startswith("pyarrow"):
            raise ModuleNotFoundError("No module named 'pyarrow'", name="pyarrow")
        return real(name)

    monkeypatch.setattr("marksplit._optional.import_module", missing)
    for module in ("arrow", "parquet"):
        monkeypatch.delitem(sys.modules, f"marksplit.export.{module}", raising=False)
        monkeypatch.delattr(f"marksplit.export.{module}", raising=False)
    expected = (
        'marksplit: pyarrow is not installed; it comes with: pip install "marksplit[arrow]"\n'
    )
    assert docs("chunk", "docs", "-o", "out.parquet") == (2, "", expected)
    docs.write("old.parquet", b"PAR1")
    assert docs("diff", "old.parquet", "old.parquet").err.startswith("marksplit: pyarrow")
