"""Keys of the front matter in the records."""

from __future__ import annotations

import sys

import pytest
from command import Command

YAML = "---\ntitle: Tea\nlayout: post\n---\n# A\n\ntext\n"


def test_chosen_keys_are_carried_into_each_record(command: Command) -> None:
    command.write("a.md", YAML)
    command.write("b.md", '+++\ntitle = "Mint"\n+++\n')
    command.write("c.md", "text")
    result = command("chunk", "a.md", "b.md", "c.md", "--front-matter-keys", "title, tags")
    assert (result.code, result.err) == (0, "")
    assert [record["front_matter"] for record in result.records] == [
        {"title": "Tea", "tags": None},
        {"title": "Tea", "tags": None},
        {"title": "Mint", "tags": None},
        {"title": None, "tags": None},
    ]
    assert "front_matter" not in command("chunk", "a.md").records[0]


def test_front_matter_can_be_left_out_of_the_chunks(command: Command) -> None:
    command.write("a.md", YAML)
    result = command("chunk", "a.md", "--front-matter", "drop", "--front-matter-keys", "title")
    (record,) = result.records
    assert (record["text"], record["front_matter"]) == ("# A\n\ntext", {"title": "Tea"})
    assert command("check", "a.md", "--front-matter", "drop").code == 0


def test_broken_front_matter_fails_where_it_is_asked_for(command: Command) -> None:
    command.write("a.md", "---\ntitle: [x\n---\n# A\n")
    command.write("b.md", YAML)
    result = command("chunk", "a.md", "b.md", "--front-matter-keys", "title")
    assert result.code == 1
    assert result.err.startswith("marksplit: a.md: front matter, line 2: not valid YAML: ")
    assert {record["source"] for record in result.records} == {"b.md"}
    assert command("chunk", "a.md", "b.md").code == 0


@pytest.mark.parametrize("keys", ["", "a,,b", ","])
def test_keys_without_a_name_are_wrong_usage(command: Command, keys: str) -> None:
    result = command("chunk", "a.md", "--front-matter-keys", keys)
    assert result.code == 2
    assert "argument --front-matter-keys: must be names with commas between them" in result.err


def test_a_missing_extra_is_said_before_anything_is_read(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "yaml", None)
    result = command("chunk", "missing.md", "--front-matter-keys", "title")
    assert result.code == 2
    assert 'pip install "marksplit[yaml]"' in result.err
