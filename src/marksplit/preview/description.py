"""A document and its chunks as data for the page. Nothing of how it looks.

Offsets named ``from``, ``own`` and ``to`` count UTF-16 units, as JavaScript does.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict

from marksplit import Block, Chunk, ChunkOptions, Outline, chunk_outline, explain, resolve_sizer
from marksplit.export import reasons
from marksplit.preview.settings import written
from marksplit.preview.summary import summarize

Description = dict[str, object]
"""What the page needs to know of a document, ready for JSON."""

_ASTRAL = re.compile("[\U00010000-\U0010ffff]")


def describe(source: str, outline: Outline, options: ChunkOptions) -> Description:
    """Cut a document and describe it.

    Args:
        source: the document's name.
        outline: the parsed document.
        options: how to cut it.

    Raises:
        MarksplitError: the document cannot be cut with these options.
    """
    chunks = chunk_outline(outline, options)
    units = utf16(outline.source)
    why = reasons(chunks, explain(outline, options))
    return {
        "source": source,
        "text": outline.source,
        "chunks": [
            {**_chunk(chunk, units), "reason": reason}
            for chunk, reason in zip(chunks, why, strict=True)
        ],
        "sections": list(_sections(outline, options, units)),
        "atomic": [
            {"from": units(block.start), "to": units(block.end), "kind": block.kind}
            for block in _atomic(outline.blocks)
        ],
        "summary": asdict(summarize(chunks, options.max_size)),
        "settings": written(source, options, outline.syntax),
    }


def _chunk(chunk: Chunk, units: Callable[[int], int]) -> Description:
    found = chunk.to_dict()
    del found["text"]  # the page has the source
    return {
        **found,
        "from": units(chunk.start),
        "own": units(chunk.start + chunk.overlap),
        "to": units(chunk.end),
        "added": chunk.with_context().removesuffix(chunk.text),
    }


def _sections(
    outline: Outline, options: ChunkOptions, units: Callable[[int], int]
) -> Iterator[Description]:
    sizer = resolve_sizer(options.sizer)
    for _, section in outline.root.walk():
        start, end = section.span
        yield {
            "level": section.level,
            "title": section.title,
            "from": units(start),
            "to": units(end),
            "size": int(sizer(outline.source[start:end])),
        }


def _atomic(blocks: Sequence[Block]) -> Iterator[Block]:
    for block in blocks:
        if block.atomic:
            yield block
        yield from _atomic(block.children)


def utf16(text: str) -> Callable[[int], int]:
    """The function from offsets in code points to offsets in UTF-16 units."""
    astral = [found.start() for found in _ASTRAL.finditer(text)]
    return lambda offset: offset + bisect_left(astral, offset)
