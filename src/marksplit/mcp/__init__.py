"""Marksplit as tools for AI agents, over the Model Context Protocol (extra ``mcp``).

How Markdown is cut is the core's business; here are only the tools and their limits.
"""

from __future__ import annotations

from marksplit._optional import require

require("mcp.server.mcpserver", "mcp")
