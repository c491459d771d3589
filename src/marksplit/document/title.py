"""The title of a document: what its front matter says, else the only h1, at its start."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Sequence
from itertools import zip_longest

from marksplit.document.blocks import Block

_LINE_END = re.compile(r"\r\n?|\n")
_KEY = re.compile(r"title[ \t]*:[ \t]+(?=\S)")
_DOUBLE = re.compile(r'("(?:[^"\\]|\\.)*")[ \t]*(?:[ \t]#.*)?')
_SINGLE = re.compile(r"'((?:[^']|'')*)'[ \t]*(?:[ \t]#.*)?")
_PLAIN = re.compile(r"(?![\[\]{}&*!|>%@`,#]|[-?:](?:\s|\Z))(.*?)(?:[ \t]+#.*)?[ \t]*")
_NO_STRING = re.compile(
    r"~|(?i:null|true|false|yes|no|on|off)|=|<<"
    r"|[-+]?(?:0b[01_]+|0x[\da-fA-F_]+|[\d_]+(?::[0-5]?\d)*(?:\.[\d_]*)?(?:[eE][-+]\d+)?|\.[\d_]+"
    r"(?:[eE][-+]\d+)?|\.(?i:inf))|\.(?i:nan)|\d{4}-\d\d?-\d\d?(?:[Tt \t].*)?"
)
"""Plain scalars that YAML 1.1 reads as something else: https://yaml.org/type/."""
_BEFORE_TITLE = {"front_matter", "html", "definition"}


def document_title(front_matter: str, blocks: Sequence[Block]) -> str:
    """The title of a document; ``""`` where it has none.

    It is the front matter's `title` when that is a string of one line. Else it is the text of the
    only heading of level 1, when no text comes before it.

    Args:
        front_matter: with its delimiter lines, or ``""``.
        blocks: the document's top-level blocks.
    """
    return _from_front_matter(front_matter) or _from_heading(blocks)


def _from_heading(blocks: Sequence[Block]) -> str:
    first = next((block for block in blocks if block.kind not in _BEFORE_TITLE), None)
    if first is None or first.kind != "heading" or first.level != 1:
        return ""
    several = sum(block.kind == "heading" and block.level == 1 for block in blocks) > 1
    return "" if several else first.label


def _from_front_matter(front_matter: str) -> str:
    lines = _LINE_END.split(front_matter)[1:-1]
    title = _toml(lines) if front_matter.startswith("+++") else _yaml(lines)
    return "" if _LINE_END.search(title) else " ".join(title.split())


def _toml(lines: Sequence[str]) -> str:
    try:
        title = tomllib.loads("\n".join(lines)).get("title")
    except (ValueError, RecursionError):
        return ""  # broken front matter says nothing; `export.front_matter.load` says what is wrong
    return title if isinstance(title, str) else ""


def _yaml(lines: Sequence[str]) -> str:
    for line, following in zip_longest(lines, lines[1:], fillvalue=""):
        key = _KEY.match(line)
        if key is not None:
            goes_on = following[:1] in (" ", "\t") and following.strip()
            return "" if goes_on else _scalar(line[key.end() :])
    return ""


def _scalar(text: str) -> str:
    """The string that a YAML scalar on one line is; ``""`` where it is none."""
    if quoted := _DOUBLE.fullmatch(text):
        try:
            return str(json.loads(quoted[1]))
        except ValueError:
            return ""  # an escape that only YAML knows
    if quoted := _SINGLE.fullmatch(text):
        return quoted[1].replace("''", "'")
    plain = _PLAIN.fullmatch(text)
    if plain is None or text[0] in "\"'" or _NO_STRING.fullmatch(plain[1]):
        return ""
    return "" if re.search(r":(?:\s|\Z)", plain[1]) else plain[1]
