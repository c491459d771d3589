"""Which punctuation marks end a sentence or a clause, in the scripts people write in.

Rules and word lists only: where text is cut is a matter of `marksplit.cuts.pauses`.
"""

from __future__ import annotations

import re
from typing import Literal

from marksplit.spans import Span

Pause = Literal["sentence", "clause", ""]

NARROW_STOPS = ".?!"
WIDE_STOPS = "。｡！？．﹒﹖﹗\u05c3؟\u061d\u061e۔܀܁܂।॥։።፧፨။។៕༎᠃᠉߹᙮᜵᜶᥄᥅᭟᱾᱿꓿꘎꘏꛳꛷꣎꣏꤯꧉꩝꩞꩟꫰꫱꯫𑅁𑅂𑅃⸮‽‼⁇⁈⁉"
NARROW_CLAUSES = ",;:—–"
WIDE_CLAUSES = "，、；：､﹐﹑﹔﹕،؛፣፤፥፦၊༏།᠂᭞꧈՝"
SPACED_CLAUSES = "\u037e\u0387\u00b7"
MARKS = NARROW_STOPS + "…" + WIDE_STOPS + NARROW_CLAUSES + WIDE_CLAUSES + SPACED_CLAUSES
"""A narrow or spaced mark counts where white space follows, a wide one anywhere."""

BRACKETS = ")]}»”’›」』）】》〉］｝〕〗〙｣"
OPENERS = "([{«“„‚‘‹「『（【《〈［｛〔〖〘｢¿¡"
EMPHASIS = "*_~"
CLOSERS = BRACKETS + "\"'“‘«" + EMPHASIS + "⁰¹²³⁴⁵⁶⁷⁸⁹"
"""What may stand between a mark and the end of its sentence."""


def char_class(chars: str) -> str:
    """A pattern for any one of `chars`."""
    return "[" + re.sub(r"[\[\]\\^&|~-]", r"\\\g<0>", chars) + "]"


def _words(**by_language: str) -> frozenset[str]:
    return frozenset(" ".join(by_language.values()).split())


_CLAUSES = frozenset(NARROW_CLAUSES + WIDE_CLAUSES + SPACED_CLAUSES)
_WIDE = frozenset(WIDE_STOPS + WIDE_CLAUSES)
_NARROW = frozenset(NARROW_STOPS + NARROW_CLAUSES) - {"–", "—"}
_NUMERIC = frozenset(WIDE_CLAUSES + NARROW_STOPS + NARROW_CLAUSES + "．")
"""Marks that also stand in numbers."""
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_NOT_FIRST = frozenset(MARKS + BRACKETS) - {"—", "–"}
_OPENER = rf"(?:{char_class(OPENERS + EMPHASIS)}|!(?=\[)){{0,40}}+"
"""No sentence opens with more; the bound keeps ``![![`` from being read to its end at each mark."""
_OPENING = re.compile(rf"{_OPENER}[\"'”»]?{_OPENER}")
_PARTICLES = "とってはがをにのでもなや"
_LOOK_BACK = 40
_WORD = re.compile(r"\w{1,20}")
_INITIAL = re.compile(r"[^\W\d_\u1100-\u11ff\u3040-\u9fff\uac00-\ud7a3][\u0900-\u0dff]?")
_WORD_START = re.compile(r"[-–—(\[{«“„‚‘‹¿¡*_~\"']")
_ACRONYM = re.compile(r"[^\W\d_](?:\.[^\W\d_])+|Ph\.D|Sc\.D")
_ABBREVIATIONS = _words(
    latin="i.e e.g vs cf viz ca",
    english="""
        dr mr mrs ms mx messrs prof rev hon capt cmdr col gen lt sgt maj gov pres rep sen st mt
        approx dept fig figs eqn eqs refs nos vol vols pp eds esp incl resp ave blvd
    """,
    german="""
        d.h z.b u.a bzw vgl ggf evtl sog abb bspw geb gest allg inkl exkl bes hr hrsg nr str tel
    """,
    french="mme mlle av p.ex env tél",
    spanish="ee sra srta dña lic pág págs núm aprox avda uds",
    portuguese="exmo exma",
    italian="sig dott avv pag",
    dutch="bijv dhr mevr blz m.b.t",
    swedish="t.ex bl.a",
    danish_and_norwegian="f.eks kl",
    finnish="esim",
    hungarian="pl kb",
    romanian="dl",
    polish="tzn tj np inż mgr ul tzw św rys godz tys",
    czech="např č obr",
    turkish="örn doç yrd sn cad sok",
    vietnamese="tp ts ths",
    russian="т.е т.к ул рис им см тыс млн млрд доц акад гл стр",
    ukrainian="вул ім тис напр див",
    greek="δηλ",
    hindi="डॉ श्री प्रो कु",
)
"""Words with a stop that end no sentence."""
_BEFORE_NUMBERS = _words(
    english="""
        no fig sec sect ch chap art arts p pp vol eq ed para par op pt tbl ver
        jan feb mar apr jun jul aug sep sept oct nov dec
    """,
    german="bd kap s tab aufl abs ziff",
    french_spanish_and_italian="n° nº num cap",
    slovene="r št",
)
"""Words with a stop that end no sentence where a number follows."""
_FINAL = _words(
    english="inc ltd co corp jr sr al bros p.m a.m min max",
    german="gmbh usw u.s.w mio mrd",
    russian="гг т.д т.п",
)
"""Abbreviations that end a sentence where a word of `_STARTERS` follows."""
_STARTERS = _words(
    english="""
        The This That These Those It Its He She We They You My Our His Her Their But And Or So Then
        Thus However In On At As By For From If When While After Before There Here What Who Why How
        Not Yes All Some Many Most Each Both To With
    """,
    german="""
        Der Das Ein Eine Er Sie Es Wir Ich Aber Und Oder Dann Doch Im Am Auf Mit Nach Bei Für Wenn
        Als Dort Hier Diese Dieser Dieses Auch
    """,
    french="Les Une Il Elle On Nous Vous Ils Elles Ce Cette Ces Mais Et Puis Dans Pour Avec",
    spanish="Él Ella Ellos Esto Esta Este Pero Por Para Con",
    italian="Ma Poi Nel Per",
    portuguese="Mas Em Na",
    russian="Он Она Оно Они Мы Это Но На Затем Потом",
)
_ORDINAL_AFTER = _words(
    german="am im vom zum zur beim der dem den des das die ab bis seit jeder jedem jeden jedes"
)
_ORDINAL_BEFORE = _words(
    german="""
        Januar Jänner Februar März April Mai Juni Juli August September Oktober November Dezember
        Jahrhundert Jahrhunderts Jahrtausend Auflage Kapitel Klasse Platz Band Stock Tag Woche
        Weltkrieg Geburtstag Jahrestag
    """
)
"""A number with a stop is an ordinal between such words."""


