"""Positions in a text: spans, lines, bytes. No Markdown here."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

BOM = "\ufeff"
FAR = 1 << 62
"""An offset after any text."""
_LINE_FEED = re.compile("\n")
_LINE_END = re.compile("\r\n?|\n")
_BLANK = " \t\r\n"


class Span(NamedTuple):
    """Code points `start` to `end` of a text, the end excluded."""

    start: int
    end: int


class Source:
    """A text and its lines. A line ends at CRLF, LF or a lone CR only.

    Lines count from 1 in every method; `line_starts[i]` is the offset of the first character of
    line ``i + 1``, and one more entry, ``len(text)``, closes the list. A line end at the very end
    of the text starts no further line. The empty text has one empty line.

    Attributes:
        text: the text as given.
        line_starts: offsets in code points; a tuple, since the garbage collector passes over those.
        line_count: the number of lines.
        body_start: where the document starts: 1 after a byte order mark, else 0.
    """

    __slots__ = ("body_start", "line_count", "line_starts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.body_start = 1 if text.startswith(BOM) else 0
        line_end = _LINE_END if "\r" in text else _LINE_FEED
        starts = [0, *map(re.Match.end, line_end.finditer(text))]
        if starts[-1] != len(text) or not text:
            starts.append(len(text))
        self.line_starts = tuple(starts)
        self.line_count = len(starts) - 1

    def line_at(self, offset: int) -> int:
        """The line that holds `offset`; the last line for the end of the text."""
        return bisect_right(self.line_starts, offset, 0, self.line_count)

    def line_start(self, line: int) -> int:
        """Offset of the first character of `line`."""
        return self.line_starts[line - 1]

    def line_end(self, line: int) -> int:
        """Offset just after the last character of `line`, its line end excluded."""
        end = self.line_starts[line]
        start = self.line_starts[line - 1]
        if end > start and self.text[end - 1] == "\n":
            end -= 1
        if end > start and self.text[end - 1] == "\r":
            end -= 1
        return end

    def trim_end(self, start: int, end: int) -> int:
        """`end` moved back over spaces, tabs and line ends, not before `start`.

        A line's own trailing blanks are kept: only whole blank lines and the last line end go.
        """
        text = self.text
        while end > start and text[end - 1] in _BLANK:
            end -= 1
        if end == start:
            return end
        return self.line_end(self.line_at(end - 1))
