"""Cuts inside a block that stays whole unless it is too big: between rows and lines of code.

Whoever asks decides which blocks those are. Paragraphs are cut in `marksplit.cuts.pauses`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import pairwise

from marksplit.cuts.graphemes import is_grapheme_boundary
from marksplit.cuts.ranks import Cut, Rank
from marksplit.document import FENCE_MARK, Block, opening_end, quote_marks
from marksplit.spans import Source

_CODE = {"fenced_code", "indented_code"}
_BELONGS = re.compile(
    r"[\])}]|(?:else|elif|elsif|except|finally|catch|then|do|done|fi|esac|end|rescue|ensure)\b"
)


def split_cuts(source: Source, block: Block, quotes: int) -> list[Cut]:
    """The cuts inside an atomic block in `quotes` block quotes, all at line ends, in order.

    None is above the first row of a table, whose header goes with it, and none in a definition.
    """
    if block.kind == "definition":
        return []
    first, last = source.line_at(block.start), source.line_at(max(block.end - 1, block.start))
    content, closing = opening_end(source, block) + 1, last + 1
    first = max(first, content - 1)
    if block.kind == "fenced_code" and _is_closed(source, block, quotes):
        closing = last
    elif block.kind in ("front_matter", "math"):
        content, closing = first + 1, last
    indents = line_indents(source, range(first, last + 1), quotes)
    levels = sorted({indents[line] for line in indents if content <= line < closing})
    cuts: list[Cut] = []
    for above, line in pairwise(indents):
        if block.kind == "table" and above < content:
            continue
        if above < content <= line or above < closing <= line:
            rank: int = Rank.EDGE
        elif block.kind in _CODE:
            rank = _code_rank(source, above, line, indents, levels)
        else:
            rank = Rank.ROW
        cuts.append(Cut(source.line_end(above), source.line_start(line), rank))
    return cuts


def cut_in_line(source: Source, block: Block, low: int, high: int) -> Cut | None:
    """The last place in ``low < end <= high`` to cut the line of code from `low`.

    It is a space where one is near, else between grapheme clusters. The line that opens a fence is
    no code.
    """
    if block.kind not in _CODE:
        return None
    line = source.line_at(low)
    if line <= opening_end(source, block):
        return None
    text, stop = source.text, source.line_end(line)
    while low < stop and text[low] in " \t":
        low += 1
    high = min(high, low + len(text[low:stop].rstrip(" \t")) - 1)
    ends = [end for end in range(high, low, -1) if is_grapheme_boundary(text, end)]
    spaces = (end for end in ends[: len(ends) // 2] if text[end - 1] in " \t" != text[end])
    end = next(spaces, ends[0] if ends else None)
    return None if end is None else Cut(end, end, Rank.IN_LINE)


def _code_rank(
    source: Source, above: int, line: int, indents: dict[int, int], levels: Sequence[int]
) -> int:
    """How good the cut between two lines of code is, with blank lines only in between."""
    indent = indents[line]
    if indent > indents[above]:
        return Rank.CODE_BODY + min(bisect_left(levels, indents[above]), 3)
    if _BELONGS.match(source.text, source.line_start(line) + indent):
        return Rank.CODE_TAIL
    apart = line > above + 1
    if apart and indent == levels[0]:
        return Rank.CODE_PART
    return Rank.CODE_STEP if apart or indent < indents[above] else Rank.CODE_LINE


def line_indents(source: Source, lines: Iterable[int], quotes: int) -> dict[int, int]:
    """The length of quote markers and indentation of those of `lines` that have text, in order."""
    found = ((line, _indent(source, line, quotes)) for line in lines)
    return {line: indent for line, indent in found if indent is not None}


def _indent(source: Source, line: int, quotes: int) -> int | None:
    """The length of a line's quote markers and indentation; None if there is nothing else."""
    start, end = source.line_start(line), source.line_end(line)
    found = quote_marks(quotes).match(source.text, start, end)
    return None if found is None or found.end() == end else found.end() - start


def _is_closed(source: Source, block: Block, quotes: int) -> bool:
    """Whether fenced code has its closing fence."""
    first, last = opening_end(source, block), source.line_at(block.end - 1)
    opening = FENCE_MARK.search(source.text, source.line_start(first), block.end)
    indent = _indent(source, last, quotes)
    if opening is None or indent is None or last == first:
        return False
    line = source.text[source.line_start(last) + indent : block.end].rstrip(" \t")
    return line == opening[0][0] * max(len(line), len(opening[0]))
