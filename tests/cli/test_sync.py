"""A store that follows the documents, whatever fails and whenever a run is killed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from command import Command, Result
from store import Store

from marksplit.export.locking import only_one

SYNC = ("sync", "docs", "--index", "index.jsonl", "--changes", "changes.jsonl")
BAD = b"# \xff\n"


def sync(command: Command, *more: str) -> Result:
    return command(*SYNC, *more)


def waiting(command: Command) -> list[dict[str, Any]]:
    text = (command.folder / "changes.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.split("\n")[:-1]]


def acknowledge(command: Command, store: Store, *, again: bool = False) -> None:
    """Apply the changes, if there are any, and say so."""
    changes = command.folder / "changes.jsonl"
    if changes.exists():
        store.apply(waiting(command), again=again)
        changes.unlink()


def fresh(command: Command, *more: str) -> Store:
    store = Store()
    for record in command("chunk", "docs", *more).records:
        store.records[record["key"]] = record
        store.vectors[record["key"]] = record["context"] + record["text"]
    return store


def assert_equal(store: Store, other: Store) -> None:
    assert (store.records, store.vectors) == (other.records, other.vectors)


def test_a_store_follows_the_documents(command: Command) -> None:
    store = Store()
    command.write("docs/a.md", "# A\n\none\n\n# B\n\ntwo\n")
    command.write("docs/b.md", "# C\n\nthree\n")
    result = sync(command)
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("3  added ")
    acknowledge(command, store)
    command.write("docs/a.md", "# A\n\none\n\n# B\n\ntwo, changed\n")
    (command.folder / "docs/b.md").rename(command.folder / "docs/c.md")
    assert sync(command).code == 0
    acknowledge(command, store)
    assert store.embedded == 4
    assert_equal(store, fresh(command))
    written = (command.folder / "index.jsonl").read_text(encoding="utf-8")
    assert written == command("chunk", "docs").out
    assert sorted(os.listdir(command.folder)) == ["docs", "index.jsonl"]


def test_without_changes_there_is_no_file_of_them(command: Command) -> None:
    command.write("docs/a.md")
    sync(command)
    (command.folder / "changes.jsonl").unlink()
    result = sync(command)
    assert (result.code, result.out.splitlines()[4]) == (0, "1  unchanged")
    assert not (command.folder / "changes.jsonl").exists()


def test_changes_that_are_not_applied_are_left_alone(command: Command) -> None:
    command.write("docs/a.md")
    sync(command)
    before = {path: path.read_bytes() for path in command.folder.glob("*.jsonl")}
    command.write("docs/a.md", "# B\n")
    assert sync(command) == (
        2,
        "",
        "marksplit: changes.jsonl: is not applied yet: apply it to the store, delete it, and run "
        "this again\n",
    )
    assert {path: path.read_bytes() for path in command.folder.glob("*.jsonl")} == before


def test_a_source_that_fails_keeps_its_chunks_and_is_tried_again(command: Command) -> None:
    store = Store()
    command.write("docs/a.md", "# A\n")
    command.write("docs/b.md", "# B\n")
    sync(command)
    acknowledge(command, store)
    (old,) = store.of("docs/b.md")
    command.write("docs/a.md", "# A, changed\n")
    command.write("docs/b.md", BAD)
    result = sync(command)
    assert result.code == 1
    assert result.err.startswith("marksplit: docs/b.md: not UTF-8")
    assert result.out.splitlines()[-1] == "1  kept       of sources that failed"
    failed = command.folder / "index.jsonl.failed"
    assert json.loads(failed.read_text(encoding="utf-8"))["source"] == "docs/b.md"
    acknowledge(command, store)
    assert store.of("docs/b.md") == [old]
    assert store.of("docs/a.md")[0]["text"] == "# A, changed"
    command.write("docs/b.md", "# B, changed\n")
    assert sync(command).code == 0
    acknowledge(command, store)
    assert_equal(store, fresh(command))
    assert not failed.exists()


def test_what_lies_in_a_folder_that_fails_is_kept(command: Command) -> None:
    store = Store()
    for name in ("docs/a.md", "notes/b.md", "notes/sub/c.md"):
        command.write(name)
    both = ("sync", "notes", *SYNC[1:])
    assert command(*both).code == 0
    acknowledge(command, store)
    (command.folder / "notes").rename(command.folder / "away")
    assert command(*both).code == 1
    acknowledge(command, store)
    assert len(store.records) == 3
    assert sync(command).code == 0
    acknowledge(command, store)
    assert_equal(store, fresh(command))


def test_when_every_source_fails_nothing_changes(command: Command) -> None:
    command.write("docs/a.md")
    sync(command)
    (command.folder / "changes.jsonl").unlink()
    before = (command.folder / "index.jsonl").read_bytes()
    command.write("docs/a.md", BAD)
    assert sync(command).code == 1
    assert (command.folder / "index.jsonl").read_bytes() == before
    assert sorted(os.listdir(command.folder)) == ["docs", "index.jsonl"]


def test_other_settings_cut_everything_anew(command: Command) -> None:
    store = Store()
    command.write("docs/a.md", "# A\n\none two three four\n")
    command.write("docs/b.md", "# B\n")
    sync(command)
    acknowledge(command, store)
    assert sync(command, "--max-size", "12").code == 0
    assert [each["embed"] for each in waiting(command) if each["op"] == "upsert"].count(False) == 1
    acknowledge(command, store)
    assert_equal(store, fresh(command, "--max-size", "12"))


def test_an_index_may_be_parquet(command: Command) -> None:
    store = Store()
    argv = ("sync", "docs", "--index", "index.parquet", "--changes", "changes.jsonl")
    command.write("docs/a.md", "# A\n")
    command.write("docs/b.md", "# B\n\n[x]\n\n[x]: https://example.org\n")
    assert command(*argv).code == 0
    acknowledge(command, store)
    command.write("docs/a.md", "# C\n")
    command.write("docs/b.md", BAD)
    assert command(*argv).code == 1
    acknowledge(command, store)
    assert len(store.records) == 2
    command.write("docs/b.md", "# B\n\n[x]\n\n[x]: https://example.org\n")
    result = command(*argv)
    assert (result.code, result.out.splitlines()[4]) == (0, "2  unchanged")
    assert_equal(store, fresh(command))


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["--index", "i.json"], "--index must end in .jsonl or .parquet, not 'i.json'"),
        (["--changes", "-"], "--changes must be a file, since its absence says that it is applied"),
        (["--changes", "index.jsonl"], "--index and --changes must be two files"),
        (["--changes", "none/c.jsonl"], "none/c.jsonl: cannot be written: no such folder"),
        (["--index", "none/i.jsonl"], "none/i.jsonl: cannot be written: no such folder"),
        (["--index", "docs/a.md/i.jsonl"], "cannot be written: Not a directory"),
        (["--base", "none"], "--base must be a folder, not 'none'"),
        (["--source", "x"], "--source names standard input, which is not among the PATHs"),
    ],
)
def test_wrong_usage_is_named(command: Command, argv: list[str], message: str) -> None:
    command.write("docs/a.md")
    code, out, err = sync(command, *argv)
    assert (code, out) == (2, "")
    assert message in err
    assert os.listdir(command.folder) == ["docs"]


def test_a_broken_index_stops_the_run(command: Command) -> None:
    command.write("docs/a.md")
    command.write("index.jsonl", "{}\n")
    code, out, err = sync(command)
    assert (code, out) == (1, "")
    assert err.startswith("marksplit: index.jsonl: line 1: no record of a chunk")
    assert sorted(os.listdir(command.folder)) == ["docs", "index.jsonl"]


def test_only_one_run_is_at_work_on_an_index(command: Command) -> None:
    command.write("docs/a.md")
    with only_one(command.folder / ".index.jsonl.lock"):
        assert sync(command) == (
            2,
            "",
            "marksplit: index.jsonl: another run is at work on it\n",
        )
    assert sync(command).code == 0


class Killed(BaseException):
    """Stands for a kill: nothing that the run does afterwards has an effect."""


class Killer:
    """Ends runs before one of their steps: each rename, removal or flush to disk is one."""

    STEPS = ("replace", "unlink", "fsync")

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch
        self._left = 0

    def run(self, command: Command, at: int) -> bool:
        """Whether the run came to its end before the step `at`."""
        self._left = at
        with self._monkeypatch.context() as patch:
            for name in self.STEPS:
                patch.setattr(os, name, self._counted(getattr(os, name)))
            try:
                sync(command)
            except Killed:
                return False
        return True

    def _counted(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def step(*given: Any, **named: Any) -> Any:
            if self._left == 0:
                raise Killed
            self._left -= 1
            return real(*given, **named)

        return step


def edit(command: Command, random: Random) -> None:
    """Edits, removals, renames, and files that cannot be read; one document stays."""
    docs = command.folder / "docs"
    for _ in range(random.randint(1, 3)):
        name = random.choice("abcd")
        path, fate = docs / f"{name}.md", random.random()
        if fate < 0.15:
            path.unlink(missing_ok=True)
        elif fate < 0.3 and path.exists():
            path.rename(docs / f"{random.choice('abcd')}.md")
        elif fate < 0.45:
            path.write_bytes(BAD)
        else:
            parts = random.sample(["# A\n", "# B\n\none\n", "# B\n\ntwo\n", "# C\n\nx\n\ny\n"], 2)
            path.write_text("\n".join(parts), encoding="utf-8")


@pytest.mark.parametrize("seed", range(5))
def test_whatever_happens_the_store_is_in_the_end_as_a_new_one(
    command: Command, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    random, store, killer = Random(seed), Store(), Killer(monkeypatch)
    command.write("docs/stays.md", "# Stays\n")
    for _ in range(6):
        edit(command, random)
        if random.random() < 0.6:
            killer.run(command, random.randrange(16))
        else:
            sync(command)
        if not (command.folder / "changes.jsonl").exists():
            continue
        changes, fate = waiting(command), random.random()
        if fate < 0.3:  # the store fails on the way
            store.apply(changes[: random.randint(0, len(changes))], again=True)
        elif fate < 0.8:
            acknowledge(command, store, again=True)
    acknowledge(command, store, again=True)
    for path in (command.folder / "docs").iterdir():
        if path.read_bytes() == BAD:
            path.write_text("# Mended\n", encoding="utf-8")
    assert sync(command).code in (0, 2)  # 2: a killed run had handed changes over
    acknowledge(command, store, again=True)
    assert sync(command).code == 0
    acknowledge(command, store, again=True)
    assert_equal(store, fresh(command))
    assert sorted(os.listdir(command.folder)) == ["docs", "index.jsonl"]


def test_a_run_may_be_killed_at_each_of_its_steps(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    killer, at, ended = Killer(monkeypatch), 0, False
    while not ended:
        for path in command.folder.glob("*index.jsonl*"):
            path.unlink()
        store = Store()
        command.write("docs/a.md", "# A\n\none\n\n# B\n")
        command.write("docs/b.md", "# C\n")
        sync(command)
        acknowledge(command, store)
        command.write("docs/a.md", "# A\n\ntwo\n\n# B\n")
        (command.folder / "docs/b.md").unlink()
        ended = killer.run(command, at)
        acknowledge(command, store)
        assert sync(command).code == 0
        acknowledge(command, store)
        assert_equal(store, fresh(command))
        at += 1
    assert at > 8


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
@pytest.mark.parametrize("at", [1, 2, 3, 4])
def test_a_process_may_be_killed_between_its_renames(command: Command, at: int) -> None:
    program = (
        "import os, signal, sys\n"
        "real, left = os.replace, int(sys.argv.pop(1))\n"
        "def replace(*given):\n"
        "    global left\n"
        "    left -= 1\n"
        "    if left == 0:\n"
        "        os.kill(os.getpid(), signal.SIGKILL)\n"
        "    real(*given)\n"
        "os.replace = replace\n"
        "from marksplit.cli import main\n"
        "main(sys.argv[1:])\n"
    )
    store = Store()
    command.write("docs/a.md")
    sync(command)
    acknowledge(command, store)
    command.write("docs/a.md", "# B\n")
    run = subprocess.run(
        [sys.executable, "-c", program, str(at), *SYNC], cwd=command.folder, check=False
    )
    assert run.returncode == -9
    acknowledge(command, store)
    assert sync(command).code == 0
    acknowledge(command, store)
    assert_equal(store, fresh(command))
    assert sorted(os.listdir(command.folder)) == ["docs", "index.jsonl"]


def test_diff_keeps_what_failed(command: Command) -> None:
    command.write("docs/a.md", "# A\n")
    command.write("docs/b.md", "# B\n")
    command.write("docs/c.md", "# C\n")
    command("chunk", "docs", "-o", "old.jsonl")
    command.write("docs/b.md", BAD)
    (command.folder / "docs/c.md").unlink()
    assert command("chunk", "docs", "-o", "new.jsonl").code == 1
    changes = command("diff", "old.jsonl", "new.jsonl").records
    assert [(each["op"], each["source"]) for each in changes] == [("delete", "docs/c.md")]
    told = command("diff", "old.jsonl", "new.jsonl", "--format", "text").out
    assert told.endswith("1  kept       of sources that failed\n")
    command.write("docs/b.md", "# B\n")
    assert command("chunk", "docs", "-o", "new.jsonl").code == 0
    assert not (command.folder / "new.jsonl.failed").exists()
    command.write("new.jsonl.failed", "{}\n")
    assert "new.jsonl.failed: line 1: no failure" in command("diff", "old.jsonl", "new.jsonl").err


def test_a_source_is_named_below_the_base_however_it_is_typed(command: Command) -> None:
    command.write("docs/sub/a.md")
    absolute = str(command.folder / "docs")
    for path in ("docs", "./docs/", absolute, "docs/sub/../sub/a.md"):
        (record,) = command("chunk", path, "--base", "docs").records
        assert record["source"] == "sub/a.md"
    command.write("docs/sub/a.md", BAD)
    assert command("chunk", "docs", "--base", absolute).err.startswith("marksplit: sub/a.md: not")
    code, out, err = command("chunk", "docs", "--base", "docs/sub/.git/..")
    assert (code, out) == (2, "")
    command.write("other/b.md")
    code, _, err = command("chunk", "docs", "--base", "other")
    assert (code, err) == (1, "marksplit: docs/sub/a.md: not below --base other\n")


def test_standard_input_has_the_source_that_it_is_given(command: Command) -> None:
    (record,) = command("chunk", "--source", "tea.md", stdin=b"# A").records
    command.write("tea.md", "# A")
    (other,) = command("chunk", "tea.md").records
    assert record == other
