"""The examples of the README and the pages beside it run and print what is shown; commands exist."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from shutil import copytree

import pytest
from shown import EXAMPLES, PAGES, ROOT, SYNC, make_docs, run_command

from marksplit.cuts import RANKS, Rank

COMMANDS = [
    command
    for page in PAGES.values()
    for command in re.findall(r"^marksplit (.+?)(?:\s+#.*)?$", page, re.M)
]
_NO_CHROMA = pytest.mark.skipif(
    find_spec("chromadb") is None, reason="chromadb, of the extra stores, is not installed"
)


def _shown() -> list[object]:
    return [
        pytest.param(
            code,
            output,
            id=str(number) if name == "README" else f"{name}-{number}",
            marks=[_NO_CHROMA] if "import chromadb" in code else [],
        )
        for name, found in EXAMPLES.items()
        for number, (code, output) in enumerate(found)
    ]


@pytest.fixture(scope="session")
def synced(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with documents and the changes that lead to them."""
    folder = tmp_path_factory.mktemp("synced")
    make_docs(folder)
    run_command(SYNC[0], folder).check_returncode()
    return folder


@pytest.mark.parametrize(("code", "output"), _shown())
def test_example_prints_what_is_shown(code: str, output: str, synced: Path, tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        encoding="utf-8",
        cwd=copytree(synced, tmp_path / "here"),
    )
    assert run.stdout == output


def test_the_order_of_cuts_is_that_of_the_ranks() -> None:
    section = PAGES["README"].split("### Where it cuts")[1].split("\n### ")[0]
    told = re.findall(r"^\d+\. (.+)$", section, re.M)
    assert told == [rank.words for rank in RANKS if rank >= Rank.HEADING]


@pytest.mark.parametrize("name", PAGES)
def test_every_python_block_is_run(name: str) -> None:
    assert len(EXAMPLES[name]) == PAGES[name].count("```python")


def test_the_pages_sync_in_the_same_way() -> None:
    assert len(set(SYNC)) == 1


def test_the_main_job_runs_on_a_document_of_the_repo() -> None:
    (command,) = re.findall(r"^pip install \. && marksplit (.+)$", PAGES["README"], re.M)
    run = run_command(command, ROOT)
    assert run.returncode == 0
    assert run.stdout.count(b"\n") > 10


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_run_as_shown(command: str, tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "guide.md").write_text("# A\n\ntext\n", encoding="utf-8")
    question = '{"question": "Text?", "source": "guide.md", "answers": ["text"]}'
    (tmp_path / "questions.jsonl").write_text(question, encoding="utf-8")
    run = run_command(command, tmp_path)
    assert (run.returncode, run.stderr) == (0, b"")
