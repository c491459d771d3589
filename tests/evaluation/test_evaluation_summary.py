"""The data for JSON: every measure for every setting and retriever, with intervals."""

from __future__ import annotations

from typing import Any

from pools import DOCUMENTS, letter_counts, questions

from marksplit.evaluation import METRICS, evaluate, marksplit_setting, suggest, summary


def test_every_measure_is_there_at_k_and_at_the_budget() -> None:
    found = evaluate(
        DOCUMENTS,
        questions(),
        [marksplit_setting(), marksplit_setting(context=False, name="bare")],
        retrievers=["bm25", "dense"],
        embed=letter_counts,
    )
    told: dict[str, Any] = summary(found)
    suggested = suggest(found)
    assert told["suggestion"] == suggested.text
    assert told["suggested"] == {"setting": "marksplit", "retriever": suggested.retriever}
    assert told["embedder"] == "letter_counts"
    assert [each["source"] for each in told["questions"]] == [
        "drinks/tea.md",
        "coffee.md",
        "drinks/tea.md",
    ]
    assert told["questions"][2]["references"] == [{"start": 7, "end": 42}]
    assert [setting["name"] for setting in told["settings"]] == ["marksplit", "bare"]
    for setting in told["settings"]:
        assert setting["chunks"] == 5
        assert list(setting["retrievers"]) == ["bm25", "dense"]
        for scores in setting["retrievers"].values():
            for each in (scores, scores["at_budget"]):
                assert set(METRICS) <= set(each)
                assert set(each["intervals"]) == set(each["differences"]) == set(METRICS)
                low, high = each["intervals"]["recall"]
                assert low <= each["recall"] <= high
                assert isinstance(each["answered"], int)
                assert 0 <= each["answered"] + each["unanswered"] <= 3
