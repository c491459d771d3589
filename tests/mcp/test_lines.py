"""What an agent reads: lines that cost little, and hold what it needs to go on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from client import GUIDE, call
from mcp.server import MCPServer
from mcp_types import CallToolResult, TextContent

from marksplit import chunk, resolve_sizer
from marksplit.mcp.server import create_server

FIXTURES = Path(__file__).parent.parent.parent / "fixtures"


@pytest.fixture(scope="module")
def server() -> MCPServer:
    return create_server([FIXTURES])


def lines(result: CallToolResult) -> str:
    assert not result.is_error
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


def printed(fixture: str) -> str:
    run = subprocess.run(
        [sys.executable, "-m", "marksplit", "outline", str(FIXTURES / fixture)],
        env={**os.environ, "COLUMNS": "1000"},
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    return run.stdout


def tokens(text: str, cache: pytest.MonkeyPatch) -> int:
    """In a real vocabulary, which llama-index brings along."""
    core = pytest.importorskip("llama_index.core")
    folder = Path(core.__file__).parent / "_static" / "tiktoken_cache"
    cache.setenv("TIKTOKEN_CACHE_DIR", str(folder))
    sizer = resolve_sizer("tiktoken:cl100k_base")
    return sizer(text)


@pytest.mark.parametrize(
    "fixture", ["long-manual.md", "front-matter-only.md", "bom-front-matter.md"]
)
def test_an_outline_reads_as_the_command_prints_it(server: MCPServer, fixture: str) -> None:
    said = lines(call(server, "outline_markdown", path=fixture, max_sections=1000))
    assert said.splitlines()[1:] == printed(fixture).splitlines()[1:]


def test_an_outline_costs_no_more_than_the_command_prints(
    server: MCPServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = lines(call(server, "outline_markdown", path="long-manual.md"))
    assert tokens(said, monkeypatch) <= 1.05 * tokens(printed("long-manual.md"), monkeypatch)


def test_chunks_cost_little_more_than_their_text(
    server: MCPServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = lines(call(server, "chunk_markdown", path="long-manual.md", max_chunks=200))
    chunks = chunk((FIXTURES / "long-manual.md").read_bytes().decode())
    bare = "\n\n".join(each.text for each in chunks)
    assert tokens(said, monkeypatch) <= 1.3 * tokens(bare, monkeypatch)
    assert all(each.text in said for each in chunks)


def test_lines_of_every_tool_say_where_and_how_to_go_on(server: MCPServer) -> None:
    said = lines(call(server, "chunk_markdown", text=GUIDE, max_chunks=4))
    cursor = said.rpartition("next_cursor: ")[2]
    assert said.startswith("text: 6 chunks\n\n[0] lines 1-3\n---\ntitle: Tea\n---\n")
    assert "\n\n[3] lines 11-13 Tea > Brewing\n## Brewing\n\nBoil water.\nnext_cursor: " in said
    rest = lines(call(server, "chunk_markdown", text=GUIDE, max_chunks=4, cursor=cursor))
    assert rest.endswith("[5] lines 19-21 Tea > Serving\n## Serving\n\nIn cups.")
    said = lines(call(server, "read_section", text=GUIDE, heading_path=["Times"]))
    assert said == "text: lines 15-17\n\n### Times\n\nThree minutes."
    said = lines(call(server, "list_documents", glob="table-aligned.md"))
    assert said.splitlines()[1] == "bytes  path: title"
    said = lines(call(server, "find_sections", query="filter", max_sections=1))
    assert "long-manual.md lines " in said
    assert "\nnext_cursor: 1-" in said


def test_lines_hold_no_data(server: MCPServer) -> None:
    for tool in ("chunk_markdown", "outline_markdown"):
        said = lines(call(server, tool, text=GUIDE))
        with pytest.raises(json.JSONDecodeError):
            json.loads(said)
        assert "section_start" not in said
