"""Options of the command line are those of ChunkOptions, and wrong ones are named by flag."""

from __future__ import annotations

import re
from dataclasses import fields

import pytest
from command import Command

from marksplit import ChunkOptions, MissingExtraError, Syntax, chunk
from marksplit.export import records


def help_of(command: Command, monkeypatch: pytest.MonkeyPatch, name: str) -> str:
    monkeypatch.setenv("COLUMNS", "400")
    return command(name, "--help").out


@pytest.mark.parametrize("name", ["chunk", "check"])
def test_every_field_has_an_option_with_help_and_default(
    command: Command, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    text = re.sub(r"\n {20,}", " ", help_of(command, monkeypatch, name))
    for field in fields(ChunkOptions):
        if field.default is None:  # a hook: no command line can hold it
            continue
        flag = ("--no-" if field.default is True else "--") + field.name.replace("_", "-")
        (line,) = [line for line in text.splitlines() if line.lstrip().startswith(flag + " ")]
        assert len(line.split()) > 6, line
        if isinstance(field.default, int) and not isinstance(field.default, bool):
            assert line.endswith(f"(default: {field.default})")
    assert "`" not in text.partition("how to cut")[2].partition("examples")[0]


def test_help_is_there_without_the_source_of_the_options(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(_: object) -> str:
        raise OSError("could not get source code")

    monkeypatch.setattr("inspect.getsource", missing)
    assert "--max-size N" in help_of(command, monkeypatch, "chunk")


@pytest.mark.parametrize(
    ("argv", "options"),
    [
        ([], ChunkOptions()),
        (["--max-size", "80", "--overlap", "20"], ChunkOptions(max_size=80, overlap=20)),
        (["--max-heading-depth", "1"], ChunkOptions(max_heading_depth=1)),
        (["--max-size", "0"], ChunkOptions(max_size=0)),
        (["--min-size", "60"], ChunkOptions(min_size=60)),
        (["--merge-sections"], ChunkOptions(merge_sections=True)),
        (
            ["--strip-headings", "--split-blocks"],
            ChunkOptions(strip_headings=True, split_blocks=True),
        ),
        (["--oversize", "keep"], ChunkOptions(oversize="keep")),
        (["--front-matter", "drop"], ChunkOptions(front_matter="drop")),
        (["--sizer", "words", "--max-size", "9"], ChunkOptions(sizer="words", max_size=9)),
        (["--sizer", "approx_tokens"], ChunkOptions(sizer="approx_tokens")),
        (["--sizer", "chars"], ChunkOptions(sizer="chars")),
    ],
)
def test_options_are_passed_on(command: Command, argv: list[str], options: ChunkOptions) -> None:
    text = (
        "---\na: 1\n---\n# A\n\nOne two three. "
        + "Four five six. " * 9
        + "\n\n## B\n\nx\n\n## C\n\ny"
    )
    command.write("a.md", text)
    expected = records(chunk(text, options), source="a.md", options=options, syntax=Syntax())
    assert command("chunk", "a.md", *argv).records == list(expected)


def test_the_bare_standard_can_be_chosen(command: Command) -> None:
    command.write("a.md", "| a |\n|---|\n| b |\n")
    assert command("chunk", "a.md").records[0]["kinds"] == ["table"]
    bare = command("chunk", "a.md", "--syntax", "commonmark").records[0]
    assert bare["kinds"] == ["paragraph"]


@pytest.mark.parametrize(
    ("syntax", "text"),
    [("mkdocs", "!!! a\n    b\n"), ("mdx", "::: a\nb\n:::\n"), ("myst", "```{note}\na\n```\n")],
)
def test_a_dialect_can_be_chosen(command: Command, syntax: str, text: str) -> None:
    command.write("a.md", text)
    assert command("chunk", "a.md", "--syntax", syntax).records[0]["kinds"] == ["container"]
    assert command("check", "a.md", "--syntax", syntax).code == 0


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["--max-size", "-1"], "--max-size must be an integer >= 0, not -1"),
        (["--max-size", "big"], "argument --max-size: invalid int value: 'big'"),
        (["--max-heading-depth", "7"], "--max-heading-depth must be an integer from 0 to 6, not 7"),
        (
            ["--overlap", "50", "--max-size", "50"],
            "--overlap must be smaller than --max-size (50), not 50",
        ),
        (["--min-size", "2000"], "--min-size must be at most --max-size (1000), not 2000"),
        (
            ["--split-blocks", "--merge-sections"],
            "--split-blocks must be False when --merge-sections is True, not True",
        ),
        (["--oversize", "explode"], "argument --oversize: invalid choice: 'explode'"),
        (["--sizer", "furlongs"], "--sizer must be one of chars, words, approx_tokens, "),
    ],
)
@pytest.mark.parametrize("name", ["chunk", "check"])
def test_a_wrong_option_is_named_by_its_flag(
    command: Command, name: str, argv: list[str], message: str
) -> None:
    command.write("a.md")
    code, out, err = command(name, "a.md", *argv)
    assert (code, out) == (2, "")
    assert err.startswith(f"marksplit {name}: {message}")
    assert err.count("\n") == 1


@pytest.mark.parametrize("name", ["chunk", "outline", "check"])
def test_a_sizer_that_cannot_be_loaded_is_wrong_usage(
    command: Command, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    def missing(_: object) -> None:
        raise MissingExtraError('x is not installed; it comes with: pip install "marksplit[x]"')

    monkeypatch.setattr("marksplit.cli.arguments.resolve_sizer", missing)
    command.write("a.md")
    code, out, err = command(name, "a.md", "--sizer", "tiktoken:gpt-4o")
    assert (code, out) == (2, "")
    assert err.startswith(f"marksplit {name}: --sizer tiktoken:gpt-4o: x is not installed; it ")


@pytest.mark.parametrize("sizer", ["chars", "words", "approx_tokens", "tiktoken:x", "hf:x"])
def test_the_sizers_that_the_help_names_are_known(
    command: Command, monkeypatch: pytest.MonkeyPatch, sizer: str
) -> None:
    assert ChunkOptions(sizer=sizer).sizer == sizer
    assert sizer.partition(":")[0] in help_of(command, monkeypatch, "chunk")
