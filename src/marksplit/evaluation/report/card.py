"""One question: where its answer lies, and what was retrieved for it. All of it is bounded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from marksplit import Span
from marksplit.evaluation.metrics import Passage, within_budget
from marksplit.evaluation.questions import Question
from marksplit.evaluation.report.excerpts import Page
from marksplit.evaluation.report.markup import Markup, clipped, element
from marksplit.evaluation.report.words import counted
from marksplit.evaluation.spans import length, merged, shared, without

_PASSAGES = 5
"""Retrieved chunks that are shown of a question, and as many again that hold some of the answer."""
_PLACES = 3
"""Parts of an answer that are shown."""
_ASKED, _ANSWER, _RETRIEVED, _AROUND = 600, 700, 350, 120
"""Characters of a question, of a part of an answer, of a chunk, and around an answer."""


def question_card(
    question: Question, ranking: Sequence[Passage], budget: int, pages: Mapping[str, Page]
) -> Markup:
    """A question that is folded out.

    Args:
        ranking: what was retrieved, best first.
        budget: the characters that are retrieved.
        pages: the documents by name.
    """
    taken = len(within_budget(ranking, budget))
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
        *_answer(question, pages[question.source], found),
        element("h4", "What was retrieved"),
        *_retrieved(question, ranking, taken, found, pages),
        class_="question",
    )


def _answer(question: Question, page: Page, found: Sequence[Span]) -> Iterator[Markup]:
    for span in question.gold[:_PLACES]:
        missed = without([span], found)
        size = span.end - span.start
        held = size - length(missed)
        yield element(
            "p", page.place(span), f" · {held:,} of {size:,} characters found", class_="place"
        )
        yield page.excerpt(span, question.gold, found, focus=missed, limit=_ANSWER, around=_AROUND)
    left = len(question.gold) - _PLACES
    if left > 0:
        yield element("p", f"{counted(left, 'more place')} left out here.", class_="note")


def _retrieved(
    question: Question,
    ranking: Sequence[Passage],
    taken: int,
    found: Sequence[Span],
    pages: Mapping[str, Page],
) -> Iterator[Markup]:
    later = [rank for rank in range(_PASSAGES, len(ranking)) if _holds(question, ranking[rank])]
    shown = [*range(min(_PASSAGES, len(ranking))), *later[:_PASSAGES]]
    if shown:
        yield element(
            "ol",
            *(
                _passage(
                    question,
                    ranking[rank],
                    pages[ranking[rank].source],
                    found,
                    rank=rank,
                    within=rank < taken,
                )
                for rank in shown
            ),
            class_="retrieved",
        )
    else:
        yield element("p", "Nothing: no chunk has anything in common with it.", class_="note")
    left = len(ranking) - len(shown)
    if left:
        yield element("p", f"{counted(left, 'more chunk')} left out here.", class_="note")


def _passage(
    question: Question,
    passage: Passage,
    page: Page,
    found: Sequence[Span],
    *,
    rank: int,
    within: bool,
) -> Markup:
    span = Span(passage.start, passage.end)
    mine = passage.source == question.source
    inside = shared([span], question.gold) if mine else ()
    share = length(inside) / length(question.gold)
    return element(
        "li",
        element(
            "p",
            element("b", f"{rank + 1}. "),
            page.place(span),
            f" · {counted(len(passage.text), 'character')}",
            f" · holds {_rounded(share)} of the answer" if inside else None,
            None if within else " · beyond the budget",
            class_="place",
        ),
        page.excerpt(span, inside, found if mine else (), focus=inside, limit=_RETRIEVED),
        class_="holds" if inside else None,
    )


def _holds(question: Question, passage: Passage) -> bool:
    span = Span(passage.start, passage.end)
    return passage.source == question.source and shared([span], question.gold) != ()


def _share(held: int, size: int) -> str:
    return f"{_rounded(held / size)} found" if held else "nothing found"


def _rounded(share: float) -> str:
    """Whole per cent, but neither 0 nor 100 of what is only near to them."""
    if share >= 1:
        return "all"
    return f"{min(max(round(100 * share), 1), 99)} %"
