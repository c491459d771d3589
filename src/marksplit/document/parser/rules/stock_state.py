"""markdown-it-py's state over the tables of a scan, for what is left to its own rules."""

from __future__ import annotations

from typing import Any

from markdown_it.rules_block import StateBlock

from marksplit.document.parser.rules.blockquote import more_lines
from marksplit.document.parser.rules.scan import Scan
from marksplit.document.parser.stock import stock_parser


class _StockState(StateBlock):
    def __init__(self, scan: Scan) -> None:
        self.scan = scan
        self.src = scan.text
        self.md = stock_parser(scan.syntax)
        self.env = scan.env
        self.tokens = []
        self.bMarks = scan.begins
        self.eMarks = scan.line_ends  # type: ignore[assignment]  # never written to
        self.tShift = scan.shifts
        self.sCount = scan.indents
        self.bsCount = scan.tab_offsets
        self.line = self.level = 0
        self.tight = False
        self.ddIndent = -1
        self.parentType = "root"
        self._code_enabled = True

    def __getattr__(self, name: str) -> Any:
        # StateBlock assigns `lineMax`; here it is looked up, so that a definition in a quote gets
        # the lazy continuation lines that it asks for.
        if name == "lineMax":
            more_lines(self.scan)
            return self.scan.end
        raise AttributeError(name)


def stock_state(scan: Scan, indent: int, list_indent: int) -> StateBlock:
    """The state as a stock rule would find it inside a container."""
    state = _StockState(scan)
    state.blkIndent = indent
    state.listIndent = list_indent
    return state
