"""Running the command in this process, and in one of its own."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from marksplit.cli import main


class Result(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def records(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.split("\n")[:-1]]


class Command:
    """The command, with a folder of its own as the current one."""

    def __init__(
        self,
        folder: Path,
        capture: pytest.CaptureFixture[bytes],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        self.folder = folder
        self._capture = capture
        self._monkeypatch = monkeypatch
        monkeypatch.chdir(folder)

    def write(self, name: str, content: str | bytes = "# A\n\ntext\n") -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
        return path

    def terminal(self, columns: int = 80) -> None:
        """Let standard output be a terminal."""
        self._monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
        self._monkeypatch.setenv("COLUMNS", str(columns))

    def watch(self) -> None:
        """Let standard error be a terminal."""
        self._monkeypatch.setattr(sys.stderr, "isatty", lambda: True)

    def __call__(self, *argv: str, stdin: bytes = b"") -> Result:
        self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        self._capture.readouterr()
        code = main(argv)
        out, err = self._capture.readouterr()
        return Result(code, out.decode("utf-8"), err.decode("utf-8"))


def process(folder: Path, *argv: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run the command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "marksplit", *argv],
        cwd=folder,
        input=stdin,
        capture_output=True,
        check=False,
        timeout=60,
    )
