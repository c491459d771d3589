"""What is delivered: chunks with their ids, their context, and the references that they use.

How they are found is planned elsewhere.
"""

from __future__ import annotations

from marksplit.chunks.chunk import Chunk, ChunkIds, chunk_id, framed, new_chunk
from marksplit.chunks.context import Contexts
from marksplit.chunks.references import Reference
from marksplit.chunks.usage import Usage

__all__ = [
    "Chunk",
    "ChunkIds",
    "Contexts",
    "Reference",
    "Usage",
    "chunk_id",
    "framed",
    "new_chunk",
]
