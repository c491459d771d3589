"""Who may import whom: core files import lower core files; rooms import public names only."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import marksplit

ROOT = Path(marksplit.__file__).parent

ROWS = (
    ("errors",),
    ("_optional", "_field_docs", "spans"),
    ("sizing",),
    ("options",),
    ("arguments",),
    ("document",),
    ("cuts",),
    ("chunks",),
    ("planning",),
    ("checks",),
    ("chunker", "explain"),
    ("files",),
)
"""Core files and folders; each imports those of higher rows only."""
LAYERS = {name: number for number, row in enumerate(ROWS) for name in row}
FOLDERS = ("document", "cuts", "chunks", "planning", "checks")

FRONT = {"__init__", "__main__"}
PARSER_PACKAGES = {"markdown_it", "mdit_py_plugins"}
FOR_ROOMS = {"_optional", "_field_docs", "export", "pages"}
"""What every room may import besides the public names."""
LAZY = {("sizing", "tokenizers")}
"""The one look upward: a sizer given by name is found in its room when it is asked for."""


def core_files() -> list[Path]:
    return sorted(
        path
        for path in [
            *ROOT.glob("*.py"),
            *(p for name in FOLDERS for p in (ROOT / name).rglob("*.py")),
        ]
        if path.stem not in FRONT or path.parent != ROOT
    )


def room_files() -> list[Path]:
    return sorted(
        path
        for folder in ROOT.iterdir()
        if folder.is_dir() and folder.name not in {*FOLDERS, "__pycache__"}
        for path in folder.rglob("*.py")
    )


def imports(path: Path) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found.append(node.module or "")
    return found


def room_of(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", core_files(), ids=lambda path: str(path.relative_to(ROOT)))
def test_core_imports_what_stands_above_it_and_the_parser_packages_only(path: Path) -> None:
    mine = room_of(path)
    for name in imports(path):
        top, _, rest = name.partition(".")
        other, _, inside = rest.partition(".")
        if top == "marksplit":
            if (mine, other) in LAZY or mine == other:
                continue
            assert other in LAYERS, f"{path.name} imports {name}"
            assert LAYERS[other] < LAYERS[mine], f"{path.name} imports {name}"
            assert not inside, f"{path.name} reaches into {name}: a folder's __init__ exports"
        elif top in PARSER_PACKAGES:
            parser = path.is_relative_to(ROOT / "document" / "parser")
            assert parser, f"only the parser room may import {top}, not {path.name}"
        else:
            assert top in sys.stdlib_module_names, f"{path.name} imports {name}"


def test_the_laws_know_nothing_of_the_planner() -> None:
    for path in (ROOT / "checks").glob("*.py"):
        found = {name.split(".")[1] for name in imports(path) if name.startswith("marksplit.")}
        assert not found & {"cuts", "planning"}, path.name


@pytest.mark.parametrize("path", room_files(), ids=lambda path: str(path.relative_to(ROOT)))
def test_rooms_import_public_names_only(path: Path) -> None:
    mine = room_of(path)
    for name in imports(path):
        top, _, rest = name.partition(".")
        if top != "marksplit" or not rest:
            continue
        other = rest.partition(".")[0]
        assert other in FOR_ROOMS or other not in LAYERS, f"{path} imports {name}"
        if mine == "cli":  # the front: its commands open the rooms that they are for
            continue
        shared = FOR_ROOMS | ({"semantic"} if mine == "evaluation" else set())
        assert other == mine or other in shared, f"{path} imports {name}"


def test_import_loads_nothing_beyond_the_parser_packages() -> None:
    code = (
        "import sys; before = set(sys.modules); import marksplit\n"
        "print('\\n'.join(sorted({n.partition('.')[0] for n in set(sys.modules) - before})))"
    )
    run = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True
    )
    taken_along = {"linkify_it", "uc_micro"}  # by markdown-it-py, where they are installed
    allowed = {"marksplit", "mdurl", *PARSER_PACKAGES, *sys.stdlib_module_names, *taken_along}
    assert set(run.stdout.split()) <= allowed


def test_import_loads_no_optional_room() -> None:
    code = "import sys, marksplit; print(*(n for n in sys.modules if n.startswith('marksplit.')))"
    run = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True
    )
    rooms = {name.split(".")[1] for name in run.stdout.split()}
    assert rooms <= set(LAYERS)
