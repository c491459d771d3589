"""The page in a browser: what is shown, selected, found and copied, and that no text runs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from browser import Opener
    from pages import Written

pytest_plugins = ["browser", "pages"]

TEXT = """# Tea

Tea keeps well for months.

## Brewing

1. Boil fresh water.
2. Steep for three minutes.

```sh
brew --minutes 3
```

## Storing

Keep it dry, dark and closed. A tin is best. Paper lets the smell of other things in.
"""
LONG = "\n\n".join(
    f"## Part {number}\n\n" + f"Words of part {number} that fill a line or two. " * 6
    for number in range(1500)
)

ATTACKS = (
    "# <img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "</style><script>alert(1)</script>",
    "[a](javascript:alert(1))",
    "[a](JaVaScRiPt:alert(1))",
    "[a](java&#115;cript:alert(1))",
    "[a](data:text/html,<script>alert(1)</script>)",
    "[a](vbscript:alert(1))",
    "[a]: javascript:alert(1)\n\n[a]",
    "<javascript:alert(1)>",
    "![a](x\" onerror=\"alert(1))",
    "![x](javascript:alert(1))",
    "<svg onload=alert(1)>",
    "<iframe srcdoc=\"<script>parent.alert(1)</script>\"></iframe>",
    "<a href=\"javascript:alert(1)\" onclick=\"alert(1)\" autofocus onfocus=\"alert(1)\">x</a>",
    "<math><mtext><style><img src onerror=alert(1)></style></mtext></math>",
    "```\"><script>alert(1)</script>\n</code></pre><script>alert(1)</script>\n```",
    "| <b onmouseover=alert(1)>a</b> |\n|---|\n| </td><script>alert(1)</script> |",
    "$$\n</div><script>alert(1)</script>\n$$",
    "---\ntitle: </script><script>alert(1)</script>\n---\n\nx",
    "[^a]\n\n[^a]: <script>alert(1)</script>",
    "{{script}} {{data}} ${alert(1)} `${alert(1)}`",
    "nul \0 bidi \u202e\u2066 lone \ud800\udc00 \udfff bom \ufeff lines \u2028\u2029\x85",
    "# \u202e</title><script>alert(1)</script>\n\n\u202e",
)  # fmt: skip


def test_text_is_shown_and_never_run(written: Written, open_page: Opener) -> None:
    page = open_page(written(*ATTACKS, max_size=2000))
    for number, attack in enumerate(ATTACKS):
        page.evaluate(f"open({number})")
        page.keyboard.press("j")
        page.get_by_role("button", name="Source").click()
        rows = page.locator(".source .text").all_inner_texts()
        for line, row in zip(attack.split("\n"), rows, strict=False):
            if line.isascii() and "\0" not in line:
                assert row.strip("\u200b") == line
        page.get_by_role("button", name="Rendered").click()
        page.locator(".rendered .block").first.wait_for()
        for what in (
            "script",
            "style",
            "iframe",
            "img",
            "svg",
            "math",
            "[onclick]",
            ".block [style]",
        ):
            assert page.locator(f".rendered {what}").count() == 0
        for link in page.locator(".rendered a").all():
            assert re.match("https?:|mailto:", link.get_attribute("href") or "http:")
            link.click()


def test_characters_that_cannot_be_seen_are_labelled(written: Written, open_page: Opener) -> None:
    page = open_page(written("# a\u202eb\n\nnul \0 esc \x1b zero\u200bwidth \ud800 👩\u200d👧"))
    labels = page.locator(".source .control").all_inner_texts()
    assert labels == ["RLO", "NUL", "ESC", "ZWSP", "U+D800"]
    assert page.locator(".sections .item").last.inner_text().startswith("a[RLO]b")
    assert "👩\u200d👧" in page.locator(".source").inner_text()
    assert "\u202e" not in page.locator("body").inner_text()


def test_a_selected_chunk_is_selected_everywhere(written: Written, open_page: Opener) -> None:
    page = open_page(written(TEXT, max_size=120))
    page.locator(".card .open").nth(1).click()
    expect(page.locator(".source .row.selected")).to_have_count(8)
    expect(page.locator(".card.selected .number")).to_have_text("#1")
    expect(page.locator(".sections [aria-current]")).to_contain_text("Brewing")
    expect(page.locator("#dock .path")).to_have_text("Tea\u00a0›\u00a0Brewing")
    page.get_by_role("button", name="Rendered").click()
    expect(page.locator(".rendered .selected pre")).to_have_text("brew --minutes 3\n")
    page.locator(".rendered h2").nth(1).click()
    expect(page.locator(".card.selected .number")).to_have_text("#2")
    page.get_by_role("button", name="Source").click()
    page.locator(".source .row").first.click()
    expect(page.locator(".card.selected .number")).to_have_text("#0")
    page.locator(".sections .item", has_text="Storing").click()
    expect(page.locator(".card.selected .number")).to_have_text("#2")


def test_bands_hold_exactly_the_characters_of_their_chunks(
    written: Written, open_page: Opener
) -> None:
    page = open_page(written("One two. Three four. Five six seven. 😀 Eight nine.", max_size=24))
    texts = page.evaluate("state.document.chunks.map(chunkText)")
    assert texts == ["One two. Three four.", "Five six seven.", "😀 Eight nine."]
    assert page.locator(".source .text .band").all_inner_texts() == texts


def test_overlap_is_shaded_and_atomic_blocks_are_outlined(
    written: Written, open_page: Opener
) -> None:
    page = open_page(
        written("One two. Three four. Five six.\n\n```\ncode\n```", max_size=22, overlap=12)
    )
    expect(page.locator(".source .shared").first).to_have_text("Three four.")
    assert page.locator(".source .row.atomic .text").all_inner_texts() == ["```", "code", "```"]
    expect(page.locator(".row.atomic.opens")).to_have_count(1)


def test_oversize_and_reasons_are_marked(written: Written, open_page: Opener) -> None:
    page = open_page(written(TEXT, max_size=20))
    assert page.locator(".label.oversize").count() > 0
    page.locator(".label.explained").nth(1).click()
    expect(page.locator("#dock .reason")).to_contain_text("size: ")


def test_the_address_holds_the_selected_chunk(written: Written, open_page: Opener) -> None:
    address = written(TEXT, "# B\n\nx\n\n# C\n\ny", max_size=120)
    page = open_page(address)
    expect(page.locator(".files .item")).to_have_count(2)
    page.locator(".files .item").nth(1).click()
    page.locator(".card .open").nth(1).click()
    again = open_page(page.url)
    expect(again.locator("#source")).to_have_text("docs/1.md")
    expect(again.locator("#dock .path")).to_have_text("C")
    again.keyboard.press("Escape")
    assert again.url.endswith("#file=1")
    wrong = open_page(address + "#file=9&chunk=none")
    expect(wrong.locator("#source")).to_have_text("docs/0.md")


def test_keys_work(written: Written, open_page: Opener) -> None:
    page = open_page(written(TEXT, max_size=120))
    for key, number in (("j", "#0"), ("j", "#1"), ("j", "#2"), ("j", "#2"), ("k", "#1")):
        page.keyboard.press(key)
        expect(page.locator(".card.selected .number")).to_have_text(number)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Next chunk")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("#keys button")).not_to_be_focused()
    page.keyboard.press("/")
    page.keyboard.type("jkw")
    expect(page.locator("#hits")).to_have_text("no hit")
    page.keyboard.press("Escape")
    expect(page.locator("#query")).to_have_value("")
    page.keyboard.press("Escape")
    expect(page.locator("#dock")).to_be_hidden()


def test_search_marks_hits_and_lists_their_chunks(written: Written, open_page: Opener) -> None:
    page = open_page(written(TEXT, max_size=120))
    page.fill("#query", "KEEP")
    expect(page.locator("#hits")).to_have_text("1 / 2")
    assert page.locator("mark").all_inner_texts() == ["keep", "Keep"]
    expect(page.locator(".card")).to_have_count(2)
    page.locator("#query").press("Enter")
    expect(page.locator("#hits")).to_have_text("2 / 2")
    expect(page.locator(".card.selected .number")).to_have_text("#2")
    expect(page.locator("mark.current")).to_have_text("Keep")
    page.fill("#query", "(.*")
    expect(page.locator("#hits")).to_have_text("no hit")


def test_text_and_context_are_copied(written: Written, open_page: Opener) -> None:
    page = open_page(written("# A\r\n\r\nx\r\n\r\n## B\r\n\r\ny\t\u202ez", max_heading_depth=6))
    page.locator(".card .open").nth(1).click()
    page.locator("#dock").get_by_role("button", name="Copy text").click()
    expect(page.locator("#toast")).to_have_text("Text copied")
    assert page.evaluate("navigator.clipboard.readText()") == "## B\r\n\r\ny\t\u202ez"
    page.keyboard.press("e")
    expect(page.locator("#toast")).to_have_text("Text with context copied")
    assert page.evaluate("navigator.clipboard.readText()") == "A\n\n## B\r\n\r\ny\t\u202ez"


def test_white_space_is_shown_on_request(written: Written, open_page: Opener) -> None:
    page = open_page(written("a  b\tc\r\nd"))
    rows = page.locator(".source .text")
    assert rows.all_inner_texts() == ["a  b\tc", "d"]
    page.keyboard.press("w")
    assert rows.all_inner_texts() == ["a··b→\tcCRLF", "d"]


@pytest.mark.parametrize("dark", [False, True])
def test_it_is_light_or_dark_as_asked(dark: bool, written: Written, open_page: Opener) -> None:
    page = open_page(written(TEXT), dark=dark)
    luminance = "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)[0]"
    assert (page.evaluate(luminance) < 128) == dark
    page.keyboard.press("t")
    assert (page.evaluate(luminance) < 128) != dark


@pytest.mark.parametrize("width", [320, 390, 900, 1440])
def test_nothing_is_wider_than_the_window(width: int, written: Written, open_page: Opener) -> None:
    wide = TEXT + "\n\n" + "w" * 500 + "\n\n| " + "cell " * 60 + "|\n|---|\n"
    page = open_page(written(wide, max_size=120), width=width, height=844)
    page.keyboard.press("j")
    for name in ("Rendered", "Source"):
        page.get_by_role("button", name=name).click()
        assert page.evaluate("document.documentElement.scrollWidth") == width
    if width < 781:
        for pane in ("Chunks", "Contents", "Text"):
            page.get_by_role("button", name=pane, exact=True).click()
            assert page.evaluate("document.documentElement.scrollWidth") == width


def test_on_a_phone_one_pane_is_shown(written: Written, open_page: Opener) -> None:
    page = open_page(written(TEXT, max_size=120), width=390, height=844)
    expect(page.locator(".card").first).not_to_be_visible()
    page.get_by_role("button", name="Chunks", exact=True).click()
    expect(page.locator(".card").first).to_be_visible()
    expect(page.locator(".row").first).not_to_be_visible()
    page.get_by_role("button", name="Contents", exact=True).click()
    page.locator(".sections .item", has_text="Storing").click()
    expect(page.locator(".row.selected").first).to_be_visible()


def test_only_what_is_near_is_built(written: Written, open_page: Opener) -> None:
    page = open_page(written(LONG, max_size=400))
    assert page.evaluate("document.querySelectorAll('*').length") < 5000
    page.evaluate("select(state.document.chunks.length - 1)")
    expect(page.locator(".source .row.selected").first).to_be_in_viewport()
    expect(page.locator(".card.selected")).to_be_in_viewport()
    assert page.evaluate("document.querySelectorAll('*').length") < 8000
    page.get_by_role("button", name="Rendered").click()
    expect(page.locator(".rendered .selected").first).to_be_in_viewport()


def test_a_view_keeps_its_place(written: Written, open_page: Opener) -> None:
    page = open_page(written(LONG))
    in_the_middle = "document.elementFromPoint(600, 400).closest('.row')?.firstChild.textContent"
    page.evaluate("select(700)")
    expect(page.locator(".row.selected").first).to_be_in_viewport()
    line = page.evaluate(in_the_middle)
    page.keyboard.press("v")
    page.locator(".rendered .block").first.wait_for()
    assert page.evaluate(in_the_middle) is None
    page.keyboard.press("v")
    assert page.evaluate(in_the_middle) == line != ""


def test_an_empty_document_is_shown(written: Written, open_page: Opener) -> None:
    page = open_page(written(""))
    expect(page.locator(".numbers dd").first).to_have_text("0")
    page.get_by_role("button", name="Rendered").click()
    expect(page.locator(".rendered .empty")).to_be_visible()


def test_no_asset_makes_html_of_text() -> None:
    import marksplit.preview

    scripts = Path(marksplit.preview.__file__).parent.joinpath("assets").glob("*.js")
    for script in scripts:
        text = script.read_text(encoding="utf-8")
        for way in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
            assert way not in text, script.name
