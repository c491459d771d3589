"""What a document is: its blocks, sections and anchors, and the outline that holds them.

Only `parser/` knows markdown-it-py. Nothing here cuts or measures.
"""

from __future__ import annotations

from marksplit.document.bare import is_bare, leads_heading
from marksplit.document.blocks import (
    ATOMIC,
    Block,
    BlockKind,
    child_at,
    index_at,
    innermost,
    ungrouped,
)
from marksplit.document.outline import Outline, kinds_alone, parse, require_outline
from marksplit.document.parser import (
    FENCE_MARK,
    LINE_MARKS,
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
    quote_marks,
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
    "FENCE_MARK",
    "LINE_MARKS",
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
    "is_bare",
    "kinds_alone",
    "leads_heading",
    "opening_end",
    "parse",
    "quote_marks",
    "require_outline",
    "scopes",
    "stock_blocks",
    "table_at",
    "tag_gaps",
    "ungrouped",
    "uses",
]
