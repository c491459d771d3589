"""Files that appear whole or not at all. What is written in them is for others to say."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


class Replacement:
    """A file that is being written beside the one that it is to replace.

    Attributes:
        stream: where to write.
        wanted: False leaves the old file, or none.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self.stream = stream
        self.wanted = True


@contextmanager
def replacing(target: Path) -> Iterator[Replacement]:
    """Write a file that takes the place of `target` when the block ends well.

    An error in the block leaves the old file, or none.
    """
    # Opened like any new file, so that the process's mask and the folder's rules apply.
    temporary = target.with_name(f".marksplit-{secrets.token_hex(8)}.tmp")
    try:
        with open(temporary, "xb") as stream:
            replacement = Replacement(stream)
            yield replacement
            stream.flush()
            os.fsync(stream.fileno())
        if replacement.wanted:
            if target.exists():
                temporary.chmod(target.stat().st_mode & 0o7777)
            temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)
