"""A page on which the chunks of documents are looked at.

Everything that is shown is described here as data; how it looks is in the assets.
"""

from __future__ import annotations

from marksplit.preview.description import Description, describe
from marksplit.preview.notebook import Shown, show
from marksplit.preview.page import build_page
from marksplit.preview.rendering import render
from marksplit.preview.summary import Summary, summarize

__all__ = [
    "Description",
    "Shown",
    "Summary",
    "build_page",
    "describe",
    "render",
    "show",
    "summarize",
]
