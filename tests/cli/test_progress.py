"""Progress of a long run: for a person at a terminal, and for nobody else."""

from __future__ import annotations

import importlib
import re

import pytest
from command import Command

from marksplit.cli import progress


@pytest.fixture
def long_run(command: Command, monkeypatch: pytest.MonkeyPatch) -> Command:
    """A command whose runs count as long from their first file on."""
    monkeypatch.setattr(progress, "_SHORT", 0.0)
    monkeypatch.setattr(progress, "_PAUSE", 0.0)
    for variable in ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    for name in ("a.md", "c.md"):
        command.write(f"docs/{name}", "# A\n\n" + "text " * 40_000)
    command.write("docs/b.md", b"\xff")
    return command


@pytest.fixture
def without_rich(monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.import_module

    def missing(name: str) -> object:
        if name.startswith("rich"):
            raise ModuleNotFoundError("No module named 'rich'", name="rich")
        return real(name)

    monkeypatch.setattr("marksplit._optional.import_module", missing)


def test_a_bar_shows_files_speed_and_failures(long_run: Command) -> None:
    long_run.watch()
    code, out, shown = long_run("chunk", "docs", "-o", "out.jsonl")
    assert (code, out) == (1, "")
    err = re.sub(r"\x1b\[[\d;?]*\w", "", shown)
    assert "3/3 files, 0.4 MB, " in err
    assert " MB/s, 1 failed" in err
    assert "marksplit: docs/b.md: not UTF-8" in err


@pytest.mark.usefixtures("without_rich")
def test_without_rich_there_are_plain_counts(long_run: Command) -> None:
    long_run.watch()
    lines = long_run("chunk", "docs", "-o", "out.jsonl").err.splitlines()
    assert lines[0].startswith("marksplit: 1 files, 0.2 MB, ")
    assert lines[1].startswith("marksplit: docs/b.md: not UTF-8")
    assert lines[-1].startswith("marksplit: 3 files, 0.4 MB, ")
    assert lines[-1].endswith(" MB/s, 1 failed")


@pytest.mark.parametrize("argv", [["-o", "out.jsonl", "--quiet"], []])
def test_nothing_is_shown_when_it_is_not_wanted_or_in_the_way(
    long_run: Command, argv: list[str]
) -> None:
    long_run.watch()
    long_run.terminal()
    assert long_run("chunk", "docs/a.md", "docs/c.md", *argv).err == ""


def test_nothing_is_shown_of_a_short_run(
    long_run: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "_SHORT", 60.0)
    long_run.watch()
    assert long_run("chunk", "docs/a.md", "-o", "out.jsonl").err == ""


def test_nothing_is_shown_in_a_pipe(long_run: Command) -> None:
    assert long_run("chunk", "docs/a.md", "-o", "out.jsonl").err == ""
