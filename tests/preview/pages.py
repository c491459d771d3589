"""Fixtures: a browser, and pages in it; whatever runs or fails in a page fails the test."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, Dialog, Page, sync_playwright

from marksplit import ChunkOptions, Syntax, parse
from marksplit.preview import build_page, describe, render
from marksplit.preview.server import build_app, listen

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

Opener = Callable[..., Page]
Written = Callable[..., str]
Served = Callable[..., str]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for one module: while Playwright runs, no other event loop can."""
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed: the page is not tested in a browser")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=_FLAGS)
        yield launched
        launched.close()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Opener]:
    """Open an address; whatever goes wrong in the page is a failure of the test."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def dismissed(dialog: Dialog) -> None:
        faults.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def opened(
        address: str, *, width: int = 1440, height: int = 900, dark: bool = False, csp: bool = True
    ) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            permissions=["clipboard-read", "clipboard-write"],
            bypass_csp=not csp,
        )
        contexts.append(context)
        context.set_default_timeout(10_000)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(f"error: {error}"))
        page.on("dialog", dismissed)
        page.on("request", lambda request: _note(faults, address, request.url))
        page.goto(address)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not faults


def _note(faults: list[str], address: str, asked: str) -> None:
    """Only the page itself, and what belongs to it, may be asked for."""
    home = address.partition("#")[0]
    if not asked.startswith((home, "data:")):
        faults.append(f"request: {asked}")


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
