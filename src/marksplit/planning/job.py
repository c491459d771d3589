"""What planning one document needs to know, as one value. Nothing is decided here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from marksplit.chunks import Contexts
from marksplit.document import Block, Outline, Scope, scopes
from marksplit.options import ChunkOptions
from marksplit.sizing import Measure, resolve_sizer
from marksplit.spans import Source


@dataclass(frozen=True, slots=True)
class Job:
    """A parsed document and how it is to be cut."""

    outline: Outline
    options: ChunkOptions
    blocks: Sequence[Block]
    """The top-level blocks to cut: all, or those on one side of the end of the front matter."""
    scopes: Sequence[Scope]
    """For each of them the section it stands in."""
    measure: Measure
    """Sizes of spans of the document."""
    contexts: Contexts
    """What stands around a piece in the text to embed."""

    @classmethod
    def of(cls, outline: Outline, options: ChunkOptions) -> Job:
        """The job to cut all of a document."""
        found = scopes(outline.source, outline.blocks)
        measure = Measure(outline.source, resolve_sizer(options.sizer))
        contexts = Contexts(outline, found, measure, options)
        return cls(outline, options, outline.blocks, found, measure, contexts)

    def among(self, blocks: Sequence[Block]) -> Job:
        """The same job for some of the blocks."""
        return replace(self, blocks=blocks, scopes=scopes(self.text, blocks))

    @property
    def text(self) -> str:
        """The whole document."""
        return self.outline.source

    @property
    def source(self) -> Source:
        """The document's text and lines."""
        return self.outline.lines
