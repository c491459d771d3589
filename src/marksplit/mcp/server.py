"""The server: its tools and what it says of itself. How it is reached is in `loopback`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import metadata

from mcp.server import MCPServer

from marksplit.mcp.files import Roots
from marksplit.mcp.registration import ReadOnlyTool
from marksplit.mcp.tools import Tools

_INSTRUCTIONS = """\
Markdown as exact slices. For a long document call outline_markdown first, then read_section for \
the sections that matter. chunk_markdown cuts a whole document for indexing. A result that ends \
early has a next_cursor."""


def create_server(roots: Sequence[str | os.PathLike[str]] = ()) -> MCPServer:
    """A server with the tools ``chunk_markdown``, ``outline_markdown`` and ``read_section``.

    ``create_server(...).run()`` serves standard input and output.

    Args:
        roots: folders below which the tools may read files; without any they take text only.

    Raises:
        OptionError: a root is not a folder.
    """
    allowed = Roots(roots)
    tools = Tools(allowed)
    if allowed.folders:
        files = f"Files below {', '.join(map(str, allowed.folders))} can be given as path."
    else:
        files = "No files can be read: give text."
    return MCPServer(
        "marksplit",
        version=metadata.version("marksplit"),
        instructions=f"{_INSTRUCTIONS} {files}",
        tools=[
            ReadOnlyTool.of(tools.chunk_markdown, "Chunk Markdown"),
            ReadOnlyTool.of(tools.outline_markdown, "Outline Markdown"),
            ReadOnlyTool.of(tools.read_section, "Read a section"),
        ],
        log_level="WARNING",
    )
