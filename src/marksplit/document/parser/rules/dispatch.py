"""The loop over the blocks of a document or container: the first character picks the rule."""

from __future__ import annotations

from marksplit.document.blocks import Block
from marksplit.document.parser.markers import DELIMITER_STARTS, FENCE_STARTS, ITEM_STARTS
from marksplit.document.parser.rules.blockquote import blockquote, more_lines
from marksplit.document.parser.rules.code import fenced_code, indented_code
from marksplit.document.parser.rules.definition import bracket
from marksplit.document.parser.rules.heading import heading
from marksplit.document.parser.rules.html_block import html_block
from marksplit.document.parser.rules.list_block import list_block
from marksplit.document.parser.rules.math_block import math_block
from marksplit.document.parser.rules.paragraph import paragraph, plain_lines
from marksplit.document.parser.rules.scan import BLANK, BlockRule, Scan, blank_lines, new_block
from marksplit.document.parser.rules.table import table
from marksplit.document.parser.rules.thematic_break import thematic_break
from marksplit.document.parser.stock import MAX_NESTING

_RULES: dict[int, BlockRule] = {
    ord("#"): heading,
    ord("_"): thematic_break,
    ord("["): bracket,
    ord("<"): html_block,
    ord(">"): blockquote,
    ord("$"): math_block,
    **dict.fromkeys(ITEM_STARTS, list_block),
    **dict.fromkeys(FENCE_STARTS, fenced_code),
}
"""By the first character of a line. A list marker may also be the start of a thematic break."""


def parse_blocks(
    scan: Scan, line: int, indent: int, list_indent: int, level: int, out: list[Block]
) -> int:
    """Append the blocks from `line` on to `out`, to the end of their container.

    As in markdown-it-py, tables are tried first and code second, no rule is tried at the deepest
    level, and blank lines after the last block are stepped over.
    """
    firsts, indents = scan.firsts, scan.indents
    end = scan.end
    while line < end:
        first = firsts[line]
        if first == BLANK:
            line = blank_lines(firsts, line).end()  # type: ignore[union-attr]
            if line >= end:
                return min(line, scan.blank_limit())
            first = firsts[line]
        columns = indents[line]
        if columns < indent:
            return line
        if level >= MAX_NESTING:
            while more_lines(scan):
                pass
            return scan.end
        following = line + 1
        if columns - indent >= 4:
            line = indented_code(scan, line, indent, out)
        elif (
            (rule := _RULES.get(first)) is None
            and firsts[stop := plain_lines(firsts, following).end()] == BLANK  # type: ignore[union-attr]
            and stop <= end
        ):  # most paragraphs: worth 2 % of `parse`
            out.append(
                new_block(Block, ("paragraph", scan.starts[line], scan.ends[stop - 1], 0, "", ()))
            )
            line = stop
        else:
            line = (
                (
                    firsts[following] in DELIMITER_STARTS
                    and following < end
                    and table(scan, line, indent, list_indent, level, out)
                )
                or (rule is not None and rule(scan, line, indent, list_indent, level, out))
                or paragraph(scan, line, indent, list_indent, level, out)
            )
            end = scan.end
        if line < end and firsts[line] == BLANK:
            line += 1
    return line
