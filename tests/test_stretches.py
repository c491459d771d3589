"""Stretches of a paragraph: their cuts, one after the other, are those of the whole."""

from __future__ import annotations

from random import Random

import pytest
from counting import calls
from test_cuts import lines_of, spans_of

from marksplit import ChunkOptions, chunk, stretches
from marksplit.cuts import paragraph_cuts, spaces_are_pauses
from marksplit.spans import Span

PARTS = [
    *("word", "a", "B", "Dr", "e.g", "3", "1²", "²", "汉字", "ไทย", "ၐ", "\u0301", "👩‍👩", "é"),
    *(" ", "  ", "\u00a0", "\u3000", "\n", "\n   > ", "—", "- "),
    *(".", "..", "...", "!", "?", ";", ":", "…", "。", "、", "؟", "।", ". »"),
    *("»", "«", '"', "'", "’", "“", "”", "」", "「", ")", "(", "*", "**", "_"),
    *("</b>", "</i>", "<b>", "[^1]", "`c. d`"),
]


def random_paragraph(rng: Random) -> tuple[str, list[Span], list[Span]]:
    """A text, its content lines, and spans in it that should stay whole."""
    text = "".join(rng.choices(PARTS, k=rng.randint(2, 40))).strip()
    lines, whole = lines_of(text), spans_of(text)
    if rng.random() < 0.3:
        start = rng.randint(0, len(text))
        span = Span(start, start + rng.randint(1, 9))
        apart = [each for each in whole if each.end <= span.start or each.start >= span.end]
        whole = sorted([*apart, span])
    return text, lines, whole


@pytest.mark.parametrize("length", [1, 3, 9])
def test_their_cuts_are_those_of_the_paragraph(
    length: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stretches, "_LENGTH", length)
    rng = Random(length)
    several = 0
    for _ in range(4000):
        text, lines, whole = random_paragraph(rng)
        if not lines:
            continue
        parts = stretches.stretches(text, lines, whole)
        several += len(parts) > 1
        for words in {spaces_are_pauses(text, lines), True}:
            found = [
                cut
                for part in parts
                for cut in paragraph_cuts(text, lines, whole, words=words, stretch=part)
            ]
            assert found == paragraph_cuts(text, lines, whole, words=words), (text, whole)
    assert several > 2000


def _size(text: str) -> int:
    return len(text)


def test_most_of_a_long_paragraph_is_not_looked_at_for_pauses() -> None:
    text = "One short sentence follows another one here. " * 1000
    measured = ChunkOptions(sizer=_size)
    assert chunk(text) == chunk(text, measured)
    assert calls(lambda: chunk(text)) < calls(lambda: chunk(text, measured)) / 2
