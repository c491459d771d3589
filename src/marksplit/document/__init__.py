"""What a document is: its blocks, sections and anchors, and the outline that holds them.

Only `parser/` knows markdown-it-py. Nothing here cuts or measures.
"""

from __future__ import annotations

from marksplit.document.blocks import (
    ATOMIC,
    Block,
    BlockKind,
    child_at,
    index_at,
    innermost,
    ungrouped,
)
from marksplit.document.outline import Outline, kinds_alone, parse
from marksplit.document.parser import (
    HtmlTable,
    Use,
    closing_line,
    definition_label,
    dialect_marks,
    footnote_bodies,
    html_tables,
    image_data,
    inline_spans,
    opening_end,
    stock_blocks,
    table_at,
    tag_gaps,
    uses,
)
from marksplit.document.sections import (
    HeadingPath,
    Scope,
    Section,
    enclosing,
    heading_scope,
    headings,
    scopes,
)
from marksplit.document.title import document_title

__all__ = [
    "ATOMIC",
    "Block",
    "BlockKind",
    "HeadingPath",
    "HtmlTable",
    "Outline",
    "Scope",
    "Section",
    "Use",
    "child_at",
    "closing_line",
    "definition_label",
    "dialect_marks",
    "document_title",
    "enclosing",
    "footnote_bodies",
    "heading_scope",
    "headings",
    "html_tables",
    "image_data",
    "index_at",
    "inline_spans",
    "innermost",
    "kinds_alone",
    "opening_end",
    "parse",
    "scopes",
    "stock_blocks",
    "table_at",
    "tag_gaps",
    "ungrouped",
    "uses",
]
