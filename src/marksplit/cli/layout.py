"""Text for a terminal: columns, widths, and characters that would garble it.

No chunks and no documents here.
"""

from __future__ import annotations

import shutil
import unicodedata

_MARGIN = "  "


def terminal_width() -> int:
    """Columns of the terminal; those of the ``COLUMNS`` variable, or 80, where there is none."""
    return max(shutil.get_terminal_size().columns, 40)


def plain(text: str) -> str:
    """`text` on one line, runs of white space as one space, without control characters."""
    return "".join(
        mark
        for mark in " ".join(text.split())
        if mark == "\u200d" or unicodedata.category(mark) not in ("Cc", "Cf")
    )


def width(text: str) -> int:
    """Columns that `text` takes: wide characters take two, combining marks none."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def clip(text: str, limit: int) -> str:
    """`text`, cut at its end to `limit` columns; an ellipsis shows the cut."""
    if width(text) <= limit:
        return text
    kept, room = 0, limit - 1
    for mark in text:
        room -= _columns(mark)
        if room < 0:
            break
        kept += 1
    return text[:kept].rstrip() + "…"


def clip_start(text: str, limit: int) -> str:
    """`text`, cut at its start to `limit` columns; an ellipsis shows the cut."""
    if width(text) <= limit:
        return text
    kept, room = len(text), limit - 1
    while kept and room >= _columns(text[kept - 1]):
        kept -= 1
        room -= _columns(text[kept])
    return "…" + text[kept:].lstrip()


def right(text: str, columns: int) -> str:
    """`text` filled up with spaces before it."""
    return " " * (columns - width(text)) + text


def left(text: str, columns: int) -> str:
    """`text` filled up with spaces behind it."""
    return text + " " * (columns - width(text))


def numbers(rows: list[tuple[str, ...]]) -> list[str]:
    """Each row as one line start, its cells aligned to the right."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return [
        _MARGIN.join(right(cell, size) for cell, size in zip(row, widths, strict=True)) + _MARGIN
        for row in rows
    ]


def _columns(mark: str) -> int:
    if unicodedata.category(mark) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(mark) in "WF" else 1
