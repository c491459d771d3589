"""The report in Chromium: choosing, reading without a script, narrow windows, accessibility."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from accessibility import faults
from pools import DOCUMENTS, letter_counts, questions

from marksplit import ChunkOptions
from marksplit.evaluation import baseline, build_report, evaluate, marksplit_grid

if TYPE_CHECKING:
    from browser import Opener

pytest_plugins = ["browser"]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    settings = [*marksplit_grid(ChunkOptions(), {"max_size": [30, 200]}), baseline("fixed", 25)]
    found = evaluate(
        DOCUMENTS,
        questions(),
        settings,
        retrievers=["bm25", "dense"],
        embed=letter_counts,
        budget=60,
    )
    path: Path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(build_report(found), encoding="utf-8")
    return path.as_uri()


def test_one_list_is_chosen_by_setting_and_retriever(address: str, open_page: Opener) -> None:
    page = open_page(address)
    assert page.locator(".failing:visible").count() == 1
    page.get_by_label("Setting", exact=True).select_option("3")
    page.get_by_label("Retriever", exact=True).select_option("dense")
    summary = page.locator(".failing:visible > summary")
    assert summary.inner_text().startswith("3 fixed with dense")


def test_all_lists_are_there_without_a_script(address: str, open_page: Opener) -> None:
    page = open_page(address, script=False)
    assert page.locator(".failing > summary:visible").count() == 6
    assert page.locator("#chooser:visible, #theme:visible").count() == 0
    page.locator(".failing > summary").first.click()
    page.locator(".question > summary:visible").first.click()
    assert page.locator(".question pre:visible").count() >= 1


@pytest.mark.parametrize(("width", "dark"), [(1440, False), (390, True)])
def test_it_has_no_fault_and_fits_the_window(
    width: int, dark: bool, address: str, open_page: Opener
) -> None:
    page = open_page(address, width=width, dark=dark, csp=False)
    page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == width
