"""Whether a cut between two characters tears a syllable, in scripts without spaces between words.

Rules of spelling, no dictionary: what a reader would call wrong. Clusters are `graphemes`' matter.
"""

from __future__ import annotations

import re

_LEADING = "\u0e40-\u0e44\u0ec0-\u0ec4\u19b5-\u19b7\u19ba\uaab5\uaab6\uaab9\uaabb\uaabc"
"""Vowels written before their consonant: Unicode's Logical_Order_Exception."""
_TRAILING = "\u0e2f\u0e30\u0e32\u0e33\u0e45\u0e46\u0eaf\u0eb0\u0eb2\u0eb3\u0ebd\u0ec6\u17d4-\u17d7"
"""Vowels, repetition marks and the like that are no marks by category but need what is before."""
_TORN_AFTER = re.compile(
    rf"[{_LEADING}]"
    # Thai and Lao vowels that need a final consonant, with a tone mark at most
    r"|(?:[\u0e31\u0e37]|(?<!\u0e01)\u0e47)[\u0e48-\u0e4b]?|[\u0eb1\u0ebb][\u0ec8-\u0ecb]?"
)
_TORN_BEFORE = re.compile(
    rf"[{_TRAILING}]"
    # consonants that are silent or end their syllable: killed in Thai, Lao, Burmese and Khmer
    r"|[\u0e01-\u0e2e][\u0e34\u0e38]?\u0e4c|[\u0e81-\u0eae]\u0ecc"
    r"|[\u1000-\u1021][\u1037]?[\u1039\u103a]|[\u1780-\u17a2][\u17cb\u17cd]"
)
_UNSPACED = re.compile(
    r"[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\U00020000-\U0003ffff]{2}"
)
_FIRST, _LAST = "\u0e00", "\uaaff"
_TIBETAN = re.compile(r"[\u0f00-\u0fff]")
_TSHEG = "\u0f0b"
_TIBETAN_MARKS = re.compile(r"[\u0f08\u0f0b-\u0f12\u0f14]")


def tears_syllable(text: str, index: int) -> bool:
    """Whether a cut at `index`, between two grapheme clusters, parts what is one syllable.

    The classes are those of line breaking (Unicode Standard Annex 14: SA, and BA after a tsheg),
    the rules those of Thai character clusters (Theeramunkong et al., 2000).
    """
    before, after = text[index - 1], text[index]
    if not (_FIRST <= before <= _LAST and _FIRST <= after <= _LAST):
        return False
    if _TIBETAN.match(before) and _TIBETAN.match(after):
        return before != _TSHEG or _TIBETAN_MARKS.match(after) is not None
    if _TORN_BEFORE.match(text, index):
        return True
    return any(
        _TORN_AFTER.fullmatch(text, start, index) is not None
        for start in range(index - 1, max(-1, index - 3), -1)
    )


def is_unspaced(text: str, index: int) -> bool:
    """Whether the characters around `index` are of scripts that put no space between words."""
    return index > 0 and _UNSPACED.match(text, index - 1) is not None
