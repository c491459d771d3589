"""Reading inputs, and decoding them without touching a line end.

What fails is an `InputError` with a reason; to find files and to show failures is not done here.
"""

from __future__ import annotations

import os
import sys
import traceback
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from marksplit import LawError, MarksplitError

STDIN = "-"
NO_FILE = "a pipe or a device"
_OPEN_ALREADY = ("/dev/fd/", "/proc/self/fd/", "/dev/stdin")
"""Pipes that the caller has opened, as a shell does for ``<(...)``; reading them comes to an end."""
_KNOWN = {
    b"%PDF-": "a PDF file",
    b"PK\x03\x04": "a ZIP archive or an office document",
    b"\xd0\xcf\x11\xe0": "an office document",
    b"\x89PNG": "a PNG image",
    b"\xff\xd8\xff": "a JPEG image",
    b"\x1f\x8b": "a gzip archive",
    b"\x7fELF": "a program",
    b"SQLite format 3\0": "a SQLite database",
}
_SAMPLE = 8192


class InputError(Exception):
    """An input cannot be read, or nothing can be made of it.

    Attributes:
        source: the input's name.
        reason: why, in a few words.
    """

    def __init__(self, source: str, reason: str) -> None:
        super().__init__(f"{source}: {reason}")
        self.source = source
        self.reason = reason

    def __reduce__(self) -> tuple[type[InputError], tuple[str, str]]:
        return type(self), (self.source, self.reason)

    @classmethod
    def of(cls, source: str, error: Exception) -> InputError:
        """What became of an input that raised `error`."""
        if isinstance(error, InputError):
            return error
        if isinstance(error, MarksplitError) and not isinstance(error, LawError):
            return cls(source, str(error))
        if isinstance(error, MemoryError):
            return cls(source, "not enough memory for it")
        what = str(error)
        if not isinstance(error, LawError):
            place = traceback.extract_tb(error.__traceback__)[-1]
            what = f"{type(error).__name__}: {what} at {Path(place.filename).name}:{place.lineno}"
        return cls(source, f"{what} (a fault in marksplit: please report it)")


@dataclass(frozen=True, slots=True)
class Input:
    """A document that is still to be read."""

    source: str
    """The path as given, with slashes; below a folder, joined to it; ``-``: standard input."""
    path: Path | None
    """None for standard input."""
    data: bytes | None = None
    """The content, where it is at hand."""

    def size(self) -> int:
        """Its size in bytes, as far as that can be told before it is read."""
        with suppress(OSError, ValueError):
            return self.path.stat().st_size if self.path else 0
        return 0

    def at_hand(self) -> Input:
        """This input for another process, which has no standard input: that is read now.

        Raises:
            InputError: it cannot be read.
        """
        return self if self.path else replace(self, data=self.load())

    def load(self) -> bytes:
        """The content as it is.

        Raises:
            InputError: it cannot be read.
        """
        if self.data is not None:
            return self.data
        try:
            if self.path is None:
                return _read_stdin()
            _require_an_end(self.path)
            return self.path.read_bytes()
        except (OSError, ValueError) as error:
            raise InputError(self.source, why(error)) from error

    def read(self, encoding: str) -> str:
        """The text, line ends and a byte order mark included.

        Raises:
            InputError: it cannot be read or is no text in this encoding.
        """
        return decode(self.source, self.load(), encoding)


def _require_an_end(path: Path) -> None:
    """Refuse what may be read for ever."""
    name = path.as_posix()
    if name == os.devnull or name.startswith(_OPEN_ALREADY):
        return
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise ValueError(f'{NO_FILE}: for a pipe, redirect it to standard input and give "-"')


def _read_stdin() -> bytes:
    if sys.stdin is None:
        raise ValueError("it is closed")
    invite()
    return sys.stdin.buffer.read()


def invite() -> None:
    """Tell a person at a terminal that something is to be typed."""
    if sys.stdin.isatty():
        print("marksplit: reading standard input up to its end", file=sys.stderr, flush=True)


def decode(source: str, data: bytes, encoding: str) -> str:
    """The text of `data`.

    Raises:
        InputError: it is no text, or not in this encoding.
    """
    for start, kind in _KNOWN.items():
        if data.startswith(start):
            raise InputError(source, f"{kind}, not Markdown")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        if data.startswith((b"\xff\xfe", b"\xfe\xff")) and error.start == 0:
            reason = f"not {encoding.upper()} but UTF-16, it seems: try --encoding utf-16"
        elif b"\0" in data[:_SAMPLE]:
            reason = f"a binary file: not {encoding.upper()} from byte {error.start} on, and with NUL bytes"
        else:
            reason = (
                f"not {encoding.upper()}: the first bad byte is 0x{data[error.start]:02x} at offset "
                f"{error.start}; name the file's encoding with --encoding, such as cp1252"
            )
        raise InputError(source, reason) from error
    except UnicodeError as error:
        raise InputError(source, f"not {encoding.upper()}: {error}") from error
    nuls = text.count("\0", 0, _SAMPLE)
    if nuls > 8 and nuls * 10 > min(len(text), _SAMPLE):
        raise InputError(source, "a binary file, or text in another --encoding: full of NUL")
    return text


def why(error: Exception) -> str:
    """What went wrong with a file, in a few words."""
    if isinstance(error, FileNotFoundError):
        return "no such file or folder"
    reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return reason[:1].lower() + reason[1:]
