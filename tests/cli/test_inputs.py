"""Which inputs paths name, and what is said of those that cannot be read."""

from __future__ import annotations

import os
import sys

import pytest
from command import Command

from marksplit.cli import main


def sources(command: Command, *argv: str) -> list[str]:
    result = command("chunk", *argv)
    return [record["source"] for record in result.records]


def test_a_folder_gives_its_markdown_sorted_and_no_hidden_files(command: Command) -> None:
    for name in ("b.md", "a.markdown", "sub/c.mdx", "sub/D.MD", "notes.txt"):
        command.write(f"docs/{name}")
    for name in (".hidden.md", ".git/x.md", "sub/.y/z.md"):
        command.write(f"docs/{name}")
    found = ["docs/a.markdown", "docs/b.md", "docs/sub/D.MD", "docs/sub/c.mdx"]
    assert sources(command, "docs") == found
    assert sources(command, "./docs/") == found


def test_a_hidden_path_that_is_named_is_read(command: Command) -> None:
    command.write(".github/x.md")
    command.write(".y.md")
    assert sources(command, ".github", ".y.md") == [".github/x.md", ".y.md"]


def test_a_file_that_is_named_may_have_any_suffix(command: Command) -> None:
    command.write("notes.txt")
    assert sources(command, "notes.txt") == ["notes.txt"]


def test_each_file_is_read_once(command: Command) -> None:
    command.write("docs/a.md")
    command.write("docs/b.md")
    absolute = str(command.folder / "docs" / "a.md")
    assert sources(command, "docs/b.md", "docs", "./docs/a.md", absolute) == [
        "docs/b.md",
        "docs/a.md",
    ]


def test_links_are_read_once_and_do_not_lead_in_circles(command: Command) -> None:
    command.write("docs/a.md")
    try:
        (command.folder / "docs" / "loop").symlink_to(command.folder / "docs")
        (command.folder / "docs" / "z.md").symlink_to("a.md")
    except OSError:
        pytest.skip("links are not allowed here")
    assert sources(command, "docs") == ["docs/a.md"]


@pytest.mark.parametrize("argv", [[], ["-"], ["-", "-"]])
def test_standard_input_has_the_source_dash(command: Command, argv: list[str]) -> None:
    result = command("chunk", *argv, stdin=b"# A\r\n\r\nx")
    assert [(r["source"], r["text"]) for r in result.records] == [("-", "# A\r\n\r\nx")]


def test_standard_input_among_files(command: Command) -> None:
    command.write("a.md")
    command.write("b.md")
    result = command("chunk", "a.md", "-", "b.md", stdin=b"x")
    assert [r["source"] for r in result.records] == ["a.md", "-", "b.md"]


@pytest.mark.parametrize(
    "content",
    ["# A\r\n\r\na\rb\r\n", "\ufeff# A\n\nx", "a\x0cb\x85c\u2028d", "a\x00b", "tab\there \n"],
)
def test_text_is_read_and_written_as_it_is(command: Command, content: str) -> None:
    command.write("a.md", content)
    result = command("chunk", "a.md")
    assert len(result.out.splitlines()) == len(result.records)
    for record in result.records:
        assert record["text"] == content[record["start"] : record["end"]]


def test_an_empty_file_has_no_chunks(command: Command) -> None:
    command.write("a.md", "")
    assert command("chunk", "a.md") == (0, "", "")
    assert command("chunk", "a.md", "--format", "json") == (0, "[]\n", "")


def test_another_encoding_can_be_named(command: Command) -> None:
    command.write("a.md", "# Größe\n".encode("cp1252"))
    command.write("b.md", "# Größe\n".encode("utf-16"))
    for name, encoding in (("a.md", "cp1252"), ("b.md", "utf-16")):
        result = command("chunk", name, "--encoding", encoding)
        assert [r["text"] for r in result.records] == ["# Größe"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (
            b"# Gr\xf6\xdfe",
            "not UTF-8: the first bad byte is 0xf6 at offset 4; name the file's encoding with "
            "--encoding, such as cp1252",
        ),
        ("ä".encode()[:1], "not UTF-8: the first bad byte is 0xc3 at offset 0; name"),
        ("text".encode("utf-16"), "not UTF-8 but UTF-16, it seems: try --encoding utf-16"),
        (b"%PDF-1.7\n...", "a PDF file, not Markdown"),
        (b"PK\x03\x04rest", "a ZIP archive or an office document, not Markdown"),
        (b"\x89PNG\r\n\x1a\n", "a PNG image, not Markdown"),
        (b"ab\0\0\xff\0", "a binary file: not UTF-8 from byte 4 on, and with NUL bytes"),
        (b"a\0" * 99, "a binary file, or text in another --encoding: full of NUL"),
    ],
)
def test_what_is_no_text_is_named_with_the_reason(
    command: Command, content: bytes, reason: str
) -> None:
    command.write("a.md", content)
    code, out, err = command("chunk", "a.md")
    assert (code, out) == (1, "")
    assert err.startswith(f"marksplit: a.md: {reason}")
    assert err.count("\n") == 1
    assert command("chunk", stdin=content).err.startswith(f"marksplit: -: {reason}")


def test_a_wrong_encoding_is_named(command: Command) -> None:
    command.write("a.md", "ä".encode())
    err = command("chunk", "a.md", "--encoding", "ascii").err
    assert err.startswith("marksplit: a.md: not ASCII: the first bad byte is 0xc3 at offset 0")
    err = command("chunk", "a.md", "--encoding", "undefined").err
    assert err.startswith("marksplit: a.md: not UNDEFINED: ")


def test_a_path_that_is_not_there(command: Command) -> None:
    assert command("chunk", "none.md") == (
        1,
        "",
        "marksplit: none.md: no such file or folder\n",
    )
    assert command("chunk", "").err == "marksplit: '': no such file or folder\n"


def test_a_folder_without_markdown(command: Command) -> None:
    command.write("docs/a.txt")
    assert command("chunk", "docs").err == (
        "marksplit: docs: no Markdown in this folder (*.md, *.markdown, *.mdx)\n"
    )


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="this user may read everything"
)
def test_what_may_not_be_read_is_named(command: Command) -> None:
    command.write("docs/a.md").chmod(0)
    command.write("docs/sub/b.md").parent.chmod(0)
    try:
        assert command("chunk", "docs").err == (
            "marksplit: docs/a.md: permission denied\nmarksplit: docs/sub: permission denied\n"
        )
    finally:
        (command.folder / "docs" / "sub").chmod(0o700)


def test_standard_input_that_is_closed(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["chunk"]) == 1
