"""A stream of JSON Lines: the node's field names, failures by line, one answer per line."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest
from command import Command

from marksplit import ChunkOptions, chunk
from marksplit.cli import main

TEXT = "# A\n\none\n\n## B ##\n\ntwo\n\n#### D\n\nthree\n"


def lines(*items: object) -> bytes:
    return b"".join(json.dumps(item).encode() + b"\n" for item in items)


def test_a_chunk_has_the_fields_of_the_node(command: Command) -> None:
    result = command("records", stdin=lines({"markdown": TEXT, "id": 7}, {"markdown": ""}))
    assert (result.code, result.err) == (0, "")
    assert result.records == [
        {
            "text": "# A\n\none",
            "headingPath": ["A"],
            "index": 0,
            "charCount": 8,
            "approxTokens": 2,
        },
        {
            "text": "## B ##\n\ntwo\n\n#### D\n\nthree",
            "headingPath": ["A", "B"],
            "index": 1,
            "charCount": 27,
            "approxTokens": 7,
        },
    ]
    assert list(result.records[0]) == ["text", "headingPath", "index", "charCount", "approxTokens"]


def test_fields_are_named_as_asked_for(command: Command) -> None:
    argv = ("--source-field", "body", "--output-field", "chunk", "--keys", "snake")
    (record,) = command("records", *argv, stdin=lines({"body": "x"})).records
    assert list(record) == ["chunk", "heading_path", "index", "char_count", "approx_tokens"]


def test_other_fields_are_kept_when_asked_for(command: Command) -> None:
    item = {"id": 7, "index": "mine", "markdown": "# A\n\nx\n\n# B", "nested": {"a": [1.5, None]}}
    found = command("records", "--keep", stdin=lines(item)).records
    assert [(each["id"], each["index"], each["nested"]) for each in found] == [
        (7, 0, {"a": [1.5, None]}),
        (7, 1, {"a": [1.5, None]}),
    ]
    assert "markdown" not in found[0]
    same = command("records", "--keep", "--output-field", "markdown", stdin=lines(item)).records
    assert [each["markdown"] for each in same] == ["# A\n\nx", "# B"]


@pytest.mark.parametrize(
    ("argv", "options"),
    [
        ([], ChunkOptions()),
        (["--max-heading-depth", "1"], ChunkOptions(max_heading_depth=1)),
        (["--max-size", "0"], ChunkOptions(max_size=0)),
        (["--overlap", "-50"], ChunkOptions()),
        (["--max-size", "20", "--overlap", "9"], ChunkOptions(max_size=20, overlap=9)),
    ],
)
def test_options_are_those_of_chunk_and_a_negative_overlap_is_none(
    command: Command, argv: list[str], options: ChunkOptions
) -> None:
    text = TEXT + "\nword. " * 300
    found = command("records", *argv, stdin=lines({"markdown": text})).records
    assert [each["text"] for each in found] == [each.text for each in chunk(text, options)]


FAILURES: list[tuple[bytes, str]] = [
    (b'{"id": 1, "x": 2}', 'the field "markdown" is missing; there is id, x'),
    (b"{}", 'the field "markdown" is missing; there is nothing'),
    (b'{"markdown": 1}', 'the field "markdown" is a number, not a string'),
    (b'{"markdown": null}', 'the field "markdown" is null, not a string'),
    (b'{"markdown": ["a"]}', 'the field "markdown" is a list, not a string'),
    (b"[1]", "no JSON object, which is {...} on one line"),
    (b"{'a': 1}", "no JSON: Expecting property name enclosed in double quotes at character 2"),
    (b'{"markdown": "x", "a": NaN}', "no JSON: NaN is no number"),
    (b'{"markdown": "x", "a": 1e999}', "no JSON: 1e999 is too big a number"),
    (b'{"markdown": "\xff"}', "not UTF-8: invalid start byte at byte 14"),
    (b"[" * 100_000, "no JSON that can be read: nested too deeply"),
]


@pytest.mark.parametrize(("line", "reason"), FAILURES)
def test_an_item_that_fails_ends_the_run_and_is_named_by_its_line(
    command: Command, line: bytes, reason: str
) -> None:
    good = lines({"markdown": "x"})
    result = command("records", stdin=good + b"\n" + line + b"\n" + good)
    assert (result.code, len(result.records)) == (1, 1)
    assert result.err == f"marksplit: line 3: {reason}\n"


def test_an_item_that_fails_is_an_error_in_the_output_when_the_run_goes_on(
    command: Command,
) -> None:
    stdin = b"\n".join(line for line, _ in FAILURES) + b"\n" + lines({"markdown": "x"})
    result = command("records", "--continue-on-fail", stdin=stdin)
    assert (result.code, result.err) == (0, "")
    *failed, last = result.records
    assert failed == [
        {"error": reason, "line": number} for number, (_, reason) in enumerate(FAILURES, 1)
    ]
    assert last["text"] == "x"


def test_a_fault_of_our_own_is_an_error_in_the_output_too(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError("x")

    monkeypatch.setattr("marksplit.cli.records.chunk", broken)
    result = command("records", "--continue-on-fail", stdin=lines({"markdown": "x"}))
    (record,) = result.records
    assert record["error"].startswith("KeyError: 'x' at test_records_command.py:")
    assert record["error"].endswith("(a fault in marksplit: please report it)")


def test_text_is_kept_as_it_is(command: Command) -> None:
    text = "a\r\nb\x00c\u2028d \ud800"
    stdin = b"\xef\xbb\xbf" + lines({"markdown": text}).replace(b"\n", b"\r\n")
    result = command("records", stdin=stdin)
    assert [each["text"] for each in result.records] == [text]
    assert len(result.out.splitlines()) == 1


def test_names_that_clash_are_wrong_usage(command: Command) -> None:
    code, _, err = command("records", "--output-field", "headingPath")
    assert code == 2
    assert err.startswith("marksplit records: --output-field must not be one of headingPath, ")
    assert command("records", "--max-size", "-1").code == 2


def test_standard_input_that_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["records"]) == 1


def test_each_line_is_answered_before_the_next_is_read() -> None:
    run = subprocess.Popen(
        [sys.executable, "-m", "marksplit", "records"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert run.stdin is not None
    assert run.stdout is not None
    for text in ("x", "y"):
        run.stdin.write(lines({"markdown": text}))
        run.stdin.flush()
        answer: dict[str, Any] = json.loads(run.stdout.readline())
        assert answer["text"] == text
    run.stdin.close()
    assert run.stdout.read() == b""
    run.stdout.close()
    assert run.wait(timeout=60) == 0
