"""Signals that end the process: raised, so that nothing half-made is left behind.

What has to be tidied up is known where it was made, not here.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")


class Stopped(KeyboardInterrupt):
    """A signal has come that ends the process.

    Attributes:
        number: which one.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextmanager
def raising_signals() -> Iterator[None]:
    """The first signal that would end the process raises `Stopped`; later ones are ignored.

    A signal that is ignored or handled already is left alone, and so are all of them outside the
    main thread, which alone can handle them.
    """
    before = {}
    if threading.current_thread() is threading.main_thread():
        for name in _NAMES:
            number = getattr(signal, name, None)
            if number and signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
                before[number] = signal.getsignal(number)

    def stop(number: int, _: FrameType | None) -> None:
        for each in before:
            signal.signal(each, signal.SIG_IGN)
        raise Stopped(number)

    try:
        for number in before:
            signal.signal(number, stop)
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
