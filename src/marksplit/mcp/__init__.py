"""Marksplit as tools for AI agents, over the Model Context Protocol (extra ``mcp``).

How Markdown is cut is the core's business; here are only the tools and their limits. What does the
work loads without the protocol's library, so that a process for it starts fast.
"""
