"""The served page in a browser: settings, errors beside them, comparison, further texts."""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING

from playwright.sync_api import Page, expect

from marksplit import ChunkOptions, Syntax, chunk

if TYPE_CHECKING:
    from browser import Opener
    from pages import Served

pytest_plugins = ["browser", "pages"]

TEXT = (
    "# A\n\n"
    + "One two three. " * 12
    + "\n\n## B\n\nShort.\n\n$$\nx\n$$\n\n# C\n\n"
    + "Four. " * 30
)
DROP = """async ([name, bytes]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(bytes)], name));
    for (const type of ["dragover", "drop"])
        dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
}"""


def shown(page: Page) -> list[str]:
    found: list[str] = page.evaluate("state.document.chunks.map(chunkText)")
    return found


def cut(text: str, syntax: Syntax = Syntax(), **options: object) -> list[str]:
    return [each.text for each in chunk(text, ChunkOptions(**options), syntax=syntax)]  # type: ignore[arg-type]


def counted(page: Page, number: int) -> None:
    expect(page.locator(".chunks .numbers dd").first).to_have_text(str(number))


def test_a_change_of_a_setting_cuts_anew(served: Served, open_page: Opener) -> None:
    page = open_page(served(TEXT, max_size=100))
    assert shown(page) == cut(TEXT, max_size=100)
    page.get_by_label("Max size").fill("60")
    counted(page, len(cut(TEXT, max_size=60)))
    assert shown(page) == cut(TEXT, max_size=60)
    page.get_by_label("Sizer").select_option("words")
    page.get_by_label("Max size").fill("9")
    counted(page, len(cut(TEXT, max_size=9, sizer="words")))
    page.get_by_label("Merge sections").check()
    page.get_by_label("math", exact=True).uncheck()
    settings = {"max_size": 9, "sizer": "words", "merge_sections": True}
    expect(page.locator(".call code").last).to_contain_text("math=False")
    assert shown(page) == cut(TEXT, Syntax(math=False), **settings)
    page.get_by_role("button", name="Back to the start").click()
    counted(page, len(cut(TEXT, max_size=100)))


def test_the_calls_shown_give_these_chunks(served: Served, open_page: Opener) -> None:
    page = open_page(served(TEXT))
    page.get_by_label("Max size").fill("50")
    page.get_by_label("Overlap").fill("20")
    counted(page, len(cut(TEXT, max_size=50, overlap=20)))
    page.get_by_text("How to get these chunks").click()
    command, python = page.locator(".call code").all_inner_texts()
    assert shlex.split(command) == "marksplit chunk docs/0.md --max-size 50 --overlap 20".split()  # noqa: SIM905
    assert python == "chunk(text, ChunkOptions(max_size=50, overlap=20))"


def test_a_selected_chunk_stays_selected_while_it_is_there(
    served: Served, open_page: Opener
) -> None:
    page = open_page(served(TEXT, max_size=100))
    page.locator(".card .open", has_text="B").click()
    expect(page.locator("#dock")).to_contain_text("#2")
    page.get_by_label("Max size").fill("60")
    expect(page.locator("#dock")).to_contain_text("#4")
    expect(page.locator("#dock .path")).to_have_text("A\u00a0›\u00a0B")


def test_a_wrong_option_is_told_beside_its_field(served: Served, open_page: Opener) -> None:
    page = open_page(served(TEXT, max_size=100))
    page.get_by_label("Overlap").fill("100")
    note = page.locator(".field", has=page.get_by_label("Overlap")).locator(".error")
    expect(note).to_have_text("overlap must be smaller than max_size (100), not 100")
    expect(page.get_by_label("Overlap")).to_have_attribute("aria-invalid", "true")
    page.get_by_label("Overlap").fill("")
    expect(note).to_have_text("overlap must be an integer >= 0, not None")
    page.get_by_label("Overlap").fill("10")
    expect(note).to_be_hidden()
    page.get_by_label("Split blocks").check()
    page.get_by_label("Merge sections").check()
    expect(page.locator(".field .error:visible")).to_have_text(
        "split_blocks must be False when merge_sections is True, not True"
    )


def test_two_settings_are_compared(served: Served, open_page: Opener) -> None:
    page = open_page(served(TEXT, max_size=100))
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".groups .empty")).to_have_text(
        "Nothing moved. Change a setting to see what does."
    )
    page.get_by_label("Max size").fill("60")
    before, now = cut(TEXT, max_size=100), cut(TEXT, max_size=60)
    expect(page.locator(".heads section").last.locator("dd").first).to_have_text(str(len(now)))
    same = len(set(before) & set(now))
    expect(page.locator(".heads .same")).to_contain_text(f"{same} chunk")
    heads = page.locator(".heads h2 span").all_inner_texts()
    assert heads == [
        f"{len(before) - same} chunks only here",
        f"{len(now) - same} chunks only here",
    ]
    assert page.locator(".group .column:first-child .moved").count() == len(before) - same
    page.locator(".group button.moved").first.click()
    expect(page.locator("#dock")).to_contain_text("#0")
    page.get_by_role("button", name="Keep the current result").click()
    expect(page.locator(".groups .empty")).to_be_visible()


def test_a_pasted_text_is_cut(served: Served, open_page: Opener) -> None:
    page = open_page(served(TEXT, limit=1000))
    page.get_by_label("Max size").fill("10")
    page.locator(".side-tabs").get_by_role("button", name="Contents").click()
    page.get_by_role("button", name="Add a text").click()
    page.get_by_label("Markdown", exact=True).fill("x" * 1001)
    page.get_by_role("button", name="Cut it").click()
    expect(page.locator("#new .error")).to_have_text("the document is larger than 0.001 MB")
    page.get_by_label("Name").fill("mine.md")
    page.get_by_label("Markdown", exact=True).fill("# P\n\none two three four")
    page.get_by_role("button", name="Cut it").click()
    expect(page.locator("#source")).to_have_text("mine.md")
    assert shown(page) == cut("# P\n\none two three four", max_size=10)
    page.get_by_role("button", name="Rendered").click()
    expect(page.locator(".rendered h1")).to_have_text("P")
    page.locator(".files .item").first.click()
    expect(page.locator("#source")).to_have_text("docs/0.md")
    counted(page, len(cut(TEXT, max_size=10)))


def test_a_dropped_file_is_cut(served: Served, open_page: Opener) -> None:
    page = open_page(served(limit=1000))
    expect(page.locator("#source")).to_have_text("untitled.md")
    page.evaluate(DROP, ["note.md", list("\ufeff# N\r\n\r\nköln".encode())])
    expect(page.locator("#source")).to_have_text("note.md")
    assert json.dumps(shown(page)) == json.dumps(["# N\r\n\r\nköln"])
    page.evaluate(DROP, ["bad.md", [0xC3, 0x28]])
    expect(page.locator("#toast")).to_have_text("bad.md is no text in UTF-8")
    page.evaluate(DROP, ["big.md", [0x61] * 1001])
    expect(page.locator("#toast")).to_have_text("big.md is larger than 0.001 MB")


def test_what_is_typed_in_is_never_run(served: Served, open_page: Opener) -> None:
    attack = "# <img src=x onerror=alert(1)>\n\n</script><script>alert(1)</script>"
    page = open_page(served())
    page.evaluate(DROP, ["<img src=x onerror=alert(1)>.md", list(attack.encode())])
    expect(page.locator("#source")).to_have_text("<img src=x onerror=alert(1)>.md")
    for view in ("Rendered", "Compare", "Source"):
        page.get_by_role("button", name=view).click()
        page.keyboard.press("j")
    assert page.locator("img").count() == 0
