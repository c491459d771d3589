"""The pipeline: text to blocks to sections to pieces to chunks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from marksplit.blocks import Block, BlockKind
from marksplit.chunks import Chunk, chunk_id
from marksplit.options import ChunkOptions, Syntax
from marksplit.outline import Outline, parse
from marksplit.parser import dialect_marks, inline_spans, stock_blocks
from marksplit.plan import plan
from marksplit.sections import common_path, enclosing, scopes
from marksplit.sizing import Measure, resolve_sizer
from marksplit.spans import Span


def chunk(
    text: str, options: ChunkOptions = ChunkOptions(), *, syntax: Syntax = Syntax()
) -> list[Chunk]:
    """Cut a Markdown text into chunks, each an exact slice of it.

    Raises:
        TypeError: `text` is not a ``str``.
        SizerError: the sizer returned something that is not a size.
    """
    return chunk_outline(parse(text, syntax), options)


def chunk_outline(outline: Outline, options: ChunkOptions = ChunkOptions()) -> list[Chunk]:
    """Cut a parsed document, so that it can be cut many times and parsed once.

    Raises:
        SizerError: the sizer returned something that is not a size.
    """
    source, blocks = outline.lines, outline.blocks
    found = scopes(blocks)
    measure = Measure(outline.source, resolve_sizer(options.sizer))
    seen: Counter[tuple[tuple[str, ...], str]] = Counter()
    chunks: list[Chunk] = []
    last = 0
    for piece in plan(source, blocks, found, options, measure, _Reader(outline)):
        own = piece.start + piece.overlap
        while blocks[last].end <= own:
            last += 1
        first = last
        while last + 1 < len(blocks) and blocks[last + 1].start < piece.end:
            last += 1
        inside = range(first, last + 1)
        body = [found[k] for k in inside if blocks[k].kind not in ("heading", "definition")]
        heads = [found[k] for k in inside if blocks[k].kind == "heading"]
        path = common_path(body or heads or [found[first]])
        section = enclosing(found[first], last, options.max_heading_depth)
        text = outline.source[piece.start : piece.end]
        chunks.append(
            Chunk(
                index=len(chunks),
                text=text,
                start=piece.start,
                end=piece.end,
                first_line=source.line_at(piece.start),
                last_line=source.line_at(piece.end - 1),
                heading_path=path,
                kinds=_kinds(blocks, piece.start, first, last),
                size=measure(piece.start, piece.end),
                overlap=piece.overlap,
                oversize=piece.oversize,
                context="",
                section_start=blocks[section.first].start if section.parent else outline.span.start,
                section_end=blocks[section.last].end,
                id=chunk_id(path, text, seen[path, text]),
                _inner=sum(path[: len(scope.path)] == scope.path for scope in heads),
            )
        )
        seen[path, text] += 1
    return chunks


def _kinds(blocks: Sequence[Block], start: int, first: int, last: int) -> tuple[BlockKind, ...]:
    """Kinds of the blocks from `start`, which may be before block `first`, to block `last`."""
    while first and blocks[first - 1].end > start:
        first -= 1
    kinds: list[BlockKind] = []
    for block in blocks[first : last + 1]:
        if not kinds or kinds[-1] != block.kind:
            kinds.append(block.kind)
    return tuple(kinds)


class _Reader:
    """The parser, as the planner sees it."""

    def __init__(self, outline: Outline) -> None:
        self._outline = outline
        self._syntax = replace(outline.syntax, html_containers=False)
        self.marks: re.Pattern[str] | None = dialect_marks(outline.syntax)

    def paragraph(
        self, paragraph: Block, *, nested: bool, quotes: int
    ) -> tuple[list[Span], list[Span]]:
        outline = self._outline
        return inline_spans(
            outline.lines, paragraph, outline.definitions, nested=nested, quotes=quotes
        )

    def kinds(self, text: str) -> tuple[BlockKind, ...]:
        blocks = stock_blocks(text, self._syntax, front_matter=False)
        return tuple(block.kind for block in blocks)
