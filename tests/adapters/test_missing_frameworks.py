"""An adapter whose framework is not installed, and what importing adapters loads."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

from marksplit import MissingExtraError

FRAMEWORKS = [
    ("langchain", "langchain_text_splitters", "langchain"),
    ("llama_index", "llama_index.core", "llama-index"),
    ("haystack", "haystack", "haystack"),
]


@pytest.mark.parametrize(("adapter", "framework", "extra"), FRAMEWORKS)
def test_a_missing_framework_names_the_pip_line(
    adapter: str, framework: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, framework, None)
    monkeypatch.delitem(sys.modules, f"marksplit.adapters.{adapter}", raising=False)
    with pytest.raises(MissingExtraError, match=rf'pip install "marksplit\[{extra}\]"'):
        import_module(f"marksplit.adapters.{adapter}")


def test_the_room_itself_needs_no_framework() -> None:
    code = "import sys, marksplit.adapters; print(*{n.partition('.')[0] for n in sys.modules})"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {*run.stdout.split()} & {
        framework.partition(".")[0] for _, framework, _ in FRAMEWORKS
    }
