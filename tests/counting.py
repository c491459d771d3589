"""Work counted and not timed: the calls that something makes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection
from types import FrameType

ALL = ("call", "c_call")
"""Calls of functions in Python, and of functions and methods in C."""


def calls(run: Callable[[], object], events: Collection[str] = ALL) -> int:
    """How many calls `run` makes, of the kinds in `events`."""
    made = 0

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal made
        made += event in events

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        run()
    finally:
        sys.setprofile(before)
    return made
