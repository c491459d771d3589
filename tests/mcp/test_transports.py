"""A real client in this process, over standard input and output, and over HTTP."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import anyio
import pytest
from client import GUIDE, SECRET, make_folder, message
from hostile_calls import CALLS
from mcp import Client, StdioServerParameters
from mcp.server import MCPServer

from marksplit.mcp.server import create_server

README = Path(__file__).parent.parent.parent / "README.md"
COMMAND = ["-m", "marksplit", "mcp"]


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_folder(tmp_path_factory.mktemp("mcp"))


@pytest.fixture(scope="module")
def url(root: Path) -> Iterator[str]:
    """The address of a server over HTTP."""
    command = [sys.executable, *COMMAND, "--root", str(root), "--http", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        line = process.stderr.readline().decode()
        found = re.fullmatch(r"marksplit: serving (http://127\.0\.0\.1:\d+/mcp), .*\n", line)
        assert found, line
        try:
            yield found[1]
        finally:
            process.terminate()
        assert process.stdout.read() == b""


def stdio(*arguments: str) -> StdioServerParameters:
    return StdioServerParameters(command=sys.executable, args=[*COMMAND, *arguments])


async def use(server: MCPServer | StdioServerParameters | str) -> None:
    """Call every tool, then everything hostile, then a tool again: all on one connection."""
    async with Client(server) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(tools) == {
            "chunk_markdown",
            "outline_markdown",
            "read_section",
            "list_documents",
            "find_sections",
        }
        assert all(tool.output_schema and tool.annotations for tool in tools.values())

        chunks = await client.call_tool("chunk_markdown", {"path": "guide.md"})
        assert chunks.structured_content is not None
        assert [each["heading_path"] for each in chunks.structured_content["chunks"]] == [
            [],  # the front matter
            [],
            ["Tea"],
            ["Tea", "Brewing"],
            ["Tea", "Brewing", "Times"],
            ["Tea", "Serving"],
        ]
        outline = await client.call_tool("outline_markdown", {"path": "guide.md"})
        assert outline.structured_content is not None
        assert outline.structured_content["size"] == len(GUIDE)

        wanted = {"path": "guide.md", "heading_path": ["Tea", "Brewing", "Times"]}
        for each in CALLS:
            said = message(await client.call_tool(each.tool, each.arguments))
            assert each.said in said
            assert SECRET not in said
        section = await client.call_tool("read_section", wanted)
        assert section.structured_content is not None
        assert section.structured_content["text"] == "### Times\n\nThree minutes."


def test_in_process(root: Path) -> None:
    anyio.run(use, create_server([root]))


def test_over_standard_input_and_output(root: Path) -> None:
    anyio.run(use, stdio("--root", str(root)))


def test_over_http(url: str) -> None:
    anyio.run(use, url)


def test_many_calls_at_once(url: str) -> None:
    async def run() -> None:
        async with Client(url) as client, anyio.create_task_group() as group:

            async def read(line: int) -> None:
                arguments = {"text": GUIDE, "lines": [line, line]}
                found = await client.call_tool("read_section", arguments)
                assert found.structured_content is not None
                assert found.structured_content["text"] == GUIDE.splitlines()[line - 1]

            for line in range(1, 22):
                group.start_soon(read, line)

    anyio.run(run)


def request(name: str, arguments: object, number: int) -> dict[str, object]:
    call = {"name": name, "arguments": arguments}
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": call}


def hello() -> list[dict[str, object]]:
    client = {"name": "test", "version": "1"}
    params = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
    return [
        {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
    ]


def test_standard_output_holds_the_protocol_and_nothing_else(root: Path) -> None:
    sent = [
        *map(json.dumps, hello()),
        "no json",
        "\xff\0",
        "[]",
        "null",
        "[" * 100_000,
        json.dumps(request("chunk_markdown", {"text": "\ud800"}, 1)),
        json.dumps(request("chunk_markdown", [1], 2)),
        json.dumps({"jsonrpc": "2.0", "id": 3, "method": "no/such"}),
        json.dumps(request("chunk_markdown", {"path": "nowhere.md"}, 4)),
        json.dumps(request("read_section", {"path": "guide.md", "lines": [2, 2]}, 5)),
    ]
    process = subprocess.Popen(
        [sys.executable, *COMMAND, "--root", str(root)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write("\n".join(sent).encode("utf-8", "surrogatepass") + b"\n")
        process.stdin.flush()
        answers: dict[object, dict[str, Any]] = {}
        while 5 not in answers or 4 not in answers:
            answer = json.loads(process.stdout.readline())
            assert answer["jsonrpc"] == "2.0"
            answers[answer.get("id")] = answer
        process.stdin.close()
        assert process.stdout.read() == b""
        assert process.stderr.read() == b""
        assert process.wait(30) == 0
    assert answers[4]["result"]["isError"] is True
    assert answers[5]["result"]["structuredContent"]["text"] == "title: Tea"
    assert "error" in answers[2]
    assert "error" in answers[3]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Host": "localhost:{port}"}, 200),
        ({"Origin": "http://127.0.0.1:{port}"}, 200),
        ({"Host": "example.com"}, 421),
        ({"Host": "example.com:{port}"}, 421),
        ({"Host": "127.0.0.1:1"}, 421),
        ({"Host": "127.0.0.1.example.com:{port}"}, 421),
        ({"Host": ""}, 421),
        ({"Origin": "https://example.com"}, 403),
        ({"Origin": "http://127.0.0.1:{port}.example.com"}, 403),
        ({"Origin": "http://localhost:3000"}, 403),
        ({"Origin": "null"}, 403),
        ({"Content-Type": "text/plain"}, 400),
    ],
)
def test_http_is_for_programs_of_this_machine(
    url: str, headers: dict[str, str], status: int
) -> None:
    port = url.rpartition(":")[2].partition("/")[0]
    sent = {
        "Host": f"127.0.0.1:{port}",
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        **{name: value.replace("{port}", port) for name, value in headers.items()},
    }
    body = json.dumps(request("chunk_markdown", {"text": "# A"}, 1))
    connection = HTTPConnection("127.0.0.1", int(port), timeout=30)
    connection.request("POST", "/mcp", body, sent)
    response = connection.getresponse()
    assert response.status == status
    assert ("heading_path" in response.read().decode()) == (status == 200)
    connection.close()


def test_a_request_too_big_for_any_document_is_refused_and_the_server_lives_on(url: str) -> None:
    port = int(url.rpartition(":")[2].partition("/")[0])
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    connection.putrequest("POST", "/mcp")
    connection.putheader("Content-Type", "application/json")
    connection.putheader("Content-Length", "100000000")
    connection.endheaders()
    assert connection.getresponse().status == 413
    connection.close()

    async def run() -> None:
        async with Client(url) as client:
            result = await client.call_tool("chunk_markdown", {"text": "# A"})
            assert not result.is_error

    anyio.run(run)


def test_the_configuration_of_the_readme_starts_a_server(root: Path) -> None:
    (written,) = re.findall(r"```json\n(.*?)```", README.read_text(encoding="utf-8"), re.S)
    (entry,) = json.loads(written)["mcpServers"].values()
    assert entry["command"] == "marksplit"
    assert entry["args"][0] == "mcp"
    arguments = [str(root) if each.startswith("/") else each for each in entry["args"]]
    server = StdioServerParameters(command=sys.executable, args=["-m", "marksplit", *arguments])

    async def run() -> None:
        async with Client(server) as client:
            arguments = {"path": "guide.md", "heading_path": ["Tea", "Serving"]}
            result = await client.call_tool("read_section", arguments)
            assert result.structured_content is not None
            assert result.structured_content["text"] == "## Serving\n\nIn cups."

    anyio.run(run)
