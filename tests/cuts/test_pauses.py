"""Cuts inside one paragraph: where sentences end in many scripts, and where no cut may be."""

from __future__ import annotations

import re
import time
import unicodedata
from collections.abc import Callable, Iterable
from functools import cache
from random import Random
from typing import cast

import pytest
import regex  # type: ignore[import-untyped]

from marksplit.cuts import Cut, Rank, is_grapheme_boundary
from marksplit.cuts.pauses import grapheme_cuts, paragraph_cuts
from marksplit.errors import OptionError
from marksplit.spans import Span

_LINE = re.compile(r"([^\r\n]*)(?:\r\n|\r|\n|\Z)")
_MARKERS = re.compile(r"[ \t>]*")
_PROTECTED = re.compile(
    r"`[^`]+`|!?\[[^\]]*\](?:\([^)]*\))|\[\^\w+\]|</?\w+>|https?://\S+\w|&\w+;|\$[^$]+\$"
)


def lines_of(text: str) -> list[Span]:
    """Content lines of the paragraph that `text` is, up to the first line without content."""
    found: list[Span] = []
    for match in _LINE.finditer(text):
        start, end = match.span(1)
        if marker := _MARKERS.match(text, start, end):
            start = marker.end()
        end = start + len(text[start:end].rstrip(" \t"))
        if end > start:
            found.append(Span(start, end))
        elif found:
            break
    return found


def spans_of(text: str) -> list[Span]:
    return [Span(*match.span()) for match in _PROTECTED.finditer(text)]


def cuts(text: str, sentences: Callable[[str], Iterable[int]] | None = None) -> list[Cut]:
    return paragraph_cuts(text, lines_of(text), spans_of(text), sentences)


def split(text: str, rank: int = Rank.SENTENCE) -> list[str]:
    """The parts between the cuts of one rank."""
    found = [cut for cut in cuts(text) if cut.rank == rank]
    starts = [0, *(cut.start for cut in found)]
    ends = [*(cut.end for cut in found), len(text)]
    return [text[start:end] for start, end in zip(starts, ends, strict=True)]


def ranks(text: str) -> dict[int, int]:
    return {cut.end: cut.rank for cut in cuts(text)}


