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
    assert "nor a folder in it has questions.jsonl" in capsys.readouterr().err


def test_one_set_without_corpora_and_with_other_endings_will_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "third"
    (folder / "pages").mkdir(parents=True)
    (folder / "pages" / "tea.mdx").write_bytes(TEA.replace("\n", "\r\n").encode())
    line = (
        '{"question": "steep?", "corpus_id": "pages/tea", "references": [{"start": 66, "end": 71}]}'
    )
    (folder / "questions.jsonl").write_bytes(f"\ufeff{line}\r\n".encode())
    arguments = ["retrieval.py", "--data", str(folder), "--cache", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", arguments)
    main()
    assert "| third | marksplit | 2 | 36 | 100.0" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("questions", "page", "words"),
    [
        (b'{"question": "?", "source": "tee", "answer": "Tea"}', b"# Tea", "line 1: "),
        (b'{"question": "?", "source": "tea", "answer": "Tea"}', b"\xff", "tea.md: 'utf-8' codec"),
        (b'{"question": "?", "source": "tea", "answer": "Tea"}', None, "no Markdown files"),
    ],
)
def test_what_is_wrong_with_a_set_is_one_line(
    questions: bytes,
    page: bytes | None,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "questions.jsonl").write_bytes(questions)
    if page is not None:
        (tmp_path / "tea.md").write_bytes(page)
    monkeypatch.setattr(sys, "argv", ["retrieval.py", "--data", str(tmp_path)])
    with pytest.raises(SystemExit):
        main()
    assert words in capsys.readouterr().err
