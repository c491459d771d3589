"""Files that appear whole, and what is left of runs that were killed."""

from __future__ import annotations

import multiprocessing
import os
import sys
from pathlib import Path

import pytest

from marksplit.export.files import is_temporary, replacing
from marksplit.export.locking import HeldError, only_one

LEFT = ".marksplit-0123456789abcdef.tmp"


def test_what_a_killed_run_has_left_is_removed_by_the_next(tmp_path: Path) -> None:
    (tmp_path / LEFT).write_bytes(b"half")
    kept = [".marksplit-notes.tmp", "0123456789abcdef.tmp", ".marksplit-0123456789abcdef.tmp.md"]
    for name in kept:
        (tmp_path / name).write_bytes(b"")
    with replacing(tmp_path / "out") as replacement:
        replacement.stream.write(b"new")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*kept, "out"])
    assert [is_temporary(name) for name in [LEFT, *kept]] == [True, False, False, False]


def test_what_a_running_one_writes_stays(tmp_path: Path) -> None:
    with replacing(tmp_path / "a") as first:
        first.stream.write(b"1")
        with replacing(tmp_path / "b") as second:
            second.stream.write(b"2")
        assert first.path.exists()
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": b"1", "b": b"2"}


def test_a_file_is_held_until_it_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace = os.replace

    def another_run_comes_first(old: Path, new: Path) -> None:
        monkeypatch.setattr(os, "replace", replace)
        with replacing(tmp_path / "b"):
            pass
        replace(old, new)

    monkeypatch.setattr(os, "replace", another_run_comes_first)
    with replacing(tmp_path / "a"):
        pass
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b"]


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX pipe")
def test_a_pipe_of_such_a_name_does_not_stop_the_run(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / LEFT)
    with replacing(tmp_path / "out"):
        pass
    assert (tmp_path / "out").exists()


def test_only_one_block_runs_and_leaves_no_file(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with only_one(path), pytest.raises(HeldError), only_one(path):
        pass
    with only_one(path):
        assert path.exists()
    assert not path.exists()


def _die_holding(path: Path) -> None:
    with only_one(path):
        os._exit(9)


def test_a_process_that_dies_lets_go(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    process = multiprocessing.get_context("spawn").Process(target=_die_holding, args=(path,))
    process.start()
    process.join()
    assert (process.exitcode, path.exists()) == (9, True)
    with only_one(path):
        pass
    assert not path.exists()
