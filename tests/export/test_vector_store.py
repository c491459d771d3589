"""The README's recipe keeps a real vector store in line with its files and touches no more."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

_README = (Path(__file__).parent.parent.parent / "README.md").read_text(encoding="utf-8")
_STORING = "## Storing\n\nTea keeps for months in a closed tin.\n"
_BREWING = "## Brewing\n\nSteep it for three minutes.\n"
_SERVING = "## Serving\n\nPour it into warm cups.\n"


@pytest.fixture
def recipe() -> dict[str, Any]:
    """What the recipe defines, before it does anything."""
    (block,) = re.findall(r"```python\n([^`]*?def refresh[^`]*?)^with ", _README, re.M)
    defined: dict[str, Any] = {}
    exec(block, defined)
    return defined


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "tea.md").write_text(f"# Tea\n\n{_STORING}\n{_BREWING}\n{_SERVING}")
    (folder / "coffee.md").write_text("# Coffee\n\nGrind the beans just before use.\n")
    return folder


@pytest.fixture
def table(recipe: dict[str, Any], docs: Path, tmp_path: Path) -> Any:
    made = (
        recipe["lancedb"].connect(tmp_path / "store").create_table("chunks", schema=recipe["ROWS"])
    )
    recipe["refresh"](made, docs)
    return made


@pytest.fixture
def refresh(recipe: dict[str, Any], table: Any, docs: Path) -> Callable[[], str]:
    return lambda: str(recipe["refresh"](table, docs))


def rows(table: Any) -> dict[str, dict[str, Any]]:
    return {row["text"]: row for row in table.to_arrow().to_pylist()}


def test_an_answer_names_its_file_and_lines(recipe: dict[str, Any], table: Any, docs: Path) -> None:
    question = recipe["model"].embed("How many minutes do I steep it?")[0]
    (best,) = table.search(question).limit(1).to_list()
    lines = (docs / best["source"]).read_text().splitlines()
    assert lines[best["first_line"] - 1 : best["last_line"]] == best["text"].splitlines()
    assert "three minutes" in best["text"]


def test_nothing_edited_changes_nothing(table: Any, refresh: Callable[[], str]) -> None:
    version = table.version
    assert refresh() == "0 embedded, 0 written, 0 deleted"
    assert table.version == version


def test_an_edited_section_changes_its_row_alone(
    table: Any, docs: Path, refresh: Callable[[], str]
) -> None:
    before = rows(table)
    edited = _BREWING.replace("three", "four")
    (docs / "tea.md").write_text(f"# Tea\n\n{_STORING}\n{edited}\n{_SERVING}")
    assert refresh() == "1 embedded, 1 written, 1 deleted"
    after = rows(table)
    assert after.keys() - before.keys() == {edited.rstrip()}
    assert before.keys() - after.keys() == {_BREWING.rstrip()}
    assert all(after[text] == before[text] for text in after.keys() & before.keys())


def test_a_section_that_moves_gets_new_lines_and_keeps_its_vector(
    table: Any, docs: Path, refresh: Callable[[], str]
) -> None:
    before = rows(table)
    (docs / "tea.md").write_text(f"# Tea\n\n{_STORING}\n{_SERVING}\n{_BREWING}")
    assert refresh() == "0 embedded, 2 written, 0 deleted"
    after = rows(table)
    moved = _SERVING.rstrip()
    assert after.keys() == before.keys()
    assert after[moved]["first_line"] == before[moved]["first_line"] - _BREWING.count("\n") - 1
    assert after[moved]["vector"] == before[moved]["vector"]


def test_a_file_that_is_gone_is_gone(table: Any, docs: Path, refresh: Callable[[], str]) -> None:
    (docs / "coffee.md").unlink()
    assert refresh() == "0 embedded, 0 written, 1 deleted"
    assert {row["source"] for row in rows(table).values()} == {"tea.md"}
