"""Files that appear whole or not at all. What is written in them is for others to say."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from marksplit.export.locking import HeldError, is_at, remove_unheld, take

_TEMPORARY = re.compile(r"\.marksplit-[0-9a-f]{16}\.tmp")


def is_temporary(name: str) -> bool:
    """Whether a file of this name is one that is being written, or was when its run was killed."""
    return _TEMPORARY.fullmatch(name) is not None


class Replacement:
    """A file that is being written beside the one that it is to replace.

    Attributes:
        stream: where to write.
        path: where it is until then.
        wanted: False leaves the old file, or none.
    """

    def __init__(self, stream: BinaryIO, path: Path) -> None:
        self.stream = stream
        self.path = path
        self.wanted = True


@contextmanager
def replacing(target: Path) -> Iterator[Replacement]:
    """Write a file that takes the place of `target` when the block ends well.

    An error in the block leaves the old file, or none. What killed runs have left in the folder is
    removed.
    """
    _remove_left(target.parent)
    # Opened like any new file, so that the process's mask and the folder's rules apply.
    stream, temporary = _create(target)
    held = os.dup(stream.fileno())  # until it has its name, no other run takes it for left
    try:
        with stream:
            replacement = Replacement(stream, temporary)
            yield replacement
            stream.flush()
            os.fsync(stream.fileno())
        if os.name == "nt":
            os.close(held)
            held = -1
        if replacement.wanted:
            if target.exists():
                temporary.chmod(target.stat().st_mode & 0o7777)
            temporary.replace(target)
    finally:
        try:
            temporary.unlink(missing_ok=True)
        finally:
            if held >= 0:
                os.close(held)


def _create(target: Path) -> tuple[BinaryIO, Path]:
    while True:
        temporary = target.with_name(f".marksplit-{secrets.token_hex(8)}.tmp")
        stream = open(temporary, "xb")  # noqa: SIM115, it outlives this call
        try:
            if os.name != "nt":
                take(stream.fileno())
            if is_at(temporary, stream.fileno()):
                return stream, temporary
        except HeldError:
            pass  # another run is about to remove it
        except BaseException:
            stream.close()
            raise
        stream.close()


def _remove_left(folder: Path) -> None:
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if is_temporary(entry.name) and entry.is_file(follow_symlinks=False):
                remove_unheld(Path(entry.path))
