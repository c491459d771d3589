"""Who is measured, and how each is set up for the same work: chunks of 1000 characters.

Peers are imported only when they are loaded, so that one process can hold one alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module, metadata
from importlib.util import find_spec

from interleaved import Run

SIZE = 1000
DEPTH = 3
"""Headings of this level or shallower start a chunk, where a contender knows levels."""


@dataclass(frozen=True)
class Contender:
    """One way to cut a text, or only to parse it."""

    name: str
    distribution: str
    module: str
    load: Callable[[], Run]

    @property
    def installed(self) -> bool:
        return find_spec(self.module) is not None

    @property
    def version(self) -> str:
        return f"{self.distribution} {metadata.version(self.distribution)}"


def _marksplit() -> Run:
    from marksplit import ChunkOptions, chunk

    options = ChunkOptions(max_size=SIZE, max_heading_depth=DEPTH)
    return lambda text: chunk(text, options)


def _markdown_it() -> Run:
    """Blocks and tables without inline parsing; as deep as marksplit goes, so that none is skipped."""
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"maxNesting": 200}).enable("table").disable("inline").parse


def _langchain() -> Run:
    """The two stages of its documentation: by headings, then by size."""
    splitters = import_module("langchain_text_splitters")
    headings = [("#" * level, f"h{level}") for level in range(1, DEPTH + 1)]
    by_heading = splitters.MarkdownHeaderTextSplitter(headings, strip_headers=False)
    by_size = splitters.RecursiveCharacterTextSplitter(chunk_size=SIZE, chunk_overlap=0)
    return lambda text: by_size.split_documents(by_heading.split_text(text))


def _semantic_text_splitter() -> Run:
    splitter = import_module("semantic_text_splitter").MarkdownSplitter(SIZE)
    run: Run = splitter.chunks
    return run


def _chonkie() -> Run:
    """Its recursive chunker with heading marks as the first delimiters; its own recipe needs a hub."""
    chonkie = import_module("chonkie")
    headings = chonkie.RecursiveLevel(
        [f"\n{'#' * level} " for level in range(1, DEPTH + 1)], include_delim="next"
    )
    rules = chonkie.RecursiveRules([headings, *chonkie.RecursiveRules().levels])
    run: Run = chonkie.RecursiveChunker(chunk_size=SIZE, rules=rules).chunk
    return run


MARKSPLIT = Contender("marksplit", "marksplit", "marksplit", _marksplit)
BLOCKS = Contender("markdown-it-py, blocks only", "markdown-it-py", "markdown_it", _markdown_it)
LANGCHAIN = Contender(
    "LangChain, headings then size",
    "langchain-text-splitters",
    "langchain_text_splitters",
    _langchain,
)
SEMANTIC = Contender(
    "semantic-text-splitter",
    "semantic-text-splitter",
    "semantic_text_splitter",
    _semantic_text_splitter,
)
CHONKIE = Contender("chonkie, recursive", "chonkie", "chonkie", _chonkie)
CONTENDERS = (MARKSPLIT, BLOCKS, LANGCHAIN, SEMANTIC, CHONKIE)
