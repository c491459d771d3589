"""Texts to vectors: from the cache where they are kept, else from the embedder, in batches."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

import numpy as np
from numpy.typing import NDArray

from marksplit import EmbeddingError
from marksplit.evaluation.cache import EmbeddingCache, Vector
from marksplit.semantic import Embed
from marksplit.semantic.embedding import batches

_BATCH = 64
"""Texts to embed at a time, and to lose when a run is interrupted."""


class Vectors:
    """The vectors of texts, each embedded once.

    Args:
        cache: where vectors are kept from run to run; None keeps them for this run alone.
    """

    def __init__(self, embed: Embed, cache: EmbeddingCache | None) -> None:
        self._embed = embed
        self._cache = cache
        self._known: dict[str, Vector] = {}

    def add(self, texts: Collection[str], advance: Callable[[int], None]) -> None:
        """Make the vectors of `texts`, all different; `advance` is told how many are done, batch by batch.

        Raises:
            EmbeddingError: the embedder fails, gives something that is no vectors, or vectors of
                other lengths than before.
            OSError: the cache cannot be read or written.
        """
        wanted = list(texts)
        if self._cache:
            self._known.update(self._cache.load(wanted))
        missing = sorted((text for text in wanted if text not in self._known), key=len)
        advance(len(wanted) - len(missing))
        done = 0
        for rows in batches(self._embed, missing, batch_size=_BATCH):
            vectors = dict(zip(missing[done : done + len(rows)], rows, strict=True))
            if self._cache:
                self._cache.store(vectors)
            self._known.update(vectors)
            done += len(rows)
            advance(len(rows))
        lengths = sorted({len(self._known[text]) for text in wanted})
        if len(lengths) > 1:
            raise EmbeddingError(
                f"vectors of lengths {' and '.join(map(str, lengths))}: the embedder has changed; "
                f"delete {self._cache.path if self._cache else 'its cache'}"
            )

    def of(self, texts: Iterable[str]) -> NDArray[np.float32]:
        """One row for each of `texts`, which were added before."""
        return np.stack([self._known[text] for text in texts])
