"""Calls that no tool may fall for, each with what the answer must say."""

from __future__ import annotations

from typing import NamedTuple


class Hostile(NamedTuple):
    tool: str
    arguments: dict[str, object]
    said: str


def _read(path: object, said: str) -> Hostile:
    return Hostile("read_section", {"path": path, "lines": [1, 1]}, said)


OUTSIDE = "outside the folders that may be read"

PATHS = [
    _read("../outside/secret.md", OUTSIDE),
    _read("sub/../../outside/secret.md", OUTSIDE),
    _read("../docs-evil/secret.md", OUTSIDE),
    _read("..", OUTSIDE),
    _read("/etc/passwd", OUTSIDE),
    _read("/proc/self/environ", OUTSIDE),
    _read("/dev/stdin", OUTSIDE),
    _read("//etc/passwd", OUTSIDE),
    _read("link-out.md", OUTSIDE),
    _read("link-absolute.md", OUTSIDE),
    _read("link-folder/secret.md", OUTSIDE),
    _read("link-device.md", OUTSIDE),
    _read("link-folder/../../outside/secret.md", OUTSIDE),
    _read("link-loop.md", "not a regular file"),
    _read("link-nowhere.md", "no such file"),
    _read("nowhere.md", "no such file"),
    _read("guide.md/more", "no such file"),
    _read("~/.bashrc", "no such file"),
    _read("file:///etc/passwd", "no such file"),
    _read("guide.md\0.png", "not the path of a file"),
    _read("", "not the path of a file"),
    _read("a" * 1000, "no such file"),
    _read("/".join("a" * 1500), "no such file"),
    _read("./" * 4000 + "guide.md", "not the path of a file"),
    _read(".", "a folder, not a file"),
    _read("sub", "a folder, not a file"),
    _read("pipe.md", "not a regular file"),
    _read("socket.md", "not a regular file"),
    _read("huge.md", "1600000 bytes, over the 1048576"),
    _read("image.md", "a binary file: it holds NUL bytes"),
    _read("utf16.md", "a binary file"),
    _read("latin1.md", "not UTF-8 text: the first bad byte is 0xe4 at offset 3"),
    _read(["guide.md"], "path: Input should be a valid string"),
    _read({"$ne": 1}, "path: Input should be a valid string"),
]

