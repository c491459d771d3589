"""What blocks start with: one pattern per marker, matched at the first character of a line.

``$`` is the end of a line in all of them.
"""

from __future__ import annotations

import re

ATX = re.compile(r"#{1,6}(?:[ \t]|$)", re.MULTILINE)
FENCE = re.compile(r"(`{3,}+)([^`\n]*)$|(~{3,}+)([^\n]*)$", re.MULTILINE)
FOOTNOTE = re.compile(r"\[\^([^ \]\n]+)\]:")
ITEM = re.compile(r"(?:[*+-]|([0-9]{1,9})[.)])(?:([ \t]+)|$)", re.MULTILINE).match
"""A list marker and the white space behind it; group 1 is the number."""
PARAGRAPH_START_PATTERN = (
    r"[^\s#>`~*+\-_<\[$0-9]|\$(?!\$)|`(?!``)|~(?!~~)|\[[^\[\]\\\n]*+\](?!:)"
    r"|\*\*?(?![ \t*\n])(?!\Z)|__?(?![ \t_\n])(?!\Z)|--?(?![ \t\n-])(?!\Z)|\+(?![ \t\n])(?!\Z)"
    r"|[0-9]++(?![.)])|#++(?![ \t\n])(?!\Z)"
)
PARAGRAPH_START = re.compile(PARAGRAPH_START_PATTERN).match
"""What can only be the start of a paragraph, wherever it stands behind a list marker."""
