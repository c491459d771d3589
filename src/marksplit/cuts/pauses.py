"""Cut points inside one paragraph, given the spans that must not be cut: where, and how good.

No sizes and no Markdown here, beyond what a line, a quote marker and a closing tag look like.
"""

from __future__ import annotations

import operator
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

from marksplit.cuts.graphemes import is_grapheme_boundary
from marksplit.cuts.ranks import Cut, Rank
from marksplit.cuts.sentences import (
    BRACKETS,
    CLOSERS,
    EMPHASIS,
    MARKS,
    OPENERS,
    char_class,
    end_without_space,
    pause,
)
from marksplit.cuts.syllables import tears_syllable
from marksplit.errors import OptionError
from marksplit.spans import BOM, Span

_BLANKS = " \t"
_CLOSING = CLOSERS + " \u00a0\u202f"
"""What may follow the marks of a run."""
_WIDE_SPACES = "\u1680\u2000-\u2006\u2008-\u200b\u205f\u3000\u2028\u2029\x0b\x0c\x85"
_GLUE = "\u00a0\u202f\u2060\ufeff"
_ASCII = "\u02ff"
"""No character up to this one joins another, but CR and LF."""

_RUN = rf"{char_class(MARKS + CLOSERS)}*+"
_LETTER = "[0-9A-Za-zÀ-ʯΆ-ώА-ӿ]"
_MARKED = (
    rf"({char_class(MARKS)}{_RUN}(?:[ \u00a0\u202f]»(?=\s|\Z|{char_class(MARKS)}){_RUN})?+)"
    rf"[ \t{_WIDE_SPACES}]*+"
)
_PAUSE = re.compile(_MARKED)
"""A run of marks with closers."""
_TOKEN = re.compile(rf"(?<={_LETTER}) (?={_LETTER})|{_MARKED}|([ \t{_WIDE_SPACES}]++)")
"""A plain space, a run of marks with closers, or another gap.

No alternative fails after its first character, so that the search is linear.
"""
_GAP = re.compile(rf"[ \t{_WIDE_SPACES}]*+")
_BINDS = char_class("".join(set(MARKS + BRACKETS) - {"–", "—"}))
_BINDS_LEFT = re.compile(rf"{_BINDS}(?=\s|\Z|{_BINDS})")
_PHRASES = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")
"""Thai, Lao, Burmese, Khmer: a space is no word gap but a pause."""
_BEFORE_OPENERS = frozenset(OPENERS + _BLANKS + "\u3000")
_OPENS = frozenset(OPENERS + EMPHASIS + "\\")
_CLOSES = frozenset(
    MARKS + BRACKETS + EMPHASIS + "ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶー々%％"
)
_ESCAPE = re.compile("%[0-9A-Fa-f]{2}")
_SCHEME = re.compile(r"(?:https?|ftp)://|mailto:")
_RANKS = {"sentence": Rank.SENTENCE, "clause": Rank.CLAUSE, "": Rank.SPACE}
_START = operator.attrgetter("start")
_END = operator.attrgetter("end")


def paragraph_cuts(
    text: str,
    lines: Sequence[Span],
    protected: Sequence[Span],
    sentences: Callable[[str], Iterable[int]] | None = None,
    *,
    words: bool = True,
) -> list[Cut]:
    """All cuts of one paragraph but those between graphemes, sorted, one for each end.

    Args:
        text: the whole text.
        lines: the content of each line, without indentation, markers and trailing blanks.
        protected: sorted disjoint spans that should stay whole.
        sentences: a function from the text between the first line's start and the last line's end
            to offsets of sentence starts in it; then no other sentence ends are taken.
        words: False leaves cuts of rank `Rank.SPACE` or worse out, where that spares work.

    Raises:
        OptionError: `sentences` returns something else.
    """
    if not lines:
        return []
    found: dict[int, Cut] = {}
    tokens = _TOKEN if words else _PAUSE
    cuts = _natural_cuts(text, lines, protected, own=sentences is None, tokens=tokens)
    if sentences is not None:
        cuts = chain(cuts, _chosen_cuts(text, lines, sentences))
    for cut in cuts:
        if cut is not None and (cut.end not in found or cut.rank < found[cut.end].rank):
            found[cut.end] = cut
    return list(_shielded(sorted(found.values()), text, protected))


def spaces_are_pauses(text: str, lines: Sequence[Span]) -> bool:
    """Whether a paragraph has words of a script in which a space is more than a word's end."""
    return bool(lines) and _PHRASES.search(text, lines[0].start, lines[-1].end) is not None


