"""The pieces of a document: parts by headings, joins, then cuts for size.

Spans in, pieces out; cutting one part for size is `marksplit.planning.packing`'s.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from marksplit.document import ATOMIC, Block
from marksplit.errors import OversizeBlockError
from marksplit.planning.fitting import Fitting
from marksplit.planning.job import Job
from marksplit.planning.joining import join_parts, join_small
from marksplit.planning.packing import Packer, Piece
from marksplit.planning.parts import parts


def plan(job: Job) -> list[Piece]:
    """The pieces of a document, in order; front matter is planned apart from the rest.

    The plan is finished before anything else is measured, so that it is the same for all who ask:
    where sizes do not grow with the text, the search depends on what was measured before.

    Raises:
        OversizeBlockError: an atomic block is too big and the options want none.
    """
    blocks = job.blocks
    if not job.outline.front_matter:
        return list(_pieces(job))
    dropped = job.options.front_matter == "drop"
    sides = [blocks[1:]] if dropped else [blocks[:1], blocks[1:]]
    return [piece for side in sides for piece in _pieces(job.among(side))]


def _pieces(job: Job) -> Iterator[Piece]:
    options, blocks = job.options, job.blocks
    fitting = Fitting(job)
    if options.oversize == "error" and options.max_size:
        _refuse_oversize(job, blocks, fitting)
    found = parts(job)
    if options.max_size and (options.merge_sections or options.min_size):
        found = join_parts(job, found, fitting)
    packer: Packer | None = None
    for first, last in found:
        start, end = blocks[first].start, blocks[last].end
        if not options.max_size or fitting.fits(start, end):
            yield Piece(fitting.stripped(start, end), end)
            continue
        packer = packer or Packer(job, fitting)
        pieces = packer.pack(first, last)
        yield from join_small(job, pieces, packer, fitting) if options.min_size else pieces


def _refuse_oversize(job: Job, blocks: Sequence[Block], fitting: Fitting) -> None:
    """Raise for the first atomic block, at any depth, that is over `max_size`."""
    for block in blocks:
        if fitting.fits(block.start, block.end):
            continue
        if block.kind in ATOMIC:
            raise OversizeBlockError(
                block.kind,
                job.measure(block.start, block.end),
                fitting.max_size,
                job.source.line_at(block.start),
                job.source.line_at(block.end - 1),
            )
        _refuse_oversize(job, block.children, fitting)
