"""The evaluation: documents are cut by each setting, questions asked, and the answers scored.

What each step does is in a file of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from marksplit import OptionError
from marksplit.evaluation.bootstrap import Bootstrap
from marksplit.evaluation.cache import EmbeddingCache
from marksplit.evaluation.metrics import Passage
from marksplit.evaluation.pool import Pool, make_pool
from marksplit.evaluation.questions import Document, Question
from marksplit.evaluation.results import Evaluation, SettingResult
from marksplit.evaluation.retrievers import RETRIEVERS, Bm25, Dense, Order, fused
from marksplit.evaluation.scorer import Scorer
from marksplit.evaluation.settings import Setting, told
from marksplit.evaluation.vectors import Vectors
from marksplit.semantic import Embed


def evaluate(
    documents: Sequence[Document],
    questions: Sequence[Question],
    settings: Sequence[Setting],
    *,
    retrievers: Sequence[str] = ("bm25",),
    embed: Embed | None = None,
    embedder: str = "",
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
        settings: the first is what the others are compared with; a name that is there twice gets a number.
        retrievers: names out of `RETRIEVERS`; one that is repeated counts once.
        embed: n texts to n vectors, for the retrievers but ``"bm25"``.
        embedder: its name in what is told of the results; by default that of the function.
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
    retrievers = tuple(dict.fromkeys(retrievers))
    _check(documents, questions, settings, retrievers, embed)
    for field, value, low in (("k", k, 1), ("budget", budget, 1), ("seed", seed, 0)):
        if type(value) is not int or value < low:
            raise OptionError(field, value, f"an integer >= {low}")
    pools = [make_pool(setting, documents) for setting in _named_apart(settings)]
    texts = [question.text for question in questions]
    vectors, to_embed = None, dict[str, None]()
    if embed and set(retrievers) != {"bm25"}:
        vectors = Vectors(embed, cache)
        to_embed = dict.fromkeys([*texts, *(text for each in pools for text in each.embedded)])
    total = len(to_embed) + len(pools) * len(questions)
    done = 0

    def advance(steps: int) -> None:
        nonlocal done
        done += steps
        progress(done, total)

    if vectors:
        vectors.add(to_embed, advance)
    scorer = Scorer(documents, questions, k, budget, Bootstrap(len(questions), seed=seed))
    results: list[SettingResult] = []
    for each in pools:
        rankings: dict[str, list[Sequence[Passage]]] = {name: [] for name in retrievers}
        for orders in _orders(each, texts, retrievers, vectors):
            for name in retrievers:
                rankings[name].append(scorer.needed(each.passages, orders[name]))
            advance(1)
        first = results[0] if results else None
        results.append(scorer.setting(each, rankings, first))
    used = (embedder or str(told(embed))) if vectors else ""
    return Evaluation(tuple(documents), tuple(questions), k, budget, seed, tuple(results), used)


def _named_apart(settings: Sequence[Setting]) -> Iterator[Setting]:
    seen = Counter[str]()
    for setting in settings:
        seen[setting.name] += 1
        number = seen[setting.name]
        yield setting if number == 1 else replace(setting, name=f"{setting.name} ({number})")


def _check(
    documents: Sequence[Document],
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
    sources = {document.source for document in documents}
    for question in questions:
        if question.source not in sources:
            raise OptionError("questions", question.source, "about the documents")


def _orders(
    pool: Pool, questions: Sequence[str], retrievers: Sequence[str], vectors: Vectors | None
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
