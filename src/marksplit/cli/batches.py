"""Batches: neighbouring inputs that go to one process together, and what came of them.

Who works on them is not known here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from marksplit.cli.reading import Input, InputError

Result = TypeVar("Result")

_BATCH_BYTES = 512 * 1024
_BATCH_FILES = 64


@dataclass(slots=True)
class Batch(Generic[Result]):
    """Neighbouring inputs, sent together so that small ones are not outweighed by the sending."""

    todo: deque[Input | InputError] = field(default_factory=deque)
    done: deque[Result | InputError] = field(default_factory=deque)
    one_by_one: bool = False
    """Whether to send one input at a time, since a worker has died on one of them."""

    def sent(self) -> list[Input]:
        """What the next worker is to do."""
        inputs = [each for each in self.todo if isinstance(each, Input)]
        return inputs[:1] if self.one_by_one else inputs

    def take(self, results: Iterable[Result | InputError]) -> None:
        """Put the results of the first inputs that have none."""
        for result in results:
            self.pass_errors_on()
            self.todo.popleft()
            self.done.append(result)
        self.pass_errors_on()

    def pass_errors_on(self) -> None:
        """Let the first that is to do be an input."""
        while self.todo and isinstance(first := self.todo[0], InputError):
            self.done.append(first)
            self.todo.popleft()


def batches(found: Iterable[Input | InputError]) -> Iterator[Batch[Result]]:
    """Share out what is `found`, in its order; standard input is read here."""
    batch: Batch[Result] = Batch()
    size = 0
    for each in found:
        if isinstance(each, Input):
            size += each.size()
        batch.todo.append(_at_hand(each))
        if size >= _BATCH_BYTES or len(batch.todo) == _BATCH_FILES:
            batch.pass_errors_on()
            yield batch
            batch, size = Batch(), 0
    if batch.todo:
        batch.pass_errors_on()
        yield batch


def _at_hand(each: Input | InputError) -> Input | InputError:
    try:
        return each if isinstance(each, InputError) else each.at_hand()
    except InputError as error:
        return error
