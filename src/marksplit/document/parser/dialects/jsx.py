"""MDX: import and export lines, JSX elements and ``{/* comments */}``, each a block kept whole.

Of elements around Markdown each tag is a block; `parser/jsx_containers.py` pairs them.

Lower-case tags stay HTML, as CommonMark has them, so that plain documents read as ever.
"""

from __future__ import annotations

import re
from bisect import bisect_left

from markdown_it.rules_block import StateBlock

from marksplit.document.parser.dialects.jsx_scan import BRACKETS, Elements
from marksplit.document.parser.dialects.lines import content, lines_inside, push_leaf

_MODULE = re.compile(
    r"import[ \t]*(?:type[ \t]+)?[\"'{*]"
    r"|import[ \t]+(?:type[ \t]+)?[\w$]+(?:[ \t]*,[ \t]*[{*]|[ \t]+from[ \t]*[\"'])"
    r"|export[ \t]*[{*]"
    r"|export[ \t]+default[ \t]+(?:[\w$.]+(?:[ \t]*;?$|\()|[(\[{\"'`<]|(?:class|function|async)\b)"
    r"|export[ \t]+(?:const|let|var|function|async|class|type|interface|enum)\b.*[={(;]",
    re.M,
)
"""The first line of a module's lines; prose that starts with such a word goes on otherwise."""
_NEXT_MODULE = re.compile(r"\n[ \t]*\n(?:import|export)\b")

SCANNED = "marksplit.elements"
"""Where in a parse's environment the elements of its text are kept."""


def module_lines(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Import and export lines up to a blank line, or to the line that closes an open bracket.

    Only at the top level and at the start of a line, and never inside a paragraph. The closing
    bracket is looked for up to the next import or export line at most; where there is none, a
    blank line ends the block all the same.
    """
    start, end = content(state, start_line)
    if state.level or state.sCount[start_line] or not _MODULE.match(state.src, start, end):
        return False
    if silent:
        return True
    blank = start_line
    while blank < end_line and not state.isEmpty(blank):
        blank += 1
    following = _NEXT_MODULE.search(state.src, start)
    stop = following.start() if following else state.eMarks[end_line - 1]
    closed = _closing_offset(state.src, start, state.eMarks[blank - 1], stop)
    line = bisect_left(state.eMarks, closed) + 1 if closed is not None else blank
    push_leaf(state, "module_lines", start_line, line)
    return True


def _closing_offset(src: str, start: int, blank: int, stop: int) -> int | None:
    """Where the bracket closes that is open at `blank`; None if none is, or it never closes."""
    depth = 0
    for found in BRACKETS.finditer(src, start, stop):
        if found.end() > blank and not depth:
            return None
        if found[0] in "([{":
            depth += 1
        elif found[0] in ")]}":
            depth = max(depth - 1, 0)
            if not depth and found.start() >= blank:
                return found.start()
    return None


def jsx_block(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Elements from the start of a line to the end of the line that closes the last of them.

    Of an element around Markdown, and of one that is not closed, it is the tag alone. Blank lines
    end nothing. Text after them makes elements inline where all is on one line; on
    a later line it goes with the block.
    """
    start, stop = content(state, start_line)
    if state.src[start : start + 1] not in ("<", "{") or state.is_code_block(start_line):
        return False
    elements = _elements(state)
    tag = elements.lone_tag(start)
    if tag is not None and (elements.end_of(start) is None or elements.is_wrapper(start)):
        return _push(state, start_line, end_line, tag.end, silent, info=tag.label)
    end = elements.end_of(start)
    while end is not None and end < stop:
        start = state.skipSpaces(end)
        if start >= stop:
            break
        end = elements.end_of(start)
    if end is None:
        return False
    return _push(state, start_line, end_line, end, silent)


def _push(
    state: StateBlock, start_line: int, end_line: int, end: int, silent: bool, *, info: str = ""
) -> bool:
    """Push a block up to the line of offset `end`, unless that leaves the innermost container."""
    line = bisect_left(state.eMarks, end)
    inside = lines_inside(state, start_line, min(line + 1, end_line))
    if line >= end_line or sum(1 for _ in inside) <= line - start_line:
        return False
    if not silent:
        push_leaf(state, "jsx_block", start_line, line + 1, info=info)
    return True


def _elements(state: StateBlock) -> Elements:
    """The elements of the text, found once for one parse."""
    found = state.env.get(SCANNED)
    if not isinstance(found, Elements):
        found = state.env[SCANNED] = Elements(state.src)
    return found
