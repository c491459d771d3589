"""Other splitters to compare with: each gives pieces with their place in the document.

They are set up as their documentation shows, at one size and without overlap.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib.util import find_spec
from types import ModuleType

from marksplit import OptionError, Span
from marksplit._optional import require
from marksplit.evaluation.settings import Cutter, Piece, Setting

_LEVELS = 6


def baseline(name: str, size: int) -> Setting:
    """The baseline of this name, with pieces of at most `size` characters.

    Raises:
        OptionError: there is no such baseline.
        MissingExtraError: the library that it takes is not installed.
    """
    if name not in BASELINES:
        raise OptionError("baselines", name, f"all or some of {', '.join(BASELINES)}")
    if size < 1:
        raise OptionError("size", size, "an integer >= 1")
    library, _, make = BASELINES[name]
    cut = make(require(*library), size) if library else make(re, size)
    return Setting(name, {"size": size}, cut)


def installed_baselines() -> list[str]:
    """The names of those whose library is there."""
    return [
        name for name, (library, *_) in BASELINES.items() if not library or find_spec(library[0])
    ]


def located(text: str, parts: Iterable[str]) -> list[Piece]:
    """`parts` of a text with their places, found in order; white space may differ.

    Splitters strip and join lines, so the words of a part are looked for, with any white space
    between them: behind the part before it first, then in the whole text.
    """
    pieces, position = [], 0
    for part in parts:
        words = re.compile(r"\s+".join(map(re.escape, part.split())))
        found = words.search(text, position) or words.search(text)
        if found is None or not found[0]:
            pieces.append(Piece(part, None))
            continue
        position = found.end()
        pieces.append(Piece(part, Span(*found.span())))
    return pieces


def _fixed(_: ModuleType, size: int) -> Cutter:
    return partial(_cut_fixed, size=size)


def _cut_fixed(text: str, *, size: int) -> list[Piece]:
    starts = range(0, len(text), size)
    return [
        Piece(text[start : start + size], Span(start, min(start + size, len(text))))
        for start in starts
    ]


def _recursive(library: ModuleType, size: int) -> Cutter:
    split = library.RecursiveCharacterTextSplitter(chunk_size=size, chunk_overlap=0).split_text
    return lambda text: located(text, split(text))


def _headers(library: ModuleType, size: int) -> Cutter:
    marks = [("#" * level, f"h{level}") for level in range(1, _LEVELS + 1)]
    by_header = library.MarkdownHeaderTextSplitter(marks, strip_headers=False)
    by_size = library.RecursiveCharacterTextSplitter(chunk_size=size, chunk_overlap=0)

    def cut(text: str) -> Sequence[Piece]:
        documents = by_size.split_documents(by_header.split_text(text))
        return located(text, (document.page_content for document in documents))

    return cut


def _semantic(library: ModuleType, size: int) -> Cutter:
    splitter = library.MarkdownSplitter(size)

    def cut(text: str) -> list[Piece]:
        return [
            Piece(part, Span(start, start + len(part)))
            for start, part in splitter.chunk_indices(text)
        ]

    return cut


_Library = tuple[str, str]
"""A module and the extra that it comes with."""
_LANGCHAIN: _Library = ("langchain_text_splitters", "langchain")
_SEMANTIC: _Library = ("semantic_text_splitter", "benchmark")

BASELINES: dict[str, tuple[_Library | None, str, Callable[[ModuleType, int], Cutter]]] = {
    "fixed": (None, "windows of so many characters", _fixed),
    "langchain-recursive": (_LANGCHAIN, "LangChain's RecursiveCharacterTextSplitter", _recursive),
    "langchain-headers": (_LANGCHAIN, "its MarkdownHeaderTextSplitter, then that", _headers),
    "semantic-text-splitter": (_SEMANTIC, "its MarkdownSplitter", _semantic),
}
"""By name: the library, what it is in words, and what makes the function that cuts."""
