"""Texts to one array of vectors, in batches, each answer checked. No embedding function here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from marksplit import EmbeddingError
from marksplit._optional import require
from marksplit.semantic.embedders import Embed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    np = require("numpy", "semantic")


def embedded(embed: Embed, texts: Sequence[str], *, batch_size: int) -> NDArray[np.float32]:
    """One row for each of `texts`, in order; without texts an array of shape (0, 0).

    The arguments and errors are those of `batches`.
    """
    found = [*batches(embed, texts, batch_size=batch_size)]
    return np.concatenate(found) if found else np.zeros((0, 0), dtype=np.float32)


def batches(
    embed: Embed, texts: Sequence[str], *, batch_size: int
) -> Iterator[NDArray[np.float32]]:
    """One row for each of `texts`, in order, as soon as its batch is embedded.

    Lone surrogates, which no model knows, are replaced by ``?``.

    Args:
        embed: n texts to an array of shape (n, d).
        texts: what to embed.
        batch_size: how many of them `embed` is given at most.

    Raises:
        EmbeddingError: `embed` fails, or its answer has the wrong shape or is not finite; the
            message names the batch.
    """
    length: int | None = None
    for low in range(0, len(texts), batch_size):
        high = min(low + batch_size, len(texts))
        where = f"texts {low + 1} to {high} of {len(texts)}"
        given = [text.encode("utf-8", "replace").decode("utf-8") for text in texts[low:high]]
        vectors = _vectors(embed, given, where)
        if length not in (None, vectors.shape[1]):
            wanted = f"vectors of length {length} as for the texts before"
            raise EmbeddingError(f"{where}: embed must return {wanted}, not {vectors.shape[1]}")
        length = vectors.shape[1]
        yield vectors


def _vectors(embed: Embed, texts: Sequence[str], where: str) -> NDArray[np.float32]:
    try:
        answer = embed(list(texts))  # its own list: what it does to it changes nothing here
    except Exception as error:
        raise EmbeddingError(f"{where}: embed failed: {type(error).__name__}: {error}") from error
    try:
        given = np.asarray(answer)
        if np.iscomplexobj(given):
            raise TypeError("complex numbers")
        with np.errstate(over="ignore"):
            vectors = np.asarray(given, dtype=np.float32)
    except (TypeError, ValueError) as error:
        raise EmbeddingError(
            f"{where}: embed must return {len(texts)} vectors of numbers of one length, not "
            f"{type(answer).__name__}: {error}"
        ) from error
    if vectors.ndim != 2 or len(vectors) != len(texts) or not vectors.shape[1]:
        raise EmbeddingError(
            f"{where}: embed must return an array of shape ({len(texts)}, d), not {vectors.shape}"
        )
    wrong = np.flatnonzero(~np.isfinite(vectors).all(axis=1))
    if len(wrong):
        raise EmbeddingError(
            f"{where}: embed returned NaN or infinite values, first for number {wrong[0] + 1} of "
            f"them, {texts[wrong[0]][:40]!r}"
        )
    return vectors
