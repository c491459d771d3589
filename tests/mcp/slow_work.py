"""Work that takes as long as it is told; it loads no more than the processes that work do."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from marksplit.mcp.refusal import RefusedError
from marksplit.mcp.results import SectionResult


def work(
    *, seconds: float = 0, text: str = "", mark: str = "", memory: int = 0, fault: str = ""
) -> SectionResult:
    """Keep a core busy, as a parser does, and leave marks of the start and the end."""
    if mark:
        Path(f"{mark}.started").touch()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass
    if mark:
        Path(f"{mark}.ended").touch()
    taken = bytearray(memory)
    if fault == "refused":
        raise RefusedError("not like this")
    if fault == "crash":
        raise ValueError("a secret of the machine")
    if fault == "exit":
        sys.exit(3)
    return SectionResult(
        source="work",
        next_cursor=None,
        first_line=1,
        last_line=1,
        start=0,
        end=len(taken),
        text=text,
    )
