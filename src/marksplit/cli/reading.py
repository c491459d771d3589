"""Finding the inputs that paths name, and decoding them without touching a line end.

What cannot be read is an `InputError` with a reason; to show it is not done here.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

_SUFFIXES = (".md", ".markdown", ".mdx")
_STDIN = "-"
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
    """An input cannot be read.

    Attributes:
        source: the input's name.
        reason: why, in a few words.
    """

    def __init__(self, source: str, reason: str) -> None:
        super().__init__(f"{source}: {reason}")
        self.source = source
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Input:
    """A document that is still to be read."""

    source: str
    """The path as given, with slashes; below a folder, joined to it; ``-``: standard input."""
    path: Path | None
    """None for standard input."""

    def read(self, encoding: str) -> str:
        """The text, line ends and a byte order mark included.

        Raises:
            InputError: it cannot be read or is no text in this encoding.
        """
        try:
            data = self.path.read_bytes() if self.path else _read_stdin()
        except (OSError, ValueError) as error:
            raise InputError(self.source, _why(error)) from error
        return _decode(self.source, data, encoding)


def find_inputs(paths: Sequence[str]) -> Iterator[Input | InputError]:
    """The inputs that `paths` name, in order and each file once; standard input for no path.

    Files below a folder are sorted; hidden files and folders in it are left out, links to
    folders are not followed.
    """
    seen: set[str] = set()
    for given in paths or [_STDIN]:
        for found in _named(given):
            if isinstance(found, Input):
                real = os.path.realpath(found.path) if found.path else _STDIN
                if real in seen:
                    continue
                seen.add(real)
            yield found


def _named(given: str) -> Iterator[Input | InputError]:
    if given == _STDIN:
        yield Input(_STDIN, None)
        return
    if not given:
        yield InputError(repr(given), "no such file or folder")
        return
    path = Path(given)
    if not path.is_dir():
        yield Input(path.as_posix(), path)
        return
    unreadable: list[OSError] = []
    files: list[Path] = []
    for folder, folders, names in os.walk(path, onerror=unreadable.append):
        folders[:] = [name for name in folders if not name.startswith(".")]
        files += [
            Path(folder, name)
            for name in names
            if name.lower().endswith(_SUFFIXES) and not name.startswith(".")
        ]
    for error in unreadable:
        yield InputError(Path(error.filename or path).as_posix(), _why(error))
    if not files and not unreadable:
        known = ", ".join(f"*{suffix}" for suffix in _SUFFIXES)
        yield InputError(path.as_posix(), f"no Markdown in this folder ({known})")
    yield from (Input(file.as_posix(), file) for file in sorted(files))


def _read_stdin() -> bytes:
    if sys.stdin is None:
        raise ValueError("it is closed")
    if sys.stdin.isatty():
        print("marksplit: reading standard input up to its end", file=sys.stderr, flush=True)
    return sys.stdin.buffer.read()


def _decode(source: str, data: bytes, encoding: str) -> str:
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


def _why(error: Exception) -> str:
    if isinstance(error, FileNotFoundError):
        return "no such file or folder"
    reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return reason[:1].lower() + reason[1:]
