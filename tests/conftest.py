"""What tests share: no network, nothing that reports home, and the command as a fixture.

The one conftest of the suite, since mypy knows a module by its file name.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from command import Command

os.environ["HAYSTACK_TELEMETRY_ENABLED"] = "false"
os.environ["LANGSMITH_TRACING"] = "false"


def _vocabularies() -> str:
    """The tiktoken vocabularies that come with LlamaIndex."""
    spec = find_spec("llama_index.core")
    assert spec is not None
    assert spec.origin is not None
    return str(Path(spec.origin).parent / "_static" / "tiktoken_cache")


os.environ["TIKTOKEN_CACHE_DIR"] = _vocabularies()


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
