"""What a piece of a table written in HTML needs around it, so that it renders as a table.

Which rows there are is found by the parser. Nothing is cut here.
"""

from __future__ import annotations

import re

from marksplit.document import Block, HtmlTable, html_tables, table_at
from marksplit.spans import Source

_BEFORE_TEXT = re.compile(r"(?:[ \t>]|[-+*][ \t]|\d{1,9}[.)][ \t]|\[\^[^\]\s]+\]:)*")
_MARKS = re.compile(r"[ \t>]*")


class HtmlTables:
    """The HTML tables of one document, found when asked for and remembered."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._found: dict[int, tuple[HtmlTable, ...]] = {}

    def opening(self, block: Block, start: int) -> list[str]:
        """Lines that open the table of an HTML block in which a piece starts; none outside one."""
        text, line = self._source.text, self._source.line_start(self._source.line_at(start))
        marks = _MARKS.match(text, start)
        offset = marks.end() if marks and start == line else start
        table = self._table(block, offset)
        if table is None or table.row_at(offset) is None:
            return []
        first = self._source.line_start(self._source.line_at(table.start))
        lines = table.opening(text, offset).splitlines()
        if start != line:
            return [_without_marks(each) for each in lines]
        return [self._before(first) + lines[0], *lines[1:]]

    def closing(self, block: Block, start: int, end: int) -> str:
        """Tags that close what is open where a piece from `start` ends, after its line's markers."""
        table = self._table(block, end)
        if table is None:
            return ""
        line = self._source.line_start(self._source.line_at(end - 1))
        return (below(self._before(line)) if start <= line else "") + table.closing(end)

    def _before(self, line: int) -> str:
        """The markers and indentation of the line that starts in `line`."""
        found = _BEFORE_TEXT.match(self._source.text, line)
        return found[0] if found else ""

    def _table(self, block: Block, offset: int) -> HtmlTable | None:
        """The table that holds `offset`."""
        found = self._found.get(block.start)
        if found is None:
            found = html_tables(self._source.text, block.start, block.end)
            self._found[block.start] = found
        return table_at(found, offset)


def below(opening: str) -> str:
    """What stands before a later line of a block whose first line has `opening` before it."""
    return "".join(mark if mark in "> \t" else " " for mark in opening)


def _without_marks(line: str) -> str:
    return _MARKS.sub("", line, count=1)
