"""The text to embed in what the command writes, and what a store does when it changes."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from command import Command

from marksplit import ChunkOptions, chunk

TEXT = (
    "---\ntitle: Handbook\n---\n# Tea\n\nSee the [guide].\n\n"
    "![](data:image/png;base64,aGVsbG8=)\n\n## Brewing\n\nSteep it.\n\n# More\n\n[guide]: /g\n"
)
OPTIONS = ChunkOptions(
    count_context=True, document_title=True, context_references=True, strip_data_uris=True
)
FLAGS = ("--count-context", "--document-title", "--context-references", "--strip-data-uris")
SYNC = ("sync", "docs", "--changes", "changes.jsonl")


@pytest.fixture
def page(command: Command) -> Command:
    command.write("a.md", TEXT)
    return command


def wanted(options: ChunkOptions = OPTIONS) -> list[str]:
    return [found.with_context() for found in chunk(TEXT, options)]


def test_records_hold_it_where_it_is_asked_for(page: Command) -> None:
    found = page("chunk", "a.md", "--contextual", *FLAGS).records
    assert [record["contextual_text"] for record in found] == wanted()
    assert found[2]["contextual_text"] == "Handbook > Tea\n\n## Brewing\n\nSteep it."
    plain = page("chunk", "a.md", "--contextual").records
    assert [record["contextual_text"] for record in plain] == wanted(ChunkOptions())
    assert "contextual_text" not in page("chunk", "a.md").records[0]


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("suffix", ["json", "jsonl", "parquet"])
def test_every_kind_of_file_holds_it(page: Command, suffix: str, jobs: str) -> None:
    name = f"out.{suffix}"
    argv = ("a.md", "--contextual", *FLAGS, "--jobs", jobs, "-o", name)
    assert page("chunk", *argv) == (0, "", "")
    assert [each["contextual_text"] for each in read(page.folder / name)] == wanted()


def read(path: Path) -> list[dict[str, Any]]:
    if path.suffix == ".parquet":
        rows: list[dict[str, Any]] = pq.read_table(path).to_pylist()
        return rows
    lines = path.read_text(encoding="utf-8").rstrip("\n").split("\n")
    return [json.loads(line.rstrip(",")) for line in lines if line not in ("[", "]")]


def test_a_table_without_rows_has_the_column(command: Command) -> None:
    command.write("a.md", "")
    command("chunk", "a.md", "--contextual", "-o", "out.parquet")
    assert pq.read_table(command.folder / "out.parquet").column_names[-1] == "contextual_text"


@pytest.mark.parametrize("keys", ["camel", "snake"])
def test_workflow_tools_get_it_by_their_names(page: Command, keys: str) -> None:
    argv = ("records", "--contextual", "--keys", keys, *FLAGS)
    found = page(*argv, stdin=json.dumps({"markdown": TEXT}).encode()).records
    name = {"camel": "contextualText", "snake": "contextual_text"}[keys]
    assert [record[name] for record in found] == wanted()
    assert list(found[0])[-1] == name
    assert page(*argv, "--output-field", name).code == 2


def test_the_list_and_the_view_show_it(page: Command) -> None:
    listed = page("chunk", "a.md", "--format", "text", "--contextual", *FLAGS).out
    assert "Handbook > Tea ## Brewing Steep it." in " ".join(listed.split())
    seen = page("chunk", "a.md", "--view", "--contextual", *FLAGS).out
    lines = [line[2:] for line in seen.splitlines() if line.startswith("▌")]
    assert lines == "\n".join(wanted()).split("\n")
    plain = page("chunk", "a.md", "--view").out
    lines = [line[2:] for line in plain.splitlines() if line.startswith("▌")]
    assert lines == "\n".join(found.text for found in chunk(TEXT)).split("\n")


@pytest.mark.parametrize("flag", FLAGS)
@pytest.mark.parametrize(
    "argv",
    [
        ("chunk", "a.md"),
        ("chunk", "a.md", "-o", "out.parquet"),
        ("chunk", "a.md", "--view"),
        ("records",),
        (*SYNC, "--index", "index.jsonl"),
    ],
    ids=shlex.join,
)
def test_an_option_for_a_text_that_is_not_written_is_wrong_usage(
    page: Command, argv: tuple[str, ...], flag: str
) -> None:
    code, out, err = page(*argv, flag)
    said = f"{flag} is for the text to embed, which is not written: add --contextual"
    assert (code, out) == (2, "")
    assert err.startswith(f"marksplit {argv[0]}: {said} ")
    assert err.count("\n") == 1


def test_checks_and_pages_need_no_other_option(page: Command) -> None:
    assert page("check", "a.md", *FLAGS).code == 0
    assert page("preview", "a.md", "-o", "page.html", *FLAGS).code == 0


def changes(command: Command, *argv: str) -> list[dict[str, Any]]:
    """What a run of sync tells; applied at once."""
    assert command(*SYNC, *argv).code in (0, 1)
    path = command.folder / "changes.jsonl"
    if not path.exists():
        return []
    text = path.read_text(encoding="utf-8")
    path.unlink()
    return [json.loads(line) for line in text.split("\n")[:-1]]


def decided(found: list[dict[str, Any]]) -> list[tuple[str, str, bool]]:
    return [(each["change"], each["record"]["source"], each["embed"]) for each in found]


@pytest.mark.parametrize("index", ["index.jsonl", "index.parquet"])
def test_a_title_that_changes_means_embedding_again(command: Command, index: str) -> None:
    argv = ("--index", index, "--contextual", "--document-title", "--front-matter", "drop")
    command.write("docs/a.md", TEXT)
    command.write("docs/b.md", "# B\n\ntext\n")
    assert all(each["embed"] for each in changes(command, *argv))
    assert changes(command, *argv) == []
    command.write("docs/a.md", TEXT.replace("Handbook", "Manuals!"))
    found = changes(command, *argv)
    assert decided(found) == [("updated", "docs/a.md", True)] * 3
    assert found[1]["record"]["contextual_text"].startswith("Manuals! > Tea\n\n")
    command.write("docs/b.md", "<!-- x -->\n\n# B\n\ntext\n")
    assert (decided(changes(command, *argv))[-1]) == ("moved", "docs/b.md", False)


@pytest.mark.parametrize("index", ["index.jsonl", "index.parquet"])
def test_all_is_embedded_again_when_the_text_to_embed_comes_or_goes(
    command: Command, index: str
) -> None:
    command.write("docs/a.md", "# A\n\ntext\n")
    command.write("docs/b.md", "# B\n\ntext\n")
    changes(command, "--index", index)
    command.write("docs/b.md", b"\xff")
    argv = (*SYNC, "--index", index)
    assert decided(changes(command, "--index", index, "--contextual")) == [
        ("updated", "docs/a.md", True)
    ]
    assert command(*argv, "--contextual").out.splitlines()[-1].split()[:2] == ["1", "kept"]
    command.write("docs/b.md", "# B\n\ntext\n")
    assert decided(changes(command, "--index", index, "--contextual")) == [
        ("updated", "docs/b.md", True)
    ]
    command.write("docs/b.md", b"\xff")
    result = command(*argv)
    counts = {line.split()[1]: int(line.split()[0]) for line in result.out.splitlines()}
    kept = {"updated": 1, "unchanged": 0, "kept": 1}
    narrower = {"updated": 2, "unchanged": 0}  # without the column no record stays as it was
    expected = narrower if index.endswith("parquet") else kept
    assert counts == {"added": 0, "removed": 0, "moved": 0, **expected}


def test_two_files_of_chunks_are_compared_by_it(command: Command) -> None:
    for name, title in (("old", "One"), ("new", "Two")):
        command.write("a.md", f"---\ntitle: {title}\n---\n# A\n\ntext\n\n# B\n\ntext\n")
        more = ("--front-matter", "drop", "--document-title", "--contextual")
        command("chunk", "a.md", "-o", f"{name}.jsonl", *more)
    found = command("diff", "old.jsonl", "new.jsonl").records
    assert decided(found) == [("updated", "a.md", True)] * 2
