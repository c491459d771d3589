"""ATX headings (CommonMark 4.2). Setext headings are found with the paragraph they start as."""

from __future__ import annotations

from markdown_it.common.utils import MD_TRIM_CHARS

from marksplit.document.blocks import Block
from marksplit.document.parser.markers import ATX
from marksplit.document.parser.rules.scan import Scan, new_block


def heading(
    scan: Scan, line: int, indent: int, list_indent: int, level: int, out: list[Block]
) -> int:
    """A heading that starts at `line`; closing marks after a blank are no content."""
    text = scan.text
    start = scan.begins[line] + scan.shifts[line]
    plain = scan.definitions.kinds.plain_heading.match(text, start)
    if plain is not None:  # most headings: worth 4 % of `parse`
        marks, content = plain.groups()
        start, end = scan.starts[line], scan.ends[line]
        title = " ".join(content.split())
        out.append(new_block(Block, ("heading", start, end, len(marks), title, ())))
        return line + 1
    opening = ATX.match(text, start)
    if opening is None:
        return 0
    end = opening.end()
    depth = end - start - (text[end - 1] != "#")
    content = text[start + depth : scan.line_ends[line]].rstrip(" \t")
    if content.endswith("#"):
        unclosed = content.rstrip("#")
        if unclosed and unclosed[-1] in " \t":
            content = unclosed
    out.append(scan.heading(depth, line, line + 1, content.strip(MD_TRIM_CHARS)))
    return line + 1
