"""Titles of headings, without an inline parse where markup is simple: worth 5 % of `chunk`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from markdown_it.common.entities import entities

from marksplit.document.parser.inline import Definitions, title
from marksplit.document.parser.inline_kinds import InlineKinds
from marksplit.document.parser.simple_inline import TAG, normalised

NO_REFERENCES: Mapping[str, object] = {}
_CODE = r"`[^`\n]++`(?!`)"
_MARKS = r"!-/:-@\[-`{-~"
"""ASCII punctuation, in a set."""
_PATH = r"(?:[\w\-./#?=+~%]|\([\w\-.]*+\))*+"


@lru_cache(maxsize=64)
def _pieces(kinds: InlineKinds) -> re.Pattern[str]:
    """Pieces that read the same whatever stands around them.

    These are underscores inside a word (CommonMark 6.2, rules 5 to 8), characters that open
    nothing, code spans of single backticks, links whose text is plain, code, tags and names, names
    in brackets, which are links where they are defined, asterisks that can only open and others that
    can only close, escapes, names of characters, and tags.
    """
    literal = f"[^{kinds.title_marks}]"
    return re.compile(
        rf"({literal}++"  # 1: as written
        rf"|(?<=[^\W_])_++(?=[^\W_])|&(?!#|[A-Za-z][A-Za-z0-9]{{1,31}};)|[!^](?!\[)|>|\\(?![{_MARKS}]|\n))"
        rf"|({_CODE})"  # 2
        rf"|\[((?:{literal}++|{_CODE}|{TAG}|\[{literal}++\](?![(\[]))++)\]"  # 3: link text, or a name
        rf"(?:\(((?:https?://[\w.\-]++(?=[/)])|(?=[#/])){_PATH})\)|(?![\[(]))"  # 4: target
        rf"|(?<![^\s{_MARKS}])(?<!\*)(\*\*?+)(?=\w)({literal}++)(?<=\w)\5(?![^\s{_MARKS}]|\*)"  # 5, 6
        rf"|\\([{_MARKS}])"  # 7: escaped
        r"|&([A-Za-z][A-Za-z0-9]*+);"  # 8: character reference
        rf"|{TAG}",
        re.ASCII,
    )


def heading_title(content: str, definitions: Definitions, references: Mapping[str, object]) -> str:
    """What `title` gives for `content`.

    Args:
        content: inline content of a heading.
        definitions: those of the document.
        references: link reference definitions among them, by normalised label.
    """
    text = simple_text(content, definitions.kinds, references)
    return title(content, definitions) if text is None else " ".join(text.split())


def simple_text(content: str, kinds: InlineKinds, references: Mapping[str, object]) -> str | None:
    """The text of inline content, white space kept; None where it takes a parse to know it."""
    if not kinds.untitled.search(content):
        return content
    match = _pieces(kinds).match
    pieces: list[str] = []
    position, end = 0, len(content)
    while position < end:
        piece = match(content, position)
        if piece is None:
            return None
        position = piece.end()
        literal, code, name, target, _, stressed, escaped, reference = piece.groups()
        plain = literal or stressed or escaped
        if plain is not None:
            pieces.append(plain)
        elif code is not None:
            pieces.append(code[2:-2] if _padded(code) else code[1:-1])
        elif reference is not None:
            pieces.append(entities.get(reference, piece[0]))
        elif name is None:
            continue  # an HTML tag is no part of a title
        else:
            inner = simple_text(name, kinds, references)
            if inner is None or (
                target is not None
                and "[" in name
                and inner != simple_text(name, kinds, NO_REFERENCES)
            ):
                return None  # a link in the text of what would be a link
            linked = target is not None or normalised(name) in references
            pieces.append(inner if linked else f"[{inner}]")
    return "".join(pieces)


def _padded(code: str) -> bool:
    """Whether one space is taken from both ends of a code span (CommonMark 6.1)."""
    return code[1] == code[-2] == " " and not code[1:-1].isspace() and len(code) > 4
