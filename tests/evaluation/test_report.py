"""The report as a file: what it says, closed to everything else, safe and small whatever is in it."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from html.parser import HTMLParser

import pytest
from pools import DOCUMENTS, letter_counts, questions

from marksplit import ChunkOptions, Span
from marksplit.evaluation import (
    Document,
    Evaluation,
    Piece,
    Question,
    Setting,
    baseline,
    build_report,
    evaluate,
    marksplit_grid,
    marksplit_setting,
    read_questions,
    suggest,
)

HOSTILE = (
    "</pre><script>alert(1)</script><img src=x onerror=alert(1)> \u202e \0 \ud800 &amp; {{script}} "
)


def run(
    documents: Sequence[Document] = DOCUMENTS,
    asked: Sequence[Question] = (),
    *,
    sizes: Sequence[int] = (30, 200),
    retrievers: Sequence[str] = ("bm25", "dense"),
    budget: int = 60,
) -> Evaluation:
    settings = [*marksplit_grid(ChunkOptions(), {"max_size": sizes}), baseline("fixed", 25)]
    return evaluate(
        documents,
        asked or questions(),
        settings,
        retrievers=retrievers,
        embed=letter_counts,
        k=2,
        budget=budget,
    )


class Read(HTMLParser):
    """The elements of a page, and its text by the element that holds it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self._open: list[str] = []
        self.feed(page)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in ("meta", "link"):
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open:
            self.texts.append((self._open[-1], data))

    def all_text(self) -> str:
        return "".join(text for tag, text in self.texts if tag not in ("script", "style"))

    def of(self, name: str) -> list[str]:
        return [text for tag, text in self.texts if tag == name]


def test_it_holds_the_suggestion_the_settings_and_the_scores() -> None:
    found = run()
    text = Read(build_report(found)).all_text()
    assert suggest(found).text in text.replace("\u00a0", " ")
    assert "either 60 characters of them, best first" in text
    for setting in found.settings:
        assert text.count(setting.name) >= 3 + 2 * 2  # its row, its list, plots and tables
    recall = found.settings[1].retrievers["dense"].at_k.estimates["recall"]
    assert f"{100 * recall.value:.1f}[{100 * recall.low:.1f}, {100 * recall.high:.1f}]" in text


def test_the_suggested_setting_is_marked_where_it_stands() -> None:
    found = run()
    page, suggestion = build_report(found), suggest(found)
    for mark in ('<tr class="chosen">', '<li class="row chosen">'):
        assert page.count(mark) == 1
        assert suggestion.setting in page.split(mark)[1][:200]
    plot = page.index('<li class="row chosen">')
    assert page.rindex(f"<h3>{found.told(suggestion.retriever)}</h3>", 0, plot) > 0


def test_what_dense_was_is_said() -> None:
    text = Read(build_report(run(retrievers=["bm25", "dense", "fused"]))).all_text()
    assert "dense (the cosine of embeddings by letter_counts)" in text
    assert text.count("dense (letter_counts)") >= 2


def test_a_failing_question_shows_what_was_retrieved_and_where_the_answer_lies() -> None:
    page = build_report(run(retrievers=["dense"], budget=1))
    read = Read(page)
    assert "drinks/tea.md, line 8 · 0 of 35 characters found" in read.all_text()
    assert "Steep the leaves for three minutes." in read.of("mark")
    assert re.search(r"<b>1\. </b><span><bdi>[\w/]+\.md</bdi>, lines? \d", page)


def test_what_was_found_and_what_was_missed_are_marked_apart() -> None:
    text = "# A\n\nalpha beta.\n\n# B\n\ngamma delta.\n"
    line = '{"question": "alpha", "source": "a", "references": [{"start": 5, "end": 36}]}'
    documents = [Document("a.md", text)]
    found = evaluate(documents, read_questions([line], documents), [marksplit_setting()], budget=20)
    page = build_report(found)
    assert '<mark class="found">alpha beta.</mark>' in page
    assert re.search(r'<mark class="missed">\s*# B\s*gamma delta\.\s*</mark>', page)
    assert "of the answer</p>" in page


