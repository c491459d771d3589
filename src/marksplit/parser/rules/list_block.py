"""Lists and their items (CommonMark 5.2 and 5.3)."""

from __future__ import annotations

import re

from marksplit.blocks import Block
from marksplit.parser.rules.scan import BLANK, Scan, first_code, new_block
from marksplit.parser.rules.thematic_break import is_thematic_break, thematic_break
from marksplit.parser.stock import MAX_NESTING

ITEM = re.compile(r"(?:[*+-]|([0-9]{1,9})[.)])(?:([ \t]+)|$)", re.MULTILINE).match
"""A list marker and the white space behind it; group 1 is the number."""
_TEXT = re.compile(
    r"[^\s#>`~*+\-_<\[$0-9]|\$(?!\$)|`(?!``)|~(?!~~)|\[[^\[\]\\\n]*+\](?!:)"
    r"|\*\*?(?![ \t*\n])(?!\Z)|__?(?![ \t_\n])(?!\Z)|--?(?![ \t\n-])(?!\Z)|\+(?![ \t\n])(?!\Z)"
    r"|[0-9]++(?![.)])|#++(?![ \t\n])(?!\Z)"
).match
"""What can only be the start of a paragraph, wherever it stands behind a list marker."""
_BLANKS = re.compile(rb"\n*")
_MARKERS = frozenset(b"*-+0123456789")


def bullet(
    scan: Scan, line: int, indent: int, list_indent: int, level: int, out: list[Block]
) -> int:
    """A thematic break or list that starts with ``*`` or ``-``: a break comes first."""
    position = scan.begins[line] + scan.shifts[line]
    item = ITEM(scan.text, position)
    if item is None:
        return thematic_break(scan, line, indent, list_indent, level, out)
    content = item.end()
    if scan.text[content : content + 1] == scan.text[position]:
        stop = thematic_break(scan, line, indent, list_indent, level, out)
        if stop:
            return stop
    return list_block(scan, line, indent, list_indent, level, out)


def list_block(
    scan: Scan, line: int, indent: int, list_indent: int, level: int, out: list[Block]
) -> int:
    """A list that starts at `line`: all items whose markers are alike."""
    text, begins, shifts, indents = scan.text, scan.begins, scan.shifts, scan.indents
    firsts, line_ends, starts, ends = scan.firsts, scan.line_ends, scan.starts, scan.ends
    position = begins[line] + shifts[line]
    item = ITEM(text, position)
    if item is None:
        return 0
    mark = ""
    first_line = line
    items: list[Block] = []
    flat = level + 2 < MAX_NESTING
    while item is not None:
        number = item[1]
        marker_end = position + 1 if number is None else item.end(1) + 1
        if not mark:
            ordered, mark = number is not None, text[marker_end - 1]
        elif ordered is (number is None) or text[marker_end - 1] != mark:
            break
        elif (
            mark in "*-"
            and text[item.end() : item.end() + 1] == mark
            and is_thematic_break(scan, line, position)
        ):
            break
        content = item.end()
        initial = offset = indents[line] + marker_end - position
        if scan.has_tabs:
            for character in text[marker_end:content]:
                offset += 4 - (offset + scan.tab_offsets[line]) % 4 if character == "\t" else 1
        else:
            offset += content - marker_end
        width = offset - initial
        inner = initial + (width if width <= 4 and content < line_ends[line] else 1)
        label = text[position:marker_end]
        following = line + 1
        item = None
        stop = 0
        end = scan.end
        if flat and content < line_ends[line] and offset - inner < 4 and _TEXT(text, content):
            # The item starts with a paragraph; most end on the same line.
            first = firsts[following]
            if first == BLANK:
                stop = following
                if stop < end:
                    stop += 1
                    if stop < end:
                        stop = _BLANKS.match(firsts, following).end()  # type: ignore[union-attr]
                        if stop >= end:
                            stop = min(stop, scan.blank_limit())
                        elif indents[stop] >= inner:
                            stop = 0
            elif (
                following < end
                and first in _MARKERS
                and 0 <= indents[following] < inner
                and indents[following] - indent < 4
            ):
                position = begins[following] + shifts[following]
                item = ITEM(text, position)
                if item is not None:
                    stop = following
        if stop:
            start, text_end = starts[line], ends[line]
            child = new_block(Block, ("paragraph", start, text_end, 0, "", ()))
            if scan.quotes and first == BLANK:
                item_end = scan.end_before(stop)
            else:
                item_end = text_end
            items.append(new_block(Block, ("list_item", start, item_end, 0, label, (child,))))
        else:
            stop = _item(scan, line, content, offset, inner, indent, level, label, items)
            end = scan.end
        line = stop
        if line >= end or not indent <= indents[line] < indent + 4:
            break
        if item is None:
            position = begins[line] + shifts[line]
            item = ITEM(text, position)
    end_of_list = scan.end_before(line)
    out.append(
        new_block(
            Block, ("list", starts[first_line], end_of_list, 0, items[0].label, tuple(items))
        )
    )
    return line


def _item(
    scan: Scan,
    line: int,
    content: int,
    offset: int,
    inner: int,
    indent: int,
    level: int,
    label: str,
    items: list[Block],
) -> int:
    """Any item: its content is parsed as blocks indented by `inner`."""
    shift, columns, first = scan.shifts[line], scan.indents[line], scan.firsts[line]
    empty = content >= scan.line_ends[line]
    scan.shifts[line] = content - scan.begins[line]
    scan.indents[line] = offset
    scan.firsts[line] = BLANK if empty else first_code(scan.text[content])
    children: list[Block] = []
    if empty and scan.firsts[line + 1] == BLANK:
        # An item that starts with a blank line ends at a second one.
        stop = min(line + 2, scan.end)
    else:
        stop = scan.inside(scan, line, inner, indent, level + 2, children)
    scan.shifts[line], scan.indents[line], scan.firsts[line] = shift, columns, first
    items.append(scan.container("list_item", line, stop, label, children))
    return stop