def grapheme_cuts(
    text: str, lines: Sequence[Span], protected: Sequence[Span], low: int, high: int
) -> list[Cut]:
    """Cuts between grapheme clusters, away from white space, with ``low < end <= high``."""
    found: list[Cut] = []
    for number in range(max(0, bisect_right(lines, low, key=_START) - 1), len(lines)):
        start, end = lines[number]
        if start >= high:
            break
        for index in range(max(low, start) + 1, min(high + 1, end)):
            before, after = text[index - 1], text[index]
            if before.isspace() or after.isspace() or before in _GLUE or after in _GLUE:
                continue
            if is_grapheme_boundary(text, index):
                tight = before in _OPENS or after in _CLOSES or tears_syllable(text, index)
                rank = Rank.TIGHT_GRAPHEME if tight else Rank.GRAPHEME
                if _is_torn(text, index):
                    rank = Rank.TORN
                found.append(Cut(index, index, rank))
    return list(_shielded(found, text, protected))


def _is_torn(text: str, index: int) -> bool:
    """Whether a cut at `index` is inside a run of backticks, a scheme with its ``://`` or ``%20``."""
    before, after = text[index - 1], text[index]
    if before > "z" or after > "z":
        return False
    if before == "`" or "%" in (before, text[max(0, index - 2)]):
        return before == after or _ESCAPE.match(text, index - 1 - (before != "%")) is not None
    return any(
        found.start() < index < found.end()
        for found in _SCHEME.finditer(text, max(0, index - 8), index + 8)
    )


def _natural_cuts(
    text: str,
    lines: Sequence[Span],
    protected: Sequence[Span],
    *,
    own: bool,
    tokens: re.Pattern[str],
) -> Iterator[Cut | None]:
    """Cuts by marks, white space and line ends, some twice, whatever is protected.

    With `own` unset, a sentence end counts for no more than the space, line end or clause there.
    `tokens` finds what may be cut at within a line.
    """
    count = len(protected)
    here = 0  # the first span not to end before the token
    for number, line in enumerate(lines):
        following = lines[number + 1] if number + 1 < len(lines) else None
        low, high = line
        at_end: int = Rank.LINE
        quotes, counted = 0, low
        for token in tokens.finditer(text, low, high):
            begin, gap = token.span()
            if token.lastindex is None:
                yield Cut(begin, gap, Rank.SPACE)
                continue
            end = after = token.end(1)
            if end < 0:
                yield _gap_cut(text, line, begin, gap, Rank.SPACE)
                continue
            while here < count and protected[here].end <= begin:
                here += 1
            if here < count and protected[here].start <= begin:
                begin = end - len(text[protected[here].end : end].lstrip(_CLOSING))
            if begin < end == gap and here < count:
                after = min(high, _after_tags(text, end, protected, here))
                gap = _GAP.match(text, after, high).end()  # type: ignore[union-attr]  # may be empty
            next_text = Span(gap, high) if gap < high else following
            if next_text is None:
                continue
            rank: int = Rank.SPACE
            if begin < end:
                rank = _RANKS[pause(text, low, begin, end, next_text)]
                if rank == Rank.SENTENCE and not own:
                    rank = Rank.CLAUSE if after == gap < high else Rank.SPACE
            if gap == high:
                at_end = min(at_end, rank)
            elif gap > after:
                yield _gap_cut(text, line, after, gap, rank)
            elif begin < end:
                quotes += text.count('"', counted, begin)
                counted = begin
                close = end_without_space(text, begin, end, after, quoted=quotes % 2 == 1)
                if close and text[close] not in _GLUE and is_grapheme_boundary(text, close):
                    yield Cut(close, close, rank)
        if following is not None:
            yield _line_cut(text, line, following, at_end)


def _after_tags(text: str, position: int, protected: Sequence[Span], index: int) -> int:
    """`position`, moved past the closing tags and footnote marks that start there.

    They are looked for from span `index` on.
    """
    while index < len(protected) and protected[index].start <= position:
        start, end = protected[index]
        if start == position and text.startswith(("</", "[^"), start):
            position = end
        index += 1
    return position


