"""The page with a server behind it that cuts anew when a setting changes.

It listens on loopback only, keeps nothing that it is sent and reads no file.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from marksplit import ChunkOptions, MarksplitError, OptionError, Syntax, parse
from marksplit.preview.description import Description, describe
from marksplit.preview.form import entered, form_fields, sizers
from marksplit.preview.page import build_page, policy
from marksplit.preview.rendering import render

HOST = "127.0.0.1"
LIMIT = 10_000_000
"""Bytes that a document may have in UTF-8."""

_HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class _RefusedError(Exception):
    def __init__(self, status: int, message: str, field: str | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.field = field


def build_app(
    documents: Sequence[tuple[str, str]],
    options: ChunkOptions,
    syntax: Syntax,
    *,
    limit: int = LIMIT,
) -> Starlette:
    """The application.

    Args:
        documents: name and text of those to begin with; none is one empty text.
        options: what the form begins with.
        syntax: what the form begins with.
        limit: bytes that a document sent to it may have in UTF-8.

    Raises:
        MarksplitError: a document cannot be cut with these options.
    """
    choices = sizers(options)
    outlines = [(name, parse(text, syntax)) for name, text in documents or [("untitled.md", "")]]
    page = build_page(
        [(describe(name, outline, options), render(outline)) for name, outline in outlines],
        tuning={
            "options": form_fields(options, choices),
            "syntax": form_fields(syntax, choices),
            "limit": limit,
        },
    )

    async def show(request: Request) -> Response:
        guard = f"{policy(tuning=True)}; frame-ancestors 'none'"
        return _respond(page, "text/html", guard=guard)

    def chunks(asked: Description) -> object:
        source, text = _string(asked, "source"), _text(asked, limit)
        outline = parse(text, entered(syntax, _values(asked, "syntax"), choices))
        found = describe(source, outline, entered(options, _values(asked, "options"), choices))
        del found["text"]  # the page has it
        return found

    def rendered(asked: Description) -> object:
        text = _text(asked, limit)
        return render(parse(text, entered(syntax, _values(asked, "syntax"), choices)))

    return Starlette(
        routes=[
            Route("/", show),
            Route("/chunks", _answering(chunks, limit), methods=["POST"]),
            Route("/rendered", _answering(rendered, limit), methods=["POST"]),
        ],
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=[HOST, "localhost"])],
    )


def listen(port: int) -> socket.socket:
    """A socket on loopback; port 0 takes any that is free.

    Raises:
        OSError: the port cannot be had.
    """
    return socket.create_server((HOST, port))


def serve(app: Starlette, listening: socket.socket) -> None:
    """Answer on a socket until the process is interrupted."""
    config = uvicorn.Config(app, log_level="warning", access_log=False, lifespan="off")
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listening])


def _answering(answer: Callable[[Description], object], limit: int) -> Callable[[Request], object]:
    """An endpoint that takes and gives JSON; what is wrong is told with its field."""

    async def endpoint(request: Request) -> Response:
        try:
            asked = await _asked(request, limit)
            return _respond(json.dumps(await run_in_threadpool(answer, asked)))
        except _RefusedError as error:
            refused = error
        except OptionError as error:
            refused = _RefusedError(422, str(error), error.field)
        except MarksplitError as error:
            refused = _RefusedError(422, str(error))
        told = {"message": refused.message, "field": refused.field}
        return _respond(json.dumps(told), status=refused.status)

    return endpoint


async def _asked(request: Request, limit: int) -> Description:
    # A page from elsewhere cannot send this type without being asked first, and is refused then.
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise _RefusedError(415, "send application/json")
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > 2 * limit + 65536:  # escapes in JSON may double a text
            raise _too_large(limit)
    try:
        asked = json.loads(body)
    except (ValueError, RecursionError):
        raise _RefusedError(400, "this is not JSON") from None
    if not isinstance(asked, dict):
        raise _RefusedError(400, "send a JSON object")
    return asked


def _string(asked: Description, name: str) -> str:
    value = asked.get(name)
    if not isinstance(value, str):
        raise _RefusedError(400, f"{name} must be a string")
    return value


def _text(asked: Description, limit: int) -> str:
    text = _string(asked, "text")
    if len(text.encode("utf-8", "surrogatepass")) > limit:
        raise _too_large(limit)
    return text


def _values(asked: Description, name: str) -> Description:
    value = asked.get(name, {})
    if not isinstance(value, dict):
        raise _RefusedError(400, f"{name} must be an object")
    return value


def _too_large(limit: int) -> _RefusedError:
    return _RefusedError(413, f"the document is larger than {limit / 1e6:g} MB")


def _respond(
    body: str,
    kind: str = "application/json",
    *,
    status: int = 200,
    guard: str = "default-src 'none'; frame-ancestors 'none'",
) -> Response:
    headers = {**_HEADERS, "Content-Security-Policy": guard}
    return Response(body.encode("utf-8", "backslashreplace"), status, headers, media_type=kind)
