"""A small embedding model that comes with its weights, and documents that are hard to place."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import wordllama  # type: ignore[import-untyped]

from marksplit import ChunkOptions

ROOT = Path(__file__).parent.parent.parent
MANUAL = ROOT / "fixtures" / "long-manual.md"


@lru_cache(maxsize=1)
def _model() -> Any:
    folder = Path(wordllama.__file__).parent
    return wordllama.WordLlama.load(cache_dir=folder, disable_download=True)


def embed(texts: Sequence[str]) -> list[list[float]]:
    """Embed with WordLlama's static vectors."""
    vectors: list[list[float]] = _model().embed(list(texts), norm=True).tolist()
    return vectors


LOG = "# Log\n\n" + "all ok\n\nok\n\nfailed\n\n" * 4 + "## ok\n\nok\n"
"""The same words over and over."""
PROSE = "# Words\n\n" + " ".join(f"Word {n} and more of it." for n in range(40)) + "\n"

TOKENS = "tiktoken:cl100k_base"

HARD = {
    "repeated": (LOG, ChunkOptions(max_size=12)),
    "repeated and overlapping": (LOG, ChunkOptions(max_size=8, overlap=4)),
    "overlapping": (PROSE, ChunkOptions(max_size=120, overlap=40)),
    "tokens": (PROSE, ChunkOptions(max_size=20, sizer=TOKENS)),
    "tokens and overlapping": (LOG + PROSE, ChunkOptions(max_size=20, overlap=8, sizer=TOKENS)),
    "CRLF": (LOG.replace("\n", "\r\n"), ChunkOptions(max_size=8, overlap=4)),
    "CRLF and tokens": (
        (LOG + PROSE).replace("\n", "\r\n"),
        ChunkOptions(max_size=20, overlap=8, sizer=TOKENS),
    ),
    "other planes": ("# \U0001f375\n\n" + "\U0001f375 tea. " * 30, ChunkOptions(max_size=30)),
}
"""Documents with options for which a search for the chunk's text goes wrong easily."""


def misplaced(text: str, found: Sequence[tuple[int | None, str]]) -> list[int]:
    """Indexes of the chunks, as (start, text), whose start cannot be where they were cut.

    That is so where other text stands there, where a start does not rise, or where text before
    the start, or behind the last chunk, would belong to none.
    """
    wrong = []
    covered = -1
    last = -1
    for index, (start, content) in enumerate(found):
        if (
            start is None
            or start <= last
            or text[start : start + len(content)] != content
            or text[max(covered, 0) : start].strip()
        ):
            wrong.append(index)
        else:
            last, covered = start, max(covered, start + len(content))
    if text[max(covered, 0) :].strip() and len(found) - 1 not in wrong:
        wrong.append(len(found) - 1)
    return wrong
