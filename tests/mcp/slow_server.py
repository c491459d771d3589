"""A server with a tool that takes as long as it is told, for tests of limits; over HTTP when run."""

from __future__ import annotations

import sys

from mcp.server import MCPServer
from slow_work import work

from marksplit.mcp.loopback import serve
from marksplit.mcp.pool import Pool
from marksplit.mcp.registration import ReadOnlyTool


def slow_server(limit: float) -> MCPServer:
    tool = ReadOnlyTool.of(work, "Work", Pool(limit))
    return MCPServer("slow", tools=[tool], log_level="CRITICAL")


if __name__ == "__main__":
    serve(slow_server(float(sys.argv[1])), 0, lambda url: print(url, flush=True))
