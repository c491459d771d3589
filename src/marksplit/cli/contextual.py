"""``--contextual``, and the options that change nothing but the text to embed.

What that text is, is said by `Chunk.with_context`; how it is written, by the formats.
"""

from __future__ import annotations

import argparse

from marksplit import ChunkOptions
from marksplit.cli.arguments import Parser, flag_of

_NEEDING = ("count_context", "document_title", "context_references", "strip_data_uris")
"""Fields that have to do with no other text."""


def add_contextual(parser: Parser, field: str = "contextual_text") -> None:
    """Add ``--contextual``, which gives the text to embed in this `field`."""
    parser.add_argument(
        "--contextual",
        action="store_true",
        help="give the text to embed, too: the text below the titles and between the lines that "
        f"it lacks; in a record as its {field}",
    )


def check_contextual(parser: Parser, arguments: argparse.Namespace, options: ChunkOptions) -> None:
    """Leave with exit code 2 when an option is for a text to embed that is not written."""
    for field in _NEEDING:
        if getattr(options, field) and not arguments.contextual:
            parser.error(
                f"{flag_of(field)} is for the text to embed, which is not written: add --contextual"
            )
