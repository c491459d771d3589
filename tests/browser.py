"""Fixtures: a browser, and pages in it; whatever runs or fails in a page fails the test."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Dialog, Page, sync_playwright

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
        address: str,
        *,
        width: int = 1440,
        height: int = 900,
        dark: bool = False,
        csp: bool = True,
        script: bool = True,
    ) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            permissions=["clipboard-read", "clipboard-write"],
            bypass_csp=not csp,
            java_script_enabled=script,
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
