"""``--cuts NAME``: where the meaning changes, by an embedding function that has a name."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path

import pytest
from command import Command, process

from marksplit import ChunkOptions, Syntax, chunk
from marksplit.export import records
from marksplit.semantic import semantic_cuts
from marksplit.semantic.embedders import wordllama

TEXT = """# Notes

Green tea is picked in spring and steamed at once. Steep the tea leaves at eighty degrees. Two
minutes are enough for a cup of tea. The train to the coast leaves the station at nine. Buy the
train ticket at the counter. The train ride takes three hours and a half.
"""
SIZE = ("--max-size", "270")


def broken(texts: Sequence[str]) -> list[list[float]]:
    return [[float("nan")]] * len(texts)


def test_a_named_function_decides_where_to_cut(command: Command) -> None:
    command.write("a.md", TEXT)
    options = ChunkOptions(max_size=270, cuts=semantic_cuts(wordllama()))
    expected = records(chunk(TEXT, options), source="a.md", options=options, syntax=Syntax())
    found = command("chunk", "a.md", *SIZE, "--cuts", "wordllama").records
    assert found == list(expected)
    assert found[1]["text"].startswith("The train to the coast")
    explained = command("chunk", "a.md", *SIZE, "--cuts", "wordllama", "--explain").records
    assert "chosen by its score" in explained[1]["reason"]
    assert command("check", "a.md", *SIZE, "--cuts", "wordllama").code == 0


def test_several_processes_cut_alike(command: Command) -> None:
    for name in "abc":
        command.write(f"docs/{name}.md", TEXT)
    argv = ("chunk", "docs", *SIZE, "--cuts", "wordllama")
    run = process(command.folder, *argv, "--jobs", "2")
    assert (run.returncode, run.stderr) == (0, b"")
    assert run.stdout.decode() == command(*argv).out


def test_a_module_in_the_current_folder_can_embed_in_all_processes(command: Command) -> None:
    code = (
        "def embed(texts):\n    return [['train' in text, 'train' not in text] for text in texts]\n"
    )
    command.write("own_model.py", code)
    command.write("wordllama.py", "raise SystemExit('a file stood in for a library')")
    command.write("docs/a.md", TEXT)
    command.write("docs/b.md", TEXT)
    script = Path(sysconfig.get_path("scripts"), "marksplit")
    for cuts in ("own_model:embed", "wordllama"):
        argv = ("chunk", "docs", *SIZE, "--cuts", cuts, "--jobs", "2")
        run = subprocess.run([script, *argv], cwd=command.folder, capture_output=True, check=False)
        assert (run.returncode, run.stderr) == (0, b"")
        assert b'"text": "The train to the coast' in run.stdout


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("word", "--cuts must be one of wordllama, sentence-transformers:MODEL, openai:MODEL@URL"),
        ("openai:m", "--cuts must be openai:MODEL@URL with a URL of http or https, not 'openai:m'"),
        (f"{__name__}:SIZE", "--cuts must be a function from texts to vectors, not ('--max-size'"),
    ],
)
def test_a_name_of_nothing_is_wrong_usage(command: Command, name: str, message: str) -> None:
    command.write("a.md", TEXT)
    code, out, err = command("chunk", "a.md", "--cuts", name)
    assert (code, out) == (2, "")
    assert err.startswith(f"marksplit chunk: {message}")
    assert err.count("\n") == 1


def test_a_missing_library_is_wrong_usage(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "wordllama", None)
    command.write("a.md", TEXT)
    code, _, err = command("chunk", "a.md", "--cuts", "wordllama")
    assert code == 2
    assert 'pip install "marksplit[wordllama]"' in err


def test_a_function_that_fails_costs_its_document_alone(command: Command) -> None:
    command.write("a.md", TEXT)
    command.write("b.md", "short")
    code, out, err = command("chunk", "a.md", "b.md", *SIZE, "--cuts", f"{__name__}:broken")
    assert code == 1
    assert [line for line in out.splitlines() if '"b.md"' in line]
    assert "a.md: " in err
    assert "lines 1 to 5" in err
    assert "texts 1 to 6 of 6: embed returned NaN" in err
