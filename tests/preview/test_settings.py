"""The calls that are shown give the settings they are shown for."""

from __future__ import annotations

import re
import shlex
from dataclasses import fields, replace
from typing import Any

import pytest

from marksplit import SYNTAXES, ChunkOptions, Syntax, chunk
from marksplit.cli import main
from marksplit.preview.settings import written
from marksplit.semantic import semantic_cuts
from marksplit.semantic.embedders import wordllama

TEXT = "# A\n\n" + "One two. " * 30 + "\n\n## B\n\n| a |\n|---|\n| b |\n"

CHANGED: list[dict[str, Any]] = [
    {},
    {"max_size": 40},
    {"max_size": 40, "overlap": 12},
    {"max_size": 9, "sizer": "words", "merge_sections": True},
    {"max_heading_depth": 1, "min_size": 10, "strip_headings": True},
    {"split_blocks": True, "front_matter": "drop"},
    {"max_size": 30, "oversize": "split", "count_context": True},
    {"document_title": True, "context_references": True, "strip_data_uris": True},
]
CHOSEN = {
    **SYNTAXES,
    "github-tables": Syntax(tables=False),
    "github+html_containers": Syntax(html_containers=True),
    "mdx-math+tex_math": Syntax(colon_containers=True, jsx=True, math=False, tex_math=True),
    "commonmark+math": replace(Syntax.commonmark(), math=True),
}
any_syntax = pytest.mark.parametrize("name", CHOSEN)


@any_syntax
@pytest.mark.parametrize("changed", CHANGED, ids=str)
def test_the_python_call_gives_these_chunks(changed: dict[str, Any], name: str) -> None:
    options, syntax = ChunkOptions(**changed), CHOSEN[name]
    call = written("a.md", options, syntax)["python"]
    names = {"chunk": chunk, "ChunkOptions": ChunkOptions, "Syntax": Syntax, "text": TEXT}
    assert eval(call, names) == chunk(TEXT, options, syntax=syntax)


@any_syntax
@pytest.mark.parametrize("changed", CHANGED, ids=str)
def test_the_command_gives_these_settings(
    changed: dict[str, Any], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    options, syntax = ChunkOptions(**changed), CHOSEN[name]
    taken: list[dict[str, Any]] = []
    monkeypatch.setattr(
        "marksplit.cli.chunk._run", lambda given, report: taken.append(dict(vars(given)))
    )
    line = shlex.split(written("my docs/a.md", options, syntax)["command"])
    assert main(line[1:]) == 0
    assert taken[0]["paths"] == ["my docs/a.md"]
    assert taken[0]["syntax"] == syntax
    assert ("--syntax" in line) == (syntax != Syntax())
    for field in fields(ChunkOptions):
        if field.name in ("sentences", "cuts"):
            continue  # functions, which no command line can give as they are
        given = taken[0][field.name]
        assert given == getattr(options, field.name) or (
            given is None and getattr(options, field.name) == field.default
        )


@any_syntax
def test_a_syntax_is_told_by_the_nearest_preset(name: str) -> None:
    line = written("a.md", ChunkOptions(), CHOSEN[name])["command"]
    told = line.removeprefix("marksplit chunk a.md").removeprefix(" --syntax ") or "github"
    assert sorted(re.split(r"(?=[+-])", told)) == sorted(re.split(r"(?=[+-])", name))


def test_what_only_the_text_to_embed_shows_comes_with_it() -> None:
    command = written("a.md", ChunkOptions(count_context=True), Syntax())["command"]
    assert command == "marksplit chunk a.md --contextual --count-context"


def test_functions_that_no_command_can_give_are_told_in_python() -> None:
    def starts(text: str) -> list[int]:
        return []

    options = ChunkOptions(sentences=starts, cuts=semantic_cuts(wordllama()), max_size=9)
    command = written("a.md", options, Syntax())["command"]
    assert command.startswith(
        "marksplit chunk a.md --max-size 9  # Python only: sentences=starts, "
    )
    assert "cuts=SemanticCuts(embed=WordLlama(), window=2" in command


def test_a_function_is_told_by_its_name() -> None:
    def tokens(text: str) -> int:
        return len(text)

    told = written("a.md", ChunkOptions(sizer=tokens), Syntax())
    assert told["python"] == "chunk(text, ChunkOptions(sizer=tokens))"
    assert told["command"] == "marksplit chunk a.md  # Python only: sizer=tokens"
