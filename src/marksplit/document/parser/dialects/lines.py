"""What every rule of a dialect asks of a parser's lines, and how a container is put into tokens.

Nothing here reads past the last line, as the plugins for these marks do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from markdown_it.rules_block import StateBlock


def content(state: StateBlock, line: int) -> tuple[int, int]:
    """Where the text of `line` starts, after markers and indentation, and where it ends."""
    return state.bMarks[line] + state.tShift[line], state.eMarks[line]


def text(state: StateBlock, line: int) -> str:
    """The text of `line` without markers, indentation and trailing spaces."""
    start, end = content(state, line)
    return state.src[start:end].rstrip(" \t")


def lines_inside(state: StateBlock, first: int, end: int) -> Iterator[int]:
    """Lines from `first` to `end`, excluded, up to one that leaves the innermost container."""
    for line in range(first, end):
        if state.sCount[line] < state.blkIndent and not state.isEmpty(line):
            return
        yield line


def closing_line(state: StateBlock, first: int, end: int, fence: str) -> tuple[int, bool]:
    """The line that closes what `fence` opened above `first`, and whether there is one.

    It holds at least as many of the same mark and nothing else; where there is none, the first
    line that is no longer inside.
    """
    if first < end and min(state.sCount[first:end]) >= state.blkIndent:
        ends_a_line = re.compile(rf"{re.escape(fence)}[ \t]*$", re.M)
        if not ends_a_line.search(state.src, state.bMarks[first], state.eMarks[end - 1]):
            return end, False  # so that containers left open are not read line by line, each
    line = first - 1
    for line in lines_inside(state, first, end):
        start, stop = content(state, line)
        if not state.src.startswith(fence, start) or state.is_code_block(line):
            continue
        if not state.src[start:stop].lstrip(fence[0]).strip(" \t"):
            return line, True
    return line + 1, False


def push_container(
    state: StateBlock,
    first: int,
    body: int,
    end: int,
    *,
    info: str,
    closed: bool = False,
    indent: int | None = None,
) -> None:
    """Push a container and parse its body.

    Args:
        state: moved past the container.
        first: its opening line.
        body: the first line of what it holds.
        end: the line after its body.
        info: what stands after the opening mark.
        closed: whether line `end` closes the container and is part of it.
        indent: columns that the body is indented by, where it must be.
    """
    token = state.push("container_open", "", 1)
    token.map = [first, end + closed]
    token.info = info
    token.meta = {"body": [body, end], "closed": closed}
    outer = state.parentType, state.lineMax, state.blkIndent
    state.parentType, state.lineMax = "container", end
    if indent is not None:
        state.blkIndent = indent
    state.md.block.tokenize(state, body, end)
    state.parentType, state.lineMax, state.blkIndent = outer
    state.push("container_close", "", -1)
    state.line = end + closed


def push_leaf(state: StateBlock, kind: str, first: int, end: int, *, info: str = "") -> None:
    """Push a block of lines `first` to `end`, excluded, that holds no further blocks."""
    token = state.push(kind, "", 0)
    token.map = [first, end]
    token.info = info
    state.line = end
