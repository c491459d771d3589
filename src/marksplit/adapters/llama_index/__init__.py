"""LlamaIndex's node parser interface: chunks as nodes, with a node for each section on request.

LlamaIndex's names and its nodes are here; sizes and cuts are the core's business.
"""

from __future__ import annotations

from marksplit._optional import require

require("llama_index.core", "llama-index")

from marksplit.adapters.llama_index.parser import MarksplitNodeParser

__all__ = ["MarksplitNodeParser"]
