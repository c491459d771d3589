"""Which cuts are taken: parts by headings, joins, and pieces packed to a size.

Spans in, pieces out; no text is sliced here.
"""

from __future__ import annotations

from marksplit.planning.job import Job
from marksplit.planning.packing import Piece
from marksplit.planning.plan import plan

__all__ = ["Job", "Piece", "plan"]