def test_questions_that_fail_everywhere_come_first() -> None:
    text = Read(build_report(run(retrievers=["bm25"]))).all_text()
    everywhere, here = text.index("Under every setting"), text.index("Here, but not everywhere")
    assert everywhere < text.index("Xylophone?") < here
    assert "1 fails under every setting and retriever" in text


def test_nothing_is_taken_from_elsewhere_and_the_policy_allows_its_own_parts_alone() -> None:
    page = build_report(run())
    read = Read(page)
    for tag, attributes in read.elements:
        assert tag not in ("img", "iframe", "object", "base")
        assert "style" not in attributes
        assert not [name for name in attributes if name.startswith("on")]
        for name in ("src", "href"):
            assert (attributes.get(name) or "#").startswith(("#", "data:,"))
    assert "url(" not in page
    assert "@import" not in page
    policy = next(
        attributes["content"] or ""
        for _, attributes in read.elements
        if attributes.get("http-equiv") == "Content-Security-Policy"
    )
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    for name in ("script", "style"):
        (written,) = read.of(name)
        digest = b64encode(sha256(written.encode()).digest()).decode()
        assert f"{name}-src 'sha256-{digest}'" in policy


def test_no_text_becomes_markup_or_runs() -> None:
    text = f"# {HOSTILE}\n\n{HOSTILE}answer\n"
    documents = [Document(f"{HOSTILE}.md", text), Document("other.md", f"{HOSTILE}\n")]
    asked = [Question(HOSTILE, documents[0].source, questions()[0].gold, 1)]
    settings = [marksplit_setting(name=HOSTILE), baseline("fixed", 9)]
    page = build_report(evaluate(documents, asked, settings, budget=9))
    page.encode("utf-8")
    plain = build_report(run(retrievers=["bm25"]))
    assert page.count("<script") == plain.count("<script")
    assert "<img" not in page
    assert not set("\0\u202e\ud800") & set(page)
    shown = Read(page).all_text()
    assert "<script>alert(1)</script>" in shown
    assert "{{script}}" in shown
    assert '<span class="control" title="RIGHT-TO-LEFT OVERRIDE">U+202E</span>' in page


@pytest.mark.parametrize("unit", ["a", "\0", "\0\u202e", "<", "word \n"])
def test_its_size_is_bounded_whatever_the_documents_are(unit: str) -> None:
    text = unit * 400_000
    documents = [Document("a.md", text), Document("b.md", "# B\n\nword a\n")]
    line = '{"question": "word a", "source": "a", "references": [{"start": 9, "end": 390000}]}'
    asked = read_questions([line] * 90, documents)
    settings = [baseline("fixed", size) for size in (100_000, 200_000)]
    page = build_report(evaluate(documents, asked, settings))
    assert len(page) < 4_000_000
    assert "50 more questions left out here" in page


def test_settings_beyond_a_hundred_are_counted() -> None:
    page = build_report(run(sizes=range(10, 130), retrievers=["bm25"]))
    assert Read(page).all_text().count("21 settings of lower recall left out") == 3
    assert page.count('class="failing"') == 100


def test_the_suggested_setting_is_shown_though_many_have_more_recall() -> None:
    documents = [Document(f"{name}.md", f"# {name}\n\n" + "word " * 40) for name in "ab"]
    asked = [Question("word", f"{name}.md", (Span(5, 105),), 1) for name in "ab" * 6]

    def setting(name: str, in_a: int, in_b: int) -> Setting:
        return Setting(
            name, {}, lambda text: [Piece("word", Span(5, in_a if text[2] == "a" else in_b))]
        )

    chance = (setting(f"chance {number}", 36, 6) for number in range(120))
    settings = [setting("first", 15, 15), setting("sure", 20, 20), *chance]
    found = evaluate(documents, asked, settings)
    assert suggest(found).setting == "sure"
    assert "row chosen" in build_report(found)


def test_equal_evaluations_give_equal_pages() -> None:
    assert build_report(run()) == build_report(run())


def test_nothing_retrieved_and_nothing_failed_are_said() -> None:
    assert "Nothing: no chunk has anything in common with it." in build_report(run())
    whole = build_report(run(asked=questions()[:2], sizes=[200], budget=10_000))
    assert "0 fail under every setting and retriever" in whole
