"""An evaluation as plain data, ready for JSON. No files and no words for people here."""

from __future__ import annotations

from collections.abc import Mapping

from marksplit.evaluation.bootstrap import LEVEL
from marksplit.evaluation.results import Estimate, Evaluation, Scores, SettingResult
from marksplit.evaluation.suggestion import suggest

_COUNTS = ("answered", "unanswered")
"""Metrics that are told as numbers of questions; all others are means over them."""
_DIGITS = 6


def summary(evaluation: Evaluation) -> dict[str, object]:
    """The questions, the suggestion in words and as names, and what each setting has reached.

    Each of ``settings[i]["retrievers"][name]`` has the metrics at `k` by name, their `intervals`
    and the `differences` to the first setting, and the same at the budget as `at_budget`.
    `answered` and `unanswered` are numbers of questions.
    """
    suggestion = suggest(evaluation)
    return {
        "k": evaluation.k,
        "budget": evaluation.budget,
        "confidence": LEVEL,
        "seed": evaluation.seed,
        "documents": len(evaluation.documents),
        "questions": [
            {
                "question": question.text,
                "source": question.source,
                "references": [{"start": start, "end": end} for start, end in question.gold],
            }
            for question in evaluation.questions
        ],
        "embedder": evaluation.embedder or None,
        "suggestion": suggestion.text,
        "suggested": {"setting": suggestion.setting, "retriever": suggestion.retriever},
        "settings": [_setting(each, len(evaluation.questions)) for each in evaluation.settings],
    }


def _setting(setting: SettingResult, questions: int) -> dict[str, object]:
    return {
        "name": setting.name,
        "options": dict(setting.options),
        "chunks": setting.chunks,
        "mean_size": round(setting.mean_size, _DIGITS),
        "unlocated": setting.unlocated,
        "retrievers": {
            name: {
                **_scores(result.at_k, questions),
                "at_budget": _scores(result.at_budget, questions),
            }
            for name, result in setting.retrievers.items()
        },
    }


def _scores(scores: Scores, questions: int) -> dict[str, object]:
    return {
        **{name: value for name, (value, *_) in _told(scores.estimates, questions).items()},
        "intervals": {
            name: [low, high] for name, (_, low, high) in _told(scores.estimates, questions).items()
        },
        "differences": {
            name: {"mean": value, "interval": [low, high]}
            for name, (value, low, high) in _told(scores.differences, questions).items()
        },
    }


def _told(
    estimates: Mapping[str, Estimate], questions: int
) -> dict[str, tuple[float, float, float]]:
    return {
        name: _times(estimate, questions) if name in _COUNTS else _times(estimate, 1)
        for name, estimate in estimates.items()
    }


def _times(estimate: Estimate, factor: int) -> tuple[float, float, float]:
    value, low, high = (
        round(each * factor, _DIGITS) for each in (estimate.value, estimate.low, estimate.high)
    )
    return (value if factor == 1 else round(value), low, high)
