"""MyST's directives, between fences or colons, and its targets, ``(name)=``.

A directive whose content is Markdown is a container; any other one is a fence, whole as ever.
"""

from __future__ import annotations

import re

from markdown_it.rules_block import StateBlock

from marksplit.document.parser.dialects.lines import (
    closing_line,
    content,
    lines_inside,
    push_container,
    push_leaf,
    text,
)
from marksplit.document.parser.markers import COLONS, FENCE_RUN

_OPEN = re.compile(rf"({FENCE_RUN}|{COLONS})[ \t]*(\{{([A-Za-z][\w:.+-]*)\}}.*)", re.S)
_OPTION = re.compile(r":[A-Za-z][\w-]*:(?:[ \t]|\Z)")
_TARGET = re.compile(r"\([^()\s][^()]*\)=")

_MARKDOWN = frozenset(
    {
        *("admonition", "attention", "caution", "danger", "error", "hint", "important", "note"),
        *("seealso", "tip", "todo", "warning", "deprecated", "versionadded", "versionchanged"),
        *("aside", "card", "card-carousel", "container", "div", "dropdown", "epigraph", "figure"),
        *("grid", "grid-item", "grid-item-card", "list-table", "margin", "pull-quote", "sidebar"),
        *("tab-item", "tab-set", "table", "topic", "exercise", "solution", "proof", "theorem"),
        *("axiom", "lemma", "definition", "criterion", "remark", "conjecture", "corollary"),
        *("algorithm", "example", "property", "observation", "proposition", "assumption"),
    }
)
"""Directives whose content is Markdown also between fences, where it could be any language."""
_VERBATIM = frozenset(
    {
        *("code", "code-block", "code-cell", "sourcecode", "literalinclude", "include", "raw"),
        *("math", "mermaid", "csv-table", "toctree", "eval-rst", "bibliography", "myst"),
    }
)
"""Directives whose content is not Markdown also between colons, where it mostly is."""


def fence_directive(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """A fence whose info string names a directive that holds Markdown."""
    opened = _opened(state, start_line)
    if opened is None or opened[1][0] == ":" or opened[3] not in _MARKDOWN:
        return False
    if "`" in opened[2] and opened[1][0] == "`":
        return False
    if not silent:
        end, closed = closing_line(state, start_line + 1, end_line, opened[1])
        body = _after_options(state, start_line + 1, end)
        push_container(state, start_line, body, end, info=opened[2], closed=closed)
    return True


def colon_directive(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """A directive between colons, which may hold Markdown or not."""
    opened = _opened(state, start_line)
    if opened is None or opened[1][0] != ":":
        return False
    if not silent:
        end, closed = closing_line(state, start_line + 1, end_line, opened[1])
        if opened[3] in _VERBATIM:
            push_leaf(state, "fence", start_line, end + closed, info=opened[2])
        else:
            body = _after_options(state, start_line + 1, end)
            push_container(state, start_line, body, end, info=opened[2], closed=closed)
    return True


def target(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """A line that names the block below it."""
    if state.is_code_block(start_line):
        return False
    line = text(state, start_line)
    if not _TARGET.fullmatch(line):
        return False
    if not silent:
        push_leaf(state, "target", start_line, start_line + 1, info=line)
    return True


def _opened(state: StateBlock, line: int) -> re.Match[str] | None:
    return None if state.is_code_block(line) else _OPEN.fullmatch(text(state, line))


def _after_options(state: StateBlock, body: int, end: int) -> int:
    """The line after a directive's options: ``:name: value`` lines, or YAML between ``---``."""
    if body < end and text(state, body) == "---":
        for line in lines_inside(state, body + 1, end):
            if text(state, line) == "---":
                return line + 1
    line = body
    while line < end and _OPTION.match(state.src, *content(state, line)):
        line += 1
    return line
