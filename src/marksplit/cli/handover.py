"""How changes reach a store and an index moves on with them, at whatever moment a run is killed.

The index says what a store holds once the file of changes is applied. As long as that file is
there it is not applied, and nothing here touches it. A run makes two hidden files beside the index
first, the changes and then the index that follows. To give the changes their name is the one step
that counts: the following index without the changes beside it means that they were handed over.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from marksplit.cli.writing import OutputError


class Handover:
    """An index, and the changes that lead to it.

    Attributes:
        index: what a store holds once the changes are applied.
        changes: what is still to be applied, while it is there.
        next_index: the index that follows; written after `next_changes`.
        next_changes: what leads to it.
        lock: what one run at a time holds.
    """

    def __init__(self, index: str, changes: str) -> None:
        self._name = changes
        self.index = Path(os.path.realpath(index))
        self.changes = Path(os.path.realpath(changes))
        self.next_index = self.index.with_name(f".{self.index.name}.next")
        self.next_changes = self.index.with_name(f".{self.index.name}.changes")
        self.lock = self.index.with_name(f".{self.index.name}.lock")

    def recover(self) -> None:
        """Finish what a killed run had handed over, and drop what it had not."""
        if self.next_index.exists():
            if not self.next_changes.exists():
                self._move_on()
                return
            self.next_index.unlink()  # first, since alone it would mean a handover
            _settle(self.index.parent)
        self.next_changes.unlink(missing_ok=True)

    def require_room(self) -> None:
        """Do nothing, as long as changes can be handed over.

        Raises:
            OutputError: earlier ones wait to be applied, or the place for them is not right.
        """
        if self.changes.exists() or os.path.lexists(self._name):
            reason = "is not applied yet: apply it to the store, delete it, and run this again"
            raise OutputError(f"{self._name}: {reason}")
        try:
            together = self.changes.parent.stat().st_dev == self.index.parent.stat().st_dev
        except OSError as error:
            raise OutputError(f"{self._name}: cannot be written: no such folder") from error
        if not together:
            reason = "must be on the file system of the index, so that both change together"
            raise OutputError(f"{self._name}: {reason}")

    def hand_over(self) -> None:
        """Give the changes and then the index their names; both were made before."""
        _settle(self.index.parent)
        self.next_changes.replace(self.changes)
        _settle(self.changes.parent)
        self._move_on()

    def _move_on(self) -> None:
        if self.index.exists():
            self.next_index.chmod(self.index.stat().st_mode & 0o7777)
        self.next_index.replace(self.index)
        _settle(self.index.parent)


def _settle(folder: Path) -> None:
    """Let what was renamed in a folder outlast a loss of power, where that can be asked for."""
    if os.name == "nt":
        return
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