def _gap_cut(text: str, line: Span, begin: int, start: int, rank: int) -> Cut | None:
    """The cut at the white space from `begin` to `start`, if it has text on both sides."""
    if begin <= line.start or start >= line.end or text[start] == BOM:
        return None
    end = begin + len(text[begin:start].rstrip(_BLANKS))
    before, after = text[end - 1], text[start]
    if before in _GLUE or after in _GLUE or text[begin - 1] in _GLUE:
        if end == start:
            return None
        rank = Rank.TIGHT_SPACE
    elif (not after.isalnum() and _BINDS_LEFT.match(text, start, line.end)) or (
        before in OPENERS and (end - 2 < line.start or text[end - 2] in _BEFORE_OPENERS)
    ):
        rank = Rank.TIGHT_SPACE
    elif before > _ASCII and _PHRASES.match(before) and _PHRASES.match(after):
        rank = min(rank, Rank.CLAUSE)
    if after > _ASCII and not is_grapheme_boundary(text, start):
        start, rank = start - 1, Rank.TIGHT_SPACE  # the mark stays with the last blank
    if before > _ASCII and not is_grapheme_boundary(text, end):
        end, rank = end + 1, Rank.TIGHT_SPACE
    return Cut(end, start, rank) if end <= start else None


def _line_cut(text: str, line: Span, following: Span, rank: int) -> Cut | None:
    """The cut between two lines; quote markers stay with the second."""
    end, start = line.end, following.start
    first = max(end, text.rfind("\n", end, start) + 1, text.rfind("\r", end, start) + 1)
    if text[end - 1] == "\\":
        backslashes = end - len(text[line.start : end].rstrip("\\")) - line.start
        hard = backslashes % 2 == 1
    else:
        hard = text.startswith("  ", end)
    if ">" in text[first:start]:
        start = first
    elif start > first and not is_grapheme_boundary(text, start):
        start -= 1
    if not is_grapheme_boundary(text, end):
        end += 1
    if text[start] == BOM:
        return None
    return Cut(end, start, min(rank, Rank.CLAUSE) if hard else min(rank, Rank.LINE))


def _chosen_cuts(
    text: str, lines: Sequence[Span], sentences: Callable[[str], Iterable[int]]
) -> Iterator[Cut | None]:
    """Sentence cuts where `sentences` wants them and they can be."""
    base, size = lines[0].start, lines[-1].end - lines[0].start
    allowed = f"a function that returns sentence starts, from 0 to the length of the text ({size})"
    offsets: object = sentences(text[base : base + size])
    if not isinstance(offsets, Iterable):
        raise OptionError("sentences", offsets, allowed)
    for offset in offsets:
        if not isinstance(offset, int) or isinstance(offset, bool) or not 0 <= offset <= size:
            raise OptionError("sentences", offset, allowed)
        position = base + offset
        index = bisect_right(lines, position, key=_START) - 1
        line = lines[index]
        if position < line.end:
            position = _GAP.match(text, position, line.end).end()  # type: ignore[union-attr]
        if index and position == line.start:
            index, line = index - 1, lines[index - 1]
        if position < line.end:
            begin = position
            while begin > line.start and _GAP.fullmatch(text[begin - 1]):
                begin -= 1
            cut = _gap_cut(text, line, begin, position, Rank.SENTENCE)
            if cut is not None and cut.start == position and is_grapheme_boundary(text, position):
                yield cut._replace(rank=Rank.SENTENCE)
        elif index + 1 < len(lines) and (
            position == lines[index + 1].start or not text[line.end : position].strip(" \t\r\n")
        ):
            yield _line_cut(text, line, lines[index + 1], Rank.SENTENCE)


def _shielded(cuts: Sequence[Cut], text: str, protected: Sequence[Span]) -> Iterator[Cut]:
    """Cuts in order, with the ranks of protected ones put right."""
    if not cuts:
        return
    here = bisect_right(protected, cuts[0].end, key=_END)
    for cut in cuts:
        end, start, rank, _ = cut
        while here < len(protected) and protected[here].end <= end:
            here += 1
        if here == len(protected) or protected[here].start >= start:
            yield cut._replace(rank=Rank.TIGHT_GRAPHEME) if rank == Rank.TORN else cut
        elif rank == Rank.TORN:
            yield cut
        elif rank in (Rank.GRAPHEME, Rank.TIGHT_GRAPHEME):
            yield Cut(end, start, Rank.PROTECTED_GRAPHEME)
        elif "\n" in (gap := text[end:start]) or "\r" in gap:
            yield Cut(end, start, Rank.PROTECTED_LINE)
        elif gap or _GAP.fullmatch(text[end - 1]):
            yield Cut(end, start, Rank.PROTECTED_SPACE)