SENTENCES = {
    "abbreviations": "Dr. Smith met Prof. Lee, e.g. on Mt. Fuji, i.e. in Japan.|See Fig. A vs. Fig. B.",
    "initials": "J. R. R. Tolkien and J.R.R. Tolkien wrote it.|George R. Martin did not.",
    "acronyms": "The U.S. Navy left at 5 p.m. Eastern time.|It left the U.S.|They stayed until 6 p.m.|He slept.",
    "firms": "Acme Inc. Limited was sold to Foo Ltd. in May.|It was Acme Inc.|The rest is gone.",
    "before numbers": "See No. 5, p. 7 and Sec. 2.|No.|I mean it.|On Jan. 5 we go.",
    "numbers": "It is 3.14 or 1.000,5 in v2.1.|Then 42.|Then we had 1999.|12 people came.",
    "enumerators": "Do this: 1. Open it.|2. Close it.|(A) Go.|Take plan B.|Then stop.",
    "addresses": "Go to example.com/a.b.html now.|Open main.py.|Write to a.b@c.org.|Use .NET 5.",
    "ellipses": "Either 0, 1, . . . Nine.|It is $x$ .|Well... maybe.|Well... |No… not so.|No… |Yes.",
    "small letters": "He asked why? because.|Then, yes! no.|iPhones sell.",
    "quotes": 'She said "Stop."|"Why?" he asked.|(All left.)|“Gone.”|‘So.’|He nodded.',
    "emphasis": "**Note.**|Read it.|_Twice._|~~No.~~|**Yes!**|Done.",
    "marks": "What?!|No!!|Really?|Yes.",
    "code": "Use `a. B` or `x`.|`Call()` it.|Then `y.` is left.|Done.",
    "links": "See [A. B](c. D).|Go to https://a.org/x.|![I. J](k).|End.",
    "footnotes": "One.[^1]|Two.[^2][^3]|Three.¹|Four.</b>|Five.",
    "entities": "A &amp; B &lt; C; done.|End.",
    "German": "Am 3. Oktober kam er, z. B. mit Dr. Lang, d. h. nicht allein.|„Gut.“|Es war 1999.|"
    "Im 19. Jahrhundert gab es ca. 5 Mio. Menschen usw.|Wir gehen.|Nr. 5 lebt!",
    "German guillemets": "Er rief: »Komm!«|»Nein.«|Dann ging er.",
    "French": "Il dit : « Quoi ? »|Puis M. Dupont part.|«\u202fOui.\u202f»|Voir p. 5.|L’an 2000 !|Fin.",
    "Spanish": "¿Qué hora es?|¡Vamos!|El Sr. Pérez fue a EE. UU. ayer.|La Sra. Gil no, etc.|Fin.",
    "Portuguese": "O Sr. Silva vive na Av. Paulista.|Verdade?|Sim.",
    "Italian": "Il sig. Rossi e il dott. Bianchi vanno.|Perché?|Boh.",
    "Dutch": "Dhr. Jansen komt, bijv. morgen.|Echt?|Ja.",
    "Swedish": "Han kom, t.ex. i dag, kl. 5.|”Ja.”|Hon log.",
    "Polish": "Pan dr Nowak, tzn. on, mieszka na ul. Długiej.|Czy wiesz?|Tak.",
    "Czech": "Přijel 3. října, např. vlakem.|Proč?|Nevím.",
    "Turkish": "Bu 19. yüzyıl.|Prof. Yılmaz geldi.|Neden?|Bilmiyorum.",
    "Vietnamese": "Xin chào.|Bạn khỏe không?|Tôi khỏe.",
    "Russian": "А. С. Пушкин, т. е. поэт, жил на ул. Мира.|Что?|И т. д.|Затем он ушёл.|«Да.»|Вот.",
    "Ukrainian": "Це вул. Франка.|Так?|Ні.",
    "Greek": "Τι κάνεις; Είμαι καλά, π.χ. σήμερα.|Ευχαριστώ.",
    "Armenian": "Բարև ձեզ։|Ինչպե՞ս եք։|Լավ։",
    "Georgian": "გამარჯობა.|როგორ ხარ?|კარგად.",
    "Hebrew": "שלום.|מה שלומך?|טוב.",
    "Arabic": "كيف حالك؟|ذهب د. أحمد إلى البيت، ثم عاد؛ وانتهى.|تم.",
    "Persian": "حال شما چطور است؟|خوبم.|می‌روم!",
    "Urdu": "آپ کیسے ہیں؟|میں ٹھیک ہوں۔|شکریہ۔",
    "Hindi": "यह एक वाक्य है।|डॉ. शर्मा आए।|क्या आप ठीक हैं?|हाँ॥|समाप्त।",
    "Bengali": "আমি ভালো আছি।|তুমি কেমন আছ?|ভালো।",
    "Tamil": "நான் நலம்.|நீங்கள்?|நன்றி.",
    "Amharic": "ሰላም ነው።|እንዴት ነህ፧|ደህና ነኝ።",
    "Burmese": "မြန်မာစာ။|ကောင်းပါတယ်။|ဟုတ်ကဲ့။",
    "Khmer": "សួស្តី។|អ្នកសុខសប្បាយទេ?|បាទ។",
    "Thai": "วันนี้อากาศดี เราไปสวน",
    "Korean": "오늘은 날씨가 좋다.|정말요?|네.|git을 쓴다.|그래요!",
}
"""Each ``|`` stands where a sentence ends: before a space."""

DENSE_SENTENCES = {
    "Chinese": "今天天气很好。|我们去公园吧！|“好的。”|他说，你呢？！|（是的。）|我很忙……不去了。",
    "Chinese straight quotes": '他说"你好。"|然后走。|"再见！"|她说。',
    "Chinese emphasis": "**重点**。|**好**在这里。|好",
    "Chinese narrow marks": "版本1.2好!|是吗?|对,可以.|完",
    "Chinese footnotes": "第一。[^1]|第二。",
    "Japanese": "「行こう。」と言った。|雨が降った。|すごい！|『本当？』|（はい。）|終わり。",
    "Japanese full-width": "円周率は３．１４です。|それは．|終わり",
    "Hindi": "यह है।|वह नहीं।|हाँ",
}
"""Each ``|`` stands where a sentence ends without a space."""


@pytest.mark.parametrize("marked", SENTENCES.values(), ids=SENTENCES)
def test_sentences_end_before_a_space(marked: str) -> None:
    expected = [part.strip(" ") for part in marked.split("|")]
    assert split(" ".join(expected)) == expected


