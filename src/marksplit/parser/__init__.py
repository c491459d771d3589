"""The only room that knows markdown-it-py: source to blocks, titles and inline spans."""

from __future__ import annotations

from marksplit.parser.dialects import dialect_marks
from marksplit.parser.inline import Definitions, inline_spans
from marksplit.parser.lean import parse_lean
from marksplit.parser.stock import Parsed, parse_source, stock_blocks

__all__ = [
    "Definitions",
    "Parsed",
    "dialect_marks",
    "inline_spans",
    "parse_lean",
    "parse_source",
    "stock_blocks",
]
