"""Questions are read, located in their documents, and refused with a reason."""

from __future__ import annotations

import json

import pytest
from pools import COFFEE, DOCUMENTS, TEA, questions

from marksplit import MarksplitError, Span
from marksplit.evaluation import Document, Question, QuestionError, read_questions


def read(*entries: object, note: list[str] | None = None) -> list[Question]:
    lines = [each if isinstance(each, str) else json.dumps(each) for each in entries]
    notes = [] if note is None else note
    return read_questions(lines, DOCUMENTS, name="q.jsonl", note=notes.append)


def test_answers_are_located_and_references_taken_as_they_are() -> None:
    steep, beans, keeps = questions()
    ((start, end),) = steep.gold
    assert TEA[start:end] == "Steep the leaves for three minutes."
    assert (steep.source, steep.line) == ("drinks/tea.md", 1)
    assert COFFEE[slice(*beans.gold[0])] == "just before use"
    assert (keeps.source, keeps.gold) == ("drinks/tea.md", (Span(7, 42),))


@pytest.mark.parametrize(
    "name", ["drinks/tea.md", "drinks/tea", "./drinks/tea.md", "drinks\\tea.md", "tea.md", "tea"]
)
def test_a_source_may_be_named_with_or_without_folder_and_ending(name: str) -> None:
    (found,) = read({"question": "?", "source": name, "answer": "months"})
    assert found.source == "drinks/tea.md"


def test_a_source_may_start_with_the_folder_as_in_records_of_chunks() -> None:
    line = '{"question": "?", "source": "my/docs/drinks/tea.md", "answer": "months"}'
    (found,) = read_questions([line], DOCUMENTS, folder="my/docs")
    assert found.source == "drinks/tea.md"
    with pytest.raises(QuestionError, match="must name a document"):
        read_questions([line], DOCUMENTS, folder="other")


def test_a_whole_path_wins_over_the_end_of_another() -> None:
    documents = [Document("index.md", "one"), Document("a/index.md", "one")]
    line = '{"question": "?", "source": "index", "answer": "one"}'
    assert read_questions([line], documents)[0].source == "index.md"


def test_references_that_overlap_are_merged_and_ordered() -> None:
    references = [{"start": 30, "end": 40}, {"start": 2, "end": 5}, {"start": 4, "end": 9}]
    (found,) = read({"question": "?", "source": "tea", "references": references})
    assert found.gold == (Span(2, 9), Span(30, 40))


def test_references_go_before_an_answer_in_other_words() -> None:
    entry = {"question": "?", "source": "tea", "answer": "About 3 min"}
    (found,) = read(entry | {"references": [{"start": 7, "end": 10, "content": "Tea"}]})
    assert found.gold == (Span(7, 10),)


def test_empty_lines_are_passed_over_and_counted() -> None:
    (found,) = read("", "  ", {"question": "?", "source": "tea", "answer": "months"})
    assert found.line == 3


def test_an_answer_that_stands_twice_is_told() -> None:
    notes: list[str] = []
    (found,) = read({"question": "?", "source": "coffee", "answer": "offee"}, note=notes)
    assert found.gold == (Span(3, 8),)
    assert notes == [
        "q.jsonl, line 1: 'offee' stands in coffee.md more than once; the first place is taken, from 3"
    ]


def test_an_answer_of_blanks_is_told() -> None:
    notes: list[str] = []
    read({"question": "?", "source": "tea", "references": [{"start": 5, "end": 7}]}, note=notes)
    assert notes == ["q.jsonl, line 1: nothing but blanks answers it, which no chunk may hold"]


def test_line_ends_that_differ_are_named() -> None:
    line = '{"question": "?", "source": "a", "answer": "one\\n\\ntwo"}'
    with pytest.raises(QuestionError, match="is not in it but for white space, such as line ends"):
        read_questions([line], [Document("a.md", "one\r\n\r\ntwo")])


def test_a_path_may_start_with_the_end_of_the_folder_where_no_other_has_it() -> None:
    def source(name: str, *documents: str) -> str:
        line = json.dumps({"question": "?", "source": name, "answer": "one"})
        pool = [Document(each, "one") for each in documents]
        return read_questions([line], pool, folder="/sets/third/corpora")[0].source

    for name in ("corpora/a.md", "third/corpora/a", "/sets/third/corpora/a.md", "a"):
        assert source(name, "a.md", "b/a.md") == "a.md"
    assert source("corpora/a.md", "a.md", "corpora/a.md") == "corpora/a.md"
    assert source("corpora/a.md", "a.md", "b/corpora/a.md") == "a.md"


GOOD = {"question": "?", "source": "tea.md", "references": [{"start": 0, "end": 5}]}


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ("{", "no JSON"),
        ("[1]", "must be a JSON object"),
        ({"source": "tea"}, 'no "references" and no "answers"'),
        ({"source": "tea", "answer": "months"}, 'no "question"'),
        (GOOD | {"question": " "}, '"question" must be a string that is not empty'),
        ({"question": "?", "answer": "months"}, 'no "source"'),
        (GOOD | {"source": 3}, '"source" must be a string'),
        (GOOD | {"source": "teas.md"}, "such as tea.md"),
        (GOOD | {"source": "zzz"}, "of which there are 3"),
        (GOOD | {"references": []}, '"references" must be a list that is not empty'),
        (GOOD | {"references": [7]}, 'an object with "start" and "end"'),
        (GOOD | {"references": [{"start": 5, "end": 5}]}, "0 <= start < end <="),
        (GOOD | {"references": [{"start": -1, "end": 5}]}, "0 <= start < end <="),
        (GOOD | {"references": [{"start": 0, "end": len(TEA) + 1}]}, f"end <= {len(TEA)}"),
        (GOOD | {"references": [{"start": True, "end": 5}]}, "must be integers"),
        (GOOD | {"references": [{"start": 0.0, "end": 5}]}, "must be integers"),
        (
            GOOD | {"references": [{"start": 0, "end": 5, "content": "# Coffee"}]},
            "drinks/tea.md has from 0 to 5, '# Tea', not '# Coffee'",
        ),
        ({"question": "?", "source": "tea", "answers": "months"}, '"answers" must be a list'),
        ({"question": "?", "source": "tea", "answers": [""]}, "strings that are not empty"),
        ({"question": "?", "source": "tea", "answer": "Months"}, "character for character"),
    ],
)
def test_what_is_wrong_is_told_with_file_and_line(entry: object, words: str) -> None:
    good = json.dumps(GOOD)
    with pytest.raises(QuestionError, match=r"q\.jsonl, line 2: ") as caught:
        read(good, entry)
    assert words in str(caught.value)
    assert isinstance(caught.value, (MarksplitError, ValueError))


def test_a_source_that_fits_several_documents_is_refused() -> None:
    documents = [Document("a/tea.md", "one"), Document("b/tea.md", "one")]
    line = '{"question": "?", "source": "tea", "answer": "one"}'
    with pytest.raises(QuestionError, match=r"any of a/tea\.md, b/tea\.md"):
        read_questions([line], documents)


def test_no_question_at_all_is_refused() -> None:
    with pytest.raises(
        QuestionError, match=r"q\.jsonl: no question; each line must be a JSON object"
    ):
        read("", "")
