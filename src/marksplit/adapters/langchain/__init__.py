"""LangChain's text splitter interface, and a stand-in for its Markdown header splitter.

LangChain's names and its documents are here; sizes and cuts are the core's business.
"""

from __future__ import annotations

from marksplit._optional import require

require("langchain_text_splitters", "langchain")

from marksplit.adapters.langchain.headers import MarkdownHeaderTextSplitter
from marksplit.adapters.langchain.splitter import MarksplitTextSplitter

__all__ = ["MarkdownHeaderTextSplitter", "MarksplitTextSplitter"]
