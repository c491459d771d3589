"""A small pool of documents with questions, shared by the tests of the evaluation."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from marksplit.evaluation import Document, Question, read_questions

TEA = """# Tea

Tea keeps well for months in a tin.

## Brewing

1. Boil fresh water.
2. Steep the leaves for three minutes.
"""
COFFEE = """# Coffee

Grind the beans just before use.

## Water

Water for coffee should not boil.
"""
LETTERS = "abcdefghijklmnopqrstuvwxyz"

DOCUMENTS = (
    Document("coffee.md", COFFEE),
    Document("drinks/tea.md", TEA),
    Document("notes.md", "# Notes\n\nNothing about drinks.\n"),
)


def questions() -> list[Question]:
    lines = (
        '{"question": "How long do I steep leaves?", "source": "drinks/tea", '
        '"answers": ["Steep the leaves for three minutes."]}',
        '{"question": "When are beans ground?", "corpus_id": "coffee", "answer": "just before use"}',
        '{"question": "Xylophone?", "source": "tea.md", "references": [{"start": 7, "end": 42}]}',
    )
    return read_questions(lines, DOCUMENTS)


def letter_counts(texts: Sequence[str]) -> NDArray[np.float64]:
    """An embedder: how often each letter is in a text."""
    return np.array([[text.lower().count(each) for each in LETTERS] for text in texts], dtype=float)
