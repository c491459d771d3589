"""Where a cut may lie and how good it is: ranks, structure, rows and lines of code, paragraphs.

Also whether both sides of a cut read as in place. No sizes here: which cuts are taken is planned.
"""

from __future__ import annotations

from marksplit.cuts.alone import ReadAlone
from marksplit.cuts.bonds import introduces
from marksplit.cuts.graphemes import is_grapheme_boundary
from marksplit.cuts.paragraph import Paragraph
from marksplit.cuts.ranks import (
    IN_PARAGRAPH,
    IN_SPLIT_BLOCK,
    RANKS,
    Cut,
    Rank,
    between,
    first_after,
    place,
)
from marksplit.cuts.structure import Structure

__all__ = [
    "IN_PARAGRAPH",
    "IN_SPLIT_BLOCK",
    "RANKS",
    "Cut",
    "Paragraph",
    "Rank",
    "ReadAlone",
    "Structure",
    "between",
    "first_after",
    "introduces",
    "is_grapheme_boundary",
    "place",
]
