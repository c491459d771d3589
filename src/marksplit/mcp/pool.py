"""A few processes for the work of calls: quick ones beside slow ones, each with an end.

A call that is cancelled, or takes too long, ends with its process. What the work is comes from
the caller.
"""

from __future__ import annotations

import heapq
import os
import pickle
import subprocess
import sys
import weakref
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from math import ceil

import anyio
from anyio import to_thread

from marksplit.mcp.refusal import RefusedError
from marksplit.mcp.worker import READY, Answer, Request

_QUICK = 1.0
"""Seconds of work after which a call is slow, and makes room for a lighter one that waits."""
_PATIENCE = 4.0
"""Seconds more after which it does for any."""
_NICE = 5
"""Priority of a process once it has worked on a slow call; 0 is that of all others."""
_LOOK = 0.1
"""Seconds between looks at whether one waits."""
_PLACES = 2
"""Processes for quick calls, and as many for slow ones."""
_MOST = 64
"""Calls that may be under way or wait."""


# Not as -m, under which its types would be those of __main__.
_START = "from marksplit.mcp.worker import main; main()"


class Pool:
    """Processes that are started when they are needed, kept, and ended with this object.

    Attributes:
        limit: seconds that a call may take, waiting included.
    """

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self._quick, self._slow = _Lane(_PLACES), _Lane(_PLACES)
        self._calls = 0
        self._idle: list[_Process] = []
        self._all: set[_Process] = set()
        weakref.finalize(self, _end_all, self._all)

    async def run(
        self, function: Callable[..., object], arguments: Mapping[str, object], *, weight: int
    ) -> object:
        """What ``function(**arguments)`` returns in one of the processes.

        Args:
            function: picklable, as the arguments and the result.
            arguments: by name.
            weight: of calls that wait, those with the smallest go first.

        Raises:
            RefusedError: the work refuses it, takes too long, too much memory, or there are too
                many calls.
        """
        if self._calls >= _MOST:
            raise RefusedError(f"the server is busy with {_MOST} calls: try again later")
        request = pickle.dumps(Request(function, arguments, ceil(self.limit) + 1))
        self._calls += 1
        try:
            with anyio.fail_after(self.limit):
                answer = None
                async with self._quick.place(weight) as place:
                    answer = await self._ask(request, place)
                if answer is None:
                    async with self._slow.place(weight) as place:
                        answer = await self._ask(request, place)
        except TimeoutError as error:
            raise RefusedError(
                f"ended, as it took longer than the {self.limit:g} seconds that a call may take: "
                "give less text, or a part of it"
            ) from error
        finally:
            self._calls -= 1
        assert answer is not None
        if answer.kind == "refused":
            raise RefusedError(answer.value)
        if answer.kind == "failed":
            raise RuntimeError(answer.value)
        return answer.value

    async def _ask(self, request: bytes, place: _Place) -> Answer | None:
        """The answer, or None where it takes too long for a quick call and no slow one may begin."""
        process, answer = self._take(), None
        try:
            await to_thread.run_sync(process.wait_ready, abandon_on_cancel=True)
            async with anyio.create_task_group() as group:
                group.start_soon(self._make_room, place, process, group.cancel_scope)
                answer = await to_thread.run_sync(process.ask, request, abandon_on_cancel=True)
                self._idle.append(process)
                group.cancel_scope.cancel()
        except* (EOFError, OSError, pickle.UnpicklingError):
            answer = Answer(
                "refused",
                f"the process that worked on it has died ({process.fate()}); for want of memory, "
                "perhaps",
            )
        finally:
            if process not in self._idle:
                process.end()
                self._all.discard(process)
        return answer

    async def _make_room(self, place: _Place, process: _Process, work: anyio.CancelScope) -> None:
        """Take a call that is no longer quick to a place for slow ones; without, end it if it must.

        It makes room for a lighter one at once, and for any in the end.
        """
        await anyio.sleep(_QUICK)
        process.give_way()
        place.is_overdue = True
        if place.lane is self._slow:
            return
        patience = anyio.current_time() + _PATIENCE
        while not place.move_to(self._slow):
            if self._quick.is_wanted(place, by_any=anyio.current_time() > patience):
                work.cancel()
                return
            await anyio.sleep(_LOOK)

    def _take(self) -> _Process:
        """A process that does nothing: the one that worked last, as it may know the document."""
        while self._idle:
            process = self._idle.pop()
            if process.is_alive():
                return process
            process.end()
            self._all.discard(process)
        process = _Process()
        self._all.add(process)
        return process