def pause(text: str, low: int, begin: int, end: int, following: Span) -> Pause:
    """What ends with the marks from `begin` to `end`.

    Args:
        text: the whole text.
        low: where the line starts.
        begin: where the marks begin.
        end: where they and their closing quotes end.
        following: what comes next, after the white space, up to the end of its line.
    """
    marks = text[begin:end].rstrip(CLOSERS + " \u00a0\u202f")
    mark = marks[-1]
    if mark in _CLAUSES:
        return "clause"
    if mark in WIDE_STOPS:
        goes_on = text[end - 1] in "」』" and text[following.start] in _PARTICLES
        return "clause" if goes_on else "sentence"
    position = _OPENING.match(text, *following).end()  # type: ignore[union-attr]  # may be empty
    first = text[position : min(position + 1, following.end)]
    small = _is_small(first) and not text[position + 1 : position + 2].isupper()
    if small and not _is_caseless(text[begin - 1 : begin]):
        return "clause" if mark == "…" or marks.endswith("..") else ""
    if first and first in _NOT_FIRST:
        return ""
    if marks == "." and not _is_full(text[max(low, begin - _LOOK_BACK) : begin], text, position):
        return ""
    return "sentence"


def end_without_space(text: str, begin: int, end: int, after: int, *, quoted: bool) -> int | None:
    """Where a sentence or clause ends that no white space follows, as in East Asian scripts.

    Args:
        text: the whole text.
        begin: where the marks begin; some text follows on the line.
        end: where they and their closing quotes end.
        after: where the tags and footnote marks after them end.
        quoted: whether a straight quote is open before `begin`.
    """
    run = text[begin:end]
    mark = run.rstrip(CLOSERS)[-1]
    if mark not in _WIDE and not (
        mark in _NARROW and begin and _CJK.match(text, begin - 1) and _CJK.match(text, after)
    ):
        return None
    if mark in _NUMERIC and text[begin - 1].isdigit() and text[after].isdigit():
        return None
    if after > end:
        return after
    if text[end].isalnum():  # then emphasis opens here
        run = run.rstrip(EMPHASIS)
    run = run.rstrip("“‘«")
    return begin + len(run) - (run.endswith('"') and not quoted)


def _is_small(char: str) -> bool:
    """Whether no sentence starts with `char`; Georgian ones start with small letters."""
    return char.islower() and not "\u10d0" <= char <= "\u10ff"


def _is_caseless(char: str) -> bool:
    """Whether `char` is of a script in which a small letter after a stop says nothing."""
    return char.isalpha() and char.lower() == char.upper()


def _is_full(head: str, text: str, position: int) -> bool:
    """Whether a full stop after `head` is more than that of an abbreviation or ordinal.

    What follows starts at `position` and is no small letter.
    """
    if not head or head[-1].isspace():  # a stop on its own, or one of ``. . .``
        return head.rstrip()[-1:] not in ("", ".")
    words = head.split()
    word = _WORD_START.split(words[-1])[-1]
    folded = word.casefold()
    previous = words[-2].casefold() if len(words) > 1 else ""
    pair = previous + folded
    if folded in _ABBREVIATIONS or pair in _ABBREVIATIONS:
        return False
    numbered = text[position : position + 1].isdigit()
    match = _WORD.match(text, position)
    next_word = match[0] if match else ""
    if numbered and folded in _BEFORE_NUMBERS:
        return False
    if folded in _FINAL or pair in _FINAL or _ACRONYM.fullmatch(word):
        return next_word in _STARTERS
    opens = not previous or (
        previous[-1] in ".?!:;"
        and previous[:-1] not in _BEFORE_NUMBERS
        and previous[:-1] not in _ABBREVIATIONS
    )
    if word.isdigit() and len(word) <= 2:
        ordinal = previous in _ORDINAL_AFTER or next_word in _ORDINAL_BEFORE
        return not (opens or numbered or ordinal)
    if _INITIAL.fullmatch(word):
        return next_word in _STARTERS and not opens
    return True
