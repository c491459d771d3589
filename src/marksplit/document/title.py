"""The title of a document: what its front matter says, else the only h1, at its start."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence

from marksplit.document.blocks import Block

_LINE_END = re.compile(r"\r\n?|\n")
_KEY = re.compile(r"""(?:title|"title"|'title') *: +(?=[^ ])""")
_DOUBLE = re.compile(r'"((?:[^"\\]|\\.)*)" *(?:#.*)?')
_SINGLE = re.compile(r"'((?:[^']|'')*)' *(?:#.*)?")
_NOT_PLAIN = re.compile(r"""[\[\]{}&*!|>%@`,#"']|[-?:](?: |\Z)|.*?(?:\t|:(?: |\Z))""")
_ESCAPE = re.compile(r"\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|(.))")
_ESCAPED = dict(
    zip('0abt\tnvfre "\\/N_LP', '\0\a\b\t\t\n\v\f\r\x1b "\\/\x85\xa0\u2028\u2029', strict=True)
)
_NO_STRING = re.compile(
    r"~|=|<<|null|Null|NULL|[+-]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
    r"|yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF"
    r"|[+-]?(?:0b[01_]+|0x[\da-fA-F_]+|0[0-7_]+|0|[1-9][\d_]*(?::[0-5]?\d)*)"
    r"|(?:[+-]?\d[\d_]*\.[\d_]*|\.\d[\d_]*)(?:[eE][+-]\d+)?|[+-]?\d[\d_]*(?::[0-5]?\d)+\.[\d_]*"
    r"|\d{4}-\d\d-\d\d|\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?"
    r"(?:[ \t]*(?:Z|[+-]\d\d?(?::\d\d)?))?",
    re.ASCII,
)
"""Plain scalars that YAML 1.1, as PyYAML reads it, has as something else: https://yaml.org/type/."""
_NO_TEXT = re.compile(r"[^\t -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What YAML has in no text, or as a line end."""
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_BEFORE_TITLE = {"front_matter", "html", "definition"}


def document_title(front_matter: str, blocks: Sequence[Block]) -> str:
    """The title of a document; ``""`` where it has none.

    It is the front matter's `title` when that is a string of one line, which in YAML is also written
    on one. Else it is the text of the only heading of level 1, when no text comes before it.

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
    """The last title, when it is written on one line, as a plain or quoted scalar."""
    following = ""
    for line in reversed(lines):
        key = _KEY.match(line)
        if key is not None:
            goes_on = following.startswith((" ", "\t"))
            return "" if goes_on or _NO_TEXT.search(line) else _scalar(line[key.end() :])
        if line.strip(" \t") and line.lstrip(" ")[0] != "#":
            following = line
    return ""


def _scalar(text: str) -> str:
    """The string that a YAML scalar on one line is; ``""`` where it is none."""
    if quoted := _DOUBLE.fullmatch(text):
        try:
            title = _ESCAPE.sub(_unescaped, quoted[1])
        except (KeyError, ValueError):
            return ""  # no escape, or of no character
        return "" if _SURROGATE.search(title) else title
    if quoted := _SINGLE.fullmatch(text):
        return quoted[1].replace("''", "'")
    plain = text.partition(" #")[0].rstrip(" ")
    return "" if _NOT_PLAIN.match(plain) or _NO_STRING.fullmatch(plain) else plain


def _unescaped(escape: re.Match[str]) -> str:
    number = escape[1] or escape[2] or escape[3]
    return chr(int(number, 16)) if number else _ESCAPED[escape[4]]
