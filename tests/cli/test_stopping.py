"""Long runs that are stopped: the old output or none, no process left, the terminal as it was."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from command import Command

from marksplit.cli.signals import Stopped, raising_signals

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
LINUX = Path("/proc/self/task").exists()
DOCUMENTS = 300


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    text = "".join(f"## Part {number}\n\n{'Some words. ' * 40}\n\n" for number in range(40))
    (tmp_path / "docs").mkdir()
    for number in range(DOCUMENTS):
        path = tmp_path / "docs" / f"{number:03}.md"
        path.write_text(f"# Document {number}\n\n{text}", encoding="utf-8")
    (tmp_path / "out.jsonl").write_text("old", encoding="utf-8")
    return tmp_path


def start(folder: Path, *argv: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "marksplit", "chunk", "docs", "-o", "out.jsonl", *argv],
        cwd=folder,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def processes_of(group: int) -> list[int]:
    """The living processes of a process group."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, of = path.read_text(encoding="utf-8").rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if int(of) == group and state != "Z":
            found.append(int(path.parent.name))
    return found


def wait_until_it_writes(run: subprocess.Popen[bytes], folder: Path) -> None:
    while not any(each.stat().st_size for each in folder.glob(".marksplit-*.tmp")):
        assert run.poll() is None
        time.sleep(0.01)


def assert_nothing_is_left(folder: Path, group: int) -> None:
    assert (folder / "out.jsonl").read_text(encoding="utf-8") == "old"
    assert sorted(path.name for path in folder.iterdir()) == ["docs", "out.jsonl"]
    if LINUX:
        wait_until_gone(group)


def wait_until_gone(group: int) -> None:
    end = time.monotonic() + 20
    while processes_of(group):
        assert time.monotonic() < end, "a process is left"
        time.sleep(0.02)


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(
    ("number", "to_all"),
    [(signal.SIGINT, True), (signal.SIGTERM, False), (signal.SIGHUP, True)],
)
def test_a_signal_leaves_the_old_output_and_no_process(
    folder: Path, jobs: str, number: signal.Signals, to_all: bool
) -> None:
    run = start(folder, "--jobs", jobs)
    wait_until_it_writes(run, folder)
    (os.killpg if to_all else os.kill)(run.pid, number)
    _, err = run.communicate(timeout=60)
    assert (run.returncode, err) == (128 + number, b"")
    assert_nothing_is_left(folder, run.pid)


@pytest.mark.skipif(not LINUX, reason="needs /proc")
def test_a_kill_leaves_the_old_output_and_no_process(folder: Path) -> None:
    run = start(folder, "--jobs", "2")
    wait_until_it_writes(run, folder)
    run.kill()
    run.communicate(timeout=60)
    assert (folder / "out.jsonl").read_text(encoding="utf-8") == "old"
    wait_until_gone(run.pid)


@pytest.mark.skipif(not LINUX, reason="needs /proc")
def test_a_worker_that_is_killed_from_outside_costs_nothing(folder: Path) -> None:
    run = start(folder, "--jobs", "2")
    wait_until_it_writes(run, folder)
    workers = [
        pid
        for pid in processes_of(run.pid)
        if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
    ]
    assert len(workers) == 2
    os.kill(workers[0], signal.SIGKILL)
    _, err = run.communicate(timeout=120)
    assert (run.returncode, err) == (0, b"")
    sources = [
        json.loads(line)["source"]
        for line in (folder / "out.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    assert sources == sorted(sources)
    assert len(set(sources)) == DOCUMENTS


@pytest.mark.long
@pytest.mark.skipif(not LINUX, reason="needs /proc")
@pytest.mark.parametrize("seed", range(60))
def test_a_signal_at_any_moment_leaves_the_old_output_or_the_new(folder: Path, seed: int) -> None:
    random = Random(seed)
    number = random.choice([signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
    run = start(folder, "--jobs", str(random.choice([1, 2])))
    try:
        run.wait(random.uniform(0, 1.2))
    except subprocess.TimeoutExpired:
        (os.killpg if number == signal.SIGINT else os.kill)(run.pid, number)
    _, err = run.communicate(timeout=60)
    written = (folder / "out.jsonl").read_text(encoding="utf-8")
    assert written == "old" or len(written.splitlines()) == DOCUMENTS * 40
    wait_until_gone(run.pid)
    if number != signal.SIGKILL:
        assert sorted(path.name for path in folder.iterdir()) == ["docs", "out.jsonl"], err


@pytest.fixture
def handlers() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("handlers")
def test_only_the_first_signal_is_raised_and_ignored_ones_stay_ignored() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    with pytest.raises(Stopped) as stopped, raising_signals():  # noqa: PT012
        os.kill(os.getpid(), signal.SIGHUP)
        try:
            os.kill(os.getpid(), signal.SIGTERM)
        finally:
            os.kill(os.getpid(), signal.SIGTERM)
    assert stopped.value.number == signal.SIGTERM
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL


def test_another_thread_may_run_the_command(command: Command) -> None:
    command.write("a.md")
    codes: list[int] = []
    thread = threading.Thread(target=lambda: codes.append(command("chunk", "a.md").code))
    thread.start()
    thread.join()
    assert codes == [0]
