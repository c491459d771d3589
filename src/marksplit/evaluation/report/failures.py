"""The lists of the questions that fail, and how many of them are shown.

A question fails when not all of its answer is in what the budget takes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from marksplit.evaluation.report.card import question_card
from marksplit.evaluation.report.excerpts import Page
from marksplit.evaluation.report.markup import Markup, clipped, element, join, visible
from marksplit.evaluation.report.plots import Numbered
from marksplit.evaluation.report.words import NAME, column, counted, named
from marksplit.evaluation.results import Evaluation, SettingResult

_QUESTIONS = 600
"""Questions that are shown in all lists together, as far as each list has `_LEAST`."""
_MOST, _LEAST = 40, 2
"""Questions in a list."""


class Failures:
    """The lists of an evaluation, one for each setting and retriever."""

    def __init__(self, evaluation: Evaluation, numbered: Numbered) -> None:
        self._evaluation = evaluation
        self._numbered = numbered
        self._retrievers = tuple(evaluation.settings[0].retrievers)
        self._pages = {document.source: Page(document) for document in evaluation.documents}
        self._everywhere = set.intersection(
            *(
                set(_failing(setting, name))
                for setting in evaluation.settings
                for name in self._retrievers
            )
        )
        lists = len(numbered) * len(self._retrievers)
        self._room = max(_LEAST, min(_MOST, _QUESTIONS // lists))

    def said(self) -> Markup:
        """What the lists hold."""
        questions = len(self._evaluation.questions)
        return element(
            "p",
            f"A question fails when {self._evaluation.budget:,} characters of chunks do not hold "
            f"all of its answer (blanks aside). Of {counted(questions, 'question')}, "
            f"{_fail(len(self._everywhere))} under every setting and retriever. In the excerpts the "
            f"answer is marked: ",
            element("mark", "what was retrieved of it", class_="found"),
            " and ",
            element("mark", "what was missed", class_="missed"),
            ".",
        )

    def chooser(self) -> Markup:
        """The controls that choose a list; for pages whose script runs."""
        settings = [(str(number), f"{number}: {each.name}") for number, each in self._numbered]
        retrievers = [(name, name) for name in self._retrievers]
        return element(
            "form",
            _select("setting", "Setting", settings),
            _select("retriever", "Retriever", retrievers),
            id="chooser",
            hidden=True,
        )

    def lists(self) -> Iterator[Markup]:
        """A folded list for each setting and retriever."""
        for number, setting in self._numbered:
            for name in self._retrievers:
                failing = _failing(setting, name)
                yield element(
                    "details",
                    element(
                        "summary",
                        element("b", f"{number} "),
                        named(setting.name),
                        f" with {name}: {self._count(failing, setting, name)}",
                    ),
                    *self._groups(failing, setting, name),
                    class_="failing",
                    data_setting=number,
                    data_retriever=name,
                )

    def _count(self, failing: Sequence[int], setting: SettingResult, name: str) -> str:
        nothing = column(setting.retrievers[name].at_budget, "unanswered")
        lost = sum(nothing[index] > 0 for index in failing)
        questions = counted(len(self._evaluation.questions), "question")
        return f"{_fail(len(failing), f'of {questions}')}, {lost:,} with nothing found"

    def _groups(
        self, failing: Sequence[int], setting: SettingResult, name: str
    ) -> Iterator[Markup]:
        recall = column(setting.retrievers[name].at_budget, "recall")
        groups: list[tuple[str, list[int]]] = [
            ("Under every setting and retriever", []),
            ("Here, but not everywhere", []),
        ]
        for index in failing:
            groups[index not in self._everywhere][1].append(index)
        rooms = _shared_out(self._room, *(len(indices) for _, indices in groups))
        for (title, indices), room in zip(groups, rooms, strict=True):
            if not indices:
                continue
            nothing = [index for index in indices if not recall[index]]
            partly = [index for index in indices if recall[index]]
            first, second = _shared_out(room, len(nothing), len(partly))
            shown = [*nothing[:first], *partly[:second]]
            yield element("h3", f"{title}: {len(indices):,}")
            yield join(*(self._card(index, setting, name) for index in shown))
            left = len(indices) - len(shown)
            if left:
                yield element(
                    "p",
                    f"{counted(left, 'more question')} left out here, "
                    f"{len(nothing) - first:,} with nothing found.",
                    class_="note",
                )

    def _card(self, index: int, setting: SettingResult, name: str) -> Markup:
        evaluation = self._evaluation
        ranking = setting.retrievers[name].rankings[index]
        return question_card(evaluation.questions[index], ranking, evaluation.budget, self._pages)


def _failing(setting: SettingResult, retriever: str) -> list[int]:
    """Indices of the questions that fail, those of which the least was found first."""
    scores = setting.retrievers[retriever].at_budget
    recall, answered = column(scores, "recall"), column(scores, "answered")
    failing = [index for index, whole in enumerate(answered) if not whole]
    return sorted(failing, key=lambda index: recall[index])


def _fail(count: int, of: str = "") -> str:
    return " ".join(filter(None, (f"{count:,}", of, "fails" if count == 1 else "fail")))


def _shared_out(room: int, one: int, other: int) -> tuple[int, int]:
    """How many of two lists have room: a half each, and what the other leaves."""
    first = min(one, max(room // 2, room - other))
    return first, min(other, room - first)


def _select(name: str, label: str, options: Sequence[tuple[str, str]]) -> Markup:
    written = [
        element("option", visible(clipped(title, NAME)), value=value) for value, title in options
    ]
    return element("div", element("label", label, for_=name), element("select", *written, id=name))
