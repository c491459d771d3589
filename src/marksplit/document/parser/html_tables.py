"""The rows of tables written in HTML, and the tags that a piece of such a table lacks.

Told from the tags of one HTML block alone. Where tables are cut is decided elsewhere.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

from marksplit.document.parser.html_containers import MARKUP
from marksplit.spans import FAR, Span

_LEVELS = {
    "table": 0,
    **dict.fromkeys(("thead", "tbody", "tfoot"), 1),
    "tr": 2,
    **dict.fromkeys(("td", "th"), 3),
}
_START = attrgetter("start")
_BLANKS = " \t\r\n>"


class _Tag(NamedTuple):
    start: int
    end: int
    name: str


class HtmlTable(NamedTuple):
    """A table that is not inside another one."""

    start: int
    """Where its opening tag starts."""
    end: int
    """Behind its closing tag, or where the block ends."""
    head_end: int
    """Where what belongs above every row ends: its opening tag, caption and header rows."""
    rows: tuple[Span, ...]
    """Rows below the head; the first row of a part starts with the tag that opens the part. A row
    ends where the next one starts, the last one where the table does."""
    changes: tuple[tuple[int, tuple[_Tag, ...]], ...]
    """Offsets, and which tags of the table are open from there on."""

    def row_at(self, offset: int) -> Span | None:
        """The row that holds `offset`; None above the first one."""
        index = bisect_right(self.rows, (offset, FAR)) - 1
        return self.rows[index] if index >= 0 else None

    def opening(self, text: str, offset: int) -> str:
        """What opens the table, and what is open in it at `offset`, with its head."""
        inside = "".join(
            text[tag.start : tag.end] for tag in self._open(offset) if tag.start >= self.head_end
        )
        return text[self.start : self.head_end] + inside

    def closing(self, offset: int) -> str:
        """The tags that close what is open before `offset`."""
        return "".join(f"</{tag.name}>" for tag in reversed(self._open(offset - 1)))

    def _open(self, offset: int) -> tuple[_Tag, ...]:
        index = bisect_right(self.changes, offset, key=lambda change: change[0]) - 1
        return self.changes[index][1] if index >= 0 else ()


def html_tables(text: str, start: int, end: int) -> tuple[HtmlTable, ...]:
    """The tables of the HTML block between two offsets that have two rows or more, in order.

    Comments, scripts and quoted attributes hold no tags. A table that is not closed ends with the
    block. Closing tags that HTML lets out are added: a row ends where the next one starts.
    """
    found: list[HtmlTable] = []
    scan = _Scan(text)
    for tag in MARKUP.finditer(text, start, end):
        if tag["name"]:
            table = scan.add(_Tag(*tag.span(), tag["name"].lower()), closes=bool(tag["close"]))
            found += [table] if table else []
    table = scan.finished(end)
    found += [table] if table else []
    return tuple(found)


def table_at(tables: Sequence[HtmlTable], offset: int) -> HtmlTable | None:
    """The one of `tables`, which are in order, that `offset` lies inside."""
    index = bisect_left(tables, offset, key=_START) - 1
    return tables[index] if index >= 0 and offset < tables[index].end else None


class _Scan:
    """Reads the tags of one block in order."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._reset()

    def _reset(self) -> None:
        self._nested = 0
        self._open: list[_Tag] = []
        self._changes: list[tuple[int, tuple[_Tag, ...]]] = []
        self._rows: list[tuple[int, bool]] = []  # where each starts, and whether it is of the head
        self._cells: set[str] = set()  # names of the cells in the last row
        self._thead_end = 0
        self._in_head = True  # whether all rows so far are of the head

    def add(self, tag: _Tag, *, closes: bool) -> HtmlTable | None:
        """The table that `tag` ends, if it ends one."""
        level = _LEVELS.get(tag.name)
        if level is None or (not self._open and (level or closes)):
            return None
        if tag.name == "table" and self._open:
            self._nested += -1 if closes else 1
            if self._nested >= 0:
                return None
            return self.finished(tag.end)
        if self._nested:
            return None
        if closes and tag.name not in [each.name for each in self._open]:
            return None
        before = self._open[-1] if self._open else tag  # nothing is closed where a part starts
        while self._open and _LEVELS[self._open[-1].name] >= level:
            self._open.pop()
        self._changes.append((tag.end - 1 if closes else tag.start, tuple(self._open)))
        if not closes:
            self._open.append(tag)
            self._changes.append((tag.start + 1, tuple(self._open)))
        if tag.name == "thead" and closes:
            self._thead_end = tag.end
        elif level == 2 and not closes:
            self._start_row(tag, before)
        elif level == 3 and not closes:
            self._cells.add(tag.name)
        return None

    def _start_row(self, tag: _Tag, before: _Tag) -> None:
        self._end_row()
        part = _LEVELS[before.name] == 1 and not self._text[before.end : tag.start].strip(_BLANKS)
        in_head = any(each.name == "thead" for each in self._open)
        self._rows.append((before.start if part else tag.start, in_head))
        self._cells = set()

    def _end_row(self) -> None:
        """A row of nothing but header cells is of the head where those above it are."""
        if self._rows and not self._rows[-1][1]:
            self._in_head = self._in_head and self._cells == {"th"}
            self._rows[-1] = self._rows[-1][0], self._in_head

    def finished(self, end: int) -> HtmlTable | None:
        """The table, which ends in `end`; None where there is none of two rows."""
        if not self._open:
            return None
        self._end_row()
        start = self._open[0]
        rows = [row for row, head in self._rows if not head and row >= self._thead_end]
        table = None
        if len(rows) > 1:
            head_end = _trimmed(self._text, start.end, rows[0])
            spans = tuple(map(Span, rows, [*rows[1:], end]))
            table = HtmlTable(start.start, end, head_end, spans, tuple(self._changes))
        self._reset()
        return table


def _trimmed(text: str, start: int, end: int) -> int:
    """`end`, moved back to `start` at most over blanks and lines of nothing but quote markers."""
    while end > start:
        line = max(text.rfind("\n", start, end), text.rfind("\r", start, end))
        if line < 0 or text[line + 1 : end].strip(" \t>"):
            break
        end = line
    while end > start and text[end - 1] in " \t\r\n":
        end -= 1
    return end
