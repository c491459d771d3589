"""Fixtures: the preview's pages, written to a file or served."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import uvicorn

from marksplit import ChunkOptions, Syntax, parse
from marksplit.preview import build_page, describe, render
from marksplit.preview.server import build_app, listen

Written = Callable[..., str]
Served = Callable[..., str]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """Write a page of texts; the result is its address."""

    def write(*texts: str, **options: int) -> str:
        documents = []
        for number, text in enumerate(texts):
            outline = parse(text)
            found = describe(
                f"docs/{number}.md",
                outline,
                ChunkOptions(**options),  # type: ignore[arg-type]
            )
            documents.append((found, render(outline)))
        path = tmp_path / "page.html"
        path.write_bytes(build_page(documents).encode("utf-8", "backslashreplace"))
        return path.as_uri()

    return write


@pytest.fixture
def served() -> Iterator[Served]:
    """Serve texts; the result is the address."""
    running: list[tuple[uvicorn.Server, threading.Thread]] = []

    def serve(*texts: str, limit: int = 1_000_000, **options: int) -> str:
        documents = [(f"docs/{number}.md", text) for number, text in enumerate(texts)]
        app = build_app(
            documents,
            ChunkOptions(**options),  # type: ignore[arg-type]
            Syntax(),
            limit=limit,
        )
        listening = listen(0)
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", lifespan="off"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        running.append((server, thread))
        return "http://{}:{}/".format(*listening.getsockname())

    yield serve
    for server, thread in running:
        server.should_exit = True
        thread.join()
