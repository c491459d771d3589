"""Files that one process holds at a time; it lets go of them however it ends.

What is done while a file is held is not known here.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


_HELD = (BlockingIOError, PermissionError)
"""What the two kinds of system raise when another holds the file."""


class HeldError(Exception):
    """Another process, or another part of this one, holds the file."""


def take(descriptor: int) -> None:
    """Hold an open file until it is closed; on file systems without locks this does nothing.

    Raises:
        HeldError: another holds it.
    """
    try:
        _lock(descriptor)
    except _HELD as error:
        raise HeldError from error
    except OSError:
        pass


def remove_unheld(path: Path) -> None:
    """Remove a file, unless a process holds it or nobody can tell."""
    with suppress(OSError):
        if sys.platform == "win32":
            path.unlink()  # which fails for a file that is open
            return
        with open(path, "rb") as stream:
            _lock(stream.fileno())
            path.unlink()


def is_at(path: Path, descriptor: int) -> bool:
    """Whether the open file is still the one at `path`."""
    try:
        return os.path.samestat(os.fstat(descriptor), os.stat(path))
    except FileNotFoundError:
        return False


@contextmanager
def only_one(path: Path) -> Iterator[None]:
    """While the block runs, another that asks for the same `path` fails; a file is made there.

    Raises:
        HeldError: another block runs.
    """
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            take(descriptor)
        except BaseException:
            os.close(descriptor)
            raise
        if is_at(path, descriptor):
            break
        os.close(descriptor)  # the one before has removed it in between
    try:
        yield
    finally:
        try:
            with suppress(OSError):  # it stays where an open file cannot be removed
                path.unlink()
        finally:
            os.close(descriptor)
