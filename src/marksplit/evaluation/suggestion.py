"""Which setting to take, and why, in plain words that follow from the numbers alone."""

from __future__ import annotations

from collections.abc import Sequence

from marksplit.evaluation.bootstrap import LEVEL, Bootstrap, Values
from marksplit.evaluation.metrics import METRICS
from marksplit.evaluation.results import Estimate, Evaluation, SettingResult

_RECALL = METRICS.index("recall")
_NAMED = 4
"""How many settings are named at most in one place."""


def suggest(evaluation: Evaluation) -> str:
    """A few sentences, by the recall at equal retrieved text.

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
    return " ".join(sentences)


def _reasons(compared: Sequence[tuple[SettingResult, Estimate]], questions: int) -> list[str]:
    worse = [(each, by) for each, by in compared if by.is_above]
    level = [(each, by) for each, by in compared if not by.is_above]
    sentences = []
    if worse:
        sentences.append(f"That is more, beyond chance, than {_named(worse)}.")
    if level:
        sentences.append(
            f"With {questions} questions it cannot be told apart from {_named(level)}: the {LEVEL} % "
            f"interval of the difference holds zero."
        )
    return sentences


def _retrievers(chosen: SettingResult, retriever: str, bootstrap: Bootstrap) -> list[str]:
    sentences = []
    for name in chosen.retrievers:
        if name != retriever:
            by = _estimate(bootstrap, _recalls(chosen, retriever) - _recalls(chosen, name))
            sure = "" if by.is_above else ", which can be chance"
            sentences.append(f"On these chunks {retriever} is {_points(by)} ahead of {name}{sure}.")
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
    ((low, high),) = bootstrap.intervals(values)
    return Estimate(float(values.mean()), float(low), float(high))


def _share(estimate: Estimate) -> str:
    value, low, high = (100 * each for each in (estimate.value, estimate.low, estimate.high))
    return f"{value:.1f} % [{low:.1f}, {high:.1f}]"


def _points(estimate: Estimate) -> str:
    value, low, high = (100 * each for each in (estimate.value, estimate.low, estimate.high))
    return f"{value:+.1f} points [{low:+.1f}, {high:+.1f}]"
