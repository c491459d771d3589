"""Where output goes: a file as a whole or not at all, formats, and odd characters."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from command import Command


def test_a_file_is_written_as_json_lines(command: Command) -> None:
    command.write("a.md", "# A\n\nx\n\n# B\n\ny\n")
    assert command("chunk", "a.md", "-o", "out.jsonl") == (0, "", "")
    piped = command("chunk", "a.md").out
    assert (command.folder / "out.jsonl").read_bytes() == piped.encode()
    assert command("chunk", "a.md", "-o", "-").out == piped


def test_a_file_named_json_is_one_array(command: Command) -> None:
    command.write("a.md", "# A\n\nx\n\n# B\n\ny\n")
    command("chunk", "a.md", "a.md", "-o", "out.json")
    written = (command.folder / "out.json").read_text(encoding="utf-8")
    assert json.loads(written) == command("chunk", "a.md").records
    assert written == command("chunk", "a.md", "--format", "json").out
    command("chunk", "a.md", "-o", "out.json", "--format", "jsonl")
    assert (command.folder / "out.json").read_text(encoding="utf-8").startswith("{")


def test_a_failure_on_the_way_leaves_the_old_file(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise OSError(28, "No space left on device")

    command.write("a.md")
    command.write("out.jsonl", "old")
    monkeypatch.setattr("marksplit.cli.formats.Format.add", fails)
    assert command("chunk", "a.md", "-o", "out.jsonl") == (
        2,
        "",
        "marksplit: out.jsonl: cannot be written: No space left on device\n",
    )
    assert (command.folder / "out.jsonl").read_text(encoding="utf-8") == "old"
    assert sorted(path.name for path in command.folder.iterdir()) == ["a.md", "out.jsonl"]


def test_the_old_file_stays_when_every_input_failed(command: Command) -> None:
    command.write("out.jsonl", "old")
    assert command("chunk", "none.md", "-o", "out.jsonl").code == 1
    assert (command.folder / "out.jsonl").read_text(encoding="utf-8") == "old"
    assert command("outline", "none.md", "-o", "new.txt").code == 1
    assert sorted(path.name for path in command.folder.iterdir()) == ["out.jsonl"]


def test_the_file_is_written_when_only_some_inputs_failed(command: Command) -> None:
    command.write("a.md")
    assert command("chunk", "none.md", "a.md", "-o", "out.jsonl").code == 1
    assert (command.folder / "out.jsonl").read_bytes().count(b"\n") == 1


def test_wrong_options_leave_the_old_file(command: Command) -> None:
    command.write("a.md")
    command.write("out.jsonl", "old")
    assert command("chunk", "a.md", "-o", "out.jsonl", "--max-size", "-1").code == 2
    assert (command.folder / "out.jsonl").read_text(encoding="utf-8") == "old"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("none/out.jsonl", "cannot be written: no such folder"),
        ("folder", "cannot be written: is a folder"),
        ("a.md", "would overwrite an input"),
        ("folder/../a.md", "would overwrite an input"),
    ],
)
def test_a_place_that_cannot_be_written_is_named(command: Command, name: str, reason: str) -> None:
    (command.folder / "folder").mkdir()
    command.write("a.md")
    code, out, err = command("chunk", "a.md", "-o", name)
    assert (code, out, err) == (2, "", f"marksplit: {name}: {reason}\n")
    assert (command.folder / "a.md").read_bytes() == b"# A\n\ntext\n"


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX permissions")
def test_a_new_file_has_the_permissions_of_a_fresh_one_and_an_old_one_keeps_its_own(
    command: Command,
) -> None:
    command.write("a.md")
    fresh = command.write("fresh", "").stat().st_mode
    command("chunk", "a.md", "-o", "out.jsonl")
    out = command.folder / "out.jsonl"
    assert out.stat().st_mode == fresh
    out.chmod(0o600)
    command("chunk", "a.md", "-o", "out.jsonl")
    assert out.stat().st_mode & 0o777 == 0o600


def test_a_link_stays_a_link_and_its_target_is_written(command: Command) -> None:
    command.write("a.md")
    command.write("deep/out.jsonl", "old")
    link = command.folder / "link.jsonl"
    try:
        link.symlink_to("deep/out.jsonl")
    except OSError:
        pytest.skip("links are not allowed here")
    assert command("chunk", "a.md", "-o", "link.jsonl").code == 0
    assert link.is_symlink()
    assert (command.folder / "deep" / "out.jsonl").read_bytes().startswith(b"{")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX device")
def test_a_device_is_written_to_and_not_replaced(command: Command) -> None:
    command.write("a.md")
    assert command("chunk", "a.md", "-o", "/dev/null") == (0, "", "")
    assert Path("/dev/null").is_char_device()


def test_a_lone_surrogate_is_an_escape(command: Command) -> None:
    command.write("b.md", rb"# \ud800 \xc4")
    result = command("chunk", "b.md", "--encoding", "unicode_escape")
    assert '"heading": "\\ud800 Ä"' in result.out
    assert result.records[0]["heading"] == "\ud800 Ä"


def test_no_character_of_the_text_ends_a_record_line(command: Command) -> None:
    text = "a\x85b\u2028c\u2029d\x0be\x1cf"
    command.write("a.md", text)
    for form in ("jsonl", "json"):
        assert text[1] not in command("chunk", "a.md", "--format", form).out
    (line,) = command("chunk", "a.md").out.splitlines()
    assert json.loads(line)["text"] == text
