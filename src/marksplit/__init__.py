"""Markdown chunks for retrieval that are exact slices of the source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from marksplit.checks import LAWS, check
from marksplit.chunker import chunk, chunk_outline
from marksplit.chunks import Chunk, Reference
from marksplit.document import Block, BlockKind, Outline, Section, parse
from marksplit.errors import (
    CutScorerError,
    EmbeddingError,
    EncodingError,
    FrontMatterError,
    LawError,
    MarksplitError,
    MissingExtraError,
    OptionError,
    OversizeBlockError,
    SizerError,
)
from marksplit.explain import Boundary, explain
from marksplit.files import chunk_file, parse_file
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
    "EncodingError",
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
    "chunk_file",
    "chunk_outline",
    "explain",
    "parse",
    "parse_file",
    "resolve_sizer",
]

__version__: str

if not TYPE_CHECKING:  # else every name would be one of the module's for type checkers

    def __getattr__(name: str) -> str:
        """The version, looked up when it is asked for: that takes longer than the import."""
        if name == "__version__":
            from importlib.metadata import version

            return version("marksplit")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
