"""Where JSX elements end, told from the text alone. No lines and no tokens here.

Tags are matched by name, outside fences and code spans; an element that closes nowhere is none.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from marksplit.document.parser.markers import FENCE_RUN

BRACKETS = re.compile(
    r"//[^\n]*|/\*.*?(?:\*/|\Z)"
    r"|'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\"|`(?:\\.|[^`\\])*(?:`|\Z)"
    r"|[(){}\[\]]",
    re.S,
)
"""Brackets of JavaScript, and what may hold some that do not count: comments and strings.

A comment or template that is not closed takes the rest, so that it is read once."""
_STEP = re.compile(
    rf"(?:^|(?<=\n))[ \t>]*(?P<fence>{FENCE_RUN})[^\n]*"
    r"|(?P<ticks>(?<!`)`+(?!`))[^\n]*?(?<!`)(?P=ticks)(?!`)"
    r"|<(?P<close>/?)(?P<name>[A-Z]\w*(?:\.\w+)*)(?=[\s/>])"
)
_TAG_STEP = re.compile(
    r"(?P<string>\"[^\"]*\"|'[^']*')|(?P<open>\{)|(?P<end>/?>)|(?P<other>[<{\"'])"
)
_TAG = re.compile(r"<(?P<close>/?)(?P<name>[A-Z]\w*(?:\.\w+)*)(?=[\s/>])")
_REST = re.compile(r"[ \t]*(?=\n|\Z)")
_INSIDE = re.compile(r"\n[ \t>]*(?:\n|<|\{/\*)")
"""How what stands in an element around Markdown goes on: with a blank line, a tag or a comment."""
_BLANK = re.compile(r"\n[ \t>]*(?=\n)")
_LOUD = re.compile(r"[A-Z][A-Z\d]*")
_LONGEST_TAG = 10_000
_DEEPEST_BRACES = 20
"""How far a tag may reach and its braces may nest, so that open ones are not read to the end of
the text each time."""


class LoneTag(NamedTuple):
    """A tag that nothing follows on its line."""

    end: int
    label: str
    """Its name, behind ``/`` if it closes."""


class Elements:
    """Ends of the JSX elements of one text, found when they are asked for and remembered."""

    __slots__ = ("_blank", "_comments", "_ends", "_lone", "_src")

    def __init__(self, src: str) -> None:
        self._src = src
        self._ends: dict[int, int | None] = {}
        self._lone: dict[int, LoneTag | None] = {}
        self._blank = (0, -1)  # an offset, and where the first blank line behind it starts
        self._comments = True  # whether there may be a comment's end further down

    def end_of(self, start: int) -> int | None:
        """Offset after the element or comment that starts at `start`; None if none does."""
        if self._src.startswith("{/*", start):
            return self._comment_end(start)
        if start not in self._ends:
            self._ends[start] = None
            self._match_tags(start)
        return self._ends[start]

    def lone_tag(self, start: int) -> LoneTag | None:
        """The tag that starts at `start`, if it ends its line and does not close itself."""
        if start not in self._lone:
            self._lone[start] = self._find_lone(start)
        return self._lone[start]

    def is_wrapper(self, start: int) -> bool:
        """Whether the element that starts at `start` is one around Markdown.

        Both its tags stand alone on their lines, next to a blank line or another tag or comment,
        and there is a blank line in it.
        """
        tag, end, src = self.lone_tag(start), self.end_of(start), self._src
        if tag is None or end is None or not _REST.match(src, end):
            return False
        close = src.rfind("</", tag.end, end)
        line = src.rfind("\n", tag.end, close)
        if line < 0 or src[line + 1 : close].strip(" \t>"):
            return False
        above = src[max(src.rfind("\n", tag.end, line), tag.end) : line].rstrip(" \t")
        blank = not above.strip(" \t\n>")
        if not blank and not above.endswith((">", "*/}")):
            return False
        rest = _REST.match(src, tag.end)
        inside = _INSIDE.match(src, rest.end()) if rest else None
        return inside is not None and self._blank_after(tag.end) < close

    def _find_lone(self, start: int) -> LoneTag | None:
        found = _TAG.match(self._src, start)
        if found is None or _LOUD.fullmatch(found["name"]):
            return None
        tag = self._tag_end(found.end())
        if tag is None or tag[1] or not _REST.match(self._src, tag[0]):
            return None
        return LoneTag(tag[0], found["close"] + found["name"])

    def _blank_after(self, offset: int) -> int:
        low, high = self._blank
        if not low <= offset <= high:
            blank = _BLANK.search(self._src, offset)
            self._blank = offset, blank.start() if blank else len(self._src)
        return self._blank[1]

    def _comment_end(self, start: int) -> int | None:
        end = self._src.find("*/}", start + 3) if self._comments else -1
        self._comments = end >= 0
        return end + 3 if self._comments else None

    def _match_tags(self, start: int) -> None:
        """Match tags from the one at `start` on, until it is closed or the text ends.

        An opening tag is closed by the next tag of its name that closes no other: where it ends
        depends on no other name, and on nothing before it.
        """
        ends = self._ends
        opened: dict[str, list[int]] = {}
        step = _STEP.match(self._src, start)
        if step is None or step["name"] is None or step["close"]:
            return
        while step is not None:
            position = step.end()
            name = step["name"]
            if step["fence"]:
                position = self._fence_end(step["fence"], position)
            elif name is not None and not _LOUD.fullmatch(name):
                tag = self._tag_end(position)
                if tag is not None:
                    position, alone = tag
                    waiting = opened.setdefault(name, [])
                    if alone:
                        ends[step.start()] = position
                    elif not step["close"]:
                        waiting.append(step.start())
                    elif waiting:
                        ends[waiting.pop()] = position
                elif step.start() == start:
                    return
            elif step.start() == start:
                return
            if ends[start] is not None:
                return
            step = _STEP.search(self._src, position)
        for waiting in opened.values():
            ends.update(dict.fromkeys(waiting))

    def _fence_end(self, fence: str, position: int) -> int:
        close = re.compile(rf"\n[ \t>]*{fence}{fence[0]}*[ \t]*(?=\n|\Z)")
        found = close.search(self._src, position)
        return found.end() if found else len(self._src)

    def _tag_end(self, position: int) -> tuple[int, bool] | None:
        """Offset after the tag whose name ends at `position`, and whether it closes itself."""
        limit = position + _LONGEST_TAG
        while (step := _TAG_STEP.search(self._src, position, limit)) is not None:
            position = step.end()
            if step["end"]:
                return position, step["end"] == "/>"
            if step["other"]:
                return None
            if step["open"]:
                position = self._braces_end(position, limit)
                if position < 0:
                    return None
        return None

    def _braces_end(self, position: int, limit: int) -> int:
        """Offset after the brace that closes the one before `position`; -1 if none does."""
        depth = 1
        for found in BRACKETS.finditer(self._src, position, limit):
            if found[0] == "{":
                depth += 1
                if depth > _DEEPEST_BRACES:
                    break
            elif found[0] == "}":
                depth -= 1
                if not depth:
                    return found.end()
        return -1
