"""What a language model's answer says: after which of n numbered units to cut. No prompts here.

Whatever the answer is, nothing but numbers of places between the units comes out of it.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import accumulate
from typing import NamedTuple

_THOUGHT = re.compile(r"</think(?:ing)?>")
"""What a model that thinks aloud writes before its answer."""
_MARK = re.compile(r"(?<!-)-{2,}+[ \t]*+SPLIT[ \t]*+-{2,}+", re.IGNORECASE)
_LIST = re.compile(r"\[[-0-9\s,\"']*\]")
_AFTER = re.compile(
    r"\b(?:split|cut)[ _]after\b[^-0-9\n]{0,20}(-?[0-9]+(?:(?:\s*[,;&]\s*|\s+)(?:and\s+)?-?[0-9]+)*)",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"-?[0-9]+")
_BETWEEN_NUMBERS = re.compile(r"\b(?:units?|after|and)\b|[-*#,;.()\s]", re.IGNORECASE)
_NOWHERE = re.compile(r"(?:none|nowhere|nothing|no (?:cuts?|splits?))\.?", re.IGNORECASE)
_SYLLABIC = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
"""Scripts without spaces between words."""
_WORD = re.compile(rf"[{_SYLLABIC}]|(?:(?![{_SYLLABIC}])[^\W_])+")
_ENOUGH = 0.5
"""How much of a text with marks must be found in the document."""
_TO_THE_END = 0.9
"""How much of the document it must reach to be complete."""


class AnswerError(Exception):
    """Nothing in an answer can be used; the message says why."""


class Answer(NamedTuple):
    """What an answer says."""

    cuts: frozenset[int]
    """Units after which to cut, from 1 to n - 1."""
    seen: int
    """How many of the units it covers: fewer than n where a text with marks ends early."""


def read_answer(answer: str, units: Sequence[str]) -> Answer:
    """What `answer` says of `units`, which are as the model was shown them.

    Raises:
        AnswerError: it names no place between them.
    """
    said = _THOUGHT.split(answer)[-1].strip().strip("`").strip()
    if _MARK.search(said):
        return _marked(said, units)
    numbers = _numbers(said)
    if numbers is None:
        raise AnswerError("the answer names no units")
    cuts = frozenset(number for number in numbers if 0 < number < len(units))
    if not cuts and any(number != len(units) for number in numbers):
        raise AnswerError(f"the answer names none of the units 1 to {len(units) - 1}")
    return Answer(cuts, len(units))


def _numbers(said: str) -> list[int] | None:
    """The numbers that are an answer; None where there is no answer."""
    lists = [*_LIST.finditer(said)]
    alone = [found for found in lists if len(lists) == 1 or _stands_alone(said, found)]
    if alone:
        return _integers(alone[-1][0])
    after = _AFTER.findall(said)
    if after:
        return _integers(" ".join(after))
    if _NUMBER.search(said) and not _BETWEEN_NUMBERS.sub("", _NUMBER.sub("", said)):
        return _integers(said)
    return [] if _NOWHERE.fullmatch(said) else None


def _stands_alone(said: str, found: re.Match[str]) -> bool:
    """Whether nothing but a label and marks stand on the line with a list."""
    before = said[said.rfind("\n", 0, found.start()) + 1 : found.start()].rstrip(" \t`*\"'{")
    behind = said[found.end() :].partition("\n")[0].strip(" \t`*\"'}.;")
    return (not before or before.endswith(":")) and not behind


def _integers(text: str) -> list[int]:
    return [int(number[:10]) for number in _NUMBER.findall(text)]  # longer ones name no unit


def _marked(said: str, units: Sequence[str]) -> Answer:
    """Where the marks in a text lie that repeats the units: aligned by the words around them."""
    source = [_words(unit) for unit in units]
    starts = [0, *accumulate(map(len, source))]
    words = [word for unit in source for word in unit]
    parts = [_words(part) for part in _MARK.split(said)]
    told = [word for part in parts for word in part]
    if len(told) > 2 * len(words) + 100:
        raise AnswerError("the answer is far longer than the text")
    pairs = [
        (block.b + step, block.a + step)
        for block in SequenceMatcher(None, words, told, autojunk=False).get_matching_blocks()
        for step in range(block.size)
    ]
    if not pairs or len(pairs) < _ENOUGH * len(told):
        raise AnswerError("the answer has marks, but is not the text")
    cuts = set()
    for place in [*accumulate(map(len, parts))][:-1]:
        known = bisect_left(pairs, (place, 0))
        low = pairs[known - 1][1] + 1 if known else 0
        high = pairs[known][1] if known < len(pairs) else len(words)
        cuts.add(_nearest(starts, low, high))
    reached = pairs[-1][1] + 1
    whole = reached >= _TO_THE_END * len(words)
    seen = len(units) if whole else bisect_right(starts, reached) - 1
    return Answer(frozenset(cut for cut in cuts if 0 < cut < len(units)), seen)


def _nearest(starts: Sequence[int], low: int, high: int) -> int:
    """The first unit that starts in `low` to `high`, else the one that starts nearest to `low`."""
    index = bisect_left(starts, low)
    if starts[index] <= high or index == 0:
        return index
    return index if starts[index] - low < low - starts[index - 1] else index - 1


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]
