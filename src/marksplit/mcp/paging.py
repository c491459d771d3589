"""Results in pages: how much fits one, and the cursor that leads to the next.

What is paged is not known here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import sha256
from typing import Protocol

from pydantic_core import to_json

from marksplit.mcp.refusal import RefusedError

MAX_RESULT = 100_000
"""Bytes of JSON that the items of one page may have together."""

_CURSOR = re.compile(r"([0-9]{1,9})-([0-9a-f]{16})")


class Item(Protocol):
    """Something that is paged."""

    @property
    def place(self) -> str:
        """Where it stands, in words: "lines 3 to 9"."""


class Pages:
    """The pages of one result; cursors of another result are refused.

    Args:
        total: where the result ends.
        parts: what it follows from, such as the text and the options.
    """

    def __init__(self, total: int, *parts: str) -> None:
        joined = "".join(f"{len(part)}:{part}" for part in parts)
        self._total = total
        self._of = sha256(joined.encode("utf-8", "surrogatepass")).hexdigest()[:16]

    def start(self, cursor: str | None) -> int:
        """The position that `cursor` stands for; 0 without one.

        Raises:
            RefusedError: it is no cursor, or one of another result.
        """
        if cursor is None:
            return 0
        found = _CURSOR.fullmatch(cursor)
        if found is None or int(found[1]) > self._total:
            raise RefusedError("cursor must be the next_cursor of an earlier result")
        if found[2] != self._of:
            raise RefusedError(
                "cursor belongs to another document or other arguments, or the document has "
                "changed since: start again without a cursor"
            )
        return int(found[1])

    def cursor(self, position: int) -> str | None:
        """The cursor for `position`; None at the end."""
        return f"{position}-{self._of}" if position < self._total else None

    def fitting(self, items: Sequence[Item], start: int) -> int:
        """How many of `items` one page can hold; `start` is the position of the first.

        Raises:
            RefusedError: the first alone is too big.
        """
        room = MAX_RESULT
        for count, item in enumerate(items):
            size = len(to_json(item))
            room -= size
            if room < 0 and count:
                return count
            if room < 0:
                cursor = self.cursor(start + 1)
                raise RefusedError(
                    f"{item.place} alone make {size} bytes, over the {MAX_RESULT} of a result: "
                    "read them with read_section"
                    + (f", and go on with cursor {cursor!r}" if cursor else "")
                )
        return len(items)
