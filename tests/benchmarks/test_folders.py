"""A folder of 20,000 documents, 200 MB, in one process and in two: memory, speed, equal results.

Run it with ``pytest -m benchmark -s tests/benchmarks/test_folders.py``; it prints what it found.
"""

from __future__ import annotations

import filecmp
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

FILES = 20_000
MEAN_SIZE = 10_000
ROUNDS = 2
"""Runs with one process and with two take turns, so that a busy machine is so for both."""
MB = 10**6
FIXTURES = Path(__file__).parents[2] / "fixtures"


def write_documents(folder: Path, *, files: int, mean_size: int, seed: int = 1) -> int:
    """Documents made of the sections of the long fixtures, from 1 KB to 1 MB; returns the bytes."""
    random = Random(seed)
    sections = [
        section
        for path in sorted(FIXTURES.glob("long-*.md"))
        for section in path.read_text(encoding="utf-8").split("\n## ")
        if section.count("\n") > 2
    ]
    total = 0
    for number in range(files):
        goal = min(max(random.lognormvariate(0, 1.2) * mean_size / 2, 1000), 1_000_000)
        parts, size = [f"# Document {number}\n"], 0
        while size < goal:
            section = random.choice(sections)
            parts.append(f"## Part {len(parts)}: {section}\n")
            size += len(section.encode())
        path = folder / f"part-{number // 500:03}" / f"document-{number:05}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(parts), encoding="utf-8")
        total += path.stat().st_size
    return total


@dataclass
class Run:
    """What one run of the command took."""

    seconds: float = 0.0
    cpu: float = 0.0
    """Seconds of all processes together."""
    parent: int = 0
    """Peak resident bytes of the process that was started."""
    workers: dict[int, int] = field(default_factory=dict)
    """The same of each process that it started."""


def measure(folder: Path, output: Path, jobs: int) -> Run:
    run, start = Run(), time.monotonic()
    command = [sys.executable, "-m", "marksplit", "chunk", str(folder), "-o", str(output)]
    process = subprocess.Popen([*command, "--jobs", str(jobs)])
    before = os.times()
    while process.poll() is None:
        for pid in (process.pid, *children(process.pid)):
            peak = peak_memory(pid)
            if pid == process.pid:
                run.parent = max(run.parent, peak)
            else:
                run.workers[pid] = max(run.workers.get(pid, 0), peak)
        time.sleep(0.1)
    after = os.times()
    assert process.returncode == 0
    run.seconds = time.monotonic() - start
    run.cpu = (
        after.children_user - before.children_user + after.children_system - before.children_system
    )
    return run


def children(pid: int) -> Iterator[int]:
    try:
        listed = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    except OSError:  # it has just ended
        return
    yield from map(int, listed.split())


def peak_memory(pid: int) -> int:
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    except OSError:
        return 0
    found = [line for line in status.splitlines() if line.startswith("VmHWM:")]
    return int(found[0].split()[1]) * 1024 if found else 0


@pytest.mark.benchmark
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read off /proc")
@pytest.mark.parametrize("suffix", ["jsonl", "parquet"])
def test_a_folder_of_200_mb_takes_little_memory_and_two_processes_share_it(
    tmp_path: Path, suffix: str
) -> None:
    size = write_documents(tmp_path / "docs", files=FILES, mean_size=MEAN_SIZE)
    print(f"\n{FILES:,} documents, {size / MB:.0f} MB, to {suffix}")
    runs: dict[int, list[Run]] = {1: [], 2: []}
    for _ in range(ROUNDS):
        for jobs, made in runs.items():
            run = measure(tmp_path / "docs", tmp_path / f"{jobs}.{suffix}", jobs)
            made.append(run)
            workers = ", ".join(f"{each / MB:.0f}" for each in run.workers.values())
            print(
                f"--jobs {jobs}: {run.seconds:.1f} s, {size / MB / run.seconds:.2f} MB/s, "
                f"{run.cpu:.1f} CPU s; peak MB: {run.parent / MB:.0f}, workers: {workers or '-'}"
            )
    faster = min(run.seconds for run in runs[1]) / min(run.seconds for run in runs[2])
    dearer = min(run.cpu for run in runs[2]) / min(run.cpu for run in runs[1])
    print(f"two processes: {faster:.2f} times as fast, {dearer:.2f} times the CPU time")
    assert filecmp.cmp(tmp_path / f"1.{suffix}", tmp_path / f"2.{suffix}", shallow=False)
    for run in (*runs[1], *runs[2]):
        assert run.parent < 300 * MB
        assert all(peak < 200 * MB for peak in run.workers.values())
    assert 2 / dearer > 1.7  # the most that two idle cores can give
