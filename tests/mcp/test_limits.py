"""Calls that take long: they end, and quick calls beside them are answered."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path

import anyio
import pytest
from client import GUIDE, message
from mcp import Client
from mcp_types import CallToolResult
from slow_server import slow_server
from slow_work import work

from marksplit import OptionError
from marksplit.mcp.pool import Pool
from marksplit.mcp.refusal import RefusedError
from marksplit.mcp.server import create_server

SLOW: dict[str, object] = {"seconds": 60, "text": "x" * 1000}


def run(limit: float, use: Callable[[Client], Awaitable[None]]) -> None:
    async def main() -> None:
        async with Client(slow_server(limit)) as client:
            await use(client)

    anyio.run(main)


async def until(condition: Callable[[], bool]) -> None:
    with anyio.fail_after(30):
        while not condition():
            await anyio.sleep(0.02)


def ended(process: int) -> bool:
    """Whether a process is gone, or waits for its parent to take note."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return True
    return state == "Z"


def children(process: int) -> list[int]:
    tasks = Path(f"/proc/{process}/task")
    found = [(task / "children").read_text().split() for task in tasks.iterdir()]
    return [int(each) for line in found for each in line]


def test_a_call_that_takes_too_long_ends_with_a_clear_error_and_a_quick_one_is_answered() -> None:
    async def use(client: Client) -> None:
        results: dict[str, CallToolResult] = {}
        order: list[str] = []

        async def call(name: str, arguments: Mapping[str, object]) -> None:
            results[name] = await client.call_tool("work", dict(arguments))
            order.append(name)

        async with anyio.create_task_group() as group:
            for number in range(4):
                group.start_soon(call, f"slow {number}", SLOW)
            await anyio.sleep(0.5)
            group.start_soon(call, "quick", {"text": "quick"})
        assert order[0] == "quick"
        assert not results.pop("quick").is_error
        for result in results.values():
            said = message(result)
            assert "ended, as it took longer than the 10 seconds that a call may take" in said

    run(10, use)


def test_a_call_that_is_slow_but_within_the_limit_is_answered() -> None:
    async def use(client: Client) -> None:
        result = await client.call_tool("work", {"seconds": 1.5, "text": "done"})
        assert result.structured_content is not None
        assert result.structured_content["text"] == "done"

    run(30, use)


def test_a_cancelled_call_ends_its_work(tmp_path: Path) -> None:
    mark = tmp_path / "mark"

    async def use(client: Client) -> None:
        before = set(children(os.getpid()))
        async with anyio.create_task_group() as group:
            group.start_soon(client.call_tool, "work", {"seconds": 60, "mark": str(mark)})
            await until(Path(f"{mark}.started").exists)
            (worker,) = set(children(os.getpid())) - before
            group.cancel_scope.cancel()
        await until(lambda: ended(worker))
        assert not Path(f"{mark}.ended").exists()
        assert not (await client.call_tool("work", {})).is_error

    run(60, use)


def test_a_process_is_kept_for_the_next_call() -> None:
    async def use(client: Client) -> None:
        before = set(children(os.getpid()))
        await client.call_tool("work", {})
        first = set(children(os.getpid())) - before
        for _each in range(5):
            await client.call_tool("work", {})
        assert set(children(os.getpid())) - before == first
        assert len(first) == 1

    run(30, use)


def test_processes_end_with_their_pool() -> None:
    before = set(children(os.getpid()))

    async def use() -> Pool:
        pool = Pool(30)
        await pool.run(work, {}, weight=0)
        return pool

    pool = anyio.run(use)
    (worker,) = set(children(os.getpid())) - before
    del pool
    gc.collect()
    assert ended(worker)


def test_what_goes_wrong_in_the_work_is_told_apart() -> None:
    async def use(client: Client) -> None:
        said = message(await client.call_tool("work", {"fault": "refused"}))
        assert said.endswith("not like this")
        assert "secret" not in message(await client.call_tool("work", {"fault": "crash"}))
        said = message(await client.call_tool("work", {"memory": 3 * 1024**3}))
        assert "more than the 1024 MiB of memory of a call" in said
        said = message(await client.call_tool("work", {"fault": "exit"}))
        assert "has died (exit code 3)" in said
        assert not (await client.call_tool("work", {})).is_error

    run(30, use)


def test_more_calls_than_can_wait_are_refused() -> None:
    async def use() -> None:
        pool = Pool(60)
        refused = []

        async def call() -> None:
            try:
                await pool.run(work, {"seconds": 60}, weight=1)
            except RefusedError as refusal:
                refused.append(str(refusal))

        async with anyio.create_task_group() as group:
            for _ in range(70):
                group.start_soon(call)
            await until(lambda: len(refused) == 6)
            group.cancel_scope.cancel()
        assert refused == ["the server is busy with 64 calls: try again later"] * 6
        assert isinstance(await pool.run(work, {}, weight=0), object)

    anyio.run(use)


def test_a_text_that_is_slow_to_cut_is_ended() -> None:
    async def main() -> None:
        async with Client(create_server(time_limit=2)) as client:
            arguments = {"text": "word " * 200_000, "options": {"max_size": 1}}
            said = message(await client.call_tool("chunk_markdown", arguments))
            assert "took longer than the 2 seconds" in said
            result = await client.call_tool("chunk_markdown", {"text": GUIDE})
            assert not result.is_error

    anyio.run(main)


def test_the_server_ends_within_two_seconds_with_calls_running(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    with subprocess.Popen(
        [sys.executable, str(Path(__file__).parent / "slow_server.py"), "60"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        encoding="utf-8",
    ) as process:
        assert process.stdout is not None
        url = process.stdout.readline().strip()

        async def main() -> tuple[float, list[int]]:
            async def call(client: Client, number: int) -> None:
                with suppress(Exception):  # whatever a client says of a server that is gone
                    await client.call_tool("work", {**SLOW, "mark": f"{mark}{number}"})

            async with Client(url) as client, anyio.create_task_group() as group:
                for number in range(4):
                    group.start_soon(call, client, number)
                await until(Path(f"{mark}0.started").exists)
                workers = children(process.pid)
                start = time.monotonic()
                process.send_signal(signal.SIGTERM)
                await anyio.to_thread.run_sync(process.wait, 30)
                took = time.monotonic() - start
                group.cancel_scope.cancel()
            return took, workers

        took, workers = anyio.run(main)
        assert took < 2
        assert workers
        anyio.run(until, lambda: all(ended(worker) for worker in workers))


@pytest.mark.parametrize("limit", [0, -1, float("nan")])
def test_a_limit_is_a_number_of_seconds(limit: float) -> None:
    with pytest.raises(OptionError, match="time_limit must be a number of seconds > 0"):
        create_server(time_limit=limit)
