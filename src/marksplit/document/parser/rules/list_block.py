"""Lists and their items (CommonMark 5.2 and 5.3)."""

from __future__ import annotations

from marksplit.document.blocks import Block
from marksplit.document.parser.markers import (
    BREAK_STARTS,
    DELIMITER_STARTS,
    ITEM,
    ITEM_STARTS,
    PARAGRAPH_START,
)
from marksplit.document.parser.rules.paragraph import text_end_line
from marksplit.document.parser.rules.scan import BLANK, Scan, blank_lines, first_code, new_block
from marksplit.document.parser.rules.thematic_break import is_thematic_break, thematic_break
from marksplit.document.parser.stock import MAX_NESTING


def list_block(
    scan: Scan, line: int, indent: int, list_indent: int, level: int, out: list[Block]
) -> int:
    """A list that starts at `line`: all items whose markers are alike.

    A line of ``*`` or ``-`` that is a thematic break is no item.
    """
    text, begins, shifts, indents = scan.text, scan.begins, scan.shifts, scan.indents
    firsts, line_ends, starts, ends = scan.firsts, scan.line_ends, scan.starts, scan.ends
    position = begins[line] + shifts[line]
    item = ITEM.match(text, position)
    if item is None:
        if firsts[line] in BREAK_STARTS:
            return thematic_break(scan, line, indent, list_indent, level, out)
        return 0
    ordered = item[1] is not None
    mark = text[item.end(1) if ordered else position]
    first_line = line
    items: list[Block] = []
    flat = level + 2 < MAX_NESTING
    while item is not None:
        content = item.end()
        if ordered:
            marker_end = item.end(1) + 1
            if not marker_end or text[marker_end - 1] != mark:
                break
        else:
            marker_end = position + 1
            if text[position] != mark:
                break
            if (
                text.startswith(mark, content)
                and mark != "+"
                and is_thematic_break(scan, line, position)
            ):
                break
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
        stop = text_stop = 0
        end = scan.end
        if (
            flat
            and content < line_ends[line]
            and offset - inner < 4
            and (text[content].isalpha() or PARAGRAPH_START.match(text, content))
        ):
            # The item starts with a paragraph; most are no more than that. Worth 12 % of `parse`
            # and 5 % of `chunk`.
            start, text_end = starts[line], ends[line]
            first = firsts[following]
            if first == BLANK:
                stop = following
                if stop < end:
                    stop += 1
                    if stop < end:
                        stop = blank_lines(firsts, following).end()  # type: ignore[union-attr]
                        if stop >= end:
                            stop = min(stop, scan.blank_limit())
                        elif indents[stop] >= inner:
                            stop = 0
            elif first in ITEM_STARTS and following < end and indents[following] >= 0:
                below = begins[following] + shifts[following]
                if indents[following] < inner:
                    if indents[following] - indent < 4:
                        position = below
                        item = ITEM.match(text, position)
                        if item is not None:
                            stop = following
                elif indents[following] - inner < 4:
                    nested = ITEM.match(text, below)
                    if (
                        nested is not None
                        and nested.end() < line_ends[following]
                        and (nested[1] is None or int(nested[1]) == 1)
                    ):
                        text_stop = following  # a list may interrupt the paragraph
            if stop:
                child = new_block(Block, ("paragraph", start, text_end, 0, "", ()))
                items.append(new_block(Block, ("list_item", start, text_end, 0, label, (child,))))
            elif text_stop or first not in DELIMITER_STARTS:
                stop = text_stop or text_end_line(scan, following, inner, indent)
                if stop > 0:
                    children = [new_block(Block, ("paragraph", start, ends[stop - 1], 0, "", ()))]
                    end = scan.end
                    if stop < end and (firsts[stop] == BLANK or indents[stop] >= inner):
                        if firsts[stop] == BLANK:
                            stop += 1
                        stop = scan.parse_blocks(scan, stop, inner, indent, level + 2, children)
                        end = scan.end
                    item_end = children[-1].end
                    items.append(
                        new_block(Block, ("list_item", start, item_end, 0, label, tuple(children)))
                    )
        if stop <= 0:
            stop = _item(scan, line, content, offset, inner, indent, level, label, items)
            end = scan.end
        line = stop
        if line >= end or not indent <= indents[line] < indent + 4:
            break
        if item is None:
            position = begins[line] + shifts[line]
            item = ITEM.match(text, position)
    if not items:
        return thematic_break(scan, line, indent, list_indent, level, out)
    out.append(
        new_block(
            Block, ("list", starts[first_line], items[-1].end, 0, items[0].label, tuple(items))
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
        stop = scan.parse_blocks(scan, line, inner, indent, level + 2, children)
    scan.shifts[line], scan.indents[line], scan.firsts[line] = shift, columns, first
    items.append(scan.container("list_item", line, stop, label, children))
    return stop
