"""What axe-core says of a page."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def faults(page: Page) -> list[str]:
    """What axe-core finds wrong in the page's present state."""
    found = Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {node['html'][:200]} {node['failureSummary']}"
        for each in found
        for node in each["nodes"]
    ]
