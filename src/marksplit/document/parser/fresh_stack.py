"""Calls with a stack of their own, for a caller whose stack is nearly full."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import TypeVar

_Result = TypeVar("_Result")


def on_fresh_stack(call: Callable[[], _Result]) -> _Result:
    """What `call` gives or raises, run in a thread, which starts with an empty stack."""
    results: list[_Result] = []
    errors: list[Exception] = []

    def run() -> None:
        try:
            results.append(call())
        except Exception as error:
            errors.append(error)

    thread = Thread(target=run)
    thread.start()
    thread.join()
    if errors:
        raise errors[0]
    return results[0]
