"""The stock rule for block quotes, shown no more lines than it needs, so that it stays linear.

It reads all lines up to the next blank one that could be lazy continuations before it looks at what
the quote holds. Where that ends in a heading or code, none of them is, and the next quote reads
them again. What a quote is stays with the rule itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.utils import EnvType

from marksplit.options import Syntax
from marksplit.parser.dialects import dialect_marks

Rule = Callable[[StateBlock, int, int, bool], bool]

_SHOWN = 8
"""So many lines behind the first lazy one are shown first; then twice as many, and so on."""


def keep_quotes_linear(md: MarkdownIt, syntax: Syntax) -> None:
    """Show the block quote rule of `md`, which is set up for `syntax`, few lines at a time."""
    (stock,) = (rule for rule in md.block.ruler.__rules__ if rule.name == "blockquote")
    md.block.ruler.at("blockquote", _windowed(stock.fn, _reaching(syntax)), {"alt": stock.alt})


def _reaching(syntax: Syntax) -> re.Pattern[str] | None:
    """What opens a block whose rule looks for its end behind the lines that it is shown."""
    marks = dialect_marks(syntax)
    found = [r"\$\$"] * syntax.math + ([marks.pattern] if marks else [])
    return re.compile("|".join(found)) if found else None


def _windowed(rule: Rule, reaching: re.Pattern[str] | None) -> Rule:
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
            text = state.bMarks[start], state.eMarks[limit - 1]
            if state.isEmpty(lazy) or (reaching and reaching.search(state.src, *text)):
                limit = end
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
