"""Serving over HTTP to programs of this machine, and to no web page."""

from __future__ import annotations

import socket
from collections.abc import Callable

import uvicorn
from mcp.server import MCPServer
from mcp.server.transport_security import TransportSecuritySettings

from marksplit.mcp.files import MAX_BYTES

_HOST = "127.0.0.1"
_GRACE = 1
"""Seconds that running calls have when the server is told to stop."""
_MAX_REQUEST = 6 * MAX_BYTES + 65536
"""Room for a document of which JSON escapes every byte."""


def serve(server: MCPServer, port: int, announce: Callable[[str], None]) -> None:
    """Serve streamable HTTP on the loopback interface until the process is told to stop.

    The ``Host`` header must name this machine, and an ``Origin`` header this very server, so that
    neither a web page nor a name that points here can reach it.

    Args:
        server: the server of `create_server`.
        port: 0 for a free one.
        announce: called with the URL once the port is open.

    Raises:
        OSError: the port cannot be opened.
    """
    with socket.create_server((_HOST, port)) as listener:
        port = listener.getsockname()[1]
        names = [f"{_HOST}:{port}", f"localhost:{port}"]
        app = server.streamable_http_app(
            host=_HOST,
            json_response=True,
            stateless_http=True,
            max_request_body_size=_MAX_REQUEST,
            transport_security=TransportSecuritySettings(
                allowed_hosts=names, allowed_origins=[f"http://{name}" for name in names]
            ),
        )
        announce(f"http://{names[0]}/mcp")
        config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=_GRACE)
        uvicorn.Server(config).run(sockets=[listener])
