"""Code: indented and fenced (CommonMark 4.4 and 4.5)."""

from __future__ import annotations

from bisect import bisect_right

from marksplit.document.blocks import Block
from marksplit.document.parser.markers import FENCE, FENCE_END
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


def fenced_code(
    scan: Scan, line: int, indent: int, list_indent: int, level: int, out: list[Block]
) -> int:
    """A fence that opens at `line`, to its closing fence or the end of its container."""
    opening = FENCE.match(scan.text, scan.begins[line] + scan.shifts[line])
    if opening is None:
        return 0
    fence, info = (opening[1], opening[2]) if opening[1] else (opening[3], opening[4])
    if indent or scan.quotes:
        stop = _stop_in_container(scan, line, indent, fence)
        end = scan.end_before(stop)
    else:
        stop = _stop_at_top(scan, line, fence)
        end = scan.ends[stop - 1] if scan.physical[stop - 1] != BLANK else scan.end_before(stop)
    out.append(new_block(Block, ("fenced_code", scan.starts[line], end, 0, info.strip(), ())))
    return stop


def _stop_at_top(scan: Scan, line: int, fence: str) -> int:
    """The line after a fence outside all containers, by a search for its marks in the text."""
    text, count = scan.text, scan.count
    position = text.find(fence, scan.line_ends[line])
    while position >= 0:
        line_end = text.rfind("\n", position - 4, position)  # indented by 3 at most
        if (
            line_end >= 0
            and not text[line_end + 1 : position].strip(" ")
            and FENCE_END.match(text, position)
        ):
            return bisect_right(scan.begins, position, line + 1, count)
        position = text.find(fence, position + 1)
    return count


def _stop_in_container(scan: Scan, line: int, indent: int, fence: str) -> int:
    text, begins, shifts, indents = scan.text, scan.begins, scan.shifts, scan.indents
    firsts = scan.firsts
    mark, code, length, size = fence[0], ord(fence[0]), len(fence), len(text)
    for following in range(line + 1, scan.end):
        first = firsts[following]
        if first == BLANK:
            # As in markdown-it-py: an empty last line of a quote without a line end closes.
            if begins[following] + shifts[following] >= size:
                return following
        elif indents[following] < indent:
            return following
        elif first == code and indents[following] - indent < 4:
            rest = text[begins[following] + shifts[following] : scan.line_ends[following]]
            tail = rest.lstrip(mark)
            if len(rest) - len(tail) >= length and not tail.strip(" \t"):
                return following + 1
    return scan.end
