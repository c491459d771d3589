"""A process that does the work of calls, one after the other, so that it can be ended at any time.

It is started by `pool`, and ends with the process that started it. What the work is, it is sent.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable, Mapping
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO, Literal, NamedTuple

import marksplit.mcp.tools  # noqa: F401  # before the first call, whose time is limited
from marksplit.mcp.refusal import RefusedError

MAX_MEMORY = 1024 * 1024 * 1024
"""Bytes that the work may take, where the system can limit them."""
READY = b"ready\n"


class Request(NamedTuple):
    """A call, as it is sent."""

    function: Callable[..., Any]
    arguments: Mapping[str, Any]
    seconds: int
    """After which the process ends itself, should nobody be there to end it."""


class Answer(NamedTuple):
    """What became of a call."""

    kind: Literal["result", "refused", "failed"]
    value: Any
    """The result; why it is refused; or what went wrong, for the log."""


def main() -> None:
    """Answer requests until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started this one decides
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # what is printed by mistake is no answer
    _limit_memory()
    answers.write(READY)
    answers.flush()
    todo: SimpleQueue[Request] = SimpleQueue()
    Thread(target=_receive, args=(requests, todo), daemon=True).start()
    while True:
        answer = pickle.dumps(_answer(todo.get()))
        answers.write(answer)
        answers.flush()


def _receive(requests: BinaryIO, todo: SimpleQueue[Request]) -> None:
    """Take requests; end the process, whatever it does, when nobody is there to send more."""
    try:
        while True:
            todo.put(pickle.load(requests))
    except EOFError:
        pass
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(0)


def _answer(request: Request) -> Answer:
    _set_alarm(request.seconds)
    try:
        return Answer("result", request.function(**request.arguments))
    except RefusedError as refusal:
        return Answer("refused", str(refusal))
    except MemoryError:
        size = MAX_MEMORY // 1024**2
        return Answer("refused", f"this takes more than the {size} MiB of memory of a call")
    except Exception:
        return Answer("failed", traceback.format_exc())
    finally:
        _set_alarm(0)


def _set_alarm(seconds: int) -> None:
    if hasattr(signal, "alarm"):
        signal.alarm(seconds)


def _limit_memory() -> None:
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        limit = MAX_MEMORY if most == resource.RLIM_INFINITY else min(MAX_MEMORY, most)
        resource.setrlimit(resource.RLIMIT_DATA, (limit, most))
