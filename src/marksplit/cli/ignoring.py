"""What `.gitignore` files say of a path: those of a folder, of the ones above it and below.

They are read with pathspec, from the extra ``cli``; nothing is walked here.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from marksplit import MissingExtraError
from marksplit._optional import require
from marksplit.cli.reading import why

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

Note = Callable[[str], None]
_NAME = ".gitignore"


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules that hold in a folder, the outermost file's first; a later one wins."""

    note: Note
    """Is told what is not followed, and why."""
    files: tuple[tuple[str, GitIgnoreSpec], ...] = ()
    """The folder of each file, with a separator at its end, and what the file says."""

    @classmethod
    def above(cls, folder: str, note: Note) -> Rules:
        """What the folders above `folder` say, up to the top of its repository.

        A folder that they ignore was named on purpose: then they say nothing.
        """
        path = Path(folder)
        tops = (each for each in (path, *path.parents) if os.path.exists(each / ".git"))
        top = next(tops, path)
        names = path.relative_to(top).parts
        rules = cls(note)
        for depth in range(len(names)):
            rules = rules.within(str(top.joinpath(*names[:depth])))
            if rules.ignore(str(top.joinpath(*names[: depth + 1])), is_folder=True):
                return cls(note)
        return rules

    def within(self, folder: str) -> Rules:
        """The rules in `folder`: these, and its own file's."""
        path = os.path.join(folder, _NAME)
        try:
            with open(path, encoding="utf-8-sig", errors="surrogateescape") as stream:
                lines = stream.read().split("\n")
        except FileNotFoundError:
            return self
        except OSError as error:
            self.note(f"{path}: not followed: {why(error)}")
            return self
        try:
            spec = self._parse(path, lines)
        except MissingExtraError as error:
            self.note(f"{_NAME} files are not followed: {error}")
            return self
        return Rules(self.note, (*self.files, (os.path.join(folder, ""), spec)))

    def ignore(self, path: str, *, is_folder: bool) -> bool:
        """Whether `path`, in the folder that these rules hold in, is ignored."""
        for folder, spec in reversed(self.files):
            name = path[len(folder) :].replace(os.sep, "/")
            verdict = spec.check_file(name + "/" if is_folder else name).include
            if verdict is not None:
                return verdict
        return False

    def _parse(self, path: str, lines: list[str]) -> GitIgnoreSpec:
        spec: type[GitIgnoreSpec] = require("pathspec", "cli").GitIgnoreSpec
        try:
            return spec.from_lines(lines)
        except (ValueError, re.error):
            kept = []
            for number, line in enumerate(lines, 1):
                try:
                    spec.from_lines([line])
                except (ValueError, re.error):  # git lets such a line match nothing
                    self.note(f"{path}: line {number} is no pattern: {line!r}")
                else:
                    kept.append(line)
            return spec.from_lines(kept)
