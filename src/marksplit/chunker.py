"""The pipeline: text to blocks to sections to pieces to chunks."""

from __future__ import annotations

from collections.abc import Sequence

from marksplit.blocks import Block, BlockKind
from marksplit.chunks import Chunk, chunk_id
from marksplit.context import Contexts
from marksplit.options import ChunkOptions, Syntax
from marksplit.outline import Outline, parse
from marksplit.pieces import pieces
from marksplit.sections import enclosing, heading_scope, scopes
from marksplit.sizing import Measure, resolve_sizer
from marksplit.usage import Usage


def chunk(
    text: str, options: ChunkOptions = ChunkOptions(), *, syntax: Syntax = Syntax()
) -> list[Chunk]:
    """Cut a Markdown text into chunks, each an exact slice of it.

    Raises:
        TypeError: `text` is not a ``str``.
        SizerError: the sizer returned something that is not a size.
        OversizeBlockError: a block that must stay whole is too big and `options` wants none.
    """
    return chunk_outline(parse(text, syntax), options)


def chunk_outline(outline: Outline, options: ChunkOptions = ChunkOptions()) -> list[Chunk]:
    """Cut a parsed document, so that it can be cut many times and parsed once.

    Raises:
        SizerError: the sizer returned something that is not a size.
        OversizeBlockError: a block that must stay whole is too big and `options` wants none.
    """
    source, blocks = outline.lines, outline.blocks
    found = scopes(blocks)
    usage, anchors = Usage(outline), outline.anchors
    measure = Measure(outline.source, resolve_sizer(options.sizer))
    seen: dict[tuple[tuple[str, ...], str], int] = {}
    chunks: list[Chunk] = []
    last = 0
    contexts = Contexts(source, blocks, found, measure, options)
    for start, end, overlap, oversize, _, _ in pieces(outline, found, options, measure, contexts):
        own = start + overlap
        while blocks[last].end <= own:
            last += 1
        first = last
        while last + 1 < len(blocks) and blocks[last + 1].start < end:
            last += 1
        begin = first  # the block in which the piece starts: before `first` with overlap
        while begin and blocks[begin - 1].end > start:
            begin -= 1
        scope, inner = heading_scope(blocks, found, first, last)
        path = scope.path
        section = enclosing(found[first], last, options.max_heading_depth)
        text = outline.source[start:end]
        references, edges = usage.of(start, end, blocks[last])
        occurrence = seen.get((path, text), 0)
        seen[path, text] = occurrence + 1
        chunks.append(
            Chunk(
                index=len(chunks),
                text=text,
                start=start,
                end=end,
                first_line=source.line_at(start),
                last_line=source.line_at(end - 1),
                heading_path=path,
                kinds=_kinds(blocks, begin, last),
                size=measure(start, end),
                overlap=overlap,
                oversize=oversize,
                context=contexts.lead(start, begin),
                section_start=blocks[section.first].start if section.parent else source.body_start,
                section_end=blocks[section.last].end,
                id=chunk_id(path, text, occurrence),
                references=references,
                anchor=anchors[blocks[scope.first].start] if scope.parent else "",
                _titles=contexts.titles(path[: len(path) - inner], start, end),
                _closing=contexts.closing(end, last),
                _edges=edges,
            )
        )
    return chunks


def _kinds(blocks: Sequence[Block], first: int, last: int) -> tuple[BlockKind, ...]:
    if first == last:
        return (blocks[first].kind,)
    kinds: list[BlockKind] = []
    for block in blocks[first : last + 1]:
        if not kinds or kinds[-1] != block.kind:
            kinds.append(block.kind)
    return tuple(kinds)
