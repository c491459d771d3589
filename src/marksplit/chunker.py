"""The pipeline: text to blocks to sections to pieces to chunks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from marksplit.arguments import options_with
from marksplit.chunks import Chunk, ChunkIds, new_chunk
from marksplit.document import (
    Block,
    BlockKind,
    Outline,
    enclosing,
    heading_scope,
    parse,
    require_outline,
)
from marksplit.options import ChunkOptions, OptionFields, Syntax
from marksplit.planning import Job, plan


def chunk(
    text: str,
    options: ChunkOptions = ChunkOptions(),
    *,
    syntax: Syntax = Syntax(),
    **fields: Unpack[OptionFields],
) -> list[Chunk]:
    """Cut a Markdown text into chunks, each an exact slice of it.

    Args:
        text: any ``str``; offsets are code points of it as it is given.
        options: how to cut.
        syntax: which Markdown it is.
        **fields: fields of `ChunkOptions`, in place of those of `options`: ``max_size=300``.

    Raises:
        TypeError: `text` is not a ``str``, or another argument is not what it should be.
        OptionError: a field has a value that is not allowed.
        SizerError: the sizer returned something that is not a size.
        OversizeBlockError: a block that must stay whole is too big and `options` wants none.
    """
    options = options_with(options, fields)
    return chunk_outline(parse(text, syntax), options)


def chunk_outline(
    outline: Outline, options: ChunkOptions = ChunkOptions(), **fields: Unpack[OptionFields]
) -> list[Chunk]:
    """Cut a parsed document, so that it can be cut many times and parsed once.

    Arguments are as of `chunk`.

    Raises:
        TypeError: an argument is not what it should be.
        OptionError: a field has a value that is not allowed.
        SizerError: the sizer returned something that is not a size.
        OversizeBlockError: a block that must stay whole is too big and `options` wants none.
    """
    require_outline(outline)
    options = options_with(options, fields)
    source, blocks, text = outline.lines, outline.blocks, outline.source
    job = Job.of(outline, options)
    measure, contexts, found = job.measure, job.contexts, job.scopes
    usage, anchors, ids = contexts.usage, outline.anchors, ChunkIds()
    depth = options.max_heading_depth
    chunks: list[Chunk] = []
    last = 0
    for start, end, overlap, oversize, smaller, _, _ in plan(job):
        own = start + overlap
        while blocks[last].end <= own:
            last += 1
        first = begin = last
        while begin and blocks[begin - 1].end > start:
            begin -= 1  # the block in which the piece starts: before `first` with overlap
        while last + 1 < len(blocks) and blocks[last + 1].start < end:
            last += 1
        scope, inner = heading_scope(blocks, found, first, last)
        path = scope.path
        section = enclosing(found[first], last, depth)
        piece = text[start:end]
        references = usage.references(start, end)
        lacking = len(path) - inner
        frame = smaller or contexts.frame(path, lacking, start, end, last, references)
        lead = contexts.lead(start, begin)
        if not lead and smaller is None:
            lead = contexts.introduction(frame, start, end, begin)
        chunks.append(
            new_chunk(  # the values of a chunk's fields, in order
                frame,
                len(chunks),
                piece,
                start,
                end,
                source.line_at(start),
                source.line_at(end - 1),
                path,
                _kinds(blocks, begin, last),
                measure(start, end),
                overlap,
                oversize,
                lead,
                blocks[section.lead].start if section.parent else source.body_start,
                blocks[section.last].end,
                ids.next(path, piece),
                references,
                anchors[blocks[scope.first].start] if scope.parent else "",
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
