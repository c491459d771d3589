"""Where front matter ends. Only at the very start of a document, and only when it is closed."""

from __future__ import annotations

import re

from marksplit.spans import Source

_YAML_OPEN = re.compile(r"(-{3,})[^\r\n]*")
_TOML = re.compile(r"\+\+\+[ \t]*")


def front_matter_lines(source: Source) -> int:
    """The number of lines of closed YAML or TOML front matter; 0 where there is none.

    YAML follows mdit-py-plugins' front matter rule: at least three dashes open it; at least as
    many, indented by three spaces at most and alone on a line, or ``...``, close it. TOML is
    ``+++`` to ``+++``.
    """
    text = source.text
    start = source.body_start
    if text.startswith("+++", start):
        if not _TOML.fullmatch(text, start, source.line_end(1)):
            return 0
        close = r"\+\+\+"
    else:
        opened = _YAML_OPEN.match(text, start)
        if opened is None:
            return 0
        close = rf"(?: {{0,3}}-{{{len(opened[1])},}}|\.\.\.)"
    closing = re.compile(rf"[\r\n]{close}[ \t]*(?=[\r\n]|\Z)").search(text, source.line_end(1))
    return source.line_at(closing.end()) if closing else 0
