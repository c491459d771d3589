"""What an evaluation has found. Nothing is computed here, and nothing shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from marksplit.evaluation.bootstrap import Values
from marksplit.evaluation.metrics import Passage
from marksplit.evaluation.questions import Document, Question

SHOWN = 0.0005
"""What is less is shown as 0.0 per cent."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over the questions and its confidence interval."""

    value: float
    low: float
    high: float

    @property
    def is_above(self) -> bool:
        """Whether the interval lies above zero, as far as digits are shown."""
        return self.low > SHOWN

    @property
    def is_clear(self) -> bool:
        """Whether the interval lies on one side of zero, as far as digits are shown."""
        return self.is_above or self.high < -SHOWN


@dataclass(frozen=True, slots=True, eq=False)
class Scores:
    """The measures of one retriever on one setting, for one rule of how much is retrieved."""

    by_question: Values
    """A row for each question, in order; a column for each of `METRICS`."""
    estimates: Mapping[str, Estimate]
    """By metric."""
    differences: Mapping[str, Estimate]
    """By metric: this less the first setting, question by question; zeros for the first."""


@dataclass(frozen=True, slots=True)
class RetrieverResult:
    """What one retriever has found on one setting."""

    rankings: Sequence[Sequence[Passage]]
    """For each question the passages, best first: all that the first `k` or the budget take."""
    at_k: Scores
    at_budget: Scores


@dataclass(frozen=True, slots=True)
class SettingResult:
    """What came of one setting."""

    name: str
    options: Mapping[str, object]
    chunks: int
    """How many chunks there are to retrieve."""
    mean_size: float
    """Of their texts, in characters."""
    unlocated: int
    """Chunks that are left out since their text is not in the document."""
    retrievers: Mapping[str, RetrieverResult]
    """By the retriever's name."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Settings compared on the same documents and questions."""

    documents: Sequence[Document]
    questions: Sequence[Question]
    k: int
    budget: int
    """Characters of retrieved text."""
    seed: int
    """Of the bootstrap."""
    settings: Sequence[SettingResult]
    """The first is the one that the others are compared with."""
    embedder: str = ""
    """The name of what made the embeddings; empty where there are none."""

    def told(self, retriever: str) -> str:
        """A retriever's name, with the embedder's where there is one behind it."""
        has_vectors = self.embedder and retriever != "bm25"
        return f"{retriever} ({self.embedder})" if has_vectors else retriever
