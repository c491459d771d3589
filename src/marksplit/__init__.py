"""Markdown chunks for retrieval that are exact slices of the source."""

from __future__ import annotations

from marksplit.checks import LAWS, check
from marksplit.chunker import chunk, chunk_outline
from marksplit.chunks import Chunk, Reference
from marksplit.document import Block, BlockKind, Outline, Section, parse
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
from marksplit.options import SYNTAXES, ChunkOptions, CutScorer, OptionFields, Syntax
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
    "OptionFields",
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
