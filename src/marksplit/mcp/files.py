"""The only way from a tool to a file: below the given folders, of bounded size, and text.

Nothing is written, or followed out of the folders. What is in them is listed in `listing`.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from marksplit import OptionError
from marksplit.mcp.refusal import RefusedError

MAX_BYTES = 1024 * 1024
"""Size of a document, in bytes of UTF-8, that a tool takes."""

BY_STEPS = os.open in os.supports_dir_fd
"""False on Windows, where to make a link takes a privilege."""
_MAX_PATH = 4096
_BINARY_SAMPLE = 8192
_READ = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
# O_NONBLOCK: to open a pipe without a writer would wait for ever.
_FILE = _READ | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_FILE |= getattr(os, "O_NOCTTY", 0)
_FOLDER = _READ | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_DIRECTORY", 0)


@dataclass(frozen=True, slots=True)
class Roots:
    """The folders below which files may be read; without any, no file can be."""

    folders: tuple[Path, ...]
    """Absolute paths, as given."""
    real: tuple[Path, ...]
    """The same without links."""

    @classmethod
    def of(cls, roots: Sequence[str | os.PathLike[str]]) -> Self:
        """The folders that `roots` name.

        Raises:
            OptionError: a root is not a folder.
        """
        if isinstance(roots, (str, bytes, os.PathLike)):
            raise OptionError("roots", roots, "a sequence of folders")
        for root in roots:
            if not os.path.isdir(root):
                raise OptionError("roots", os.fspath(root), "folders that exist")
        return cls(
            tuple(Path(os.path.abspath(root)) for root in roots),
            tuple(Path(os.path.realpath(root)) for root in roots),
        )

    def require(self) -> None:
        """Refuse the call where there is no folder.

        Raises:
            RefusedError: there is none.
        """
        if not self.folders:
            raise RefusedError(
                "this server was started without --root and reads no files: give text"
            )

    def read(self, path: str) -> str:
        """The text of the file that `path`, absolute or below a root, names.

        Raises:
            RefusedError: it may not or cannot be read, is too big, or is no UTF-8 text.
        """
        self.require()
        shown = repr(path if len(path) <= 200 else path[:200] + "...")
        try:
            return _decode(self._bytes(path))
        except _UnreadableError as fault:
            raise RefusedError(f"path {shown}: {fault}") from fault
        except OSError as error:
            reason = _REASONS.get(error.errno or 0) or (error.strerror or str(error)).lower()
            raise RefusedError(f"path {shown}: {reason}") from error

    def _bytes(self, path: str) -> bytes:
        descriptor = _open(*self._resolve(path))
        try:
            status = os.fstat(descriptor)
            _require_regular(status)
            with open(descriptor, "rb", closefd=False) as file:
                data = file.read(MAX_BYTES + 1)
        finally:
            os.close(descriptor)
        if len(data) > MAX_BYTES:
            size = max(status.st_size, len(data))
            raise _UnreadableError(f"{size} bytes, over the {MAX_BYTES} that a document may have")
        return data

    def _resolve(self, path: str) -> tuple[Path, tuple[str, ...]]:
        """A root, and the way from it to the file, free of links when it was looked at."""
        if not path or len(path) > _MAX_PATH or "\0" in path or not is_unicode(path):
            raise _UnreadableError("not the path of a file")
        outside = f"outside the folders that may be read ({', '.join(map(str, self.folders))})"
        # By its name alone first, so that nothing outside is so much as looked at.
        named = [Path(os.path.normpath(folder / path)) for folder in self.folders]
        named = [each for each in named if _root_of(each, (*self.folders, *self.real))]
        reason = outside
        for each in named:
            real = Path(os.path.realpath(each))
            root = _root_of(real, self.real)
            if root is None:
                continue
            if os.path.lexists(real):
                return root, real.relative_to(root).parts
            reason = _MISSING
        raise _UnreadableError(reason)


class _UnreadableError(Exception):
    """Why a file is not read."""


_MISSING = "no such file"
_IS_FOLDER = "a folder, not a file"
_REASONS = {errno.ENOENT: _MISSING, errno.ENOTDIR: _MISSING, errno.ELOOP: _MISSING}


def is_unicode(text: str) -> bool:
    """Whether `text` can be written as UTF-8; a name on a disk need not be."""
    return not any("\ud800" <= each <= "\udfff" for each in text)


def _root_of(path: Path, roots: Sequence[Path]) -> Path | None:
    return next((root for root in roots if path.is_relative_to(root)), None)


def open_folder(root: Path, parts: Sequence[str]) -> int:
    """Open a folder step by step from `root`, so that a link put in meanwhile is not followed.

    Only where the system can open by descriptor (`BY_STEPS`).

    Raises:
        OSError: it is no folder any more, or cannot be opened.
    """
    folder = os.open(root, _FOLDER)
    for part in parts:
        try:
            inner = os.open(part, _FOLDER, dir_fd=folder)
        finally:
            os.close(folder)
        folder = inner
    return folder


def _open(root: Path, parts: Sequence[str]) -> int:
    if not parts:
        raise _UnreadableError(_IS_FOLDER)
    if not BY_STEPS:
        return os.open(root.joinpath(*parts), _FILE)
    folder = open_folder(root, parts[:-1])
    try:
        # Looked at first: to open a device can set it going.
        _require_regular(os.stat(parts[-1], dir_fd=folder, follow_symlinks=False))
        return os.open(parts[-1], _FILE, dir_fd=folder)
    finally:
        os.close(folder)


def _require_regular(status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        is_folder = stat.S_ISDIR(status.st_mode)
        raise _UnreadableError(_IS_FOLDER if is_folder else "not a regular file")


def _decode(data: bytes) -> str:
    if b"\0" in data[:_BINARY_SAMPLE]:
        raise _UnreadableError("a binary file: it holds NUL bytes")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        byte = data[error.start]
        raise _UnreadableError(
            f"not UTF-8 text: the first bad byte is 0x{byte:02x} at offset {error.start}"
        ) from error