class _Place:
    """What a call has while it works."""

    def __init__(self, lane: _Lane, weight: int) -> None:
        self.lane = lane
        self.weight = weight
        self.is_overdue = False

    def move_to(self, lane: _Lane) -> bool:
        """Go on in another lane, if there is room at once."""
        if not lane.free:
            return False
        lane.free -= 1
        lane.taken.append(self)
        self.lane.leave(self)
        self.lane = lane
        return True


class _Lane:
    """Lets a few calls in at a time; of those that wait, the one with the smallest weight."""

    def __init__(self, places: int) -> None:
        self.free = places
        self.taken: list[_Place] = []
        self._count = 0
        self._waiting: list[tuple[int, int, anyio.Event]] = []

    @asynccontextmanager
    async def place(self, weight: int) -> AsyncIterator[_Place]:
        """Wait for a place, and have it until the end of the block."""
        if self.free:
            self.free -= 1
        else:
            await self._wait(weight)
        place = _Place(self, weight)
        self.taken.append(place)
        try:
            yield place
        finally:
            place.lane.leave(place)

    def is_wanted(self, place: _Place, *, by_any: bool) -> bool:
        """Whether a call waits, a lighter one unless any will do, and should have this place."""
        overdue = [each for each in self.taken if each.is_overdue]
        heaviest = max(overdue, key=lambda each: each.weight)
        if not self._waiting or place is not heaviest:
            return False
        return by_any or self._waiting[0][0] < place.weight

    def leave(self, place: _Place) -> None:
        """Give a place up."""
        self.taken.remove(place)
        self._hand_on()

    def _hand_on(self) -> None:
        if self._waiting:
            heapq.heappop(self._waiting)[2].set()
        else:
            self.free += 1

    async def _wait(self, weight: int) -> None:
        self._count += 1
        ticket = (weight, self._count, anyio.Event())
        heapq.heappush(self._waiting, ticket)
        try:
            await ticket[2].wait()
        except BaseException:
            if ticket in self._waiting:
                self._waiting.remove(ticket)
                heapq.heapify(self._waiting)
            else:  # it was let in at the moment that it was cancelled
                self._hand_on()
            raise


class _Process:
    """A worker, seen from here. What waits for it, waits in a thread."""

    def __init__(self) -> None:
        # -P and the path of this process: no file of the current folder stands in for a library.
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _START],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._requests, self._answers = self._process.stdin, self._process.stdout
        self._is_ready = False

    def wait_ready(self) -> None:
        """Wait until it takes requests.

        Raises:
            EOFError: it did not start.
        """
        if not self._is_ready and self._answers.readline() != READY:
            raise EOFError
        self._is_ready = True

    def ask(self, request: bytes) -> Answer:
        """The answer to a pickled `Request`.

        Raises:
            EOFError, OSError, UnpicklingError: it has died meanwhile.
        """
        self._requests.write(request)
        self._requests.flush()
        answer = pickle.load(self._answers)
        assert isinstance(answer, Answer)
        return answer

    def is_alive(self) -> bool:
        """Whether it may still answer."""
        return self._process.poll() is None

    def give_way(self) -> None:
        """Let other processes go first where there are more than cores."""
        if sys.platform != "win32":
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, self._process.pid, _NICE)

    def fate(self) -> str:
        """How it ended."""
        with suppress(subprocess.TimeoutExpired):
            code = self._process.wait(1)
            return f"exit code {code}" if code >= 0 else f"killed by signal {-code}"
        return "without a word"

    def end(self) -> None:
        """End it at once: it holds nothing that would have to be saved."""
        self._process.kill()
        self._process.wait()
        self._answers.close()
        with suppress(OSError):  # a request that was not sent whole
            self._requests.close()


def _end_all(processes: set[_Process]) -> None:
    for process in processes:
        process.end()
