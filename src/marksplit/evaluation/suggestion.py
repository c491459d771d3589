"""Which setting to take, and why, in plain words that follow from the numbers alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from marksplit.evaluation.bootstrap import FEWEST, LEVEL, Bootstrap, Values
from marksplit.evaluation.metrics import METRICS
from marksplit.evaluation.results import SHOWN, Estimate, Evaluation, SettingResult

_RECALL = METRICS.index("recall")
_NAMED = 4
"""How many settings are named at most in one place."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What to take, and why."""

    setting: str
    """The setting's name."""
    retriever: str
    text: str
    """A few sentences."""


def suggest(evaluation: Evaluation) -> Suggestion:
    """A setting and a retriever, by the recall at equal retrieved text.

    The first setting stays unless another one is better beyond chance: the interval of the paired
    difference must lie above zero.
    """
    bootstrap = Bootstrap(len(evaluation.questions), seed=evaluation.seed)
    settings = evaluation.settings
    retriever = max(
        settings[0].retrievers,
        key=lambda name: max(_recall(setting, name).value for setting in settings),
    )

    def ahead(setting: SettingResult, other: SettingResult) -> Estimate:
        return _estimate(bootstrap, _recalls(setting, retriever) - _recalls(other, retriever))

    chosen = settings[0]
    while better := [each for each in settings if ahead(each, chosen).is_above]:
        chosen = max(better, key=lambda each: _recall(each, retriever).value)
    others = [each for each in settings if each is not chosen]
    stays = others and chosen is settings[0]
    sentences = [
        f"{'Stay with' if stays else 'Take'} {chosen.name}, retrieved with {retriever}: "
        f"{evaluation.budget:,} characters of its chunks hold {_share(_recall(chosen, retriever))} "
        f"of what answers a question."
    ]
    if others:
        compared = [(each, ahead(chosen, each)) for each in others]
        sentences += _reasons(compared, len(evaluation.questions))
    else:
        sentences.append("It is the only setting that was tried.")
    sentences += _retrievers(chosen, retriever, bootstrap)
    return Suggestion(chosen.name, retriever, " ".join(sentences))


def _reasons(compared: Sequence[tuple[SettingResult, Estimate]], questions: int) -> list[str]:
    worse = [(each, by) for each, by in compared if by.is_above]
    level = [(each, by) for each, by in compared if not by.is_above]
    sentences = []
    if worse:
        sentences.append(f"That is more, beyond chance, than {_named(worse)}.")
    if level:
        asked = f"{questions:,} question{'s' if questions > 1 else ''}"
        why = f"the {LEVEL} % interval of the difference holds zero"
        if questions < FEWEST:
            why = f"fewer than {FEWEST} questions tell nothing beyond chance"
        sentences.append(f"With {asked} it cannot be told apart from {_named(level)}: {why}.")
    return sentences


def _retrievers(chosen: SettingResult, retriever: str, bootstrap: Bootstrap) -> list[str]:
    sentences = []
    for name in chosen.retrievers:
        if name != retriever:
            by = _estimate(bootstrap, _recalls(chosen, retriever) - _recalls(chosen, name))
            sure = "" if by.is_clear else ", which can be chance"
            told = f"{_points(by)} ahead of {name}{sure}"
            if abs(by.value) < SHOWN:
                told = f"level with {name}"
            elif by.value < 0:
                told = f"{_points(Estimate(-by.value, -by.high, -by.low))} behind {name}{sure}"
            sentences.append(f"On these chunks {retriever} is {told}.")
    return sentences


def _named(settings: Sequence[tuple[SettingResult, Estimate]]) -> str:
    names = [f"{each.name} ({_points(by)})" for each, by in settings[:_NAMED]]
    if len(settings) > _NAMED:
        names.append(f"{len(settings) - _NAMED} more")
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _recall(setting: SettingResult, retriever: str) -> Estimate:
    return setting.retrievers[retriever].at_budget.estimates["recall"]


def _recalls(setting: SettingResult, retriever: str) -> Values:
    values: Values = setting.retrievers[retriever].at_budget.by_question[:, [_RECALL]]
    return values


def _estimate(bootstrap: Bootstrap, values: Values) -> Estimate:
    ((low, high),) = bootstrap.difference_intervals(values)
    return Estimate(float(values.mean()), float(low), float(high))


def _share(estimate: Estimate) -> str:
    value, low, high = (100 * each for each in (estimate.value, estimate.low, estimate.high))
    return f"{value:.1f} % [{low:.1f}, {high:.1f}]"


def _points(estimate: Estimate) -> str:
    value, low, high = (100 * each for each in (estimate.value, estimate.low, estimate.high))
    return f"{value:+.1f} points [{low:+.1f}, {high:+.1f}]"
