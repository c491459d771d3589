"""The view of chunks in the terminal: plain in a pipe, in colour and paged at a terminal."""

from __future__ import annotations

import pydoc
import sys

import pytest
from command import Command

TEXT = (
    "# Tea\n\nKeeps well.\n\n## Brewing\n\n"
    + "Steep it for long. " * 12
    + "\n\n```\nlong code line\n```\n"
)


@pytest.fixture
def paged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the pager was given."""
    given: list[str] = []
    monkeypatch.setattr(pydoc, "pager", given.append)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return given


def test_a_pipe_gets_plain_text_and_a_summary(command: Command) -> None:
    command.write("a.md", TEXT)
    code, out, err = command("chunk", "a.md", "--view", "--max-size", "100", "--overlap", "20")
    assert (code, err) == (0, "")
    assert "\x1b" not in out
    lines = out.splitlines()
    assert lines[:5] == ["a.md", "", "#0  lines 1-3  18/100  Tea", "▌ # Tea", "▌ "]
    assert "#1  lines 5-7  87/100  Tea > Brewing" in lines
    assert lines[-4].startswith("size of chunks  count  min  median")
    assert lines[-3].split() == ["a.md", "4", "18", "87", "100", "100", "0", "25", "%"]
    assert lines[-1].endswith("│  100")


def test_every_line_of_every_chunk_is_shown(command: Command) -> None:
    command.write("a.md", TEXT)
    out = command("chunk", "a.md", "--view").out
    shown = " ".join(line[2:] for line in out.splitlines() if line.startswith("▌"))
    assert shown.split() == TEXT.split()


def test_a_terminal_gets_colour_through_the_pager(command: Command, paged: list[str]) -> None:
    command.write("a.md", TEXT)
    command.terminal()
    assert command("chunk", "a.md", "--view") == (0, "", "")
    assert "\x1b[1;34m#0\x1b[0m" in paged[0]


def test_no_color_is_respected(
    command: Command, paged: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    command.write("a.md", TEXT)
    command.terminal()
    command("chunk", "a.md", "--view")
    assert "#0" in paged[0]
    assert "\x1b[1;34m" not in paged[0]


def test_several_documents_have_a_row_each_and_one_for_all(command: Command) -> None:
    command.write("a.md", TEXT)
    command.write("b.md", "x")
    out = command("chunk", "a.md", "none.md", "b.md", "--view")
    assert out.code == 1
    assert [line.split()[:2] for line in out.out.splitlines()[-5:-2]] == [
        ["a.md", "2"],
        ["b.md", "1"],
        ["all", "3"],
    ]


def test_oversize_is_told(command: Command) -> None:
    command.write("a.md", TEXT)
    out = command("chunk", "a.md", "--view", "--max-size", "15").out
    assert "/15 oversize" in out


def test_without_a_limit_nothing_is_said_of_it(command: Command) -> None:
    command.write("a.md", TEXT)
    out = command("chunk", "a.md", "--view", "--max-size", "0").out
    assert "#0  lines 1-3  18  Tea" in out
    assert out.splitlines()[-3].split()[-1] == "-"


def test_characters_that_act_on_a_terminal_are_shown_by_number(command: Command) -> None:
    command.write(
        "a.md", "# \x1b[2J \u202e T\n\nred \x1b[31m\x07 bidi \u202e nul \0 [bold]x[/bold]\r\n"
    )
    out = command("chunk", "a.md", "--view").out
    assert "red <U+001B>[31m<U+0007> bidi <U+202E> nul <U+0000> [bold]x[/bold]" in out
    assert not set("\x1b\x07\u202e\0") & set(out)


@pytest.mark.parametrize("other", [("-o", "x"), ("--format", "json")])
def test_it_goes_with_no_other_output(command: Command, other: tuple[str, str]) -> None:
    command.write("a.md")
    result = command("chunk", "a.md", "--view", *other)
    assert result.code == 2
    assert "--view shows chunks; it takes no --format and no -o" in result.err


def test_a_missing_extra_is_named(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rich", None)
    command.write("a.md")
    result = command("chunk", "a.md", "--view")
    assert result.code == 2
    assert 'pip install "marksplit[cli]"' in result.err
