"""Hashes of all that chunks and records hold, a fixture each, which every machine must find alike.

``python tests/golden.py`` prints them as JSON; what they are compared with is in `test_golden.py`.
"""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from pathlib import Path

from dialects import FIXTURES, name_of, syntax_of

from marksplit import ChunkOptions, chunk_outline, parse
from marksplit.export.records import records

OPTIONS = (
    ChunkOptions(),
    ChunkOptions(max_size=0, front_matter="drop"),
    ChunkOptions(max_size=80, oversize="split", count_context=True),
    ChunkOptions(max_size=200, overlap=60, max_heading_depth=6),
    ChunkOptions(max_size=200, min_size=60, merge_sections=True, strip_headings=True),
    ChunkOptions(max_size=30, sizer="words", split_blocks=True),
    ChunkOptions(document_title=True, context_references=True, strip_data_uris=True),
)


def golden(path: Path) -> str:
    """16 hex digits over spans, ids, contexts, texts to embed and records in all of `OPTIONS`."""
    outline = parse(path.read_bytes().decode("utf-8", "surrogatepass"), syntax_of(path))
    digest = sha256()
    for options in OPTIONS:
        chunks = chunk_outline(outline, options)
        made = records(chunks, source=path.name, options=options, syntax=outline.syntax)
        for chunk, record in zip(chunks, made, strict=True):
            embedded = chunk.with_context(), chunk.with_context(title="T")
            digest.update(json.dumps([record, embedded]).encode("ascii"))
        digest.update(b"\n")
    return digest.hexdigest()[:16]


@cache
def all_golden() -> dict[str, str]:
    return {name_of(path): golden(path) for path in FIXTURES}


if __name__ == "__main__":
    print(json.dumps(all_golden()))
