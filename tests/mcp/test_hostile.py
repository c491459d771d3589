"""What a hostile client or a hostile folder tries gets a brief answer, and the server lives on."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from client import SECRET, call, calls, make_folder, message, structured
from hostile_calls import CALLS, PATHS
from mcp.server import MCPServer

from marksplit import OptionError
from marksplit.mcp.files import Roots
from marksplit.mcp.listing import list_files
from marksplit.mcp.refusal import RefusedError
from marksplit.mcp.server import create_server


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_folder(tmp_path)


@pytest.fixture
def server(root: Path) -> MCPServer:
    return create_server([root])


def test_every_hostile_call_is_an_error_that_says_why(server: MCPServer) -> None:
    good: tuple[str, dict[str, object]] = ("read_section", {"path": "guide.md", "lines": [2, 2]})
    wanted = [each for hostile in CALLS for each in ((hostile.tool, hostile.arguments), good)]
    results = calls(server, wanted)
    for hostile, refused, answered in zip(CALLS, results[::2], results[1::2], strict=True):
        said = message(refused)
        assert hostile.said in said, f"{hostile.tool}: {said}"
        assert SECRET not in said
        assert len(said) < 3200
        assert "pydantic" not in said
        assert not answered.is_error


@pytest.mark.parametrize("tool", ["chunk_markdown", "outline_markdown"])
def test_every_tool_guards_its_paths(server: MCPServer, tool: str) -> None:
    results = calls(server, [(tool, {"path": each.arguments["path"]}) for each in PATHS])
    for hostile, refused in zip(PATHS, results, strict=True):
        assert hostile.said in message(refused)


def test_files_below_a_root_are_read(server: MCPServer, root: Path) -> None:
    for path in ("sub/inner.md", "link-in.md", "sub/../sub/inner.md", "./sub//inner.md"):
        result = structured(server, "read_section", path=path, lines=[1, 1])
        assert (result["source"], result["text"]) == (path, "# Inner")
        result = structured(server, "read_section", path=str(root / path), lines=[1, 1])
        assert result["text"] == "# Inner"
    result = structured(server, "chunk_markdown", path="crlf.md")
    assert result["chunks"][0]["text"] == "# A\r\n\r\n\tone"


def test_without_a_root_no_file_is_read(root: Path) -> None:
    server = create_server()
    for path in ("guide.md", str(root / "guide.md"), "/etc/passwd"):
        said = message(call(server, "chunk_markdown", path=path))
        assert "this server was started without --root and reads no files: give text" in said
    assert structured(server, "chunk_markdown", text="# A")["total"] == 1


def test_of_several_roots_the_first_that_has_the_file_is_taken(tmp_path: Path) -> None:
    for name, text in (("one", "first"), ("two", "second")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.md").write_text(text)
    (tmp_path / "two" / "b.md").write_text("only here")
    (tmp_path / "one" / "link.md").symlink_to("../two/b.md")
    server = create_server([tmp_path / "one", str(tmp_path / "two")])
    for path, text in (
        ("a.md", "first"),
        ("b.md", "only here"),
        ("link.md", "only here"),
        (str(tmp_path / "two" / "a.md"), "second"),
    ):
        assert structured(server, "read_section", path=path, lines=[1, 1])["text"] == text


def test_a_root_may_be_a_link(tmp_path: Path, root: Path) -> None:
    (tmp_path / "alias").symlink_to(root)
    server = create_server([tmp_path / "alias"])
    for path in ("guide.md", str(tmp_path / "alias" / "guide.md"), str(root / "guide.md")):
        assert structured(server, "read_section", path=path, lines=[1, 1])["text"] == "---"
    assert "outside" in message(call(server, "chunk_markdown", path="link-out.md"))


def test_a_device_below_a_root_is_not_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    roots = Roots.of(["/dev"])
    opened = []
    real = os.open

    def spy(path: str, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        opened.append(str(path))
        return real(path, flags, mode, dir_fd=dir_fd)

    monkeypatch.setattr(os, "open", spy)
    with pytest.raises(RefusedError, match="not a regular file"):
        roots.read("zero")
    assert opened
    assert not any("zero" in path for path in opened)


@pytest.mark.parametrize("victim", ["sub/inner.md", "sub"])
def test_a_link_put_in_after_the_check_is_not_followed(
    root: Path, monkeypatch: pytest.MonkeyPatch, victim: str
) -> None:
    (root.parent / "outside" / "inner.md").write_text(SECRET)
    target = root.parent / "outside" / ("inner.md" if victim.endswith(".md") else "")
    real = os.path.lexists

    def check_then_swap(path: str) -> bool:
        found = real(path)
        (root / victim).rename(root / "moved")
        (root / victim).symlink_to(target)
        return found

    monkeypatch.setattr(os.path, "lexists", check_then_swap)
    with pytest.raises(RefusedError, match=r"no such file|not a regular file"):
        Roots.of([root]).read("sub/inner.md")


def test_a_link_put_in_for_a_folder_is_not_listed_through(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.scandir
    swapped: list[Path] = []

    def look_then_swap(folder: int) -> Iterator[os.DirEntry[str]]:
        found = real(folder)
        if not swapped:  # the root has been opened, `sub` not yet
            swapped.append((root / "sub").rename(root / "moved"))
            (root / "sub").symlink_to(root.parent / "outside")
        return found

    monkeypatch.setattr(os, "scandir", look_then_swap)
    listing = list_files(Roots.of([root]), None)
    assert not any("secret" in each.path for each in listing.entries)
    assert swapped


@pytest.mark.parametrize("roots", ["docs", b"docs", Path("docs")])
def test_roots_must_be_a_sequence(roots: object) -> None:
    with pytest.raises(OptionError, match="roots must be a sequence of folders"):
        create_server(roots)  # type: ignore[arg-type]


def test_roots_must_be_folders(root: Path) -> None:
    for wrong in (root / "nowhere", root / "guide.md"):
        with pytest.raises(OptionError, match="roots must be folders that exist"):
            create_server([wrong])


def test_lone_surrogates_are_named(server: MCPServer) -> None:
    said = message(call(server, "chunk_markdown", text="ab\ud800"))
    assert "text: a lone surrogate at offset 2" in said
    assert "not the path of a file" in message(call(server, "chunk_markdown", path="\udcff.md"))
