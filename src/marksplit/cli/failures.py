"""The sources that failed in a run, which a store keeps as they were: `FILE.failed` beside FILE.

That file has a line of JSON for each, and is there only when a source failed.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path, PurePosixPath

from marksplit.cli.json_lines import parse_object
from marksplit.cli.reading import InputError, why
from marksplit.cli.writing import open_output, to_json


class Failures:
    """Sources that failed, and why; a folder that failed stands for all that is below it."""

    def __init__(self, errors: Iterable[InputError] = ()) -> None:
        self._reasons = {error.source: error.reason for error in errors}

    def cover(self, source: str) -> bool:
        """Whether nothing is known of a source, since it or a folder above it failed."""
        if not self._reasons:
            return False
        above = map(str, PurePosixPath(source).parents)
        return source in self._reasons or any(path in self._reasons for path in above)

    def write_beside(self, path: str) -> None:
        """Write them beside the file `path`, in place of those of an earlier run.

        Raises:
            OutputError: they cannot be written.
        """
        beside = _beside(path)
        if self._reasons:
            with open_output(str(beside)) as output:
                for source, reason in self._reasons.items():
                    output.write(to_json({"source": source, "reason": reason}) + "\n")
        else:
            with suppress(FileNotFoundError, NotADirectoryError):
                beside.unlink()


def failures_beside(path: str) -> list[InputError]:
    """Those of the run that wrote the file `path`.

    Raises:
        InputError: they cannot be read.
    """
    beside = _beside(path)
    try:
        lines = beside.read_bytes().split(b"\n")
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise InputError(str(beside), why(error)) from error
    errors = []
    for number, line in enumerate(lines, 1):
        if line and not line.isspace():
            place = f"{beside}: line {number}"
            found = parse_object(place, line)
            source, reason = found.get("source"), found.get("reason")
            if not (isinstance(source, str) and isinstance(reason, str)):
                raise InputError(place, 'no failure: needs "source" and "reason", both strings')
            errors.append(InputError(source, reason))
    return errors


def can_be_beside(path: str | None) -> bool:
    """Whether an output is a file, which failures can be written beside: no stream or device."""
    if path is None or path == "-":
        return False
    return not os.path.exists(path) or os.path.isfile(path)


def _beside(path: str) -> Path:
    return Path(os.path.realpath(path) + ".failed")
