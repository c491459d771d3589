"""The only room that knows markdown-it-py: source to blocks, titles, inline spans and uses.

`lean` is the fast parse, `stock` the reference; chunks are cut elsewhere.
"""

from __future__ import annotations

from marksplit.document.parser.dialects import dialect_marks
from marksplit.document.parser.edges import closing_line, opening_end
from marksplit.document.parser.footnotes import footnote_bodies
from marksplit.document.parser.headings import heading_texts
from marksplit.document.parser.html_containers import tag_gaps
from marksplit.document.parser.html_tables import HtmlTable, html_tables, table_at
from marksplit.document.parser.inline import Definitions, inline_spans
from marksplit.document.parser.inline_uses import Use
from marksplit.document.parser.lean import parse_lean
from marksplit.document.parser.markers import FENCE_MARK, LINE_MARKS, quote_marks
from marksplit.document.parser.stock import stock_blocks
from marksplit.document.parser.uses import definition_label, image_data, uses

__all__ = [
    "FENCE_MARK",
    "LINE_MARKS",
    "Definitions",
    "HtmlTable",
    "Use",
    "closing_line",
    "definition_label",
    "dialect_marks",
    "footnote_bodies",
    "heading_texts",
    "html_tables",
    "image_data",
    "inline_spans",
    "opening_end",
    "parse_lean",
    "quote_marks",
    "stock_blocks",
    "table_at",
    "tag_gaps",
    "uses",
]
