"""Block rules of markdown-it-py and its plugins kept linear: shown no more lines than they need.

What a block is stays with the rules themselves.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from functools import partial

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.utils import EnvType

from marksplit.document.parser.dialects import dialect_marks
from marksplit.options import Syntax

StockRule = Callable[[StateBlock, int, int, bool], bool]

_SHOWN = 8
"""How many lines after the first lazy one are shown at first; then twice as many, and so on."""


def keep_blocks_linear(md: MarkdownIt, syntax: Syntax) -> None:
    """Put guards before the block rules of `md` that need them; it is set up for `syntax`."""
    quotes = partial(_windowed, marks=dialect_marks(syntax), math=syntax.math)
    guards: dict[str, Callable[[StockRule], StockRule]] = {
        "blockquote": quotes,
        "math_block": _remembered,
    }
    for rule in list(md.block.ruler.__rules__):
        if rule.name in guards:
            md.block.ruler.at(rule.name, guards[rule.name](rule.fn), {"alt": rule.alt})


def _windowed(rule: StockRule, marks: re.Pattern[str] | None, math: bool) -> StockRule:
    """The rule for block quotes, shown few of the lines after its own.

    It reads all lines up to the next blank one that could be lazy continuations before it looks at
    what the quote holds. Where that ends in a heading or code, none of them is, and the next quote
    would read them again.

    Args:
        rule: the rule.
        marks: what opens blocks of dialects, whose rules look for their end further down.
        math: whether ``$$`` opens such a block as well.
    """

    def windowed(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        if silent or not _is_quoted(state, start):
            return rule(state, start, end, silent)
        lazy = start + 1
        while lazy < end and _is_quoted(state, lazy):
            lazy += 1
        # A quote is read again with those around it, and then starts with what was too few, doubled.
        known: dict[tuple[int, int], int] = vars(state).setdefault("shown_lines", {})
        shown = known.get((start, state.level), _SHOWN)
        tokens = len(state.tokens)
        defined = [len(each) for each in _definitions(state.env)]
        while True:
            limit = min(lazy + shown, end)
            text = state.src[state.bMarks[start] : state.eMarks[limit - 1]]
            if state.isEmpty(lazy) or (marks and marks.search(text)):
                limit = end
            elif math and "$$" in text:
                limit = min(_after_closing(state, limit), end)
            if not rule(state, start, limit, False):
                return False
            if state.line < limit - 1:
                return True
            shown = known[start, state.level] = max(2 * (limit - lazy), _SHOWN)
            if limit == end:
                return True
            del state.tokens[tokens:]
            state.line = start
            _forget(state.env, defined)

    return windowed


def _remembered(rule: StockRule) -> StockRule:
    """The rule for math, which looks for the line that closes it, not asked where there is none."""

    def remembered(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        text = _text(state, start)
        if not text.startswith("$$"):
            return False
        if "$$" in text[2:]:
            return rule(state, start, end, silent)  # no other line matters
        # By level: lines between which nothing closes, and where the last search ended at most.
        known: dict[int, tuple[int, int, int]] = vars(state).setdefault("open_math", {})
        first, until, limit = known.get(state.level, (0, 0, 0))
        if first <= start < until and end <= limit:
            return False
        if rule(state, start, end, silent):
            return True
        if not state.is_code_block(start):
            blank = (line for line in range(start + 1, end) if not _text(state, line).strip())
            known[state.level] = start, next(blank, end), end
        return False

    return remembered


def _text(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]


def _after_closing(state: StateBlock, line: int) -> int:
    """The line after the first one from `line` on that may close math; `line` if none may."""
    lines = vars(state).get("closing_math")
    if lines is None:
        text = enumerate(state.src.split("\n"))
        lines = vars(state)["closing_math"] = [
            number for number, each in text if "$$" in each and each.rstrip().endswith(("$$", ")"))
        ]
    number = bisect_left(lines, line)
    return lines[number] + 1 if number < len(lines) else line


def _is_quoted(state: StateBlock, line: int) -> bool:
    return state.src.startswith(">", state.bMarks[line] + state.tShift[line])


def _definitions(env: EnvType) -> tuple[dict[str, object], dict[str, object], list[object]]:
    """What rules add to while they parse: references, footnotes, and references defined again."""
    return (
        env.setdefault("references", {}),
        env.setdefault("footnotes", {}).setdefault("refs", {}),
        env.setdefault("duplicate_refs", []),
    )


def _forget(env: EnvType, defined: list[int]) -> None:
    """Take back what was added since there were `defined` of each."""
    links, notes, again = _definitions(env)
    for known, count in ((links, defined[0]), (notes, defined[1])):
        while len(known) > count:
            known.popitem()
    del again[defined[2] :]
