"""The marks that end sentences, against Unicode's property Sentence_Terminal."""

from __future__ import annotations

import regex  # type: ignore[import-untyped]

from marksplit import ChunkOptions, chunk
from marksplit.cuts.sentences import MARKS, NARROW_STOPS, WIDE_CLAUSES, WIDE_STOPS

AS_CLAUSES = "\u104a\u1b5e\ua9c8"
"""Burmese little section, Balinese carik siki and Javanese pada lingsa part clauses in running text."""
RARE = set("\u1aa8\u1aa9\u1aaa\u1aab\u1b4e\u1b4f\u1b5a\u1b5b\u1b7d\u1b7e\u1b7f\u1c3b\u1c3c") | set(
    "\u0837\u0839\u083d\u083e\u2024\u2cf9\u2cfa\u2cfb\u2e3c\u2e53\u2e54\u2e60\u2e61"
    "\ua876\ua877\ufe12\ufe15\ufe16"
)
"""Of scripts for ornament, liturgy, shorthand and vertical layout, or not in Unicode 15. Marks of historic
scripts beyond the basic plane are left out as well."""


def test_marks_that_end_no_sentence_here_are_known() -> None:
    terminals = {char for char in map(chr, range(0x10000)) if regex.match(r"\p{STerm}", char)}
    assert terminals - set(NARROW_STOPS + WIDE_STOPS) == RARE | set(AS_CLAUSES)
    assert set(AS_CLAUSES) <= set(WIDE_CLAUSES)
    assert RARE.isdisjoint(MARKS)


def test_a_sof_pasuq_ends_a_sentence() -> None:
    text = "בראשית ברא אלהים את השמים ואת הארץ׃ והארץ היתה תהו ובהו וחשך על פני תהום׃"
    assert [each.text for each in chunk(text, ChunkOptions(max_size=60))] == [
        "בראשית ברא אלהים את השמים ואת הארץ׃",
        "והארץ היתה תהו ובהו וחשך על פני תהום׃",
    ]
