"""The measures: an example worked out by hand, and a model of sets of offsets."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from marksplit import Span
from marksplit.evaluation.metrics import METRICS, Passage, score, within_budget
from marksplit.evaluation.questions import Question
from marksplit.evaluation.spans import merged

TEXT = "x" * 100


def passage(start: int, end: int, *, source: str = "a.md") -> Passage:
    return Passage(source, start, end, "x" * (end - start))


def question(*gold: Span) -> Question:
    return Question("?", "a.md", merged(gold), 1)


def scored(asked: Question, *passages: Passage, text: str = TEXT) -> dict[str, float]:
    return dict(zip(METRICS, score(asked, passages, text), strict=True))


def test_an_example_worked_out_by_hand() -> None:
    # Gold: 10 to 20 and 40 to 60, 30 characters. Found of it: 10 to 20 and 40 to 50, 20 characters.
    # Retrieved: 15 + 25 + 38 = 78 characters. Missed: 10.
    found = scored(
        question(Span(10, 20), Span(40, 60)),
        passage(0, 25, source="b.md"),
        passage(0, 15),
        passage(12, 50),
    )
    assert found == {
        "recall": pytest.approx(20 / 30),
        "precision": pytest.approx(20 / 78),
        "iou": pytest.approx(20 / 88),
        "hit_rate": 1.0,
        "mrr": pytest.approx(1 / 2),
        "average_relevance": pytest.approx((0 + 5 / 15 + 18 / 38) / 3),
        "answered": 0.0,
        "unanswered": 0.0,
    }


@pytest.mark.parametrize("seed", range(200))
def test_recall_precision_and_iou_are_those_of_a_model_of_sets(seed: int) -> None:
    random = Random(seed)

    def span() -> Span:
        start = random.randrange(90)
        return Span(start, start + random.randint(1, 30))

    gold = [span() for _ in range(random.randint(1, 4))]
    passages = [
        passage(*span(), source=random.choice(["a.md", "a.md", "b.md"]))
        for _ in range(random.randint(0, 6))
    ]
    wanted = {offset for each in gold for offset in range(*each)}
    retrieved = Counter(
        (each.source, offset) for each in passages for offset in range(each.start, each.end)
    )
    hit = {offset for offset in wanted if ("a.md", offset) in retrieved}
    found = scored(question(*gold), *passages, text="x" * 130)
    assert found["recall"] == len(hit) / len(wanted)
    assert found["precision"] == (len(hit) / retrieved.total() if passages else 0)
    assert found["iou"] == len(hit) / (retrieved.total() + len(wanted - hit))
    assert found["hit_rate"] == bool(hit)
    assert found["unanswered"] == (not hit)
    assert found["answered"] == (hit == wanted)


def test_an_answer_in_two_chunks_is_whole_without_the_blanks_between_them() -> None:
    text = "> One.\n>\n> Two."
    asked = question(Span(0, len(text)))
    first, second = passage(0, 6), passage(9, 15)
    assert scored(asked, first, second, text=text)["answered"] == 1
    assert scored(asked, first, second, text=text)["recall"] < 1
    assert scored(asked, first, passage(12, 15), text=text)["answered"] == 0


def test_without_passages_all_is_zero_but_unanswered() -> None:
    assert scored(question(Span(0, 5))) == dict.fromkeys(METRICS, 0.0) | {"unanswered": 1.0}


def test_the_budget_takes_passages_while_they_fit_and_the_first_in_any_case() -> None:
    ranking = [passage(0, 40), passage(0, 30), passage(0, 30), passage(0, 5)]
    assert len(within_budget(ranking, 70)) == 2
    assert len(within_budget(ranking, 99)) == 2  # the small one behind is not reached
    assert len(within_budget(ranking, 100)) == 3
    assert len(within_budget(ranking, 105)) == 4
    assert len(within_budget(ranking, 10)) == 1
    assert len(within_budget([], 10)) == 0
