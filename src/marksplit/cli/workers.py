"""Work on many inputs in several processes: results in order, and never more than a few at hand.

What the work is comes from the caller. A worker that dies costs one input: the one that kills it.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Generic

from marksplit.cli.batches import Batch, Result, batches
from marksplit.cli.reading import Input, InputError

Work = Callable[[Input], Result | InputError]
"""What is done with one input; picklable, and it raises nothing."""

_BATCHES_AT_HAND = 4
"""Batches for each process that may be under way or wait for an earlier one."""


class WorkersError(Exception):
    """No worker process can be started."""


def run(
    work: Work[Result], found: Iterable[Input | InputError], *, jobs: int
) -> Generator[Result | InputError]:
    """What `work` makes of each of `found`, in their order; errors among them are passed on.

    Close it to end its processes early. Processes are spawned, not forked: they share nothing
    with this one, so that each of their pipes ends with it.

    Args:
        work: what to do.
        found: the inputs; asked for as there is room.
        jobs: how many processes work; at 1 it is this one.

    Raises:
        WorkersError: no process starts.
    """
    if jobs == 1:
        for each in found:
            yield each if isinstance(each, InputError) else work(each)
    else:
        pool = _Pool(work, jobs)
        try:
            yield from pool.results(batches(found))
        finally:
            pool.end()


class _Worker(Generic[Result]):
    """A process, and the batch that it has been sent."""

    def __init__(self, work: Work[Result]) -> None:
        context = get_context("spawn")
        self.pipe, self._theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(self._theirs, work), daemon=True)
        self.batch: Batch[Result] | None = None
        self.has_started = False

    def start(self) -> None:
        with _interrupts_held_back():
            self._process.start()
        self._theirs.close()

    def give(self, batch: Batch[Result]) -> None:
        self.batch = batch
        with suppress(OSError):  # it has died, which is seen when its pipe is read
            self.pipe.send(batch.sent())

    def fate(self) -> str:
        """How the process ended."""
        self._process.join()
        code = self._process.exitcode or 0
        if code >= 0:
            return f"exit code {code}"
        try:
            name = signal.Signals(-code).name
        except ValueError:
            name = f"signal {-code}"
        return f"killed by {name}" + ("; for want of memory, perhaps" if name == "SIGKILL" else "")

    def end(self) -> None:
        """End the process at once: it holds nothing that would have to be saved."""
        if self._process.pid is not None:
            self._process.kill()
            self._process.join()
        self.pipe.close()


def _serve(pipe: Connection, work: Work[Result]) -> None:
    """What a worker process does: say that it has started, then answer inputs with results."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process decides
    try:
        pipe.send(None)
        while True:
            pipe.send([work(each) for each in pipe.recv()])
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass  # the first process is gone, or has had enough


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """A process that is started here gets no interrupt from the terminal while it starts."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Pool(Generic[Result]):
    """Worker processes, and the batches that they have not finished."""

    def __init__(self, work: Work[Result], jobs: int) -> None:
        self._work = work
        self._jobs = jobs
        self._workers: list[_Worker[Result]] = []
        self._left: deque[Batch[Result]] = deque()
        """What workers that died have left."""
        self._under_way: deque[Batch[Result]] = deque()
        """In order; its results are passed on from the front."""

    def results(self, batches: Iterator[Batch[Result]]) -> Iterator[Result | InputError]:
        while True:
            self._hand_out(batches)
            if not self._under_way:
                return
            front = self._under_way[0]
            while front.done:
                yield front.done.popleft()
            if front.todo:
                self._listen()
            else:
                self._under_way.popleft()

    def end(self) -> None:
        for worker in self._workers:
            worker.end()

    def _hand_out(self, batches: Iterator[Batch[Result]]) -> None:
        for worker in self._workers:
            if worker.batch is None:
                batch = self._next(batches)
                if batch is None:
                    return
                worker.give(batch)
        while len(self._workers) < self._jobs:
            batch = self._next(batches)
            if batch is None:
                return
            worker = _Worker(self._work)
            self._workers.append(worker)
            try:
                worker.start()
            except OSError as error:
                self._workers.remove(worker)
                worker.end()
                self._left.append(batch)
                self._go_on_with_fewer(str(error))
            else:
                worker.give(batch)

    def _next(self, batches: Iterator[Batch[Result]]) -> Batch[Result] | None:
        if self._left:
            return self._left.popleft()
        while len(self._under_way) < self._jobs * _BATCHES_AT_HAND:
            batch = next(batches, None)
            if batch is None:
                return None
            self._under_way.append(batch)
            if batch.todo:
                return batch
        return None

    def _listen(self) -> None:
        """Wait for what workers send, and take it."""
        ready = wait([worker.pipe for worker in self._workers])
        for worker in [worker for worker in self._workers if worker.pipe in ready]:
            try:
                results = worker.pipe.recv()
            except (EOFError, OSError):
                self._bury(worker)
                continue
            if results is None:
                worker.has_started = True
            elif worker.batch is not None:
                worker.batch.take(results)
                if worker.batch.todo:
                    self._left.append(worker.batch)
                worker.batch = None

    def _bury(self, worker: _Worker[Result]) -> None:
        """Deal with a worker that has died; another is started when there is work for it."""
        self._workers.remove(worker)
        fate, batch = worker.fate(), worker.batch
        worker.end()
        if not worker.has_started:
            self._go_on_with_fewer(fate)
        elif batch is not None and batch.one_by_one:
            reason = f"the process that worked on it died, twice ({fate})"
            batch.take([InputError(batch.sent()[0].source, reason)])
        elif batch is not None:
            batch.one_by_one = True
        if batch is not None and batch.todo:
            self._left.append(batch)

    def _go_on_with_fewer(self, reason: str) -> None:
        self._jobs -= 1
        if self._jobs == 0:
            raise WorkersError(f"a worker process does not start: {reason}")
