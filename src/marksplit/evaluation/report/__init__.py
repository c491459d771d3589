"""An evaluation as a page in one file: words, plots, tables and the questions that fail.

It reads without a script and asks for nothing from elsewhere. How it looks is in the assets.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from importlib.resources import files

from marksplit.evaluation.report.failures import Failures
from marksplit.evaluation.report.markup import Markup, Part, clipped, element, join
from marksplit.evaluation.report.overview import asked, left_out_settings, measures, settings
from marksplit.evaluation.report.plots import Numbered, recall_plot, recall_scale, size_plot
from marksplit.evaluation.report.scores import scores_table
from marksplit.evaluation.report.words import NAME
from marksplit.evaluation.results import Evaluation, SettingResult
from marksplit.evaluation.suggestion import suggest
from marksplit.pages import content_policy, theme

__all__ = ["build_report"]

_SETTINGS = 100
"""Settings that are shown: the first, the suggested, and those of the highest recall at the budget."""

_SUGGESTION = 4000
"""Characters of the suggestion, which names settings in full."""


def build_report(evaluation: Evaluation) -> str:
    """The page. Equal evaluations give equal pages.

    Its size is bounded: 100 settings, 600 failing questions in all lists together (two at least in
    each list), and of each a few excerpts of some hundred characters; names are cut at 160
    characters, questions at 600. What is left out is counted on the page.
    """
    style, script = theme() + _asset("report.css"), _asset("report.js")
    parts = {
        "policy": content_policy(style=style, script=script),
        "style": style,
        "body": join(*_sections(evaluation)),
        "script": script,
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], _asset("report.html"))


def _sections(evaluation: Evaluation) -> Iterator[Markup]:
    suggestion = suggest(evaluation)
    numbered = _shown(evaluation, suggestion.setting)
    retrievers = tuple(evaluation.settings[0].retrievers)
    left_out = len(evaluation.settings) - len(numbered)
    questions = len(evaluation.questions)
    budget = f"{evaluation.budget:,} characters retrieved"
    scale = recall_scale(numbered, retrievers)
    reason = clipped(suggestion.text, _SUGGESTION).replace(" %", "\u00a0%")
    yield _section("suggestion", "Suggestion", element("p", reason, class_="lead"))
    yield _section("asked", "What was asked", asked(evaluation))
    yield _section(
        "settings", "What was compared", settings(numbered, left_out, suggestion.setting)
    )
    yield _section(
        "recall",
        f"Recall, {budget}",
        element(
            "p",
            "Each dot is a mean over the questions, per cent; the bar is its interval. The dashed "
            "line is the first setting. Triangles and colour mark what is better or worse than it "
            "beyond chance, by the differences question by question; a label marks the suggested one.",
        ),
        *_plots(evaluation, lambda name: recall_plot(numbered, name, scale, suggestion)),
        left_out_settings(left_out),
    )
    yield _section(
        "sizes",
        "Recall and the size of chunks",
        element(
            "p",
            f"The same recall, with {budget}, against the mean size of the chunks in characters. "
            f"The numbers are those of the settings; where points crowd, some have none.",
        ),
        element(
            "div",
            *_plots(evaluation, lambda name: size_plot(numbered, name, scale)),
            class_="side-by-side",
        ),
    )
    rules = (("at_budget", budget), ("at_k", f"{evaluation.k:,} chunks retrieved"))
    yield _section(
        "scores",
        "All scores",
        element(
            "p",
            "Per cent with intervals; All and None are numbers of questions. ▲ and ▼ mark a "
            "difference beyond chance.",
        ),
        measures(),
        *(
            scores_table(numbered, retrievers, questions, rule=rule, caption=caption)
            for rule, caption in rules
        ),
        left_out_settings(left_out),
    )
    failures = Failures(evaluation, numbered)
    yield _section(
        "failing", "Questions that fail", failures.said(), failures.chooser(), *failures.lists()
    )


def _shown(evaluation: Evaluation, suggested: str) -> Numbered:
    def worth(setting: SettingResult) -> tuple[bool, float]:
        found = setting.retrievers.values()
        best = max(each.at_budget.estimates["recall"].value for each in found)
        return setting.name == suggested, best

    first, *others = enumerate(evaluation.settings, 1)
    chosen = sorted(others, key=lambda entry: worth(entry[1]), reverse=True)[: _SETTINGS - 1]
    return [first, *sorted(chosen, key=lambda entry: entry[0])]


def _plots(evaluation: Evaluation, plot: Callable[[str], Markup]) -> Iterator[Markup]:
    """A plot for each retriever."""
    for name in evaluation.settings[0].retrievers:
        title = element("h3", clipped(evaluation.told(name), NAME))
        yield element("section", title, plot(name), class_="plot")


def _section(name: str, title: str, *children: Part) -> Markup:
    heading = element("h2", title, id=f"{name}-title")
    return element("section", heading, *children, id=name, aria_labelledby=f"{name}-title")


def _asset(name: str) -> str:
    folder = files("marksplit.evaluation.report") / "assets"
    return (folder / name).read_text(encoding="utf-8")
