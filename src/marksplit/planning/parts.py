"""What is cut apart whatever its size: sections at headings, or each block alone.

Which parts are joined again is decided in `marksplit.planning.joining`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from marksplit.document import headings
from marksplit.planning.job import Job


class Part(NamedTuple):
    """Top-level blocks that heading rules keep together: `first` to `last`, both included."""

    first: int
    last: int


def parts(job: Job) -> Iterator[Part]:
    """The parts of a job's blocks, in order."""
    return _single_blocks(job) if job.options.split_blocks else _sections(job)


def _sections(job: Job) -> Iterator[Part]:
    """Cut before headings; a run of ever deeper headings goes with the text below it."""
    blocks, depth = job.blocks, job.options.max_heading_depth
    first = 0
    run_end = 0  # up to there the part holds nothing but a run of ever deeper headings
    for index in headings(job.scopes):
        level, lead = blocks[index].level, job.scopes[index].lead
        deeper = run_end == lead and (lead == first or level > blocks[lead - 1].level)
        if level <= depth and lead > first and not deeper:
            yield Part(first, lead - 1)
            first, deeper = lead, True
        if deeper:
            run_end = index + 1
    if blocks:
        yield Part(first, len(blocks) - 1)


def _single_blocks(job: Job) -> Iterator[Part]:
    """Each block alone; definitions, which render as nothing, join the block before them.

    Headings that are to be left out go with what follows them.
    """
    blocks = job.blocks
    first = 0
    for index in range(1, len(blocks)):
        left, right = blocks[index - 1], blocks[index]
        joined = right.kind == "definition" or all(
            block.kind == "definition" for block in blocks[first:index]
        )
        if job.options.strip_headings and left.kind == "heading":
            joined = joined or right.kind != "heading" or right.level > left.level
        if not joined:
            yield Part(first, index - 1)
            first = index
    if blocks:
        yield Part(first, len(blocks) - 1)
