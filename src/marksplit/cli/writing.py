"""Where output goes: standard output, a file that is written whole or not at all, and failures.

Everything is written as UTF-8 bytes with the line ends it has.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from typing import IO, TYPE_CHECKING, TextIO

from marksplit import MarksplitError
from marksplit.cli.layout import plain
from marksplit.cli.reading import Input, InputError
from marksplit.export.files import replacing

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_LINE_ENDS = re.compile("[\x85\u2028\u2029]")


class OutputError(Exception):
    """The output cannot be written."""


class Report:
    """What became of the inputs; each failure is one line on standard error."""

    def __init__(self) -> None:
        self.done = 0
        self.errors: list[InputError] = []

    @property
    def failed(self) -> int:
        """How many inputs failed."""
        return len(self.errors)

    @contextmanager
    def of(self, source: str) -> Iterator[None]:
        """Count what happens to one input; its failure is reported and goes no further."""
        try:
            yield
        except (InputError, MarksplitError) as error:
            self.fail(InputError.of(source, error))
        else:
            self.done += 1

    def inputs(self, found: Iterable[Input | InputError]) -> Iterator[Input]:
        """The inputs among `found`; the others are reported as failures."""
        for each in found:
            if isinstance(each, InputError):
                self.fail(each)
            else:
                yield each

    def fail(self, error: InputError) -> None:
        """Count and show a failure."""
        self.errors.append(error)
        complain(str(error))


def complain(message: str) -> None:
    """Show one line on standard error, behind what was written to standard output before."""
    if sys.stdout is not None:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
    if sys.stderr is not None:
        with suppress(OSError, ValueError):
            print(f"marksplit: {plain(message)}", file=sys.stderr, flush=True)


class Output:
    """A place for text and bytes."""

    def __init__(self, stream: IO[bytes]) -> None:
        self.stream = stream
        self.wanted = True
        """Set to False to leave an existing file as it is."""

    def write(self, text: str) -> None:
        """Write `text` as it is."""
        self.stream.write(to_bytes(text))


def to_bytes(text: str) -> bytes:
    """UTF-8; lone surrogates, which it lacks, become ``\\ud800`` escapes."""
    return text.encode("utf-8", "backslashreplace")


def to_json(value: object, *, indent: int | None = None) -> str:
    """JSON in which no character but ``\\n`` can be taken for a line end."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return _LINE_ENDS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def is_terminal(path: str | None) -> bool:
    """Whether output to `path` is read by a person at a terminal."""
    return path in (None, "-") and sys.stdout is not None and sys.stdout.isatty()


@contextmanager
def open_output(path: str | None) -> Iterator[Output]:
    """Open `path` for writing; standard output for None and ``-``.

    A file appears, or is replaced, when all is written; an error before that leaves the old one.
    A link is followed and its target replaced. A device or pipe is written to as it is.

    Raises:
        OutputError: it cannot be written.
    """
    if path is None or path == "-":
        with _standard_output() as output:
            yield output
        return
    target = Path(os.path.realpath(path))
    with naming_what_fails(path):
        if target.is_dir():
            raise IsADirectoryError(0, "is a folder")
        if target.exists() and not os.access(target, os.W_OK):
            raise PermissionError(0, "Permission denied")
        if Path(path).exists() and not target.is_file():
            with open(path, "wb") as stream:
                yield Output(stream)
            return
        with _replacing(target) as output:
            yield output


@contextmanager
def naming_what_fails(path: str) -> Iterator[None]:
    """Let an error of the system in the block be one that names the output `path`.

    Raises:
        OutputError: it cannot be written.
    """
    try:
        yield
    except OSError as error:
        reason = "no such folder" if isinstance(error, FileNotFoundError) else error.strerror
        raise OutputError(f"{path}: cannot be written: {reason or error}") from error


def not_writing_over(
    path: str | None, found: Iterable[Input | InputError]
) -> Iterator[Input | InputError]:
    """Pass on what is `found`.

    Raises:
        OutputError: an input is the file that is written to.
    """
    for each in found:
        if isinstance(each, Input) and each.path:
            keep_apart(path, each.path)
        yield each


def keep_apart(path: str | None, read: str | Path) -> None:
    """Do nothing, as long as `path` is not the file that is `read`.

    Raises:
        OutputError: it is.
    """
    if path and same_file(path, read):
        raise OutputError(f"{path}: would overwrite an input")


def same_file(one: str | Path, other: str | Path) -> bool:
    """Whether two paths name the same file, or both are ``-``."""
    return os.path.realpath(one) == os.path.realpath(other)


class _Encoded(BytesIO):
    """Bytes to a stream of text, which a caller of `main` put in place of standard output."""

    def __init__(self, text: TextIO) -> None:
        super().__init__()
        self._text = text

    def write(self, data: ReadableBuffer) -> int:
        return self._text.write(bytes(data).decode())


@contextmanager
def _standard_output() -> Iterator[Output]:
    stream = sys.stdout
    if stream is None:
        raise OutputError("standard output: it is closed")
    try:
        stream.flush()
        yield Output(getattr(stream, "buffer", None) or _Encoded(stream))
        stream.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        drop_unwritten()
        raise OutputError(f"standard output: {error.strerror or error}") from error


@contextmanager
def _replacing(target: Path) -> Iterator[Output]:
    with replacing(target) as replacement:
        output = Output(replacement.stream)
        yield output
        replacement.wanted = output.wanted


def use_utf8() -> None:
    """Make the process's standard streams write UTF-8, whatever the platform prefers."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def drop_unwritten() -> None:
    """Flush standard output; what cannot be written is dropped, or the last flush would fail."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
    except OSError:
        with suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, sys.stdout.fileno())
            os.close(nowhere)
