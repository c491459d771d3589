"""The pieces of a parsed document: the planner, and the parser that it asks.

What becomes of them is for `marksplit.chunker` and `marksplit.explain` to say.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from marksplit.blocks import Block, BlockKind
from marksplit.context import Contexts
from marksplit.options import ChunkOptions, Syntax
from marksplit.outline import Outline
from marksplit.packing import Piece
from marksplit.parser import dialect_marks, html_depths, inline_spans, parse_lean
from marksplit.plan import plan
from marksplit.sections import Scope, scopes
from marksplit.sizing import Measure
from marksplit.spans import Source, Span


def pieces(
    outline: Outline,
    found: Sequence[Scope],
    options: ChunkOptions,
    measure: Measure,
    contexts: Contexts,
) -> list[Piece]:
    """The pieces of a document; front matter is planned apart from the rest.

    The plan is finished before anything else is measured, so that it is the same for all who ask:
    where sizes do not grow with the text, the search depends on what was measured before.
    """
    lines, blocks, reader = outline.lines, outline.blocks, _Reader(outline)
    if not outline.front_matter:
        return list(plan(lines, blocks, found, options, measure, contexts, reader))
    parts = [blocks[1:]] if options.front_matter == "drop" else [blocks[:1], blocks[1:]]
    planned: list[Piece] = []
    for part in parts:
        planned += plan(lines, part, scopes(part), options, measure, contexts, reader)
    return planned


class _Reader:
    """The parser, as the planner sees it."""

    def __init__(self, outline: Outline) -> None:
        self._outline = outline
        self.marks: re.Pattern[str] | None = dialect_marks(outline.syntax)

    def paragraph(
        self, paragraph: Block, *, nested: bool, quotes: int
    ) -> tuple[list[Span], list[Span]]:
        outline = self._outline
        return inline_spans(
            outline.lines, paragraph, outline.definitions, nested=nested, quotes=quotes
        )

    def wraps(self, blocks: Sequence[Block]) -> Mapping[int, int]:
        return html_depths(self._outline.source, blocks)

    @cached_property
    def _syntax(self) -> Syntax:
        return replace(self._outline.syntax, html_containers=False)

    def kinds(self, text: str) -> tuple[BlockKind, ...]:
        parsed = parse_lean(Source(text), self._syntax, front_matter=False)
        return tuple(block.kind for block in parsed.blocks)
