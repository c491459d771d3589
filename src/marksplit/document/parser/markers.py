"""What marks blocks at the start of a line: one pattern for each marker, shared by all files here.

What a marker makes of its line is for the rules to say. ``$`` is the end of a line.
"""

from __future__ import annotations

import re
from functools import lru_cache

ATX = re.compile(r"#{1,6}(?:[ \t]|$)", re.MULTILINE)
ALERT = re.compile(r">[ \t]*\[!(note|tip|important|warning|caution)\][ \t]*\Z", re.IGNORECASE)
"""The whole first line of an alert; group 1 is its kind."""
FOOTNOTE = re.compile(r"\[\^([^ \]\n]+)\]:")
"""What opens a footnote definition; group 1 is its label."""

FENCE_RUN = r"(?:`{3,}+|~{3,}+)"
FENCE_MARK = re.compile(FENCE_RUN)
"""The backticks or tildes of a fence, wherever they stand."""
FENCE = re.compile(r"(`{3,}+)([^`\n]*)$|(~{3,}+)([^\n]*)$", re.MULTILINE)
"""A line that opens fenced code: its marks and its info string are groups 1 and 2, or 3 and 4."""
FENCE_END = re.compile(r"(?:`++|~++)[ \t]*$", re.MULTILINE)
"""The end of a line that closes fenced code, from the first mark on; how many it takes depends."""

COLONS = r":{3,}+"
"""Opens and closes containers of dialects, as a fence does code."""

ITEM = re.compile(r"(?:[*+-]|([0-9]{1,9})[.)])(?:([ \t]+)|$)", re.MULTILINE)
"""A list marker and the white space after it; group 1 is the number."""
_ITEM_MARK = r"(?:[-+*]|[0-9]{1,9}[.)])"
_FOOTNOTE_MARK = r"\[\^[^\]\s]+\]:"

CONTAINER_MARKS = re.compile(rf"(?:[\s>]|{_ITEM_MARK}(?=\s|\Z)|{_FOOTNOTE_MARK})*")
"""Markers of containers and white space, over any number of lines."""
LINE_MARKS = re.compile(rf"(?:[ \t]*(?:>|{_ITEM_MARK}(?=[ \t])|{_FOOTNOTE_MARK}))*[ \t]*")
"""Markers and indentation before the text of the line that opens containers."""
BEFORE_MARK = r"(?:\A\ufeff?|[\r\n])(?:[ \t>*+\-0-9.)]|\[\^[^\]\r\n]*\]:)*+"
"""All that may stand on a line before any other marker, and more: found fast, and rarely wrong."""


@lru_cache(maxsize=256)
def quote_marks(quotes: int) -> re.Pattern[str]:
    """Markers and indentation before the text of later lines, inside so many block quotes."""
    return re.compile(rf"(?:[ \t]*>){{0,{quotes}}}[ \t]*")


UNDERLINE = re.compile(r"(?:=++|-++)[ \t]*$", re.MULTILINE)
"""The line below a setext heading."""
BREAK_RUNS = {mark: re.compile(rf"[{re.escape(mark)} \t]*") for mark in "*-_"}
"""By mark of a thematic break: how far a line holds nothing else."""

_DELIMITER = r"[ \t]*+:?-++:?[ \t]*+"
DELIMITER_ROW = re.compile(
    rf"(?!-[ \t])(?=[-|:][-|: \t])(?:\|[ \t]*+)?{_DELIMITER}(?:\|{_DELIMITER})*+(?:\|[ \t]*+)?$",
    re.MULTILINE,
)
"""The row between the head and the body of a table, from its first character on."""
DELIMITER_LINE = re.compile(r"[ \t>|:-]*-[ \t>|:-]*")
"""A whole line that can only be a delimiter row where a table is known to be, in quotes as well."""

ITEM_STARTS = frozenset(b"*+-0123456789")
BREAK_STARTS = frozenset(b"*-_")
FENCE_STARTS = frozenset(b"`~")
UNDERLINE_STARTS = frozenset(b"=-")
DELIMITER_STARTS = frozenset(b"|-:")
INTERRUPTING_STARTS = frozenset(b"`~>*-_+<#[0123456789")
"""First characters of lines that may end the block above without a blank line between."""


def lines_without(starts: frozenset[int]) -> re.Pattern[bytes]:
    """Finds a run of lines with text that start with none of `starts`, over `Scan.firsts`."""
    return re.compile(rb"[^\n%b]*" % re.escape(bytes(sorted(starts))))


PARAGRAPH_START = re.compile(
    r"[^\s#>`~*+\-_<\[$0-9]|\$(?!\$)|`(?!``)|~(?!~~)|\[[^\[\]\\\n]*+\](?!:)"
    r"|\*\*?(?![ \t*\n])(?!\Z)|__?(?![ \t_\n])(?!\Z)|--?(?![ \t\n-])(?!\Z)|\+(?![ \t\n])(?!\Z)"
    r"|[0-9]++(?![.)])|#++(?![ \t\n])(?!\Z)"
)
"""What can only be the start of a paragraph, wherever it stands after a list marker."""
