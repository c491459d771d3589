"""What footnotes say: their text without the mark and without the indentation that it asks for.

Which footnotes are wanted is none of this file's business.
"""

from __future__ import annotations

from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from mdit_py_plugins.footnote.index import footnote_def

from marksplit.document.parser.stock import new_stock_parser
from marksplit.options import Syntax

_INDENT = 4
"""Columns that a footnote's later lines are indented by."""


def footnote_bodies(text: str, syntax: Syntax) -> dict[str, str]:
    """The text of each footnote in `text` by label; of equal labels the first counts.

    `text` is a top-level block, and `syntax` one with footnotes.
    """
    bodies: dict[str, str] = {}
    try:
        # One more line end, since stock rules may read past the end of a list in a quote.
        _parser(syntax).parse(text + "\n", {"marksplit": bodies})
    except (IndexError, RuntimeError):
        return bodies  # what was read before the parser failed
    return bodies


@lru_cache(maxsize=64)
def _parser(syntax: Syntax) -> MarkdownIt:
    md = new_stock_parser(syntax)
    md.block.ruler.at("footnote_def", _recorded, {"alt": ["paragraph", "reference"]})
    md.parse("")  # compiles the chains of rules, so that threads only read them
    return md


def _recorded(state: StateBlock, startLine: int, endLine: int, silent: bool) -> bool:  # noqa: N803
    if not footnote_def(state, startLine, endLine, silent):
        return False
    if not silent:
        begin, end = state.bMarks[startLine], state.eMarks[startLine]
        start = begin + state.tShift[startLine]
        body = state.src.index("]:", start, end) + 2
        first = state.src[body:end]
        indent = len(state.src[begin:end].expandtabs(4)) - len(
            (state.src[begin:body] + first.lstrip(" \t")).expandtabs(4)
        )
        lines = [" " * max(0, indent - _INDENT) + first.strip(" \t")]
        if startLine + 1 < state.line:
            indent = state.blkIndent + _INDENT
            lines.append(state.getLines(startLine + 1, state.line, indent, False))
        label = state.src[start + 2 : body - 2]
        state.env["marksplit"].setdefault(label, "\n".join(lines).rstrip().lstrip("\n"))
    return True
