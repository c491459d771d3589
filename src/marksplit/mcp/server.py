"""The server: its tools and what it says of itself. How it is reached is in `loopback`."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from importlib import metadata

from marksplit._optional import require

require("mcp.server.mcpserver", "mcp")

from mcp.server import MCPServer

from marksplit import OptionError
from marksplit.mcp.files import Roots
from marksplit.mcp.pool import Pool
from marksplit.mcp.registration import ReadOnlyTool
from marksplit.mcp.results import Result
from marksplit.mcp.tools import Tools

TIME_LIMIT = 30.0
"""Seconds after which a call is ended."""
_INSTRUCTIONS = """\
Markdown as exact slices. For a long document call outline_markdown first, then read_section for \
the sections that matter. chunk_markdown cuts a whole document for indexing. A result that ends \
early has a next_cursor."""
_FIND = "Look for documents with list_documents, and for what is in them with find_sections."


def create_server(
    roots: Sequence[str | os.PathLike[str]] = (), *, time_limit: float = TIME_LIMIT
) -> MCPServer:
    """A server with the tools that read Markdown; with `roots` it can list and search files, too.

    ``create_server(...).run()`` serves standard input and output. The work is done in a few
    processes of its own, which end with a call that is cancelled or takes too long.

    Args:
        roots: folders below which the tools may read files; without any they take text only.
        time_limit: seconds after which a call is ended.

    Raises:
        OptionError: a root is not a folder, or the limit is no positive number.
    """
    if not time_limit > 0:
        raise OptionError("time_limit", time_limit, "a number of seconds > 0")
    allowed = Roots.of(roots)
    tools = Tools(allowed)
    pool = Pool(time_limit)
    titled: list[tuple[Callable[..., Result], str]] = [
        (tools.chunk_markdown, "Chunk Markdown"),
        (tools.outline_markdown, "Outline Markdown"),
        (tools.read_section, "Read a section"),
    ]
    if allowed.folders:
        folders = ", ".join(map(str, allowed.folders))
        files = f"Files below {folders} can be given as path. {_FIND}"
        titled += [(tools.list_documents, "List documents"), (tools.find_sections, "Find sections")]
    else:
        files = "No files can be read: give text."
    return MCPServer(
        "marksplit",
        version=metadata.version("marksplit"),
        instructions=f"{_INSTRUCTIONS} {files}",
        tools=[ReadOnlyTool.of(tool, title, pool) for tool, title in titled],
        log_level="WARNING",
    )
