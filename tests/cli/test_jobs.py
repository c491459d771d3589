"""Several processes give what one gives, and a fault in one document is that document's alone."""

from __future__ import annotations

import pytest
from command import Command

from marksplit import Outline


@pytest.mark.parametrize("form", ["jsonl", "json", "text"])
def test_the_output_is_the_same_whatever_the_number_of_processes(
    command: Command, form: str
) -> None:
    for number in range(90):
        command.write(f"docs/{number % 7}/{number}.md", f"# {number}\n\ntext\n" * (number % 11))
    command.write("docs/3/b.md", b"\xff")
    command.write("docs/none.txt")
    argv = ("chunk", "docs", "-", "none.md", "--format", form, "--jobs")
    one, two, all_cores = (command(*argv, jobs, stdin=b"# Z") for jobs in ("1", "2", "0"))
    assert one == two == all_cores
    assert one.code == 1
    assert [line.split(":")[1] for line in one.err.splitlines()] == [" docs/3/b.md", " none.md"]


def test_the_first_inputs_are_written_before_the_last_are_found(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    monkeypatch.setattr(
        "marksplit.cli.formats.Format.add", lambda *_: seen.append(f"written {len(seen)}")
    )

    def load(_: object) -> bytes:
        seen.append("read")
        return b"# A"

    monkeypatch.setattr("marksplit.cli.reading.Input.load", load)
    command.write("docs/a.md")
    command.write("docs/b.md")
    assert command("chunk", "docs").code == 0
    assert seen == ["read", "written 1", "read", "written 3"]


def test_an_unforeseen_error_is_the_failure_of_its_document(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(outline: Outline, _: object) -> list[object]:
        if "bad" in outline.source:
            raise KeyError("x")
        return []

    monkeypatch.setattr("marksplit.cli.cutting.chunk_outline", broken)
    command.write("docs/a.md")
    command.write("docs/b.md", "bad")
    command.write("docs/c.md")
    code, _, err = command("chunk", "docs", "--format", "json")
    assert code == 1
    assert err.startswith("marksplit: docs/b.md: KeyError: 'x' at test_jobs.py:")
    assert err.endswith(" (a fault in marksplit: please report it)\n")
    assert err.count("\n") == 1


def test_a_document_that_does_not_fit_into_memory_is_named(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_big(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("marksplit.cli.cutting.chunk_outline", too_big)
    command.write("a.md")
    assert command("chunk", "a.md").err == "marksplit: a.md: not enough memory for it\n"


def test_a_negative_number_of_processes_is_wrong_usage(command: Command) -> None:
    code, _, err = command("chunk", "--jobs", "-1")
    assert code == 2
    assert err.startswith("marksplit chunk: --jobs must be an integer >= 0, not -1")