@pytest.mark.parametrize("marked", SENTENCES.values(), ids=SENTENCES)
def test_sentences_end_at_line_ends(marked: str) -> None:
    expected = [part.strip(" ") for part in marked.split("|")]
    assert split("\r\n".join(expected)) == expected


@pytest.mark.parametrize("marked", DENSE_SENTENCES.values(), ids=DENSE_SENTENCES)
def test_sentences_end_without_a_space(marked: str) -> None:
    assert split(marked.replace("|", "")) == marked.split("|")


@pytest.mark.parametrize(
    "marked",
    [
        "One, |two; |three: |four – |five — |six.",
        "一，|二、|三；|四：|五",
        "هو، |هي؛ |نحن",
        "Τι; |Ναι· |όχι",
        "วันนี้ |เราไป |สวน 5 แห่ง",
        "Well... |maybe… |not.",
        "「行こう。」|と言った",
        "Pay 1,000 at 3:15, |or go.",
        "値１，０００円",
    ],
)
def test_clauses(marked: str) -> None:
    parts = split(marked.replace("|", ""), Rank.CLAUSE)
    assert parts == [part.rstrip(" ") for part in marked.split("|")[:-1]] + [marked.split("|")[-1]]


class TestSpaces:
    def test_end_is_before_the_blanks_and_start_behind(self) -> None:
        assert cuts("one \t two") == [Cut(3, 6, Rank.SPACE)]

    @pytest.mark.parametrize("space", ["\u3000", "\u2003", "\u2009", "\u200b"])
    def test_other_unicode_spaces_stay_with_the_left_part(self, space: str) -> None:
        assert cuts(f"one{space}two") == [Cut(4, 4, Rank.SPACE)]
        assert cuts(f"one{space}  two") == [Cut(4, 6, Rank.SPACE)]

    @pytest.mark.parametrize("glue", ["\u00a0", "\u202f", "\u2060", "\ufeff"])
    def test_no_cut_at_a_space_that_binds(self, glue: str) -> None:
        text = f"one{glue}two"
        assert cuts(text) == []
        ends = {cut.end for cut in grapheme_cuts(text, lines_of(text), [], 0, len(text))}
        assert ends == {1, 2, 5, 6}

    def test_no_part_starts_with_a_byte_order_mark(self) -> None:
        assert cuts("one \ufefftwo\n\ufeffthree") == []

    def test_both_sides_have_text(self) -> None:
        assert cuts("one") == []
        assert cuts("one.") == []
        assert cuts("\u3000one") == []
        assert cuts("one\u3000") == []
        assert paragraph_cuts("", [], []) == []

    @pytest.mark.parametrize(
        "text", ["( one", "one )", "one ?", "« one", "one » ", "one : two", "„ one"]
    )
    def test_a_space_inside_brackets_or_before_marks_is_the_last_choice(self, text: str) -> None:
        assert cuts(text)[0].rank == Rank.TIGHT_SPACE

    @pytest.mark.parametrize(
        "text", ["one (two", "one) two", "»one« two", "one ”two”", "one ![i](j)"]
    )
    def test_a_space_outside_brackets_is_a_plain_one(self, text: str) -> None:
        assert cuts(text)[0].rank == Rank.SPACE

    def test_a_mark_on_a_space_stays_with_it(self) -> None:
        assert cuts("one  \u0301two") == [Cut(3, 4, Rank.TIGHT_SPACE)]
        assert cuts("one \u0301two") == [Cut(3, 3, Rank.TIGHT_SPACE)]
        assert cuts("one\n \u0301two") == [Cut(3, 4, Rank.LINE)]


