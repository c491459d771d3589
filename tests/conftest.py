"""What tests share: no network, nothing that reports home, and the command as a fixture.

The one conftest of the suite, since mypy knows a module by its file name.
"""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from command import Command

QUICK = {
    "test_checks.py": "",
    "test_chunker.py": "",
    "test_fixtures.py": "",
    "test_golden.py": "fixtures",
    "test_laws.py": r"test_mixed_(lines|dialects)_keep_the_laws\[[01]\]",
    "test_public_api.py": "",
    "test_readme.py": r"shown\[[0-6]\]|every_python_block|main_job",
    "test_sections.py": "",
    "test_sizing.py": "",
    "test_snapshots.py": "",
    "test_strategies.py": "",
}
"""What ``-m quick`` runs: files, and in each the tests whose name has the pattern in it."""

os.environ["HAYSTACK_TELEMETRY_ENABLED"] = "false"
os.environ["LANGSMITH_TRACING"] = "false"


def _vocabularies() -> str:
    """The tiktoken vocabularies that come with LlamaIndex."""
    spec = find_spec("llama_index.core")
    assert spec is not None
    assert spec.origin is not None
    return str(Path(spec.origin).parent / "_static" / "tiktoken_cache")


os.environ["TIKTOKEN_CACHE_DIR"] = _vocabularies()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Import no other test file for a quick run: that alone takes longer."""
    other = collection_path.suffix == ".py" and collection_path.name not in QUICK
    return True if other and config.getoption("markexpr") == "quick" else None


@pytest.hookimpl(tryfirst=True)  # before tests are chosen by their marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        pattern = QUICK.get(item.path.name)
        if pattern is not None and re.search(pattern, item.name):
            item.add_marker("quick")


@pytest.fixture(autouse=True, scope="session")
def _no_network() -> Iterator[None]:
    """Connections within the machine only; another one fails the test that makes it."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: object) -> None:
        if isinstance(address, tuple) and address[0] not in ("127.0.0.1", "::1", "localhost"):
            raise AssertionError(f"a test connects to {address!r}")
        connect(self, address)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", guarded)
        yield


@pytest.fixture
def command(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> Command:
    from command import Command  # beside the tests that use it

    return Command(tmp_path, capsysbinary, monkeypatch)
