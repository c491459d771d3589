"""Indented code (CommonMark 4.4)."""

from __future__ import annotations

from marksplit.document.blocks import Block
from marksplit.document.parser.rules.scan import BLANK, Scan, new_block


def indented_code(scan: Scan, line: int, indent: int, out: list[Block]) -> int:
    """Code that starts at `line`, whose indentation was seen; it ends at its last line of code."""
    firsts, indents, code = scan.firsts, scan.indents, indent + 4
    last = following = line + 1
    end = scan.end
    while following < end:
        if firsts[following] == BLANK:
            following += 1
        elif indents[following] >= code:
            following += 1
            last = following
        else:
            break
    out.append(
        new_block(Block, ("indented_code", scan.starts[line], scan.ends[last - 1], 0, "", ()))
    )
    return last