class TestLines:
    def test_trailing_blanks_and_indentation_are_left_out(self) -> None:
        assert cuts("one \r\n  two\rthree") == [
            Cut(3, 8, Rank.LINE),
            Cut(11, 12, Rank.LINE),
        ]

    def test_quote_markers_stay_with_the_line_they_start(self) -> None:
        assert cuts("> one\n>  > two\n  > three\nfour") == [
            Cut(5, 6, Rank.LINE),
            Cut(14, 15, Rank.LINE),
            Cut(24, 25, Rank.LINE),
        ]

    def test_a_hard_break_ends_a_clause(self) -> None:
        assert ranks("one  \ntwo\\\nthree\\\\\nfour \nfive") == {
            3: Rank.CLAUSE,
            10: Rank.CLAUSE,
            18: Rank.LINE,
            23: Rank.LINE,
        }

    def test_a_small_letter_on_the_next_line_ends_no_sentence(self) -> None:
        assert ranks("one.\ntwo.\nThree.") == {4: Rank.LINE, 9: Rank.SENTENCE}

    def test_an_abbreviation_at_a_line_end_ends_no_sentence(self) -> None:
        assert ranks("Dr.\nWho,\nnow") == {3: Rank.LINE, 8: Rank.CLAUSE}


class TestProtectedSpans:
    def test_cuts_inside_come_last(self) -> None:
        text = "a `b. C\nd`. E"
        assert cuts(text) == [
            Cut(1, 2, Rank.SPACE),
            Cut(5, 6, Rank.PROTECTED_SPACE),
            Cut(7, 8, Rank.PROTECTED_LINE),
            Cut(11, 12, Rank.SENTENCE),
        ]
        found = grapheme_cuts(text, lines_of(text), spans_of(text), 0, len(text))
        assert [(cut.end, cut.rank) for cut in found] == [
            (3, Rank.PROTECTED_GRAPHEME),
            (4, Rank.PROTECTED_GRAPHEME),
            (9, Rank.PROTECTED_GRAPHEME),
            (10, Rank.TIGHT_GRAPHEME),
        ]

    def test_marks_inside_end_nothing_outside(self) -> None:
        assert split("`a.` B [c.](d) E &amp; Fine. G") == ["`a.` B [c.](d) E &amp; Fine.", "G"]

    def test_marks_that_reach_out_of_a_span_count_from_its_end(self) -> None:
        text = "[a.]. B"
        assert paragraph_cuts(text, [Span(0, 7)], [Span(0, 4)]) == [Cut(5, 6, Rank.SENTENCE)]

    def test_a_closer_behind_a_span_has_no_marks(self) -> None:
        text = "a [b.] » c"
        found = paragraph_cuts(text, [Span(0, 10)], [Span(2, 6)])
        assert Rank.SENTENCE not in {cut.rank for cut in found}

    def test_dense_marks_inside_give_no_cut(self) -> None:
        assert cuts("`一。二\u3000三`") == [Cut(5, 5, Rank.PROTECTED_SPACE)]

    def test_a_closing_tag_across_lines(self) -> None:
        text = "one.</b\n> two"
        assert paragraph_cuts(text, [Span(0, 7), Span(8, 13)], [Span(4, 9)]) == [
            Cut(7, 8, Rank.PROTECTED_LINE),
            Cut(9, 10, Rank.SPACE),
        ]


class TestOwnSentences:
    TEXT = "> One two. Three\n> four 五。六"

    def test_offsets_are_sentence_starts_in_the_text_between(self) -> None:
        seen: list[str] = []

        def hook(text: str) -> list[int]:
            seen.append(text)
            return [0, 4, len(text)]

        found = cuts(self.TEXT, hook)
        assert seen == [self.TEXT[2:]]
        assert [cut for cut in found if cut.rank == Rank.SENTENCE] == [Cut(5, 6, Rank.SENTENCE)]

    def test_others_keep_their_rank_but_sentences(self) -> None:
        assert ranks_of(cuts(self.TEXT, lambda _: [])) == {
            5: Rank.SPACE,
            10: Rank.SPACE,
            16: Rank.LINE,
            23: Rank.SPACE,
            26: Rank.CLAUSE,
        }

    @pytest.mark.parametrize("offset", [14, 15, 17])
    def test_a_start_around_a_line_end_is_the_line_end(self, offset: int) -> None:
        found = [cut for cut in cuts(self.TEXT, lambda _: [offset]) if cut.rank == Rank.SENTENCE]
        assert found == [Cut(16, 17, Rank.SENTENCE)]

    @pytest.mark.parametrize("offset", [3, 4])
    def test_a_start_may_lie_before_its_space(self, offset: int) -> None:
        found = [cut for cut in cuts(self.TEXT, lambda _: [offset]) if cut.rank == Rank.SENTENCE]
        assert found == [Cut(5, 6, Rank.SENTENCE)]

    def test_starts_where_no_cut_can_be_are_ignored(self) -> None:
        assert sentence_ends("> a\n> b", lambda _: [3]) == []  # behind the marker's first character
        assert sentence_ends("`a b` e\u0301 \ufeffx", lambda _: [1, 3, 7, 9]) == []
        assert sentence_ends("one two", lambda _: [2]) == [2]

    @pytest.mark.parametrize("result", [[-1], [9999], [1.0], ["1"], [None], [True], None, 5])
    def test_anything_else_is_an_option_error(self, result: object) -> None:
        with pytest.raises(OptionError, match="sentences") as error:
            cuts(self.TEXT, lambda _: cast("list[int]", result))
        assert error.value.field == "sentences"


