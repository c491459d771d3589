"""Cuts by meaning: scorers for ``ChunkOptions.cuts``, made of embeddings or a language model.

They say how good a place is to cut at; which one is taken, and whether it may be, says the core.
"""

from __future__ import annotations

from marksplit.semantic.cuts import semantic_cuts
from marksplit.semantic.embedders import Embed

__all__ = ["Embed", "semantic_cuts"]
