"""The fast parse of all that is no dialect: the blocks of the stock parse, without its tokens.

The rules are those of markdown-it-py and its plugins, written anew in `parser/rules`, one file
per construct. `parse_source` stays the reference, and is used where a dialect's marks are.
"""

from __future__ import annotations

import warnings

from marksplit.document.blocks import Block
from marksplit.document.parser.dialects import holds_dialect
from marksplit.document.parser.fresh_stack import on_fresh_stack
from marksplit.document.parser.front_matter import front_matter_lines
from marksplit.document.parser.html_containers import group_html
from marksplit.document.parser.rules.dispatch import parse_blocks
from marksplit.document.parser.rules.scan import Scan
from marksplit.document.parser.rules.titles import NO_REFERENCES, heading_title
from marksplit.document.parser.stock import Parsed, parse_source
from marksplit.options import Syntax
from marksplit.spans import Source


def parse_lean(source: Source, syntax: Syntax, *, front_matter: bool = True) -> Parsed:
    """What `parse_source` gives, several times as fast without a dialect's marks. Never fails.

    A fault of the lean parse is a `RuntimeWarning`; the document gets the stock parse then.
    """
    if holds_dialect(source.text, syntax):
        return parse_source(source, syntax, front_matter=front_matter)
    try:
        try:
            return scan_source(source, syntax, front_matter=front_matter)
        except RecursionError:
            return on_fresh_stack(lambda: scan_source(source, syntax, front_matter=front_matter))
    except Exception as error:  # whatever it is: any text is a document
        warnings.warn(
            f"the fast parse of a document failed with {error!r}; the slower one took its place. "
            "This is a fault in marksplit: please report it",
            RuntimeWarning,
            stacklevel=2,
        )
        return parse_source(source, syntax, front_matter=front_matter)


def scan_source(source: Source, syntax: Syntax = Syntax(), *, front_matter: bool = True) -> Parsed:
    """The lean parse itself, which may run out of stack deep inside a program."""
    skipped = front_matter_lines(source) if front_matter and syntax.front_matter else 0
    blocks: list[Block] = []
    if skipped:
        end = source.line_end(skipped)
        blocks.append(Block("front_matter", source.body_start, end))
    scan = Scan(source, skipped, syntax, parse_blocks)
    parse_blocks(scan, 0, 0, -1, 0, blocks)
    definitions = scan.definitions
    if scan.postponed:
        references = scan.env.get("references", NO_REFERENCES)
        waiting = [
            (start, heading_title(content, definitions, references))
            for start, content in reversed(scan.postponed)
        ]
        _set_titles(blocks, waiting)
    if syntax.html_containers:
        return Parsed(group_html(source.text, blocks), definitions)
    return Parsed(tuple(blocks), definitions)


def _set_titles(blocks: list[Block], waiting: list[tuple[int, str]]) -> None:
    """Put titles that had to wait into `blocks`: start of the heading and title, last one first."""
    for index, block in enumerate(blocks):
        if not waiting:
            break
        start, text = waiting[-1]
        if start >= block.end:
            continue
        if block.kind == "heading":
            waiting.pop()
            blocks[index] = block._replace(label=text)
        else:
            children = list(block.children)
            _set_titles(children, waiting)
            blocks[index] = block._replace(children=tuple(children))
