"""Which documents lie below the folders: names and sizes, read off the folders and bounded.

No link is followed, hidden names are left out, and no file is opened.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

from marksplit.mcp.files import BY_STEPS, Roots, is_unicode, open_folder
from marksplit.mcp.refusal import RefusedError

MAX_ENTRIES = 50_000
"""Names in folders that are looked at for one listing."""
SUFFIXES = (".md", ".markdown", ".mdx")

_Names = tuple[str, ...]
"""The names that lead from a root down to something in it."""


class Entry(NamedTuple):
    """A file, as it is found in its folder."""

    path: str
    """What the tools take: below the first root, or absolute below another."""
    size: int
    """In bytes."""
    modified: int
    """When, in nanoseconds."""


class Listing(NamedTuple):
    """Files, folder by folder, each in the order of names; root by root."""

    entries: tuple[Entry, ...]
    note: str
    """What is not in it; ``""`` when all is."""


def list_files(roots: Roots, glob: str | None) -> Listing:
    """The Markdown files below the folders, or the files that `glob` matches instead.

    A glob matches a name at any depth, or, with a slash in it, the path below the root; ``*``
    stops at a slash, ``**`` does not.

    Raises:
        RefusedError: there is no root, or the glob names nothing.
    """
    roots.require()
    parts = tuple(part for part in (glob or "").split("/") if part not in ("", "."))
    if glob is not None and not parts:
        raise RefusedError(f"glob: a glob names something, which {glob!r} does not")
    deep = glob is not None and "/" in glob.rstrip("/")
    walk = _Walk()
    found: dict[Path, Entry] = {}  # a root may lie in another
    for root in roots.real:
        for names, status in walk.files(root):
            name = names[-1]
            takes = (
                name.lower().endswith(SUFFIXES)
                if glob is None
                else _match(parts, names)
                if deep
                else fnmatchcase(name, parts[-1])
            )
            file = root.joinpath(*names)
            if takes and file not in found:
                path = "/".join(names) if root == roots.real[0] else file.as_posix()
                found[file] = Entry(path, status.st_size, status.st_mtime_ns)
    return Listing(tuple(found.values()), "; ".join(walk.notes()))


class _Walk:
    """A walk through folders that counts what it looks at."""

    def __init__(self) -> None:
        self._left = MAX_ENTRIES
        self._unreadable: list[str] = []

    def files(self, root: Path) -> Iterator[tuple[_Names, os.stat_result]]:
        open_folders: list[_Names] = [()]
        while open_folders and self._left >= 0:
            names = open_folders.pop()
            try:
                entries = self._look(root, names)
            except OSError:  # it may not be read, or is no folder any more
                self._unreadable.append("/".join(names) or str(root))
                continue
            inner = []
            for name, is_folder, status in sorted(entries, key=lambda entry: entry[0]):
                if is_folder:
                    inner.append((*names, name))
                elif status is not None:
                    yield (*names, name), status
            open_folders += reversed(inner)

    def notes(self) -> Iterator[str]:
        if self._left < 0:
            yield f"the folders hold more than the {MAX_ENTRIES} names that are looked at"
        if self._unreadable:
            count, first = len(self._unreadable), self._unreadable[0]
            yield f"{count} folders cannot be read, {first!r} the first"

    def _look(self, root: Path, names: _Names) -> list[tuple[str, bool, os.stat_result | None]]:
        """Names in a folder, whether each is a folder, and the status of regular files."""
        descriptor = open_folder(root, names) if BY_STEPS else None
        try:
            found = []
            with os.scandir(root.joinpath(*names) if descriptor is None else descriptor) as all_:
                for entry in all_:
                    self._left -= 1
                    if self._left < 0:
                        break
                    if entry.name.startswith(".") or not is_unicode(entry.name):
                        continue
                    is_folder = entry.is_dir(follow_symlinks=False)
                    status = None
                    if entry.is_file(follow_symlinks=False):
                        with suppress(FileNotFoundError):
                            status = entry.stat(follow_symlinks=False)
                    found.append((entry.name, is_folder, status))
            return found
        finally:
            if descriptor is not None:
                os.close(descriptor)


def _match(parts: _Names, names: _Names) -> bool:
    if not parts or not names:
        return not names and all(part == "**" for part in parts)
    if parts[0] == "**":
        return _match(parts[1:], names) or _match(parts, names[1:])
    return fnmatchcase(names[0], parts[0]) and _match(parts[1:], names[1:])
