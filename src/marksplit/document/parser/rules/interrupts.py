"""Which lines end the block above them without a blank line between."""

from __future__ import annotations

from marksplit.document.parser.markers import (
    ATX,
    BREAK_STARTS,
    FENCE,
    FENCE_STARTS,
    FOOTNOTE,
    ITEM,
    ITEM_STARTS,
)
from marksplit.document.parser.rules.html_block import INTERRUPTING_HTML
from marksplit.document.parser.rules.scan import Scan
from marksplit.document.parser.rules.thematic_break import is_thematic_break


def interrupts(
    scan: Scan, line: int, indent: int, list_indent: int, first: int, paragraph: bool
) -> bool:
    """Whether `line`, which is not indented as code, ends the block above it.

    Args:
        scan: the document.
        line: a line with text.
        indent: what the container requires.
        list_indent: that of the list around it, or -1.
        first: its first character, one of `INTERRUPTING_STARTS`.
        paragraph: True for markdown-it-py's chain of rules that end a paragraph, where lists are
            restricted (CommonMark 5.2 and 5.3) and footnotes count; False for the chain of
            blockquotes and tables.
    """
    position = scan.begins[line] + scan.shifts[line]
    text = scan.text
    if first in ITEM_STARTS:
        item = ITEM.match(text, position)
        if item is not None:
            columns = scan.indents[line]
            if not (list_indent >= 0 and columns - list_indent >= 4 and columns < indent):
                if not paragraph or columns < indent:
                    return True
                if item.end() < scan.line_ends[line] and (item[1] is None or int(item[1]) == 1):
                    return True
        return first in BREAK_STARTS and is_thematic_break(scan, line, position)
    if first == 0x23:  # "#"
        return ATX.match(text, position) is not None
    if first in FENCE_STARTS:
        return FENCE.match(text, position) is not None
    if first == 0x3C:  # "<"
        return INTERRUPTING_HTML.match(text, position, scan.line_ends[line]) is not None
    if first == 0x5B:  # "["
        return paragraph and scan.syntax.footnotes and FOOTNOTE.match(text, position) is not None
    if first == 0x5F:  # "_"
        return is_thematic_break(scan, line, position)
    return first == 0x3E  # ">"
