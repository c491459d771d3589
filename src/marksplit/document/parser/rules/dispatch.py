"""The loop over the blocks of a document or container: the first character picks the rule."""

from __future__ import annotations

from marksplit.document.blocks import Block
from marksplit.document.parser.rules.blockquote import blockquote
from marksplit.document.parser.rules.fenced_code import fenced_code
from marksplit.document.parser.rules.heading import heading
from marksplit.document.parser.rules.html_block import html_block
from marksplit.document.parser.rules.indented_code import indented_code
from marksplit.document.parser.rules.list_block import list_block
from marksplit.document.parser.rules.math_block import math_block
from marksplit.document.parser.rules.paragraph import paragraph, plain_lines
from marksplit.document.parser.rules.reference import bracket
from marksplit.document.parser.rules.scan import BLANK, Rule, Scan, blank_lines, new_block
from marksplit.document.parser.rules.table import DELIMITER, table
from marksplit.document.parser.rules.thematic_break import thematic_break
from marksplit.document.parser.stock import MAX_NESTING

_RULES: list[Rule | None] = [None] * 256
for _characters, _rule in (
    (b"#", heading),
    (b"*+-0123456789", list_block),
    (b"_", thematic_break),
    (b"`~", fenced_code),
    (b"[", bracket),
    (b"<", html_block),
    (b">", blockquote),
    (b"$", math_block),
):
    for _code in _characters:
        _RULES[_code] = _rule


def parse_blocks(
    scan: Scan, line: int, indent: int, list_indent: int, level: int, out: list[Block]
) -> int:
    """Append the blocks from `line` on to `out`, to the end of their container.

    As in markdown-it-py, tables are tried first and code second, no rule is tried at the deepest
    level, and blank lines behind the last block are stepped over.
    """
    firsts, indents, starts, ends = scan.firsts, scan.indents, scan.starts, scan.ends
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
            while scan.extend():
                pass
            return scan.end
        following = line + 1
        rule = _RULES[first]
        if columns - indent >= 4:
            line = indented_code(scan, line, indent, out)
        elif rule is None:
            stop = following
            if firsts[following] != BLANK:
                stop = plain_lines(firsts, following).end()  # type: ignore[union-attr]
            if firsts[stop] == BLANK and stop <= end:
                out.append(new_block(Block, ("paragraph", starts[line], ends[stop - 1], 0, "", ())))
                line = stop
            else:
                line = (
                    firsts[following] in DELIMITER
                    and following < end
                    and table(scan, line, indent, list_indent, level, out)
                ) or paragraph(scan, line, indent, list_indent, level, out)
                end = scan.end
        else:
            line = (
                (
                    firsts[following] in DELIMITER
                    and following < end
                    and table(scan, line, indent, list_indent, level, out)
                )
                or rule(scan, line, indent, list_indent, level, out)
                or paragraph(scan, line, indent, list_indent, level, out)
            )
            end = scan.end
        if line < end and firsts[line] == BLANK:
            line += 1
    return line
