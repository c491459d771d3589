"""What a person at a terminal sees of a long run: a bar with rich, plain counts without it.

Failures and results are shown elsewhere; nothing is written where nobody looks.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from marksplit import MissingExtraError
from marksplit._optional import require

_SHORT = 1.0
"""Seconds that a run may take without showing anything."""
_PAUSE = 10.0
"""Seconds between two lines of plain counts."""


@dataclass(slots=True)
class Counts:
    """How far a run has come."""

    files: int = 0
    failed: int = 0
    size: int = 0
    """Bytes."""

    def describe(self, seconds: float) -> str:
        """The counts after so many seconds, in words."""
        megabytes = self.size / 1e6
        failed = f", {self.failed:,} failed" if self.failed else ""
        return f"{megabytes:,.1f} MB, {megabytes / max(seconds, 0.001):.1f} MB/s{failed}"


@contextmanager
def showing_progress(
    *, wanted: bool, count: Callable[[], int], unit: str = "files"
) -> Iterator[Callable[[Counts], None]]:
    """Gives a function that shows the counts it is called with, as often as is good.

    Args:
        wanted: whether to show anything, should standard error be a terminal.
        count: how many files there will be; asked only when a bar is shown.
        unit: what is counted, where it is no files.
    """
    if not wanted or sys.stderr is None or not sys.stderr.isatty():
        yield lambda _: None
        return
    try:
        display: _Bar | _Lines = _Bar(count, unit)
    except MissingExtraError:
        display = _Lines(unit)
    try:
        yield display.show
    finally:
        display.close()


class _Bar:
    """A bar of rich's; complaints appear above it."""

    def __init__(self, count: Callable[[], int], unit: str) -> None:
        rich = require("rich.progress", "cli")
        self._bar = rich.Progress(
            rich.BarColumn(),
            rich.MofNCompleteColumn(),
            rich.TextColumn(unit + ", {task.fields[words]}"),
            rich.TimeRemainingColumn(),
            console=require("rich.console", "cli").Console(stderr=True),
            redirect_stdout=False,
        )
        self._count = count
        self._task: object = None
        self._start = time.monotonic()

    def show(self, counts: Counts) -> None:
        seconds = time.monotonic() - self._start
        if self._task is None:
            if seconds < _SHORT:
                return
            self._task = self._bar.add_task("", total=None, words="")
            self._bar.start()
            self._bar.update(self._task, total=self._count())
        self._bar.update(self._task, completed=counts.files, words=counts.describe(seconds))

    def close(self) -> None:
        self._bar.stop()


class _Lines:
    """A line of counts now and then."""

    def __init__(self, unit: str) -> None:
        self._unit = unit
        self._start = self._last = time.monotonic()

    def show(self, counts: Counts) -> None:
        now = time.monotonic()
        if now - self._last >= _PAUSE:
            self._last = now
            words = counts.describe(now - self._start)
            print(f"marksplit: {counts.files:,} {self._unit}, {words}", file=sys.stderr, flush=True)

    def close(self) -> None:
        """Nothing is left to show."""
