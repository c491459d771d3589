"""Block rules for dialects, on top of markdown-it-py's own: one file per family of marks.

What they give is tokens that `parser/stock.py` understands; nothing here knows blocks or sizes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType

from marksplit.document.parser.dialects.admonitions import admonition
from marksplit.document.parser.dialects.colons import colon_container
from marksplit.document.parser.dialects.directives import colon_directive, fence_directive, target
from marksplit.document.parser.dialects.jsx import SCANNED, jsx_block, module_lines
from marksplit.document.parser.dialects.tex_math import tex_math
from marksplit.document.parser.markers import BEFORE_MARK, COLONS, FENCE_RUN
from marksplit.options import Syntax

__all__ = ["SCANNED", "dialect_marks", "holds_dialect", "use_dialects"]

_INTERRUPTS: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
_MARKS = {
    "admonitions": r"!!!|\?\?\?|===",
    "colon_containers": COLONS,
    "directives": rf"{FENCE_RUN}|\([^()\n]*\)=",
    "jsx": r"</?[A-Z]|\{/\*|import\b|export\b",
    "tex_math": r"\\(?:\[|begin\b)",
}
"""By switch of `Syntax`: what its blocks open with, at the start of a line."""
_OPENINGS = {**_MARKS, "directives": rf"{FENCE_RUN}[ \t]*+\{{|\([^()\n]*\)="}
"""The same, but for fences without a directive, which read otherwise only where they are cut."""


def use_dialects(md: MarkdownIt, syntax: Syntax) -> None:
    """Give `md` the block rules of the dialects that `syntax` switches on.

    They are tried after indented code and before fences, and all but import and export lines may
    interrupt a paragraph. What opens a container without closing it holds the rest of its parent.
    """
    rules = md.block.ruler
    if syntax.admonitions:
        rules.before("fence", "admonition", admonition, _INTERRUPTS)
    if syntax.directives:
        rules.before("fence", "fence_directive", fence_directive, _INTERRUPTS)
        rules.before("fence", "target", target, _INTERRUPTS)
    if syntax.colon_containers:
        if syntax.directives:
            rules.before("fence", "colon_directive", colon_directive, _INTERRUPTS)
        rules.before("fence", "colon_container", colon_container, _INTERRUPTS)
    if syntax.jsx:
        rules.before("fence", "jsx_block", jsx_block, _INTERRUPTS)
        rules.before("fence", "module_lines", module_lines, {})
    if syntax.tex_math:
        rules.before("fence", "tex_math", tex_math, _INTERRUPTS)


@lru_cache(maxsize=64)
def dialect_marks(syntax: Syntax) -> re.Pattern[str] | None:
    """What may open a block of a dialect at the start of a line; None without a dialect.

    A text that starts with such a mark, or is cut in a line that does, may read otherwise alone.
    """
    marks = _of(syntax, _MARKS)
    return re.compile(marks) if marks else None


def holds_dialect(text: str, syntax: Syntax) -> bool:
    """Whether a block of a dialect may open anywhere in `text`."""
    pattern = _marks_anywhere(syntax)
    return pattern is not None and pattern.search(text) is not None


@lru_cache(maxsize=64)
def _marks_anywhere(syntax: Syntax) -> re.Pattern[str] | None:
    marks = _of(syntax, _OPENINGS)
    return re.compile(f"{BEFORE_MARK}(?:{marks})") if marks else None


def _of(syntax: Syntax, marks: Mapping[str, str]) -> str:
    return "|".join(each for switch, each in marks.items() if getattr(syntax, switch))
