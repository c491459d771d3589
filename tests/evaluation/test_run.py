"""An evaluation from documents to scores."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from pools import DOCUMENTS, TEA, letter_counts, questions

from marksplit import ChunkOptions, EmbeddingError, OptionError
from marksplit.evaluation import (
    METRICS,
    Document,
    EmbeddingCache,
    Evaluation,
    EvaluationError,
    baseline,
    evaluate,
    marksplit_grid,
    marksplit_setting,
    summary,
)


def run(*, cache: EmbeddingCache | None = None) -> Evaluation:
    return evaluate(
        DOCUMENTS,
        questions(),
        [*marksplit_grid(ChunkOptions(), {"max_size": [60, 200]}), baseline("fixed", 60)],
        retrievers=["bm25", "dense", "fused"],
        embed=letter_counts,
        cache=cache,
        k=2,
        budget=90,
    )


def test_the_chunk_that_answers_comes_first_and_is_scored() -> None:
    small = run().settings[0]
    steep, _, unknown = small.retrievers["bm25"].rankings
    assert "Steep" in steep[0].text
    assert steep[0].text == TEA[steep[0].start : steep[0].end]
    assert steep[0].source == "drinks/tea.md"
    assert unknown == ()
    assert small.retrievers["bm25"].at_k.by_question[:, METRICS.index("mrr")].tolist() == [1, 1, 0]
    assert small.retrievers["bm25"].at_k.estimates["hit_rate"].value == pytest.approx(2 / 3)


def test_rankings_hold_all_that_k_or_the_budget_take() -> None:
    found = run()
    for setting in found.settings:
        for ranking in setting.retrievers["dense"].rankings:
            size = sum(len(passage.text) for passage in ranking)
            assert len(ranking) >= 2
            assert len(ranking) == 2 or size <= found.budget


def test_the_same_numbers_come_twice_with_and_without_a_cache(tmp_path: Path) -> None:
    cache = EmbeddingCache(tmp_path, "letters", note=print)
    told = [json.dumps(summary(each)) for each in (run(), run(cache=cache), run(cache=cache))]
    assert told[0] == told[1] == told[2]


def test_an_embedder_has_a_name_where_it_is_used() -> None:
    def name(retriever: str, embedder: str = "") -> str:
        arguments = (DOCUMENTS, questions(), [marksplit_setting()])
        found = evaluate(*arguments, retrievers=[retriever], embed=letter_counts, embedder=embedder)
        return found.embedder

    assert name("dense") == "letter_counts"
    assert name("fused", "letters") == "letters"
    assert name("bm25", "letters") == ""


def test_what_is_named_twice_is_told_apart() -> None:
    settings = [baseline("fixed", 20), baseline("fixed", 40), marksplit_setting()]
    found = evaluate(DOCUMENTS, questions(), settings, retrievers=["bm25", "bm25"])
    assert [each.name for each in found.settings] == ["fixed", "fixed (2)", "marksplit"]
    assert list(found.settings[0].retrievers) == ["bm25"]


def test_an_embedder_that_fails_in_the_middle_names_the_batch_and_loses_none_before(
    tmp_path: Path,
) -> None:
    cache = EmbeddingCache(tmp_path, "letters", note=print)
    asked: list[int] = []

    def embed(texts: Sequence[str]) -> NDArray[np.float64]:
        asked.append(len(texts))
        if len(asked) == 2:
            raise RuntimeError("quota")
        return letter_counts(texts)

    documents = [*DOCUMENTS, Document("long.md", " ".join(map(str, range(1000))))]
    arguments = (documents, questions(), [baseline("fixed", 40)])
    with pytest.raises(
        EmbeddingError, match=r"^texts 65 to 1\d\d of 1\d\d: embed failed: RuntimeE"
    ):
        evaluate(*arguments, retrievers=["dense"], embed=embed, cache=cache)
    evaluate(*arguments, retrievers=["dense"], embed=embed, cache=cache)
    assert asked[0] == 64
    assert sum(asked[2:]) == asked[1]


def test_what_is_in_the_cache_is_not_embedded_again(tmp_path: Path) -> None:
    cache = EmbeddingCache(tmp_path, "letters", note=print)
    run(cache=cache)
    asked: list[str] = []

    def embed(texts: Sequence[str]) -> NDArray[np.float64]:
        asked.extend(texts)
        return letter_counts(texts)

    setting = marksplit_setting(ChunkOptions(max_size=60))
    arguments = (DOCUMENTS, questions())
    evaluate(*arguments, [setting], retrievers=["dense"], embed=embed, cache=cache)
    assert asked == []
    evaluate(
        *arguments, [setting, baseline("fixed", 33)], retrievers=["dense"], embed=embed, cache=cache
    )
    assert sorted(asked) == sorted(set(asked))
    assert asked


def test_an_embedder_that_has_changed_under_its_name_is_told(tmp_path: Path) -> None:
    cache = EmbeddingCache(tmp_path, "letters", note=print)
    arguments = (DOCUMENTS, questions())
    evaluate(
        *arguments, [marksplit_setting()], retrievers=["dense"], embed=letter_counts, cache=cache
    )
    with pytest.raises(EmbeddingError, match=r"lengths 1 and 26: the embedder has changed; delete"):
        evaluate(
            *arguments,
            [baseline("fixed", 33)],
            retrievers=["dense"],
            embed=lambda texts: [[len(text)] for text in texts],
            cache=cache,
        )


def test_differences_are_to_the_first_setting() -> None:
    first, second, _ = run().settings
    one, other = first.retrievers["bm25"].at_budget, second.retrievers["bm25"].at_budget
    assert {each.value for each in one.differences.values()} == {0.0}
    assert other.differences["recall"].value == pytest.approx(
        other.estimates["recall"].value - one.estimates["recall"].value
    )


def test_progress_ends_with_all_steps() -> None:
    told: list[tuple[int, int]] = []
    evaluate(
        DOCUMENTS,
        questions(),
        [marksplit_setting()],
        retrievers=["dense"],
        embed=letter_counts,
        progress=lambda done, total: told.append((done, total)),
    )
    assert told[-1][0] == told[-1][1]
    assert told == sorted(told)


def test_arguments_that_are_not_allowed_are_named() -> None:
    setting = [marksplit_setting()]
    with pytest.raises(OptionError, match="k must be an integer >= 1, not 0"):
        evaluate(DOCUMENTS, questions(), setting, k=0)
    with pytest.raises(OptionError, match="budget must be"):
        evaluate(DOCUMENTS, questions(), setting, budget=-1)
    with pytest.raises(OptionError, match="retrievers must be some of bm25, dense, fused"):
        evaluate(DOCUMENTS, questions(), setting, retrievers=["bm52"])
    with pytest.raises(OptionError, match="embed must be a function"):
        evaluate(DOCUMENTS, questions(), setting, retrievers=["fused"])
    with pytest.raises(OptionError, match="questions must be about the documents, not 'coffee"):
        evaluate(DOCUMENTS[1:], questions(), setting)
    with pytest.raises(OptionError, match="settings must be not empty"):
        evaluate(DOCUMENTS, questions(), [])


def test_a_document_that_cannot_be_cut_is_named_with_its_setting() -> None:
    setting = marksplit_setting(ChunkOptions(sizer=lambda text: -1), name="broken")
    with pytest.raises(EvaluationError, match=r"broken: coffee\.md: "):
        evaluate(DOCUMENTS, questions(), [setting])