VALUES = [
    Hostile("chunk_markdown", {}, "give either text or path"),
    Hostile("chunk_markdown", {"text": "a", "path": "guide.md"}, "give either text or path"),
    Hostile("chunk_markdown", {"text": 7}, "text: Input should be a valid string"),
    Hostile("chunk_markdown", {"text": ["# A"]}, "text: Input should be a valid string"),
    Hostile("chunk_markdown", {"text": "é" * 600_000}, "text: 1200000 bytes, over the 1048576"),
    Hostile(
        "chunk_markdown",
        {"text": "a", "max_size": 5},
        'max_size: this belongs in options: {"options": {"max_size": ...}}',
    ),
    Hostile("chunk_markdown", {"text": "a", "max_chunks": 0}, "max_chunks: Input should be gr"),
    Hostile("chunk_markdown", {"text": "a", "max_chunks": 10**9}, "less than or equal to 200"),
    Hostile("chunk_markdown", {"text": "a", "max_chunks": "many"}, "max_chunks: Input should be a"),
    Hostile("chunk_markdown", {"text": "a", "cursor": "7"}, "cursor must be the next_cursor"),
    Hostile("chunk_markdown", {"text": "a", "cursor": "0-" + "0" * 16}, "another document"),
    Hostile("chunk_markdown", {"text": "a", "cursor": "9" * 5000}, "cursor must be the next"),
    Hostile("chunk_markdown", {"text": "a", "options": "big"}, "options: Input should be"),
    Hostile("chunk_markdown", {"text": "a", "options": [1]}, "options: Input should be"),
    Hostile("chunk_markdown", {"text": "a", "options": {"max_size": -1}}, "max_size must be"),
    Hostile("chunk_markdown", {"text": "a", "options": {"max_size": "x"}}, "options.max_size: "),
    Hostile("chunk_markdown", {"text": "a", "options": {"overlap": 5000}}, "overlap must be"),
    Hostile("chunk_markdown", {"text": "a", "max_chunk": 5}, "did you mean 'max_chunks'"),
    Hostile("chunk_markdown", {"text": "a", "maxsize": 5}, "did you mean 'max_size' in options"),
    Hostile("chunk_markdown", {"text": "a", "qwx": 5}, "no such argument; there are text, path,"),
    Hostile("chunk_markdown", {"text": "a", "options": {"size": 5}}, "did you mean 'sizer'"),
    Hostile("chunk_markdown", {"text": "a", "options": {"cursor": "x"}}, "an argument of its own"),
    Hostile(
        "outline_markdown", {"text": "a", "max_size": 5}, "max_size: there is no such argument"
    ),
    Hostile("chunk_markdown", {"text": "a", "syntax": "html"}, "syntax must be one of github,"),
    Hostile("chunk_markdown", {"text": "a", "contextual": "maybe"}, "contextual: Input should be"),
    Hostile("list_documents", {"glob": "/"}, "a glob names something"),
    Hostile("list_documents", {"glob": "a" * 1000}, "glob: String should have at most 200"),
    Hostile("list_documents", {"max_documents": 10**9}, "less than or equal to 200"),
    Hostile("find_sections", {}, "query: Field required"),
    Hostile("find_sections", {"query": "a" * 10_000}, "query: String should have at most 1000"),
    Hostile("find_sections", {"query": "tea", "cursor": "9-0"}, "cursor must be the next_cursor"),
    Hostile("chunk_markdown", {"text": "a", "options": {"sizer": 5}}, "options.sizer"),
    Hostile(
        "chunk_markdown",
        {"text": "a", "options": {"sizer": "hf:/etc/passwd"}},
        "sizer must be one of chars, words, approx_tokens on this server",
    ),
    Hostile(
        "chunk_markdown",
        {"text": "a", "options": {"sizer": "tiktoken:cl100k_base"}},
        "sizer must be one of chars, words, approx_tokens on this server",
    ),
    Hostile("outline_markdown", {"text": "a", "sizer": "hf:x"}, "sizer: Input should be 'chars'"),
    Hostile("outline_markdown", {"text": "a", "max_sections": 10**9}, "less than or equal to"),
    Hostile("outline_markdown", {"text": "# " + "a" * 200_000}, "lines 1 to 1 alone make"),
    Hostile("read_section", {"text": "a"}, "give either heading_path or lines"),
    Hostile(
        "read_section", {"text": "# A", "heading_path": []}, "no text before the first heading"
    ),
    Hostile("read_section", {"text": "a", "lines": [1]}, "at least 2 items"),
    Hostile("read_section", {"text": "a", "lines": [0, 1]}, "a first and a last line from 1 to 1"),
    Hostile(
        "read_section", {"text": "a", "lines": [1, 10**4000]}, "a first and a last line from 1 to 1"
    ),
    Hostile("read_section", {"text": "a", "lines": ["a", "b"]}, "lines.0: Input should be a"),
    Hostile("read_section", {"text": "a", "heading_path": "A"}, "heading_path: Input should be"),
    Hostile("read_section", {"text": "a", "heading_path": [1] * 100_000}, "heading_path: List"),
    Hostile("read_section", {"text": "a", **{f"x{n}": n for n in range(5000)}}, "and 4995 more"),
    Hostile("read_section", {"text": "a", "x" * 90_000: "y" * 90_000}, "no such argument"),
    Hostile("delete_everything", {"path": "guide.md"}, "Unknown tool: delete_everything"),
]

CALLS = [*PATHS, *VALUES]
