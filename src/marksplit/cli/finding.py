"""Finding the inputs that paths name. A folder is walked as its files are asked for.

What is kept are the names in the folders on the way down; no file is opened but `.gitignore`.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from marksplit.cli.ignoring import Note, Rules
from marksplit.cli.reading import NO_FILE, STDIN, Input, InputError, why
from marksplit.export.files import is_temporary

_SUFFIXES = (".md", ".markdown", ".mdx")


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Which files of a folder are taken. A file that is named itself always is.

    Globs match a name at any depth, or, with a slash in them, the path below the folder; ``*``
    stops at a slash, ``**`` does not.
    """

    include: Sequence[str] = ()
    """Take what matches one of these, in place of Markdown by its suffix."""
    exclude: Sequence[str] = ()
    """Leave out files, and folders with all that is in them, that match one of these."""
    hidden: bool = False
    """Take files and folders whose names start with a dot, too; never ``.git``."""
    ignored: bool = False
    """Take what `.gitignore` files ignore, too."""


def find_inputs(
    paths: Sequence[str],
    selection: Selection = Selection(),
    *,
    note: Note = lambda _: None,
    outputs: Sequence[str | None] = (),
) -> Iterator[Input | InputError]:
    """The inputs that `paths` name, in order and each file once; standard input for no path.

    Files below a folder are sorted. A link in it is followed when it is to a file that lies below
    the folder, too, and is not found there itself; `note` is told of links that lead out of it, and
    of pipes and devices, which are left out. So are the files `outputs`, unless they are named.
    """
    written = frozenset(os.path.realpath(output) for output in outputs if output)
    given = Counter(os.path.realpath(path) for path in paths if path not in ("", STDIN))
    once = cache(note)
    twice = tuple(os.path.join(real, "") for real in given if _is_named_again(real, given))
    seen: set[str] = set()
    for path in paths or [STDIN]:
        for each, real in _named(path, selection, once, written):
            if isinstance(each, Input):
                if real in seen:
                    continue
                is_link = each.path is not None and each.path.is_symlink()
                if is_link or real == STDIN or real in given or real.startswith(twice):
                    seen.add(real)
            yield each


def _is_named_again(real: str, given: Counter[str]) -> bool:
    return given[real] > 1 or any(str(parent) in given for parent in Path(real).parents)


def _named(
    path: str, selection: Selection, note: Note, written: frozenset[str]
) -> Iterator[_Found]:
    if path == STDIN:
        yield Input(STDIN, None), STDIN
    elif not path:
        yield InputError(repr(path), "no such file or folder"), path
    elif os.path.isdir(path):
        yield from _Folder(path, selection, note, written).walk()
    else:
        yield Input(Path(path).as_posix(), Path(path)), os.path.realpath(path)


_Found = tuple[Input | InputError, str]
"""What is found, and its real path."""
_Names = tuple[str, ...]
"""The names that lead from the folder that was named to something in it."""


@dataclass(frozen=True, slots=True)
class _Level:
    """A folder that is still to be looked into."""

    names: _Names
    rules: Rules
    """Those of the folder above it."""


class _Folder:
    """A folder that was named, and which files in it are taken."""

    def __init__(
        self, path: str, selection: Selection, note: Note, written: frozenset[str]
    ) -> None:
        self._path = Path(path)
        self._real = os.path.realpath(path)
        self._selection = selection
        self._note = note
        self._written = written
        rules = Rules(note) if selection.ignored else Rules.above(self._real, note)
        self._top = _Level((), rules)

    def walk(self) -> Iterator[_Found]:
        """The files in order, and an error for each folder that cannot be read."""
        empty = True
        open_levels = [self._look_into(self._top)]
        while open_levels:
            for each in open_levels[-1]:
                if isinstance(each, _Level):
                    open_levels.append(self._look_into(each))
                    break
                empty = False
                yield each
            else:
                open_levels.pop()
        if empty:
            yield InputError(self._path.as_posix(), self._nothing()), self._real

    def _look_into(self, level: _Level) -> Iterator[_Found | _Level]:
        folder, rules = self._join(level.names), self._rules(level)
        folders, links, odd, names = set(), set(), set(), []
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    is_link = entry.is_symlink()
                    is_folder = os.path.isdir(entry.path) if is_link else entry.is_dir()
                    if self._takes((*level.names, entry.name), rules, is_folder=is_folder):
                        names.append(entry.name)
                        if is_link:
                            links.add(entry.name)
                        elif is_folder:
                            folders.add(entry.name)
                        elif not entry.is_file():
                            odd.add(entry.name)
        except OSError as error:
            yield InputError(self._path.joinpath(*level.names).as_posix(), why(error)), folder
        for name in sorted(names):
            path = self._path.joinpath(*level.names, name)
            if name in folders:
                yield _Level((*level.names, name), rules)
            elif name in odd:
                self._note(f"{path.as_posix()}: {NO_FILE}, which is left out")
            elif name not in links:
                yield Input(path.as_posix(), path), os.path.join(folder, name)
            elif self._follows(path):
                yield Input(path.as_posix(), path), os.path.realpath(path)

    def _rules(self, level: _Level) -> Rules:
        if self._selection.ignored:
            return level.rules
        return level.rules.within(self._join(level.names))

    def _takes(self, names: _Names, rules: Rules, *, is_folder: bool) -> bool:
        selection, name = self._selection, names[-1]
        if name == ".git" or (name.startswith(".") and not selection.hidden):
            return False
        if not is_folder and not (
            any(_matches(glob, names) for glob in selection.include)
            if selection.include
            else name.lower().endswith(_SUFFIXES)
        ):
            return False
        if any(_matches(glob, names) for glob in selection.exclude):
            return False
        if self._join(names) in self._written or is_temporary(name):
            return False
        return not rules.ignore(self._join(names), is_folder=is_folder)

    def _follows(self, link: Path) -> bool:
        """Whether a link is to a file in the folder that is not found there itself."""
        target = os.path.realpath(link)
        inside = Path(target).is_relative_to(self._real)
        if not inside:
            source = link.as_posix()
            self._note(f"{source}: a link out of {self._path.as_posix()}, which is not followed")
        if not inside or os.path.isdir(target) or target in self._written:
            return False
        return not self._finds(Path(target))

    def _finds(self, file: Path) -> bool:
        if not file.exists():
            return False
        names, level = file.relative_to(self._real).parts, self._top
        for depth in range(1, len(names) + 1):
            rules = self._rules(level)
            if not self._takes(names[:depth], rules, is_folder=depth < len(names)):
                return False
            level = _Level(names[:depth], rules)
        return True

    def _join(self, names: _Names) -> str:
        return os.path.join(self._real, *names)

    def _nothing(self) -> str:
        if self._selection.include:
            return f"no file in this folder matches {' or '.join(self._selection.include)}"
        return f"no Markdown in this folder ({', '.join('*' + each for each in _SUFFIXES)})"


def _matches(glob: str, names: _Names) -> bool:
    parts = tuple(part for part in glob.split("/") if part not in ("", "."))
    return _match(parts, names) if "/" in glob.rstrip("/") else fnmatchcase(names[-1], *parts)


def _match(parts: _Names, names: _Names) -> bool:
    if not parts or not names:
        return not names and all(part == "**" for part in parts)
    if parts[0] == "**":
        return _match(parts[1:], names) or _match(parts, names[1:])
    return fnmatchcase(names[0], parts[0]) and _match(parts[1:], names[1:])
