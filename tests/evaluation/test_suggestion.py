"""The suggestion follows from the numbers, and says when they do not tell settings apart."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from marksplit import Span
from marksplit.evaluation import (
    METRICS,
    Document,
    Estimate,
    Evaluation,
    Piece,
    Question,
    RetrieverResult,
    Scores,
    Setting,
    SettingResult,
    evaluate,
    suggest,
)
from marksplit.evaluation.bootstrap import Bootstrap

COUNT = 40


def scores(recalls: Sequence[float]) -> Scores:
    values = np.zeros((COUNT, len(METRICS)))
    values[:, METRICS.index("recall")] = recalls
    ((low, high),) = Bootstrap(COUNT).intervals(values[:, :1])
    return Scores(values, {"recall": Estimate(float(np.mean(recalls)), low, high)}, {})


def setting(name: str, **recalls: Sequence[float]) -> SettingResult:
    results = {
        retriever: RetrieverResult([], scores(each), scores(each))
        for retriever, each in recalls.items()
    }
    return SettingResult(name, {}, 10, 100.0, 0, results)


def suggestion(*settings: SettingResult) -> str:
    document = Document("a.md", "text")
    questions = [Question("?", "a.md", (Span(0, 4),), 1)] * COUNT
    return suggest(Evaluation([document], questions, 5, 4000, 0, settings)).text


HALF = [0.0, 1.0] * (COUNT // 2)
MOST = [1.0] * (COUNT - 4) + [0.0] * 4
HALF_BUT_ONE = [*HALF[:-1], 0.0]


def test_a_setting_that_is_better_beyond_chance_is_taken() -> None:
    told = suggestion(setting("first", bm25=HALF), setting("second", bm25=MOST))
    assert told.startswith(
        "Take second, retrieved with bm25: 4,000 characters of its chunks hold 90.0 %"
    )
    assert "more, beyond chance, than first (+40.0 points [" in told


def test_a_sure_gain_goes_before_a_larger_one_that_can_be_chance() -> None:
    base = [0.5] * COUNT
    sure, chance = [0.55] * COUNT, [0.0, 1.0] * (COUNT // 2 - 3) + [1.0] * 6
    told = suggestion(
        setting("first", bm25=base), setting("a", bm25=chance), setting("b", bm25=sure)
    )
    assert told.startswith("Take b,")
    assert "cannot be told apart from a (-" in told


def test_the_first_stays_where_the_best_is_not_clearly_better() -> None:
    told = suggestion(setting("first", bm25=HALF_BUT_ONE), setting("second", bm25=HALF))
    assert told.startswith("Stay with first")
    assert "With 40 questions it cannot be told apart from second (-2.5 points [" in told


def test_the_first_stays_where_it_is_best() -> None:
    told = suggestion(setting("first", bm25=MOST), setting("second", bm25=HALF))
    assert told.startswith("Stay with first")
    assert "beyond chance, than second" in told


def test_one_setting_alone_is_told_to_be_alone() -> None:
    assert "the only setting that was tried" in suggestion(setting("first", bm25=HALF))


def test_the_retriever_that_finds_most_is_named_and_compared() -> None:
    told = suggestion(setting("first", bm25=HALF, fused=MOST, dense=MOST))
    assert "retrieved with fused" in told
    assert "fused is +40.0 points" in told
    assert "ahead of bm25." in told
    assert "fused is level with dense." in told


def test_a_retriever_that_finds_more_of_the_chosen_chunks_is_told() -> None:
    told = suggestion(
        setting("first", bm25=HALF, dense=[0.5] * COUNT),
        setting("second", bm25=[*HALF[:-1], 0.0], dense=[0.4] * COUNT),
        setting("third", bm25=[0.0] * COUNT, dense=[0.0, 1.0] * (COUNT // 2 - 1) + [1.0, 1.0]),
    )
    assert told.startswith("Stay with first, retrieved with dense")
    assert "On these chunks dense is level with bm25." in told
    told = suggestion(
        setting("first", bm25=HALF, dense=[0.4] * COUNT),
        setting("second", bm25=[0.0] * COUNT, dense=[0.0, 1.0] * (COUNT // 2 - 1) + [1.0, 1.0]),
    )
    assert "On these chunks dense is +10.0 points [" in told
    assert "behind bm25, which can be chance." in told


def test_what_is_suggested_is_data_as_well() -> None:
    document = Document("a.md", "text")
    questions = [Question("?", "a.md", (Span(0, 4),), 1)] * COUNT
    settings = (setting("first", bm25=HALF, dense=HALF), setting("second", bm25=HALF, dense=MOST))
    found = suggest(Evaluation([document], questions, 5, 4000, 0, settings))
    assert (found.setting, found.retriever) == ("second", "dense")
    assert found.text.startswith("Take second, retrieved with dense: ")


def test_few_questions_tell_nothing_beyond_chance() -> None:
    def told(count: int) -> str:
        documents, questions = [Document("a.md", "# A\n\nword")], []
        for number in range(count):
            questions.append(Question("word", "a.md", (Span(5, 9),), number))
        settings = [
            Setting("nothing", {}, lambda text: [Piece("word", Span(0, 3))]),
            Setting("all", {}, lambda text: [Piece("word", Span(5, 9))]),
        ]
        return suggest(evaluate(documents, questions, settings)).text

    assert told(1).startswith("Stay with nothing")
    assert "With 1 question it cannot be told apart from all (-100.0 points" in told(1)
    assert told(5).endswith("fewer than 6 questions tell nothing beyond chance.")
    assert told(6).startswith("Take all")


def test_many_settings_are_counted_not_listed() -> None:
    many = [setting(f"s{number}", bm25=HALF) for number in range(9)]
    assert "and 4 more" in suggestion(*many)
