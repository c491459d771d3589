"""Link reference definitions (CommonMark 4.7): the common form here, all others by the stock rule."""

from __future__ import annotations

import re

from markdown_it.common.utils import normalizeReference
from markdown_it.rules_block.reference import reference as stock_reference

from marksplit.document.blocks import Block
from marksplit.document.parser.rules.footnote import footnote
from marksplit.document.parser.rules.scan import Scan, new_block
from marksplit.document.parser.rules.stock_state import stock_state

_COMMON = re.compile(
    r"\[((?!\^)[^\[\]\\\n]+)\]:[ \t]*"
    r"(https?://[A-Za-z0-9.\-]+(?:/(?:[A-Za-z0-9_\-./#?=+~&,:@!]|%[0-9A-F]{2})*+)?|[#/][A-Za-z0-9_\-./]*)"
    r"(?:[ \t]+(?:\"([^\"\\&\n\x00]*)\"|'([^'\\&\n\x00]*)'))?[ \t]*$",
    re.MULTILINE,
)
"""A definition on one line whose destination is taken as it is: worth 8 % of `chunk`."""
_NO_LABEL = re.compile(r"\[[^\[\]\\\n]*+(?:\](?!:)|\[)").match
"""What no definition starts with: a label without a colon after it, or a bracket inside."""
_TITLE_STARTS = frozenset(b"\"'(")


def bracket(
    scan: Scan, line: int, indent: int, list_indent: int, level: int, out: list[Block]
) -> int:
    """A footnote, or else a definition, that starts at `line`."""
    text = scan.text
    start = scan.begins[line] + scan.shifts[line]
    if text.startswith("[^", start) and scan.syntax.footnotes:
        stop = footnote(scan, line, indent, list_indent, level, out)
        if stop:
            return stop
    if _NO_LABEL(text, start):
        return 0
    return _definition(scan, line, start, indent, list_indent, out)


def _definition(
    scan: Scan, line: int, start: int, indent: int, list_indent: int, out: list[Block]
) -> int:
    following = line + 1
    alone = following < scan.end or not scan.quotes
    common = _COMMON.match(scan.text, start) if alone else None
    label = normalizeReference(common[1]) if common else ""
    if common and label and scan.firsts[following] not in _TITLE_STARTS:
        entry = {"title": common[3] or common[4] or "", "href": common[2]}
        place = [line, following]
        references = scan.env.setdefault("references", {})
        if label not in references:
            references[label] = {**entry, "map": place}
        else:
            scan.env.setdefault("duplicate_refs", []).append(
                {**entry, "label": label, "map": place}
            )
        stop = following
    else:
        state = stock_state(scan, indent, list_indent)
        known = len(scan.env.get("duplicate_refs", ()))
        if not stock_reference(state, line, scan.end, False):
            return 0
        stop = state.line
        duplicates = scan.env.get("duplicate_refs", ())
        label = duplicates[-1]["label"] if len(duplicates) > known else _last(scan)
    end = scan.ends[stop - 1]
    out.append(new_block(Block, ("definition", scan.starts[line], end, 0, label, ())))
    return stop


def _last(scan: Scan) -> str:
    """The label that was added to the environment last."""
    label: str = next(reversed(scan.env["references"]))
    return label
