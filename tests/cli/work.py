"""Work for worker processes, in a module of its own so that they can import it."""

from __future__ import annotations

import os
import signal
import time

from marksplit.cli.reading import Input, InputError


def name_or_die(each: Input) -> str | InputError:
    """The input's name; inputs named after a fate meet it."""
    if "killed" in each.source:
        os.kill(os.getpid(), signal.SIGKILL)
    if "exits" in each.source:
        os._exit(3)
    if "once" in each.source and each.path is not None and not each.path.exists():
        each.path.touch()
        os._exit(4)
    if "fails" in each.source:
        return InputError(each.source, "as it should")
    if "slow" in each.source:
        time.sleep(0.2)
    return each.read("utf-8") if each.path is None else each.source


class Broken:
    """Work that no process can receive."""

    def __call__(self, each: Input) -> str:
        return each.source

    def __setstate__(self, _: object) -> None:
        os._exit(5)

    def __getstate__(self) -> int:
        return 1
