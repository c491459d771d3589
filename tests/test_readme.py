"""The README's examples run and print what it shows; its commands exist."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from marksplit.cuts import RANKS, Rank

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```\n\n```\n(.*?)```", README, re.S)
COMMANDS = re.findall(r"^marksplit (.+?)(?:\s+#.*)?$", README, re.M)


@pytest.mark.parametrize(("code", "output"), EXAMPLES, ids=range(len(EXAMPLES)))
def test_example_prints_what_is_shown(code: str, output: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, encoding="utf-8"
    )
    assert run.stdout == output


def test_the_order_of_cuts_is_that_of_the_ranks() -> None:
    section = README.split("### Where it cuts")[1].split("\n### ")[0]
    told = re.findall(r"^\d+\. (.+)$", section, re.M)
    assert told == [rank.words for rank in RANKS if rank >= Rank.HEADING]


def test_every_python_block_is_run() -> None:
    assert len(EXAMPLES) == README.count("```python")


def test_the_main_job_runs_on_a_document_of_the_repo() -> None:
    (command,) = re.findall(r"^pip install \. && marksplit (.+)$", README, re.M)
    run = subprocess.run(
        [sys.executable, "-m", "marksplit", *shlex.split(command)],
        capture_output=True,
        cwd=ROOT,
        check=True,
    )
    assert run.stdout.count(b"\n") > 10


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_run_as_shown(command: str, tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "guide.md").write_text("# A\n\ntext\n", encoding="utf-8")
    question = '{"question": "Text?", "source": "guide.md", "answers": ["text"]}'
    (tmp_path / "questions.jsonl").write_text(question, encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "marksplit", *shlex.split(command)],
        capture_output=True,
        cwd=tmp_path,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, b"")
