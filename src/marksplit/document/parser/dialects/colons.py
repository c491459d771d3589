"""Containers between lines of colons: ``::: name``, ``:::name[Title]``, ``:::{name}`` to ``:::``.

As in Docusaurus, VitePress and MyST, the first line of as many colons closes; so an outer
container needs more of them than an inner one.
"""

from __future__ import annotations

import re

from markdown_it.rules_block import StateBlock

from marksplit.document.parser.dialects.lines import closing_line, push_container, text
from marksplit.document.parser.markers import COLONS

_OPEN = re.compile(rf"({COLONS})[ \t]*((?:[^\W\d_]|\{{).*)", re.S)


def colon_container(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Colons and a name, and all lines up to the line that closes it."""
    if state.is_code_block(start_line):
        return False
    opened = _OPEN.fullmatch(text(state, start_line))
    if opened is None or opened[2].endswith(":::"):  # `:::image ... :::` is whole on its line
        return False
    if silent:
        return True
    end, closed = closing_line(state, start_line + 1, end_line, opened[1])
    push_container(state, start_line, start_line + 1, end, info=opened[2], closed=closed)
    return True
