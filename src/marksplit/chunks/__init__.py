"""What is delivered: chunks with their ids, their context, and the references that they use.

How they are found is planned elsewhere.
"""

from __future__ import annotations

from marksplit.chunks.chunk import Chunk, frame_of, new_chunk
from marksplit.chunks.context import Contexts
from marksplit.chunks.framing import Frame, framed
from marksplit.chunks.ids import ChunkIds, chunk_id
from marksplit.chunks.references import Reference

__all__ = [
    "Chunk",
    "ChunkIds",
    "Contexts",
    "Frame",
    "Reference",
    "chunk_id",
    "frame_of",
    "framed",
    "new_chunk",
]
