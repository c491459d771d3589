"""Containers with an indented body, as in Python-Markdown and Material for MkDocs.

``!!! note "Title"``, ``??? note`` and ``???+ note``, and tabs, ``=== "Title"``.
"""

from __future__ import annotations

import re

from markdown_it.rules_block import StateBlock

from marksplit.document.parser.dialects.lines import lines_inside, push_container, text

_TAB_STOP = 4
_TYPES = r"[\w-]+(?: +[\w-]+)*"
_TITLE = r'"[^\n]*"'
_OPEN = re.compile(
    rf"!!! ?(?P<block>{_TYPES}(?: +{_TITLE})?)"
    rf"|\?\?\?\+? ?(?P<details>(?:{_TYPES})?(?: *{_TITLE})?)"
    rf"|===[+!]{{0,2}} +(?P<tab>{_TITLE})"
)


def admonition(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """An opening line, and the lines below it that are indented by four columns or blank."""
    if state.is_code_block(start_line):
        return False
    opened = _OPEN.fullmatch(text(state, start_line))
    if opened is None or not (info := opened[opened.lastgroup or 0]):
        return False
    if silent:
        return True
    indent = state.sCount[start_line] + _TAB_STOP
    end = start_line + 1
    for line in lines_inside(state, start_line + 1, end_line):
        if not state.isEmpty(line):
            if state.sCount[line] < indent:
                break
            end = line + 1
    push_container(state, start_line, start_line + 1, end, info=info, indent=indent)
    return True
