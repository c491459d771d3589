"""The server: its tools and what it says of itself. How it is reached is in `loopback`."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Sequence
from importlib import metadata
from types import new_class
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.tools import Tool
from mcp.server.mcpserver.utilities.func_metadata import FuncMetadata, func_metadata
from mcp_types import ToolAnnotations
from pydantic import BaseModel

from marksplit.mcp.files import Roots
from marksplit.mcp.schemas import json_schema
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
            _tool(tools.chunk_markdown, "Chunk Markdown"),
            _tool(tools.outline_markdown, "Outline Markdown"),
            _tool(tools.read_section, "Read a section"),
        ],
        log_level="WARNING",
    )


class _Metadata(FuncMetadata):
    def pre_parse_json(self, data: dict[str, Any]) -> dict[str, Any]:
        """Read lists and objects that a client sends as JSON text, but not Markdown like ``[1]``."""
        verbatim = {name: data[name] for name in ("text", "path", "cursor") if name in data}
        return super().pre_parse_json(data) | verbatim


def _tool(function: Callable[..., BaseModel], title: str) -> Tool:
    """A tool that changes nothing; an argument that it does not have is an error."""
    found = func_metadata(function)
    arguments = new_class(
        found.arg_model.__name__,
        (found.arg_model,),
        {"extra": "forbid", "use_attribute_docstrings": True},
    )
    return Tool(
        fn=function,
        name=function.__name__,
        title=title,
        description=inspect.cleandoc(function.__doc__ or ""),
        parameters=json_schema(arguments),
        fn_metadata=_Metadata(
            arg_model=arguments,
            output_model=found.output_model,
            output_schema=json_schema(found.output_model),
        ),
        is_async=False,
        context_kwarg=None,
        annotations=ToolAnnotations(
            read_only_hint=True,
            destructive_hint=False,
            idempotent_hint=True,
            open_world_hint=False,
        ),
    )
