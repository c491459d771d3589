"""A real client in this process, and the folder that the tests serve."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import anyio
from mcp import Client
from mcp.server import MCPServer
from mcp_types import CallToolResult, TextContent

SECRET = "SECRET behind the wall"
GUIDE = """---
title: Tea
---

Before it all.

# Tea

Tea keeps well.

## Brewing

Boil water.

### Times

Three minutes.

## Serving

In cups.
"""


def call(server: MCPServer, tool: str, /, **arguments: object) -> CallToolResult:
    return calls(server, [(tool, arguments)])[0]


def calls(
    server: MCPServer, wanted: Iterable[tuple[str, dict[str, object]]]
) -> list[CallToolResult]:
    """The results of calls on one connection; those that succeed fit the tools' schemas."""

    async def run() -> list[CallToolResult]:
        async with Client(server) as client:
            await client.list_tools()  # from now on the client checks results
            return [await client.call_tool(tool, arguments) for tool, arguments in wanted]

    return anyio.run(run)


def structured(server: MCPServer, tool: str, /, **arguments: object) -> dict[str, Any]:
    """The structured result of a call that succeeds."""
    result = call(server, tool, **arguments)
    assert not result.is_error, result.content
    assert isinstance(result.structured_content, dict)
    return result.structured_content


def pages(server: MCPServer, tool: str, /, **arguments: object) -> list[dict[str, Any]]:
    """The structured results of a call and of those that its cursors lead to."""

    async def run() -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        async with Client(server) as client:
            while not found or found[-1]["next_cursor"]:
                cursor = found[-1]["next_cursor"] if found else None
                result = await client.call_tool(tool, {**arguments, "cursor": cursor})
                assert result.structured_content is not None, result.content
                found.append(result.structured_content)
        return found

    return anyio.run(run)


def message(result: CallToolResult) -> str:
    """The text of a result that is an error."""
    assert result.is_error
    assert result.structured_content is None
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


def make_folder(parent: Path) -> Path:
    """A folder to serve, full of traps, and secrets beside it."""
    root, outside, evil = parent / "docs", parent / "outside", parent / "docs-evil"
    for folder in (root / "sub", outside, evil):
        folder.mkdir(parents=True)
    for secret in (outside / "secret.md", evil / "secret.md"):
        secret.write_text(SECRET, encoding="utf-8")
    (root / "guide.md").write_bytes(GUIDE.encode())
    (root / "crlf.md").write_bytes(b"# A\r\n\r\n\tone\r\n\r\n# B\r\n\r\ntwo\r\n")
    (root / "sub" / "inner.md").write_bytes(b"# Inner\n")
    (root / "huge.md").write_bytes(b"a " * 800_000)
    (root / "latin1.md").write_bytes("# Käse".encode("latin-1"))
    (root / "utf16.md").write_bytes("# A".encode("utf-16"))
    (root / "image.md").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    (root / "link-in.md").symlink_to("sub/inner.md")
    (root / "link-out.md").symlink_to("../outside/secret.md")
    (root / "link-folder").symlink_to("../outside")
    (root / "link-absolute.md").symlink_to(outside / "secret.md")
    (root / "link-device.md").symlink_to("/dev/zero")
    (root / "link-loop.md").symlink_to("link-loop.md")
    (root / "link-nowhere.md").symlink_to("nowhere.md")
    os.mkfifo(root / "pipe.md")
    with socket.socket(socket.AF_UNIX) as listener:
        here = Path.cwd()
        os.chdir(root)  # the address of a socket may be no longer than about a hundred bytes
        try:
            listener.bind("socket.md")
        finally:
            os.chdir(here)
    return root