def ranks_of(found: list[Cut]) -> dict[int, int]:
    return {cut.end: cut.rank for cut in found}


def sentence_ends(text: str, hook: Callable[[str], Iterable[int]]) -> list[int]:
    return [cut.end for cut in cuts(text, hook) if cut.rank == Rank.SENTENCE]


class TestGraphemes:
    def test_cuts_of_a_window(self) -> None:
        text = "ab cd\n> ef"
        assert grapheme_cuts(text, lines_of(text), [], 1, 9) == [
            Cut(4, 4, Rank.GRAPHEME),
            Cut(9, 9, Rank.GRAPHEME),
        ]
        assert grapheme_cuts(text, lines_of(text), [], 4, 8) == []

    @pytest.mark.parametrize(
        ("text", "end"), [("a。b", 1), ("（a", 1), ("きゃ", 1), ("\\*", 1), ("**", 1), ("a)", 1)]
    )
    def test_brackets_marks_and_escapes_stay_with_what_they_belong_to(
        self, text: str, end: int
    ) -> None:
        found = grapheme_cuts(text, [Span(0, len(text))], [], 0, len(text))
        assert found[0] == Cut(end, end, Rank.TIGHT_GRAPHEME)

    @pytest.mark.parametrize(
        "cluster",
        [
            *(
                "\r\n",
                "e\u0301",
                " \u0301",
                "👩\u200d👩\u200d👧",
                "👍🏽",
                "❤\ufe0f",
                "1\ufe0f\u20e3",
                "🇩🇪",
            ),
            *(
                "각",
                "\u1100\u1161\u11a8",
                "가\u11a8",
                "क्ष",
                "क\u094d\u200dष",
                "কি",
                "กำ",
                "\u0600١",
            ),
            "🏴\U000e0067\U000e0062\U000e007f",
        ],
    )
    def test_clusters_are_whole(self, cluster: str) -> None:
        text = f"a{cluster}b"
        found = [index for index in range(1, len(text)) if is_grapheme_boundary(text, index)]
        assert set(found) <= {1, len(text) - 1}

    def test_flags_are_counted_in_pairs(self) -> None:
        text = "🇩🇪" * 6
        assert [i for i in range(13) if is_grapheme_boundary(text, i)] == [0, 2, 4, 6, 8, 10, 12]

    def test_ordinary_text_can_be_cut_anywhere(self) -> None:
        text = "Größe漢字かな한글Ελλάδаяחםثم👍😀9"
        assert all(is_grapheme_boundary(text, index) for index in range(len(text) + 1))

    def test_the_look_back_is_bounded(self) -> None:
        text = "🇩" * 5000 + "क\u094d" + "\u0301" * 5000 + "क"
        started = time.process_time()
        assert grapheme_cuts(text, [Span(0, len(text))], [], 4000, 4064) == []
        assert not is_grapheme_boundary(text, len(text) - 1)
        assert time.process_time() - started < 0.5


