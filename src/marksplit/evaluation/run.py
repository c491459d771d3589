"""The evaluation: documents are cut by each setting, questions asked, and the answers scored.

What each step does is in a file of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from marksplit import MarksplitError, OptionError
from marksplit.evaluation.bootstrap import Bootstrap, Values
from marksplit.evaluation.cache import EmbeddingCache
from marksplit.evaluation.metrics import METRICS, Passage, score, within_budget
from marksplit.evaluation.questions import Document, Question
from marksplit.evaluation.results import (
    Estimate,
    Evaluation,
    RetrieverResult,
    Scores,
    SettingResult,
)
from marksplit.evaluation.retrievers import RETRIEVERS, Bm25, Dense, Order, fused
from marksplit.evaluation.settings import Setting
from marksplit.evaluation.vectors import Vectors
from marksplit.semantic import Embed


class EvaluationError(MarksplitError, ValueError):
    """A setting cannot be evaluated; the message names it and says why."""


@dataclass(frozen=True, slots=True)
class _Pool:
    """All that can be retrieved under one setting."""

    setting: Setting
    passages: Sequence[Passage]
    embedded: Sequence[str]
    unlocated: int


def evaluate(
    documents: Sequence[Document],
    questions: Sequence[Question],
    settings: Sequence[Setting],
    *,
    retrievers: Sequence[str] = ("bm25",),
    embed: Embed | None = None,
    cache: EmbeddingCache | None = None,
    k: int = 5,
    budget: int = 4000,
    seed: int = 0,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Evaluation:
    """Compare settings by what retrievers find for the questions.

    Args:
        documents: the pool; those that no question is about are there to be kept apart.
        questions: as `read_questions` gives them, about these documents.
        settings: the first is what the others are compared with.
        retrievers: names out of `RETRIEVERS`.
        embed: n texts to n vectors, for the retrievers but ``"bm25"``.
        cache: where embeddings are kept.
        k: how many passages are retrieved for the measures at `k`.
        budget: how many characters of passages are retrieved for the measures at the budget.
        seed: of the bootstrap; equal seeds give equal numbers.
        progress: told of the steps that are done, and of how many there are.

    Raises:
        OptionError: an argument is not allowed.
        EvaluationError: a document cannot be cut under a setting, or nothing comes of it.
        EmbeddingError: the embedder fails.
        OSError: the cache cannot be read or written.
    """
    _check(questions, settings, retrievers, embed)
    for field, value, low in (("k", k, 1), ("budget", budget, 1), ("seed", seed, 0)):
        if type(value) is not int or value < low:
            raise OptionError(field, value, f"an integer >= {low}")
    pools = [_pool(setting, documents) for setting in settings]
    texts = [question.text for question in questions]
    vectors, to_embed = None, dict[str, None]()
    if embed and set(retrievers) != {"bm25"}:
        vectors = Vectors(embed, cache)
        to_embed = dict.fromkeys([*texts, *(text for pool in pools for text in pool.embedded)])
    total = len(to_embed) + len(pools) * len(questions)
    done = 0

    def advance(steps: int) -> None:
        nonlocal done
        done += steps
        progress(done, total)

    if vectors:
        vectors.add(to_embed, advance)
    scorer = _Scorer(documents, questions, k, budget, Bootstrap(len(questions), seed=seed))
    results: list[SettingResult] = []
    for pool in pools:
        rankings: dict[str, list[Sequence[Passage]]] = {name: [] for name in retrievers}
        for orders in _orders(pool, texts, retrievers, vectors):
            for name in retrievers:
                rankings[name].append(scorer.needed(pool.passages, orders[name]))
            advance(1)
        first = results[0] if results else None
        results.append(scorer.setting(pool, rankings, first))
    return Evaluation(tuple(documents), tuple(questions), k, budget, seed, tuple(results))


def _check(
    questions: Sequence[Question],
    settings: Sequence[Setting],
    retrievers: Sequence[str],
    embed: Embed | None,
) -> None:
    for name in retrievers:
        if name not in RETRIEVERS:
            raise OptionError("retrievers", name, f"some of {', '.join(RETRIEVERS)}")
        if name != "bm25" and embed is None:
            raise OptionError("embed", None, f"a function from texts to vectors, for {name}")
    for field, values in (
        ("questions", questions),
        ("settings", settings),
        ("retrievers", retrievers),
    ):
        if not values:
            raise OptionError(field, values, "not empty")


def _pool(setting: Setting, documents: Sequence[Document]) -> _Pool:
    passages, embedded, unlocated = [], [], 0
    for document in documents:
        try:
            pieces = setting.cut(document.text)
        except MarksplitError as error:
            raise EvaluationError(f"{setting.name}: {document.source}: {error}") from error
        for piece in pieces:
            if piece.span is None:
                unlocated += 1
                continue
            start, end = piece.span
            passages.append(Passage(document.source, start, end, document.text[start:end]))
            embedded.append(piece.embedded)
    if not passages:
        raise EvaluationError(f"{setting.name}: no chunk comes of the documents")
    return _Pool(setting, passages, embedded, unlocated)


def _orders(
    pool: _Pool, questions: Sequence[str], retrievers: Sequence[str], vectors: Vectors | None
) -> Iterator[dict[str, Order]]:
    """For each question the order of the pool by each retriever, and of those that they need."""
    wants_bm25 = any(name in retrievers for name in ("bm25", "fused"))
    bm25 = Bm25(pool.embedded) if wants_bm25 else None
    dense = Dense(vectors.of(pool.embedded)) if vectors else None
    asked = vectors.of(questions) if vectors else None
    for number, question in enumerate(questions):
        orders: dict[str, Order] = {}
        if bm25:
            orders["bm25"] = bm25.order(question)
        if dense and asked is not None:
            orders["dense"] = dense.order(asked[number])
        if "fused" in retrievers:
            orders["fused"] = fused([orders["bm25"], orders["dense"]], len(pool.passages))
        yield orders


@dataclass(frozen=True, slots=True)
class _Scorer:
    """Scores rankings against the questions' gold."""

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
        pool: _Pool,
        rankings: dict[str, list[Sequence[Passage]]],
        first: SettingResult | None,
    ) -> SettingResult:
        """The result of a setting, held against that of the first one."""
        retrievers = {}
        for name, ranking in rankings.items():
            at_k = self._scores([each[: self.k] for each in ranking])
            at_budget = self._scores([within_budget(each, self.budget) for each in ranking])
            result = RetrieverResult(tuple(ranking), at_k, at_budget)
            base = first.retrievers[name] if first else result
            retrievers[name] = replace(
                result,
                at_k=self._against(at_k, base.at_k),
                at_budget=self._against(at_budget, base.at_budget),
            )
        sizes = [len(passage.text) for passage in pool.passages]
        return SettingResult(
            pool.setting.name,
            pool.setting.options,
            len(sizes),
            sum(sizes) / len(sizes),
            pool.unlocated,
            retrievers,
        )

    def _scores(self, retrieved: Sequence[Sequence[Passage]]) -> Scores:
        texts = {document.source: document.text for document in self.documents}
        rows = [
            score(question, passages, texts[question.source])
            for question, passages in zip(self.questions, retrieved, strict=True)
        ]
        values = np.array(rows)
        return Scores(values, self._estimates(values), {})

    def _against(self, scores: Scores, base: Scores) -> Scores:
        return replace(scores, differences=self._estimates(scores.by_question - base.by_question))

    def _estimates(self, values: Values) -> dict[str, Estimate]:
        ends = self.bootstrap.intervals(values)
        return {
            name: Estimate(float(mean), float(low), float(high))
            for name, mean, (low, high) in zip(METRICS, values.mean(axis=0), ends, strict=True)
        }
