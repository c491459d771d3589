"""The questions that fail: what was retrieved for them, and where their answer lies.

A question fails when not all of its answer is in what the budget takes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from marksplit import Span
from marksplit.evaluation.metrics import Passage, within_budget
from marksplit.evaluation.questions import Question
from marksplit.evaluation.report.excerpts import Page
from marksplit.evaluation.report.markup import Markup, clipped, element, join, visible
from marksplit.evaluation.report.plots import Numbered
from marksplit.evaluation.report.words import NAME, column, counted, named
from marksplit.evaluation.results import Evaluation, SettingResult
from marksplit.evaluation.spans import length, merged, shared

QUESTIONS = 600
"""Questions that are shown in all lists together, as far as each list has `_LEAST`."""
_MOST, _LEAST = 40, 2
"""Questions in a list."""
_PASSAGES = 5
"""Retrieved chunks that are shown of a question, and as many again that hold some of the answer."""
_PLACES = 3
"""Parts of an answer that are shown."""
_ASKED, _ANSWER, _RETRIEVED, _AROUND = 600, 700, 350, 120
"""Characters of a question, of a part of an answer, of a chunk, and around an answer."""


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
        self._room = max(_LEAST, min(_MOST, QUESTIONS // lists))

    def said(self) -> Markup:
        """What the lists hold."""
        questions = len(self._evaluation.questions)
        return element(
            "p",
            f"A question fails when {self._evaluation.budget:,} characters of chunks do not hold "
            f"all of its answer (blanks aside). Of {counted(questions, 'question')}, "
            f"{len(self._everywhere):,} fail under every setting and retriever. In the excerpts the "
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
        return (
            f"{len(failing):,} of {counted(len(self._evaluation.questions), 'question')} "
            f"{'fails' if len(failing) == 1 else 'fail'}, {lost:,} with nothing found"
        )

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
            yield join(*(self._question(index, setting, name) for index in shown))
            left = len(indices) - len(shown)
            if left:
                yield element(
                    "p",
                    f"{counted(left, 'more question')} left out here, "
                    f"{len(nothing) - first:,} with nothing found.",
                    class_="note",
                )

    def _question(self, index: int, setting: SettingResult, name: str) -> Markup:
        question = self._evaluation.questions[index]
        page = self._pages[question.source]
        ranking = setting.retrievers[name].rankings[index]
        taken = len(within_budget(ranking, self._evaluation.budget))
        found = merged(
            Span(each.start, each.end) for each in ranking[:taken] if each.source == question.source
        )
        size, held = length(question.gold), length(shared(question.gold, found))
        return element(
            "details",
            element(
                "summary",
                element("bdi", clipped(question.text, _ASKED)),
                element("span", _share(held, size), class_="share none" if not held else "share"),
            ),
            element("h4", "Where the answer lies"),
            *self._answer(question, page, found),
            element("h4", "What was retrieved"),
            *self._retrieved(question, ranking, taken, found),
            class_="question",
        )

    def _answer(self, question: Question, page: Page, found: Sequence[Span]) -> Iterator[Markup]:
        for span in question.gold[:_PLACES]:
            held = length(shared([span], found))
            size = span.end - span.start
            yield element(
                "p", page.place(span), f" · {held:,} of {size:,} characters found", class_="place"
            )
            yield page.excerpt(span, question.gold, found, limit=_ANSWER, around=_AROUND)
        left = len(question.gold) - _PLACES
        if left > 0:
            yield element("p", f"{counted(left, 'more place')} left out here.", class_="note")

    def _retrieved(
        self, question: Question, ranking: Sequence[Passage], taken: int, found: Sequence[Span]
    ) -> Iterator[Markup]:
        holding = [_held(question, each) for each in ranking]
        later = [rank for rank in range(_PASSAGES, len(ranking)) if holding[rank]]
        shown = [*range(min(_PASSAGES, len(ranking))), *later[:_PASSAGES]]
        items = []
        for rank in shown:
            each = ranking[rank]
            page, span = self._pages[each.source], Span(each.start, each.end)
            mine = each.source == question.source
            share = holding[rank] / length(question.gold)
            items.append(
                element(
                    "li",
                    element(
                        "p",
                        element("b", f"{rank + 1}. "),
                        page.place(span),
                        f" · {counted(len(each.text), 'character')}",
                        f" · holds {_rounded(share)} of the answer" if holding[rank] else None,
                        " · beyond the budget" if rank >= taken else None,
                        class_="place",
                    ),
                    page.excerpt(
                        span,
                        question.gold if mine else (),
                        found if mine else (),
                        limit=_RETRIEVED,
                    ),
                    class_="holds" if holding[rank] else None,
                )
            )
        if items:
            yield element("ol", *items, class_="retrieved")
        else:
            yield element("p", "Nothing: no chunk has anything in common with it.", class_="note")
        left = len(ranking) - len(shown)
        if left:
            yield element("p", f"{counted(left, 'more chunk')} left out here.", class_="note")


def _failing(setting: SettingResult, retriever: str) -> list[int]:
    """Indices of the questions that fail, those of which the least was found first."""
    scores = setting.retrievers[retriever].at_budget
    recall, answered = column(scores, "recall"), column(scores, "answered")
    failing = [index for index, whole in enumerate(answered) if not whole]
    return sorted(failing, key=lambda index: recall[index])


def _shared_out(room: int, one: int, other: int) -> tuple[int, int]:
    """How many of two lists have room: a half each, and what the other leaves."""
    first = min(one, max(room // 2, room - other))
    return first, min(other, room - first)


def _held(question: Question, passage: Passage) -> int:
    if passage.source != question.source:
        return 0
    return length(shared([Span(passage.start, passage.end)], question.gold))


def _share(held: int, size: int) -> str:
    return f"{_rounded(held / size)} found" if held else "nothing found"


def _rounded(share: float) -> str:
    """Whole per cent, but neither 0 nor 100 of what is only near to them."""
    if share >= 1:
        return "all"
    return f"{min(max(round(100 * share), 1), 99)} %"


def _select(name: str, label: str, options: Sequence[tuple[str, str]]) -> Markup:
    written = [
        element("option", visible(clipped(title, NAME)), value=value) for value, title in options
    ]
    return element("div", element("label", label, for_=name), element("select", *written, id=name))
