"""The command as a fixture."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import Command


@pytest.fixture
def command(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> Command:
    return Command(tmp_path, capsysbinary, monkeypatch)
