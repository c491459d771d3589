"""What one question's retrieved passages are worth: measures over the characters of its answer.

Recall, precision and IoU are those of Chroma's `chunking_evaluation` (B. Smith and A. Troynikov,
"Evaluating Chunking Strategies for Retrieval", 2024), with references merged where they overlap. How
passages are ranked is not known here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from marksplit import Span
from marksplit.evaluation.questions import Question
from marksplit.evaluation.spans import length, merged, shared, without

METRICS = (
    "recall",
    "precision",
    "iou",
    "hit_rate",
    "mrr",
    "average_relevance",
    "answered",
    "unanswered",
)
"""In the order of `score`.

- `recall`: the share of the gold characters that the passages hold, each counted once.
- `precision`: the same characters as a share of the summed lengths of all passages, those of other
  documents too; text that two passages repeat counts twice there.
- `iou`: the same characters as a share of those summed lengths and the gold that is missed.
- `hit_rate`: 1 when a passage holds a gold character.
- `mrr`: 1 / rank of the first passage that does, from 1; 0 without one.
- `average_relevance`: the mean over the passages, whatever their rank and length, of the share of a
  passage that is gold.
- `answered`: 1 when the passages hold all of the gold but blanks and quote markers, which lie
  between neighbouring chunks.
- `unanswered`: 1 when they hold nothing of it.

Where nothing is retrieved all are 0, `unanswered` aside.
"""

_BETWEEN_CHUNKS = " \t\r\n>\ufeff"


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of a document that a retriever has found."""

    source: str
    start: int
    end: int
    text: str
    """The document's text from `start` to `end`; what was embedded may have headings besides."""


def within_budget(ranking: Sequence[Passage], budget: int) -> Sequence[Passage]:
    """The passages from the first on whose texts together have at most `budget` characters.

    The first is taken whatever its size; one that does not fit ends the list.
    """
    sizes = accumulate(len(each.text) for each in ranking)
    fitting = next((count for count, size in enumerate(sizes) if size > budget), len(ranking))
    return ranking[: max(fitting, 1)]


def score(question: Question, passages: Sequence[Passage], text: str) -> tuple[float, ...]:
    """The `METRICS` of the passages that were retrieved for a question, best first.

    Args:
        text: that of the document that the question is about.
    """
    gold = question.gold
    spans = [Span(each.start, each.end) for each in passages]
    held = [
        length(shared([span], gold)) if each.source == question.source else 0
        for each, span in zip(passages, spans, strict=True)
    ]
    found = merged(
        span for each, span in zip(passages, spans, strict=True) if each.source == question.source
    )
    missed = without(gold, found)
    hit = length(gold) - length(missed)
    retrieved = length(spans)
    first = next((rank for rank, size in enumerate(held, 1) if size), 0)
    shares = [size / length([span]) for size, span in zip(held, spans, strict=True)]
    whole = not any(text[start:end].strip(_BETWEEN_CHUNKS) for start, end in missed)
    return (
        hit / length(gold),
        hit / retrieved if retrieved else 0.0,
        hit / (retrieved + length(missed)),
        float(hit > 0),
        1 / first if first else 0.0,
        sum(shares) / len(shares) if shares else 0.0,
        float(hit > 0 and whole),
        float(hit == 0),
    )
