"""Cuts in scripts without spaces between words, against ICU's words."""

from __future__ import annotations

import random

import pytest
from icu4py.breakers import WordBreaker

from marksplit import ChunkOptions, check, chunk
from marksplit.cuts.syllables import tears_syllable

TEXTS = {
    "th": "ภาษาไทยเป็นภาษาที่มีระดับเสียงของคำแน่นอนหรือวรรณยุกต์เช่นเดียวกับภาษาจีนและออกเสียงแยกคำต่อคำ",
    "lo": "ພາສາລາວເປັນພາສາທາງການຂອງສາທາລະນະລັດແລະເປັນພາສາຂອງຄົນລາວທີ່ຢູ່ໃນປະເທດໄທ",
    "my": "မြန်မာဘာသာစကားသည်မြန်မာနိုင်ငံ၏ရုံးသုံးဘာသာစကားဖြစ်သည်အောင်မြင်သောကျောင်းသားများ",
    "km": "ភាសាខ្មែរគឺជាភាសាកំណើតរបស់ជនជាតិខ្មែរនិងជាភាសាផ្លូវការរបស់ប្រទេសកម្ពុជា",
}
TIBETAN = "བོད་སྐད་ནི་བོད་མི་རིགས་ཀྱི་སྐད་ཡིག་ཡིན་པ་དང་རྒྱ་གར་དང་བལ་ཡུལ་ལ་ཡང་བེད་སྤྱོད་བྱེད་ཀྱི་ཡོད་པ་རེད"


@pytest.mark.parametrize("language", TEXTS)
def test_no_boundary_between_words_counts_as_inside_a_syllable(language: str) -> None:
    text = TEXTS[language]
    starts = [start for start, _ in WordBreaker(text, language).segments() if start]
    assert len(starts) > 9
    assert [text[start - 3 : start + 3] for start in starts if tears_syllable(text, start)] == []


@pytest.mark.parametrize("language", TEXTS)
def test_small_chunks_start_no_syllable_in_its_middle(language: str) -> None:
    text, rng = TEXTS[language], random.Random(5)
    for _ in range(30):
        start, _ = rng.choice(list(WordBreaker(text, language).segments()))
        turned, options = text[start:] + text[:start], ChunkOptions(max_size=rng.randrange(8, 30))
        chunks = chunk(turned, options)
        check(turned, chunks, options)
        assert not any(tears_syllable(turned, each.start) for each in chunks[1:])


def test_tibetan_is_cut_after_a_tsheg() -> None:
    options = ChunkOptions(max_size=17)
    chunks = chunk(TIBETAN, options)
    check(TIBETAN, chunks, options)
    assert len(chunks) > 4
    assert all(each.text.endswith("\u0f0b") for each in chunks[:-1])


@pytest.mark.parametrize(
    ("left", "right"),
    [
        *(("เ", "ก"), ("ไ", "ท"), ("ก", "ะ"), ("ก", "า"), ("กั", "น"), ("กั้", "น"), ("สิท", "ธิ์")),
        *(("ເ", "ກ"), ("ກ", "ະ"), ("ກັ", "ນ"), ("ກົ", "ນ")),
        *(("ကျော", "င်"), ("မြ", "န်"), ("គា", "ត់"), ("བོ", "ད"), ("བོད", "་")),
    ],
)
def test_a_syllable_is_not_torn(left: str, right: str) -> None:
    assert tears_syllable(left + right, len(left))


@pytest.mark.parametrize(
    ("left", "right"),
    [("ไทย", "เป็น"), ("ก็", "มี"), ("ລາວ", "ເປັນ"), ("အောင်", "မြင်"), ("ភាសា", "ខ្មែរ"), ("བོད་", "སྐད")],
)
def test_syllables_are_parted(left: str, right: str) -> None:
    assert not tears_syllable(left + right, len(left))
