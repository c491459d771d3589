"""Markdown chunks for retrieval that are exact slices of the source."""

from __future__ import annotations

from marksplit.blocks import Block, BlockKind
from marksplit.checks import LAWS, check
from marksplit.chunker import chunk, chunk_outline
from marksplit.chunks import Chunk
from marksplit.errors import (
    CutScorerError,
    EmbeddingError,
    FrontMatterError,
    LawError,
    MarksplitError,
    MissingExtraError,
    OptionError,
    OversizeBlockError,
    SizerError,
)
from marksplit.explain import Boundary, explain
from marksplit.options import SYNTAXES, ChunkOptions, CutScorer, Syntax
from marksplit.outline import Outline, parse
from marksplit.references import Reference
from marksplit.sections import Section
from marksplit.sizing import Sizer, resolve_sizer
from marksplit.spans import Span

__all__ = [
    "LAWS",
    "SYNTAXES",
    "Block",
    "BlockKind",
    "Boundary",
    "Chunk",
    "ChunkOptions",
    "CutScorer",
    "CutScorerError",
    "EmbeddingError",
    "FrontMatterError",
    "LawError",
    "MarksplitError",
    "MissingExtraError",
    "OptionError",
    "Outline",
    "OversizeBlockError",
    "Reference",
    "Section",
    "Sizer",
    "SizerError",
    "Span",
    "Syntax",
    "check",
    "chunk",
    "chunk_outline",
    "explain",
    "parse",
    "resolve_sizer",
]
