"""What a store has to do after the documents have changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command import Command
from store import Store

OLD = {
    "a.md": "# A\n\none\n\n# B\n\ntwo\n\n# C\n\nthree\n",
    "b.md": "# D\n\nfour\n\n# D\n\nfour\n",
    "c.md": "# E\n\nfive\n",
}
NEW = {
    "a.md": "# A\n\none\n\n# B\n\ntwo, changed\n\n# C\n\nthree\n",
    "b.md": "# D\n\nfour\n\n# D\n\nfour\n",
    "new/e.md": "# E\n\nfive\n",
}


def cut(command: Command, name: str, documents: dict[str, str], *argv: str) -> Path:
    """The chunks of documents, in a file."""
    folder = command.folder / "docs"
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    for document, text in documents.items():
        command.write(f"docs/{document}", text)
    assert command("chunk", "docs", "-o", name, *argv).code == 0
    return command.folder / name


def changes(command: Command, old: str, new: str) -> list[dict[str, Any]]:
    result = command("diff", old, new)
    assert (result.code, result.err) == (0, "")
    return result.records


def counts(command: Command, old: str, new: str) -> dict[str, int]:
    result = command("diff", old, new, "--format", "text")
    assert (result.code, result.err) == (0, "")
    return {line.split()[1]: int(line.split()[0]) for line in result.out.splitlines()}


@pytest.fixture
def files(command: Command) -> Command:
    cut(command, "old.jsonl", OLD)
    cut(command, "new.jsonl", NEW)
    return command


def test_counts_are_a_list_to_read(files: Command) -> None:
    files.terminal()
    assert (
        files("diff", "old.jsonl", "new.jsonl").out
        == """\
1  added      to embed and upsert
1  removed    to delete
2  moved      to upsert, mostly with the vector they have
0  updated    in the same place; to upsert
3  unchanged
"""
    )


def test_the_changes_and_nothing_else_are_records(files: Command) -> None:
    found = changes(files, "old.jsonl", "new.jsonl")
    assert [(each["op"], each["change"], each.get("embed")) for each in found] == [
        ("upsert", "added", True),
        ("upsert", "moved", False),
        ("upsert", "moved", False),
        ("delete", "removed", None),
        ("delete", "moved", None),
    ]
    added, later, renamed, removed, left = found
    assert added["record"]["text"] == "# B\n\ntwo, changed"
    assert added["old_key"] is None
    assert later["key"] == later["old_key"] == later["record"]["key"]
    assert later["record"]["heading"] == "C"
    assert renamed["record"]["source"] == "docs/new/e.md"
    assert renamed["old_key"] == left["key"] != renamed["key"]
    assert (removed["source"], left["source"]) == ("docs/a.md", "docs/c.md")


@pytest.mark.parametrize("suffix", ["jsonl", "parquet"])
def test_a_store_that_follows_holds_what_a_new_one_would(files: Command, suffix: str) -> None:
    names = {name: f"{name}.{suffix}" for name in ("old", "new")}
    if suffix == "parquet":
        arrow, parquet = map(pytest.importorskip, ("pyarrow", "pyarrow.parquet"))
        for name, file in names.items():
            lines = (files.folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
            parquet.write_table(arrow.Table.from_pylist(list(map(json.loads, lines))), file)
    (files.folder / "none.jsonl").write_bytes(b"")
    store, fresh = Store(), Store()
    store.apply(changes(files, "none.jsonl", names["old"]))
    assert store.embedded == 6
    store.apply(changes(files, names["old"], names["new"]))
    fresh.apply(changes(files, "none.jsonl", names["new"]))
    assert store.embedded == 7
    assert (store.records, store.vectors) == (fresh.records, fresh.vectors)
    assert len(fresh.records) == 6


def test_nothing_changes_between_a_file_and_itself(files: Command) -> None:
    assert changes(files, "old.jsonl", "old.jsonl") == []
    assert counts(files, "old.jsonl", "old.jsonl")["unchanged"] == 6


def test_the_changes_go_to_a_file_and_the_counts_to_standard_output(files: Command) -> None:
    piped = files("diff", "old.jsonl", "new.jsonl").out
    result = files("diff", "old.jsonl", "new.jsonl", "-o", "changes.jsonl")
    assert result.out.startswith("1  added ")
    assert (files.folder / "changes.jsonl").read_text(encoding="utf-8") == piped


def test_other_settings_update_what_stays_in_its_place(command: Command) -> None:
    cut(command, "old.jsonl", OLD)
    cut(command, "new.jsonl", OLD, "--max-size", "999")
    assert counts(command, "old.jsonl", "new.jsonl")["updated"] == 6
    assert not any(each["embed"] for each in changes(command, "old.jsonl", "new.jsonl"))


def test_another_context_means_embedding_again(files: Command) -> None:
    lines = (files.folder / "old.jsonl").read_text(encoding="utf-8").splitlines()
    first = json.loads(lines[0])
    lines[0] = json.dumps({**first, "context": "| a |\n|---|"})
    files.write("new.jsonl", "\n".join(lines) + "\n")
    (change,) = changes(files, "old.jsonl", "new.jsonl")
    assert (change["change"], change["embed"]) == ("updated", True)


def test_one_of_several_equal_files_is_renamed(command: Command) -> None:
    cut(command, "old.jsonl", {"a.md": "# A", "b.md": "# A"})
    cut(command, "new.jsonl", {"b.md": "# A", "c.md": "# A", "d.md": "# A"})
    assert counts(command, "old.jsonl", "new.jsonl") == {
        "added": 1,
        "removed": 0,
        "moved": 1,
        "updated": 0,
        "unchanged": 1,
    }


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"[\n{}\n]\n", "x: a JSON array; write it as .jsonl or .parquet"),
        (b"# A\n", "x: line 1: no JSON: Expecting value at character 1"),
        (
            b'\n{"id": "1"}\n',
            'x: line 2: no record of a chunk: the field "key" is missing or not a',
        ),
        (b'{"key": "1", "id": 2}', 'x: line 1: no record of a chunk: the field "id" is missing or'),
        (b"PAR1 and no more", "x: a Parquet file that cannot be read: "),
        (b'{"key":"1","id":"1","source":"a.md"}\n' * 2, "x: the chunk at a.md is there twice; is"),
    ],
)
@pytest.mark.parametrize("place", [0, 1])
def test_what_is_no_file_of_chunks_is_named(
    files: Command, content: bytes, reason: str, place: int
) -> None:
    files.write("x", content)
    files.write("changes.jsonl", "old")
    argv = ["old.jsonl", "old.jsonl"]
    argv[place] = "x"
    code, out, err = files("diff", *argv, "-o", "changes.jsonl")
    assert (code, out) == (1, "")
    assert err.startswith(f"marksplit: {reason}")
    assert err.count("\n") == 1
    assert (files.folder / "changes.jsonl").read_text(encoding="utf-8") == "old"


def test_files_that_are_not_there_or_would_be_lost_are_named(files: Command) -> None:
    assert files("diff", "none", "new.jsonl").err == "marksplit: none: no such file or folder\n"
    code, _, err = files("diff", "old.jsonl", "new.jsonl", "-o", "new.jsonl")
    assert (code, err) == (2, "marksplit: new.jsonl: would overwrite an input\n")
