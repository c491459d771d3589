"""Where overlap starts when no sentence fits into it."""

from __future__ import annotations

import pytest

from marksplit import ChunkOptions, check, chunk
from marksplit.cuts.syllables import tears_syllable

THAI = "ภาษาไทยเป็นภาษาที่มีระดับเสียงของคำแน่นอนหรือวรรณยุกต์เช่นเดียวกับภาษาจีน"


@pytest.mark.parametrize(
    "text", ["今天天气很好我们去公园看花然后回家吃饭睡觉明天继续工作学习。" * 20, THAI * 9]
)
def test_scripts_without_spaces_overlap_where_no_sentence_fits(text: str) -> None:
    options = ChunkOptions(max_size=100, overlap=20)
    chunks = chunk(text, options)
    check(text, chunks, options)
    assert len(chunks) > 5
    assert all(10 <= each.overlap <= 20 for each in chunks[1:])
    assert not any(tears_syllable(text, each.start) for each in chunks[1:])


def test_no_word_is_torn_for_overlap() -> None:
    chunks = chunk("a" * 300, ChunkOptions(max_size=100, overlap=20))
    assert [each.overlap for each in chunks] == [0, 0, 0]
