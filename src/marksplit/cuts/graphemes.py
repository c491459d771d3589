"""Whether a text may be cut between two code points: extended grapheme clusters. Nothing else.

The rules are those of Unicode Standard Annex 29, section 3.1.1, made stricter where that spares a
table: a cut may be refused between two clusters, but is never allowed inside one.
"""

from __future__ import annotations

from unicodedata import category, combining

LOOK_BACK = 1000
"""How far back the start of a run of flags or marks is looked for; no cut in longer runs."""

_ZWJ = "\u200d"
_MARKS = ("Mn", "Mc", "Me")
_BREAKS = ("Cc", "Zl", "Zp")
_FLAGS = "".join(map(chr, range(0x1F1E6, 0x1F200)))


def _members(ranges: str) -> frozenset[str]:
    """Characters of ranges such as ``"600-605 6DD"``."""
    pairs = (part.partition("-") for part in ranges.split())
    return frozenset(
        chr(code)
        for low, _, high in pairs
        for code in range(int(low, 16), int(high or low, 16) + 1)
    )


_PREPENDED = _members(
    "600-605 6DD 70F 890-891 8E2 D4E 110BD 110CD 111C2-111C3 113D1 1193F 11941 11A84-11A89 11D46 "
    "11F02"
)
"""What stays with the character after it."""

_ASAT = "\u103a"
"""A Burmese mark that ends a syllable, though its combining class is 9."""

_LINKERS = _members("1CF5-1CF6 11A3A 113D0 11F42")
"""What joins consonants, beside the marks of combining class 9."""

_APPENDED = _LINKERS | _members(
    # letters, signs and format characters that act as marks
    "E33 EB3 200C-200D FF9E-FF9F 16D63 16D67-16D6A 1F3FB-1F3FF E0020-E007F "
    # marks that Unicode 15 to 18 added: older versions of Python take them for unassigned
    "5C8-5C9 897 B53-B54 CF3 ECE 1ACF-1AF0 10D69-10D6D 10ECB-10ECF 10EF0-10EFF 11241 113B8-113C0 "
    "113C2 113C5 113C7-113CA 113CC-113D2 113E1-113E2 11B60-11B67 11DF0 11F00-11F01 11F03 "
    "11F34-11F3A 11F3E-11F42 11F5A 13440 13447-13455 1611E-1612F 1D127-1D128 1D250-1D252 1D25B-1D25C "
    "1D25F 1D280-1D281 1E08F 1E4EC-1E4EF 1E5EE-1E5EF 1E6E3 1E6E6 1E6EE-1E6EF 1E6F5"
)
"""What stays with the character before it, beside the marks."""


def is_grapheme_boundary(text: str, index: int) -> bool:
    """Whether `index` surely lies between two grapheme clusters, or at an end of the text."""
    if index <= 0 or index >= len(text):
        return True
    before, after = text[index - 1], text[index]
    if before < "\u0300" and after < "\u0300":
        return before != "\r" or after != "\n"
    if "\u3000" <= before <= "\u9fff" and "\u3400" <= after <= "\u9fff":
        return True  # ideographs
    left, right = category(before), category(after)
    if left in _BREAKS or right in _BREAKS:
        return True
    if right in _MARKS or after in _APPENDED or before in _PREPENDED:
        return False
    if after < "\u0080":
        return after in " \t" or not _is_unknown(before, left)
    if _is_unknown(after, right) and before not in " \t":
        return False
    if _is_unknown(before, left) or before == _ZWJ or _is_hangul_joined(before, after):
        return False
    if before in _FLAGS and after in _FLAGS:
        run = text[max(0, index - LOOK_BACK) : index]
        count = len(run) - len(run.rstrip(_FLAGS))
        return count < LOOK_BACK and count % 2 == 0
    if right == "Lo" and (left in _MARKS or before in _APPENDED):
        return not _is_linked(text, index)
    return True


def _is_unknown(char: str, kind: str) -> bool:
    """Whether a character is unassigned, so far, and might become a mark."""
    return kind == "Cn" and not "\U0001f000" <= char <= "\U0003ffff"


def _is_hangul_joined(before: str, after: str) -> bool:
    """Whether two characters of the Hangul script make one syllable."""
    if "\u1160" <= after <= "\u11ff" or "\ud7b0" <= after <= "\ud7fb":  # vowel, final consonant
        return "\u1100" <= before <= "\u11ff" or "\ua960" <= before <= "\ud7fb"
    if "\u1100" <= before <= "\u115f" or "\ua960" <= before <= "\ua97c":  # initial consonant
        return "\u1100" <= after <= "\u115f" or "\ua960" <= after <= "\ud7a3"
    return False


def _is_linked(text: str, index: int) -> bool:
    """Whether the marks before `index` hold one that joins the letter after them."""
    for position in range(index - 1, max(-1, index - 1 - LOOK_BACK), -1):
        char = text[position]
        if (combining(char) == 9 and char != _ASAT) or char in _LINKERS:
            return True
        if char not in _APPENDED and category(char) not in _MARKS:
            return False
    return index > LOOK_BACK
