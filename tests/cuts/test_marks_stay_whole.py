"""Cuts inside runs of backticks, schemes and escapes are taken last."""

from __future__ import annotations

import random

import pytest

from marksplit import ChunkOptions, check, chunk


def texts(text: str, max_size: int) -> list[str]:
    options = ChunkOptions(max_size=max_size)
    chunks = chunk(text, options)
    check(text, chunks, options)
    return [each.text for each in chunks]


def test_a_long_bare_link_is_cut_at_the_last_character_that_fits() -> None:
    assert texts("https://e.org/%20%20%20%20", 16) == ["https://e.org/", "%20%20%20%20"]
    assert texts("https://e.org/" + "a" * 18, 16) == ["https://e.org/aa", "a" * 16]


def test_backticks_stay_with_the_text_before_them_where_the_code_does_not_fit() -> None:
    code = "``` " + "word " * 22 + "```"
    pieces = texts(f"It is a number. The format is: {code} and so on.\n", 60)
    assert pieces[:2] == [
        "It is a number.",
        "The format is: ``` word word word word word word word word",
    ]
    assert all("```" in each or "`" not in each for each in pieces)


@pytest.mark.parametrize("seed", range(4))
def test_no_run_of_backticks_is_cut(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(40):
        words = ["word"] * rng.randrange(1, 12) + ["```"] + ["w" * rng.randrange(1, 9)] * 15
        text = " ".join([*words, "``` end"])
        assert all(each.count("`") % 3 == 0 for each in texts(text, rng.randrange(20, 60)))
