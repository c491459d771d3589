r"""Display math in TeX's own marks: ``\[ ... \]`` and ``\begin{name} ... \end{name}``.

Its content is not read, but for marks of the same kind. What is not closed is a paragraph.
"""

from __future__ import annotations

import re

from markdown_it.rules_block import StateBlock

from marksplit.document.parser.dialects.lines import content, lines_inside, push_leaf

_BEGIN = re.compile(r"\\begin\{([A-Za-z]+\*?)\}")
_MARK = re.compile(r"\\(begin|end)\{([A-Za-z]+\*?)\}")
_DEEPEST = 20
"""How many environments may be open at once, so that unclosed ones are not read again and again."""


def tex_math(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Whole lines from the opening mark to the line that closes it.

    Text may follow the closing mark, unless it stands on the opening line: ``\\[x\\] is``
    is a paragraph with two escaped brackets.
    """
    if state.is_code_block(start_line):
        return False
    start, end = content(state, start_line)
    if state.src.startswith("\\[", start):
        closed = _bracket_end(state, start_line, end_line)
    elif _BEGIN.match(state.src, start, end):
        closed = _environment_end(state, start_line, end_line)
    else:
        return False
    if closed is None:
        return False
    line, stop = closed
    if line == start_line and state.src[stop:end].strip(" \t"):
        return False
    if not silent:
        push_leaf(state, "math_block", start_line, line + 1)
    return True


def _bracket_end(state: StateBlock, first: int, end_line: int) -> tuple[int, int] | None:
    r"""Line and offset after the ``\]`` that closes; no blank line and no ``\[`` may come first."""
    for line in lines_inside(state, first, end_line):
        start, end = content(state, line)
        if line > first and (start >= end or state.src.startswith("\\[", start)):
            return None
        found = state.src.find("\\]", start + 2 * (line == first), end)
        if found >= 0:
            return line, found + 2
    return None


def _environment_end(state: StateBlock, first: int, end_line: int) -> tuple[int, int] | None:
    r"""Line and offset after the ``\end`` of the environment that line `first` begins."""
    names: list[str] = []
    for line in lines_inside(state, first, end_line):
        for mark in _MARK.finditer(state.src, *content(state, line)):
            if mark[1] == "begin":
                names.append(mark[2])
                if len(names) > _DEEPEST:
                    return None
            elif names.pop() != mark[2]:
                return None
            if not names:
                return line, mark.end()
    return None
