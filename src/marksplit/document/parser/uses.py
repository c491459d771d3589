"""Where a document uses its definitions, and where its images hold their data.

The inline parse itself is `marksplit.document.parser.inline_uses`'s.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from markdown_it.rules_block.table import escapedSplit

from marksplit.document.blocks import Block, BlockKind
from marksplit.document.parser.content import leaves, leaves_at
from marksplit.document.parser.inline import Definitions, raw_spans, to_source
from marksplit.document.parser.inline_uses import Use, note_uses
from marksplit.document.parser.simple_inline import TARGET, normalised
from marksplit.spans import Source, Span

_INLINE: frozenset[BlockKind] = frozenset({"paragraph", "heading", "table"})
_IMAGES: frozenset[BlockKind] = frozenset({*_INLINE, "html", "definition"})
_LABEL = re.compile(r"\[((?:[^\[\]\\]|\\.)++)\]", re.DOTALL)
"""What may be a label: no bracket in it but escaped ones (CommonMark 4.7)."""
_NAME = re.compile(rf"{_LABEL.pattern}(?!\({TARGET}\))", re.DOTALL | re.ASCII)
"""A label that no target follows."""
_REWRITTEN = re.compile(r"[\r\n\0]|\\\|")
"""What is not in inline content as it is written: line ends with indentation, and more."""
_MARK = re.compile(r"\[\^")
_DATA = "data:image/"
_PAYLOAD = re.compile(r"data:image/[^,\s]{0,200},([^\s\"'()<>]+)")
_IMAGE = re.compile(r"!\[|<img\b", re.IGNORECASE)


def uses(source: Source, blocks: Sequence[Block], definitions: Definitions) -> Iterator[Use]:
    """Every use of a definition, block by block; offsets are those of the source.

    A use in a table has the offsets of its row.
    """
    if not definitions.links and not definitions.footnotes:
        return
    for leaf in leaves_at(blocks, _INLINE, sorted(_places(source.text, definitions))):
        lines = leaf.lines(source)
        if leaf.block.kind == "table":
            for line, cells in _rows(source, lines, "["):
                for cell in cells:
                    for use in _uses_in(cell, definitions):
                        yield Use(*line, use.kind, use.label)
            continue
        found = _uses_in(_content(source, lines), definitions)
        spans = to_source([(use.start, use.end) for use in found], lines)
        for use, span in zip(found, spans, strict=True):
            yield Use(*span, use.kind, use.label)


def _places(text: str, definitions: Definitions) -> Iterator[int]:
    """Where a known label may stand, as far as the text as it is written tells."""
    links = definitions.links
    for found in _NAME.finditer(text) if links else ():
        if normalised(found[1]) in links or _REWRITTEN.search(found[1]):
            yield found.start()
    for found in _MARK.finditer(text) if definitions.footnotes else ():
        yield found.start()


def definition_label(text: str, block: Block) -> str:
    """The label of a definition as `text` has it, or as it is normalised where it is parted."""
    for found in _LABEL.finditer(text, *block.span):
        if normalised(found[1]) == block.label:
            return " ".join(found[1].split())
    return block.label


def image_data(source: Source, blocks: Sequence[Block], definitions: Definitions) -> list[Span]:
    """Spans of the data in ``data:`` URIs of images, in definitions and ``<img>`` tags as well."""
    text = source.text
    if _DATA not in text:
        return []
    regions: list[Span] = []
    for leaf in leaves(text, blocks, _IMAGES, _PAYLOAD):
        lines = leaf.lines(source)
        if leaf.block.kind in ("html", "definition"):
            regions.append(leaf.block.span)
        elif leaf.block.kind == "table":
            regions += [
                line
                for line, cells in _rows(source, lines, _DATA)
                if any(_images_in(cell, definitions) for cell in cells)
            ]
        else:
            regions += to_source(_images_in(_content(source, lines), definitions), lines)
    return [
        Span(*found.span(1)) for region in regions for found in _PAYLOAD.finditer(text, *region)
    ]


def _content(source: Source, lines: Sequence[Span]) -> str:
    content = "\n".join(source.text[line.start : line.end] for line in lines)
    return content.replace("\0", "\ufffd")


def _rows(source: Source, lines: Sequence[Span], mark: str) -> Iterator[tuple[Span, list[str]]]:
    """The lines of a table that hold `mark`, and the cells of each, up to the last column."""
    columns = len(_cells(source, lines[0]))
    for line in lines:
        if source.text.find(mark, *line) >= 0:
            yield line, [cell.strip() for cell in _cells(source, line)[:columns]]


def _cells(source: Source, line: Span) -> list[str]:
    cells = escapedSplit(_content(source, [line]))
    if cells and not cells[0]:
        del cells[0]
    if cells and not cells[-1]:
        del cells[-1]
    return cells


def _uses_in(content: str, definitions: Definitions) -> list[Use]:
    """Uses in inline content, in the order of their starts."""
    if "[" not in content:
        return []
    return sorted(note_uses(content, definitions), key=lambda use: use.start)


def _images_in(content: str, definitions: Definitions) -> list[tuple[int, int]]:
    """Spans of images with data, outermost first and disjoint."""
    if _DATA not in content:
        return []
    found: list[tuple[int, int]] = []
    for start, end in sorted(raw_spans(content, definitions)):
        inside = found and start < found[-1][1]
        if not inside and _IMAGE.match(content, start) and _DATA in content[start:end]:
            found.append((start, end))
    return found
