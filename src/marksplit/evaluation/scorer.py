"""Rankings to results: each question scored, means with intervals, differences to the first setting.

What a measure is, is said in `metrics`; how passages are ranked is not known here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from marksplit.evaluation.bootstrap import Bootstrap, Values
from marksplit.evaluation.metrics import METRICS, Passage, score, within_budget
from marksplit.evaluation.pool import Pool
from marksplit.evaluation.questions import Document, Question
from marksplit.evaluation.results import Estimate, RetrieverResult, Scores, SettingResult
from marksplit.evaluation.retrievers import Order


@dataclass(frozen=True, slots=True)
class Scorer:
    """Scores rankings for questions by what answers them."""

    documents: Sequence[Document]
    questions: Sequence[Question]
    k: int
    budget: int
    bootstrap: Bootstrap

    def needed(self, passages: Sequence[Passage], order: Order) -> tuple[Passage, ...]:
        """The passages in order, as many as `k` or the budget take."""
        size = count = 0
        for index in order:
            size += len(passages[index].text)
            if count >= self.k and size > self.budget:
                break
            count += 1
        return tuple(passages[index] for index in order[:count])

    def setting(
        self,
        pool: Pool,
        rankings: Mapping[str, Sequence[Sequence[Passage]]],
        first: SettingResult | None,
    ) -> SettingResult:
        """The result of a setting, held against that of the first, or itself where there is none.

        Args:
            rankings: by retriever, the passages for each question.
        """
        sizes = [len(passage.text) for passage in pool.passages]
        return SettingResult(
            pool.setting.name,
            pool.setting.options,
            len(sizes),
            sum(sizes) / len(sizes),
            pool.unlocated,
            {
                name: self._result(ranking, first.retrievers[name] if first else None)
                for name, ranking in rankings.items()
            },
        )

    def _result(
        self, ranking: Sequence[Sequence[Passage]], first: RetrieverResult | None
    ) -> RetrieverResult:
        at_k = [each[: self.k] for each in ranking]
        at_budget = [within_budget(each, self.budget) for each in ranking]
        return RetrieverResult(
            tuple(ranking),
            self._scores(at_k, first.at_k if first else None),
            self._scores(at_budget, first.at_budget if first else None),
        )

    def _scores(self, retrieved: Sequence[Sequence[Passage]], first: Scores | None) -> Scores:
        texts = {document.source: document.text for document in self.documents}
        values = np.array(
            [
                score(question, passages, texts[question.source])
                for question, passages in zip(self.questions, retrieved, strict=True)
            ]
        )
        differences = values - (first.by_question if first else values)
        return Scores(
            values,
            _estimates(values, self.bootstrap.intervals(values)),
            _estimates(differences, self.bootstrap.difference_intervals(differences)),
        )


def _estimates(values: Values, ends: Values) -> dict[str, Estimate]:
    return {
        name: Estimate(float(mean), float(low), float(high))
        for name, mean, (low, high) in zip(METRICS, values.mean(axis=0), ends, strict=True)
    }
