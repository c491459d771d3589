"""`semantic_cuts`: cut where the meaning of the text changes, told by embeddings.

How texts become vectors is `marksplit.semantic.embedding`'s matter, what follows from them
`marksplit.semantic.similarity`'s.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from marksplit import CutScorer, OptionError, Span
from marksplit._optional import require
from marksplit.semantic.embedders import Embed

_LONGEST = 4000
"""Code points of a unit that are embedded; models refuse much longer texts, or cut them off."""


def semantic_cuts(
    embed: Embed, *, window: int = 2, percentile: float = 50.0, batch_size: int = 64
) -> CutScorer:
    """A scorer for ``ChunkOptions.cuts``: places score where similarity drops.

    `window` units (blocks, items, sentences) before a place are compared with as many behind it; a
    place scores how deep their similarity falls there, or 0 where it falls no deeper than at most
    places of its part: then the last place that fits is taken, as without a scorer. Of a long
    unit the first 4,000 code points count. Equal scorers compare equal, so that options do.

    Args:
        embed: n texts to n vectors of one length, as in `marksplit.semantic.embedders`.
        window: how many units on each side, from 1.
        percentile: how many of a hundred places of a part score 0 at least; below 100.
        batch_size: how many texts `embed` is given at most.

    Raises:
        OptionError: an argument is out of its range.
        MissingExtraError: numpy is not installed.
    """
    require("numpy", "semantic")
    if not callable(embed):
        raise OptionError("embed", embed, "a function from texts to vectors")
    for name, value in (("window", window), ("batch_size", batch_size)):
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise OptionError(name, value, "an integer >= 1")
    if isinstance(percentile, bool) or not isinstance(percentile, int | float):
        raise OptionError("percentile", percentile, "a number from 0 to below 100")
    if not 0 <= percentile < 100:
        raise OptionError("percentile", percentile, "a number from 0 to below 100")
    return SemanticCuts(embed, window, percentile, batch_size)


@dataclass(frozen=True, slots=True)
class SemanticCuts:
    """What `semantic_cuts` returns: a value, so that it can be compared and sent to processes."""

    embed: Embed
    window: int
    percentile: float
    batch_size: int = field(repr=False)

    def __call__(self, text: str, spans: Sequence[Span]) -> list[float]:
        """Scores of the places between neighbouring `spans` of `text`.

        Raises:
            EmbeddingError: `embed` fails or does not return a vector for each text.
        """
        from marksplit.semantic import embedding, similarity  # with numpy, once it is needed

        units = [text[start : min(end, start + _LONGEST)] for start, end in spans]
        vectors = embedding.embedded(self.embed, units, batch_size=self.batch_size)
        return similarity.depths(vectors, window=self.window, percentile=self.percentile)