class TestAgainstAllOfUnicode:
    """The oracle is ``\\X``: no cut is allowed that it forbids."""

    def test_pairs(self) -> None:
        cluster = regex.compile(r"\X")
        partners = (
            "a \n\r\u0301\u200d\u094dक\u1100\u1161\u11a8가각\U0001f1e6👩\u0600©\u200c漢א\ufe0f"
        )
        wrong = [
            pair
            for code in assigned()
            for partner in partners
            for pair in (chr(code) + partner, partner + chr(code))
            if is_grapheme_boundary(pair, 1) and cluster.match(pair).end() != 1
        ]
        assert wrong == []

    @pytest.mark.parametrize("seed", range(4))
    def test_random_paragraphs(self, seed: int) -> None:
        rng = Random(seed)
        cluster = regex.compile(r"\X")
        for _ in range(10_000):
            text = "".join(random_part(rng) for _ in range(rng.randint(2, 14)))
            lines = lines_of(text)
            if not lines:
                continue
            edges = {0, *(match.end() for match in cluster.finditer(text))}
            spans = spans_of(text)
            hook = (lambda content: range(len(content))) if rng.random() < 0.3 else None
            found = paragraph_cuts(text, lines, spans, hook)
            assert [cut.end for cut in found] == sorted({cut.end for cut in found})
            for cut in [*found, *grapheme_cuts(text, lines, spans, 0, len(text))]:
                assert {cut.end, cut.start} <= edges, (text, cut)
                assert lines[0].start < cut.end <= cut.start < lines[-1].end, (text, cut)
                assert not text[cut.end : cut.start].strip(" \t\r\n"), (text, cut)
                inside = any(
                    s.start < cut.end < s.end or s.start < cut.start < s.end for s in spans
                )
                assert inside == (cut.rank >= Rank.PROTECTED_LINE), (text, cut)


@cache
def assigned() -> list[int]:
    return [
        code
        for code in range(0x110000)
        if unicodedata.category(chr(code)) not in ("Cn", "Co", "Cs")
        and not (0x3400 < code < 0x9FFF or 0x20000 < code < 0x323AF or 0xAC20 < code < 0xD790)
    ]


@cache
def joining() -> list[int]:
    special = regex.compile(r"[^\p{GCB=Other}\p{GCB=LV}\p{GCB=LVT}]|\p{ExtPict}|\p{InCB=Consonant}")
    return [code for code in range(0x110000) if special.match(chr(code))]


def random_part(rng: Random) -> str:
    kind = rng.random()
    if kind < 0.5:
        parts = [
            "a",
            "B",
            "。",
            "「",
            "`a b`",
            " ",
            ". ",
            "! ",
            '"',
            ")",
            "*",
            "\r\n",
            "  \n",
            "\n> ",
        ]
        return rng.choice(parts)
    if kind < 0.7:
        parts = [
            "\u200d",
            "\u094d",
            "क",
            "👩",
            "🇩",
            "가",
            "\u11a8",
            "\u0600",
            "\u00a0",
            "\u3000",
            " \u0301",
        ]
        return rng.choice(parts)
    return chr(rng.choice(joining() if kind < 0.9 else assigned()))


BASE = 20_000
HOSTILE = {
    "stops and spaces": lambda n: ". " * n,
    "capitals": lambda n: "A. " * n,
    "numbers": lambda n: "1. " * n,
    "quotes": lambda n: '"' * n,
    "stops and quotes": lambda n: '."' * n,
    "spaced stops and quotes": lambda n: '. "' * n,
    "dots": lambda n: "." * n + "a",
    "wide stops": lambda n: "。“" * n + "a",
    "marks": lambda n: "a" + "\u0301" * n,
    "spaced marks": lambda n: " \u0301" * n,
    "conjuncts": lambda n: "क\u094d" * n,
    "flags": lambda n: "🇩" * n,
    "openers": lambda n: "a. " + "(" * n,
    "emphasis": lambda n: "a. " + "*" * n + "b",
    "guillemets": lambda n: ". »" * n,
    "spaces": lambda n: "a" + " " * n + "b",
    "wide spaces": lambda n: "a" + "\u3000" * n + "b",
    "long word": lambda n: "a" * n + ". B",
    "lines": lambda n: "a\\\n" * n,
    "backslashes": lambda n: "\\" * n + "\nb",
    "footnotes": lambda n: "a.[^1]" * n,
    "code": lambda n: "`a b` " * n,
    "tags": lambda n: "a." + "</b>" * n + " B",
}


@pytest.mark.parametrize("make", HOSTILE.values(), ids=HOSTILE)
def test_time_is_linear(make: Callable[[int], str]) -> None:
    def measure(count: int) -> float:
        text = make(count)
        lines, spans = lines_of(text), spans_of(text)
        best = 9.0
        for _ in range(3):
            started = time.process_time()
            paragraph_cuts(text, lines, spans)
            best = min(best, time.process_time() - started)
        return best

    assert measure(BASE) < 40 * measure(BASE // 8) + 0.02
