"""The comparison of retrieval runs on a set of one's own and prints both tables."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from retrieval import main

TEA = "# Tea\n\nTea keeps well.\n\n## Brewing\n\nSteep the leaves for three minutes.\n"


def test_both_tables_are_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    corpora = tmp_path / "sets" / "drinks" / "corpora"
    corpora.mkdir(parents=True)
    (corpora / "tea.md").write_text(TEA, encoding="utf-8")
    line = '{"question": "How long do I steep?", "source": "tea", "answers": ["three minutes"]}'
    (corpora.parent / "questions.jsonl").write_text(line, encoding="utf-8")
    arguments = ["retrieval.py", "--data", str(tmp_path / "sets"), "--cache", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", arguments)
    main()
    told = capsys.readouterr().out
    assert "| drinks | marksplit | 2 | 34 | 100.0 [100.0, 100.0] |" in told
    assert "|  | langchain-headers | 2 |" in told
    assert "|  | marksplit overlap=100 | 2 |" in told


def test_a_folder_without_sets_is_wrong_usage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["retrieval.py", "--data", str(tmp_path)])
    with pytest.raises(SystemExit):
        main()
    assert "no folder in" in capsys.readouterr().err
