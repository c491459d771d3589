"""What is read of the documents below the folders: their titles, and their words for a search.

Which they are is told by `listing`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from marksplit import SYNTAXES, parse
from marksplit.mcp.files import MAX_BYTES, Roots
from marksplit.mcp.listing import Entry
from marksplit.mcp.refusal import RefusedError
from marksplit.mcp.search import SectionIndex
from marksplit.mcp.sections import rows_of

MAX_SEARCHED = 16 * 1024 * 1024
"""Bytes of documents that one search reads."""
_HEAD = 64 * 1024
"""Characters of a document in which its title is looked for."""
_TITLE = 200
"""Characters of a title that are shown."""


def index_of(roots: Roots, entries: Sequence[Entry], syntax: str) -> tuple[SectionIndex, str]:
    """The words of these documents, and a note on what was left out."""
    documents, room, unreadable = [], MAX_SEARCHED, 0
    for number, entry in enumerate(entries):
        try:
            text = roots.read(entry.path)
        except RefusedError:
            unreadable += 1
            continue
        room -= entry.size
        if room < 0:
            left = len(entries) - number
            note = f"{left} documents, from {entry.path!r} on, are over the limit of a search"
            break
        documents.append((entry.path, parse(text, SYNTAXES[syntax])))
    else:
        note = ""
    if unreadable:
        bad = f"{unreadable} documents cannot be read as text of up to {MAX_BYTES} bytes"
        note = f"{note}; {bad}" if note else bad
    return SectionIndex(documents), note


def title_of(roots: Roots, entry: Entry, syntax: str) -> str | None:
    """The title of the front matter, or the first heading."""
    try:
        text = roots.read(entry.path)
    except RefusedError:
        return None
    outline = parse(text[:_HEAD], SYNTAXES[syntax])
    declared = re.search(r"(?m)^title\s*[:=]\s*(.+?)\s*$", outline.front_matter)
    titles = [declared[1].strip("\"'")] if declared else []
    titles += [row.section.title for row in rows_of(outline)]
    return next((title[:_TITLE] for title in titles if title), None)
