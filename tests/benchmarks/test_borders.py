"""The count of cuts at changes of topic, on texts whose borders are known."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import borders
import pytest

from marksplit import Span

TOPICS = [
    f"Now number {number} is told. " + "It goes on and on. " * 10 + "So." for number in range(8)
]


def at_topics(text: str, spans: Sequence[Span]) -> list[float]:
    return [float(text[start:].startswith("Now")) for start, _ in spans[1:]]


def test_a_scorer_that_knows_the_borders_hits_them_all() -> None:
    text = borders.joined(TOPICS)
    assert [text.text[start:][:4] for start in sorted(text.borders)] == ["Now "] * 7
    share, chunks = borders.hits([text], 300, at_topics)
    assert (share, chunks) == (1.0, 8)
    assert borders.hits([text], 300, None)[0] < 0.5


def test_the_table_is_printed_and_wrong_usage_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.md").write_text("\n\n".join(TOPICS), encoding="utf-8")
    arguments = ["borders.py", "--docs", str(tmp_path), "--embed"]
    monkeypatch.setattr(borders, "RUNS", 2)
    monkeypatch.setattr(sys, "argv", [*arguments, f"{__name__}:lengths"])
    borders.main()
    assert capsys.readouterr().out.count("| one document | ") == 2
    monkeypatch.setattr(sys, "argv", [*arguments, "none"])
    with pytest.raises(SystemExit):
        borders.main()
    assert "error: embed must be one of wordllama" in capsys.readouterr().err


def lengths(texts: Sequence[str]) -> list[list[float]]:
    return [[len(text), 1.0] for text in texts]
