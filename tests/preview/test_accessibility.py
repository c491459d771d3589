"""What axe-core says of the page in each of its states."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from accessibility import faults

if TYPE_CHECKING:
    from browser import Opener
    from pages import Served

pytest_plugins = ["browser", "pages"]

TEXT = (
    "# Tea\n\nTea keeps [well](https://example.org). One two. Three four. Five six.\n\n"
    "## Brewing\n\n1. Boil `water`.\n2. Steep it.\n\n```sh\nbrew --minutes 3 --and-more\n```\n\n"
    "| a | b |\n|---|--:|\n| <b>x</b> | $y$ |\n\n> quote[^1]\n\n[^1]: A note \u202e here.\n"
)


@pytest.mark.parametrize(
    ("width", "dark"),
    [
        (1440, False),
        (390, True),
        pytest.param(1440, True, marks=pytest.mark.long),
        pytest.param(390, False, marks=pytest.mark.long),
    ],
)
def test_no_state_has_a_fault(width: int, dark: bool, served: Served, open_page: Opener) -> None:
    address = served(TEXT, "# Other\n\ntext", max_size=45, overlap=12)
    page = open_page(address, width=width, height=900, dark=dark, csp=False)
    for view in ("Rendered", "Compare", "Source"):
        page.get_by_role("button", name=view).click()
        page.keyboard.press("j")
        assert faults(page) == []
    page.get_by_label("Search the text").fill("e")
    page.locator("mark.current").wait_for()
    assert faults(page) == []
    if width < 781:
        for pane in ("Chunks", "Contents", "Settings"):
            page.get_by_role("button", name=pane, exact=True).last.click()
            assert faults(page) == []
    page.get_by_label("Overlap").fill("900")
    page.locator(".field .error:visible").wait_for()
    page.evaluate("document.getElementById('keys').showModal()")
    assert faults(page) == []
