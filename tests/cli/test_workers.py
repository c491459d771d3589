"""Results in order from several processes, whatever becomes of one of them."""

from __future__ import annotations

import io
import multiprocessing
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from work import Broken, name_or_die

from marksplit.cli import batches, workers
from marksplit.cli.reading import Input, InputError


def named(*sources: str) -> list[Input | InputError]:
    return [Input(source, Path(source)) for source in sources]


def results(found: list[Input | InputError], jobs: int = 2) -> list[str]:
    return [str(each) for each in workers.run(name_or_die, found, jobs=jobs)]


@pytest.fixture
def tiny_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "_BATCH_FILES", 3)


@pytest.mark.usefixtures("tiny_batches")
@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_results_keep_the_order_of_the_inputs(jobs: int) -> None:
    sources = [f"{number}{'slow' if number in (0, 7) else ''}" for number in range(40)]
    found = named(*sources)
    found.insert(5, InputError("folder", "permission denied"))
    found += [InputError("last", "gone")] * 7
    expected = [each.source if isinstance(each, Input) else str(each) for each in found]
    assert results(found, jobs) == expected


@pytest.mark.usefixtures("tiny_batches")
def test_a_worker_that_dies_costs_the_input_that_killed_it() -> None:
    sources = [f"{number}" for number in range(20)]
    sources[4], sources[5], sources[13] = "4-killed", "5-exits", "13-fails"
    found = results(named(*sources))
    assert found[4].startswith("4-killed: the process that worked on it died, twice (killed by ")
    assert "SIGKILL; for want of memory, perhaps)" in found[4]
    assert found[5] == "5-exits: the process that worked on it died, twice (exit code 3)"
    assert found[13] == "13-fails: as it should"
    for number in (4, 5, 13):
        found[number] = sources[number]
    assert found == sources


def test_a_worker_that_dies_by_accident_costs_nothing(tmp_path: Path) -> None:
    found: list[Input | InputError] = [
        *named("a"),
        Input("once", tmp_path / "mark"),
        *named("b"),
    ]
    assert results(found) == ["a", "once", "b"]


def test_errors_among_the_inputs_of_a_worker_that_dies_stay_in_their_place() -> None:
    error = InputError("folder", "permission denied")
    found: list[Input | InputError] = [error, *named("killed"), error, error, *named("b"), error]
    assert [each.split(":")[0] for each in results(found)] == [
        *("folder", "killed", "folder", "folder", "b", "folder")
    ]


def test_standard_input_is_read_by_the_first_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"from here")))
    assert results([*named("a"), Input("-", None), *named("b")]) == ["a", "from here", "b"]
    monkeypatch.setattr(sys, "stdin", None)
    assert results([Input("-", None)]) == ["-: it is closed"]


@pytest.mark.usefixtures("tiny_batches")
def test_no_more_inputs_are_taken_than_there_is_room_for() -> None:
    taken = 0

    def many() -> Iterator[Input | InputError]:
        nonlocal taken
        for number in range(10_000):
            taken += 1
            yield Input(str(number), Path("none"))

    run = workers.run(name_or_die, many(), jobs=2)
    assert next(run) == "0"
    run.close()
    assert taken <= 3 * 2 * (workers._BATCHES_AT_HAND + 1)
    assert multiprocessing.active_children() == []


def test_processes_that_cannot_start_are_an_error() -> None:
    with pytest.raises(workers.WorkersError, match=r"does not start: exit code 5"):
        list(workers.run(Broken(), named("a", "b"), jobs=2))
    assert multiprocessing.active_children() == []


def test_fewer_processes_do_when_the_system_gives_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    start = workers._Worker.start
    started: list[object] = []

    def limited(worker: workers._Worker[str]) -> None:
        if started:
            raise BlockingIOError(11, "Resource temporarily unavailable")
        started.append(worker)
        start(worker)

    monkeypatch.setattr(batches, "_BATCH_FILES", 1)
    monkeypatch.setattr(workers._Worker, "start", limited)
    sources = [str(number) for number in range(9)]
    assert results(named(*sources), jobs=3) == sources
    with pytest.raises(workers.WorkersError, match=r"does not start: .* unavailable"):
        results(named(*sources), jobs=3)
