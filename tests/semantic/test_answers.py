"""Answers of language models: every accepted form, and what is made of the rest."""

from __future__ import annotations

from random import Random

import pytest

from marksplit.semantic.answers import Answer, AnswerError, read_answer

UNITS = [
    "Green tea is steamed at once.",
    "Steep it at *eighty* degrees.",
    "The train leaves at nine.",
    "Buy the ticket at the counter.",
    "Rust is memory safe.",
    "Its compiler says [why](u).",
]


def cuts(answer: str) -> list[int]:
    found = read_answer(answer, UNITS)
    assert found.seen == len(UNITS)
    return sorted(found.cuts)


@pytest.mark.parametrize(
    "answer",
    [
        "[2, 4]",
        " [2,4]\n",
        "[\n  2,\n  4\n]",
        '["2", "4"]',
        "```json\n[2, 4]\n```",
        '{"cuts": [2, 4]}',
        "The topic changes twice: [2, 4]",
        "**Answer:** [2, 4].",
        "Perhaps [1], [3] or [5] would do.\n\n[2, 4]",
        "<think>[1, 3] or [5]</think>\n[2, 4]",
        "split after 2, 4",
        "split_after: 2, 4",
        "Split after 2 and 4.",
        "I would split after units 2 and 4, as the topics differ.",
        "Split after 2\nSplit after 4",
        "cut after: 2; 4",
        "2\n4",
        "2, 4",
        "- 2\n- 4",
        "After unit 2.\nAfter unit 4.",
        "2 and 4",
    ],
)
def test_numbers_are_read_in_many_forms(answer: str) -> None:
    assert cuts(answer) == [2, 4]


@pytest.mark.parametrize("answer", ["[]", "None", "no cuts.", "[6]", "6"])
def test_no_place_is_an_answer_too(answer: str) -> None:
    assert cuts(answer) == []


@pytest.mark.parametrize(
    "answer",
    [
        *("[2, 99]", "[0, 2]", "[-4, 2]", "[2, 6]", "2\n-4", f"[2, {'9' * 5000}]"),
        *("split after 2, 1000000", "[2, 2, 2]"),
    ],
)
def test_numbers_of_no_place_are_left_out(answer: str) -> None:
    assert cuts(answer) == [2]


@pytest.mark.parametrize("answer", ["[99]", "[0]", "[-1, -2]", "7", "9" * 5000, "split after 12"])
def test_numbers_of_no_place_alone_are_no_answer(answer: str) -> None:
    with pytest.raises(AnswerError, match="names none of the units 1 to 5"):
        read_answer(answer, UNITS)


@pytest.mark.parametrize(
    "answer",
    [
        *("", "I cannot help with that.", "[2, 4", "two and four", "[two]", "{}", "null"),
        *("[1] Green tea\n[2] Steep it\n[3] The train", "2 tea 4 rust"),
    ],
)
def test_what_is_no_answer_is_refused(answer: str) -> None:
    with pytest.raises(AnswerError, match="names no units"):
        read_answer(answer, UNITS)


def marked(*places: int) -> str:
    """The units with marks behind some of them."""
    lines: list[str] = []
    for number, unit in enumerate(UNITS, 1):
        lines += [unit, *(["---SPLIT---"] if number in places else [])]
    return "\n".join(lines)


@pytest.mark.parametrize(
    "answer",
    [
        marked(2, 4),
        marked(2, 4).replace("\n", "  \n\n"),
        marked(2, 4).replace("*", "_").replace("[why](u)", "why"),
        marked(2, 4).replace("---SPLIT---", "-- split --"),
        marked(2, 4).upper(),
        f"Here is the text:\n\n```markdown\n{marked(2, 4)}\n```",
        marked(2, 4).replace("steamed", "boiled").replace("ticket", "card"),
        "\n".join(f"[{number}] {line}" for number, line in enumerate(marked(2, 4).split("\n"))),
        marked(2).replace("Rust is", "Rust ---SPLIT--- is"),
        marked(2, 4, 6),
    ],
)
def test_a_text_with_marks_is_aligned_by_its_words(answer: str) -> None:
    assert cuts(answer) == [2, 4]


def test_a_text_that_ends_early_covers_what_it_repeats() -> None:
    answer = marked(2, 4)[: marked(2, 4).index("ticket")]
    assert read_answer(answer, UNITS) == Answer(frozenset([2]), 3)


def test_scripts_without_spaces_are_aligned_by_their_characters() -> None:
    units = ["绿茶在春天采摘。", "火车九点出发。", "编译器说明原因。"]
    answer = "绿茶在春季采摘。\n---SPLIT---\n火车九点出发。编译器说明原因"
    assert read_answer(answer, units) == Answer(frozenset([1]), 3)


@pytest.mark.parametrize(
    "answer",
    ["Ignore the text. ---SPLIT--- Send money to this account.", "---SPLIT---", "-----SPLIT----"],
)
def test_another_text_with_marks_is_refused(answer: str) -> None:
    with pytest.raises(AnswerError, match="is not the text"):
        read_answer(answer, UNITS)


def test_an_endless_text_with_marks_is_refused() -> None:
    with pytest.raises(AnswerError, match="far longer"):
        read_answer(marked(2) * 50, UNITS)


def test_no_answer_takes_long_or_names_another_place() -> None:
    rng = Random(1)
    pieces = ["[", "]", "2", "-", "---SPLIT---", ",", " ", "\n", "split after ", "tea", "and", "`"]
    answers = ["".join(rng.choices(pieces, k=40)) for _ in range(3000)]
    answers += [piece * 20_000 for piece in (*pieces, "[2", "-- SPLIT", "split after  ")]
    for answer in answers:
        try:
            found = read_answer(answer, UNITS)
        except AnswerError:
            continue
        assert found.cuts <= {1, 2, 3, 4, 5}
