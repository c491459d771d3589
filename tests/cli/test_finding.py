"""Which files of a folder are taken: globs, hidden and ignored ones, links, and each once."""

from __future__ import annotations

import importlib
import os
from pathlib import Path

import pytest
from command import Command

from marksplit.cli.finding import find_inputs
from marksplit.cli.reading import Input


def sources(command: Command, *argv: str) -> list[str]:
    result = command("chunk", *argv)
    assert (result.code, result.err) == (0, "")
    return [record["source"] for record in result.records]


def link(path: Path, target: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        path.symlink_to(target)
    except OSError:
        pytest.skip("links are not allowed here")


@pytest.fixture
def docs(command: Command) -> Command:
    for name in ("a.md", "b.MD", "api/c.md", "api/v1/d.md", "drafts/e.md", "sub/drafts/f.md"):
        command.write(f"docs/{name}")
    command.write("docs/notes.txt", "# N\n")
    return command


@pytest.mark.parametrize(
    ("argv", "found"),
    [
        ([], "a.md api/c.md api/v1/d.md b.MD drafts/e.md sub/drafts/f.md"),
        (["--exclude", "drafts"], "a.md api/c.md api/v1/d.md b.MD"),
        (["--exclude", "drafts/"], "a.md api/c.md api/v1/d.md b.MD"),
        (["--exclude", "/drafts"], "a.md api/c.md api/v1/d.md b.MD sub/drafts/f.md"),
        (["--exclude", "api/**"], "a.md b.MD drafts/e.md sub/drafts/f.md"),
        (["--exclude", "api/*.md"], "a.md api/v1/d.md b.MD drafts/e.md sub/drafts/f.md"),
        (["--exclude", "**/drafts/*"], "a.md api/c.md api/v1/d.md b.MD"),
        (["--exclude", "[ab].*", "--exclude", "drafts"], "api/c.md api/v1/d.md"),
        (["--include", "*.txt"], "notes.txt"),
        (["--include", "api/**/*.md", "--include", "*.txt"], "api/c.md api/v1/d.md notes.txt"),
        (["--include", "api/**/*.md", "--exclude", "v1"], "api/c.md"),
    ],
)
def test_globs_choose_among_the_files_of_a_folder(
    docs: Command, argv: list[str], found: str
) -> None:
    assert sources(docs, "docs", *argv) == [f"docs/{name}" for name in found.split()]


def test_a_file_that_is_named_is_taken_whatever_the_globs(docs: Command) -> None:
    assert sources(docs, "docs/a.md", "--exclude", "a.md", "--include", "x") == ["docs/a.md"]


def test_globs_that_match_nothing_are_named(docs: Command) -> None:
    code, _, err = docs("chunk", "docs", "--include", "*.rst", "--include", "*.adoc")
    assert code == 1
    assert err == "marksplit: docs: no file in this folder matches *.rst or *.adoc\n"
    code, _, err = docs("chunk", "docs", "--exclude", "")
    assert code == 2
    assert "argument --exclude: a glob names something, which '' does not" in err


def test_hidden_files_are_taken_when_asked_for_but_never_those_of_git(docs: Command) -> None:
    for name in (".github/g.md", ".git/h.md", "sub/.i.md"):
        docs.write(f"docs/{name}")
    found = sources(docs, "docs", "--hidden")
    assert {"docs/.github/g.md", "docs/sub/.i.md"} <= set(found)
    assert "docs/.git/h.md" not in found


@pytest.mark.parametrize(
    ("rules", "left_out"),
    [
        ("drafts/", {"drafts/e.md", "sub/drafts/f.md"}),
        ("/drafts/", {"drafts/e.md"}),
        ("# comment\n\n*.MD\r\n!a.md\n", {"b.MD"}),
        ("*.md\n!d.md\n!api/\n", {"a.md", "api/c.md", "drafts/e.md", "sub/drafts/f.md"}),
        ("api\n!api/c.md\n", {"api/c.md", "api/v1/d.md"}),
        ("\ufeffa.md", {"a.md"}),
    ],
)
def test_what_git_ignores_is_left_out(docs: Command, rules: str, left_out: set[str]) -> None:
    every = sources(docs, "docs")
    docs.write("docs/.gitignore", rules)
    expected = [each for each in every if each.removeprefix("docs/") not in left_out]
    assert sources(docs, "docs") == expected
    assert sources(docs, "docs", "--ignored") == every


def test_inner_rules_win_over_outer_ones(docs: Command) -> None:
    docs.write("docs/.gitignore", "*.md\n")
    docs.write("docs/api/.gitignore", "!*.md\n")
    docs.write("docs/api/v1/.gitignore", "d.md\n")
    assert sources(docs, "docs") == ["docs/api/c.md", "docs/b.MD"]


def test_rules_above_the_folder_hold_in_a_repository_only(docs: Command) -> None:
    docs.write(".gitignore", "docs/api/\n*.MD\n")
    assert "docs/api/c.md" in sources(docs, "docs")
    (docs.folder / ".git").mkdir()
    assert sources(docs, "docs") == ["docs/a.md", "docs/drafts/e.md", "docs/sub/drafts/f.md"]


def test_an_ignored_folder_that_is_named_is_taken(docs: Command) -> None:
    (docs.folder / ".git").mkdir()
    docs.write(".gitignore", "api\n")
    assert sources(docs, "docs/api") == ["docs/api/c.md", "docs/api/v1/d.md"]


def test_a_line_that_is_no_pattern_is_named_and_the_others_hold(docs: Command) -> None:
    path = docs.write("docs/.gitignore", "drafts\nx[z-a]\n!\napi\n")
    result = docs("chunk", "docs")
    assert [each["source"] for each in result.records] == ["docs/a.md", "docs/b.MD"]
    assert result.err == (
        f"marksplit: {path}: line 2 is no pattern: 'x[z-a]'\n"
        f"marksplit: {path}: line 3 is no pattern: '!'\n"
    )


def test_without_pathspec_rules_are_not_followed_which_is_said_once(
    docs: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = importlib.import_module

    def missing(name: str) -> object:
        if name == "pathspec":
            raise ModuleNotFoundError("No module named 'pathspec'", name="pathspec")
        return real(name)

    docs.write("docs/.gitignore", "a.md\n")
    docs.write("docs/api/.gitignore", "c.md\n")
    monkeypatch.setattr("marksplit._optional.import_module", missing)
    result = docs("chunk", "docs", "docs/api")
    assert (result.code, len(result.records)) == (0, 6)
    assert result.err == (
        "marksplit: .gitignore files are not followed: pathspec is not installed; "
        'it comes with: pip install "marksplit[cli]"\n'
    )


def test_links_out_of_the_folder_are_not_followed_and_named(docs: Command) -> None:
    docs.write("README.md")
    docs.write("more/x.md")
    link(docs.folder / "docs" / "index.md", "../README.md")
    link(docs.folder / "docs" / "more", "../more")
    link(docs.folder / "docs" / "image.png", "../README.md")
    result = docs("chunk", "docs")
    assert (result.code, len(result.records)) == (0, 6)
    assert result.err == (
        "marksplit: docs/index.md: a link out of docs, which is not followed\n"
        "marksplit: docs/more: a link out of docs, which is not followed\n"
    )
    assert "docs/index.md" in sources(docs, "docs/index.md")


def test_a_link_in_the_folder_gives_what_is_not_found_by_itself(docs: Command) -> None:
    docs.write("docs/.shared/s.md")
    docs.write("docs/.gitignore", "ignored.md\n")
    docs.write("docs/ignored.md")
    every = sources(docs, "docs")
    link(docs.folder / "docs" / "aa.md", "a.md")
    link(docs.folder / "docs" / "folder", "api")
    assert sources(docs, "docs") == every
    link(docs.folder / "docs" / "n.md", "notes.txt")
    link(docs.folder / "docs" / "s.md", ".shared/s.md")
    link(docs.folder / "docs" / "t.md", ".shared/s.md")
    link(docs.folder / "docs" / "i.md", "ignored.md")
    found = {"docs/n.md", "docs/s.md", "docs/i.md"}
    assert sources(docs, "docs") == sorted({*every, *found})


def test_a_link_that_leads_nowhere_is_a_failure(docs: Command) -> None:
    link(docs.folder / "docs" / "gone.md", "nowhere.md")
    assert docs("chunk", "docs").err == "marksplit: docs/gone.md: no such file or folder\n"


@pytest.mark.parametrize(
    "argv",
    [
        ("docs", "docs"),
        ("docs", "docs/api", "docs/api/v1/d.md"),
        ("docs", "./docs/../docs/", "docs/a.md"),
        ("docs/api/v1/d.md", "docs/api", "docs", "docs/api"),
        (".", "docs"),
    ],
)
def test_a_file_is_found_once_by_whatever_paths(docs: Command, argv: tuple[str, ...]) -> None:
    found = sources(docs, *argv)
    assert len(found) == len(set(map(os.path.realpath, found))) == 6


def test_files_are_found_as_they_are_asked_for(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.md").write_text("x", encoding="utf-8")
    found = find_inputs([str(tmp_path)])
    first = next(found)
    assert isinstance(first, Input)
    assert first.path == tmp_path / "a" / "x.md"
    (tmp_path / "b" / "y.md").write_text("y", encoding="utf-8")
    assert [each.source.split("/")[-1] for each in found] == ["x.md", "y.md"]


def test_an_output_in_the_folder_is_no_input(command: Command) -> None:
    command.write("docs/a.md")
    for argv in (
        ("chunk", "docs", "--include", "*", "-o", "docs/out.jsonl"),
        ("outline", "docs", "-o", "docs/outline.md"),
        ("preview", "docs", "-o", "docs/page.md"),
    ):
        for _ in range(2):
            assert command(*argv).code == 0
        (command.folder / argv[-1]).unlink()
    command.write("docs/out.md", "old")
    (command.folder / "docs" / "link.md").symlink_to("out.md")
    assert command("chunk", "docs", "-o", "docs/out.md").code == 0
    written = (command.folder / "docs" / "out.md").read_bytes()
    assert written == command("chunk", "docs/a.md").out.encode()
    assert command("chunk", "docs", "docs/out.md", "-o", "docs/out.md").code == 2


def test_what_a_killed_run_has_left_is_no_input(command: Command) -> None:
    command.write("docs/a.md")
    command.write("docs/.marksplit-0123456789abcdef.tmp")
    result = command("chunk", "docs", "--include", "*", "--hidden")
    assert {record["source"] for record in result.records} == {"docs/a.md"}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a POSIX pipe")
@pytest.mark.parametrize("name", ["chunk", "check", "outline", "preview"])
def test_pipes_and_devices_are_never_waited_for(command: Command, name: str) -> None:
    command.write("docs/a.md")
    os.mkfifo(command.folder / "docs" / "p.md")
    code, _, err = command(name, "docs", *(["-o", "out"] if name != "check" else []))
    assert (code, err) == (0, "marksplit: docs/p.md: a pipe or a device, which is left out\n")
    for path in ("docs/p.md", "/dev/zero"):
        code, _, err = command(name, path)
        assert (code, err) == (
            1,
            f"marksplit: {path}: a pipe or a device: for a pipe, redirect it to standard input and "
            'give "-"\n',
        )


@pytest.mark.skipif(not os.path.exists("/dev/fd"), reason="needs /dev/fd")
def test_a_pipe_that_the_shell_has_opened_is_read(command: Command) -> None:
    reading, writing = os.pipe()
    os.write(writing, b"# A")
    os.close(writing)
    (record,) = command("chunk", f"/dev/fd/{reading}").records
    os.close(reading)
    assert record["text"] == "# A"
