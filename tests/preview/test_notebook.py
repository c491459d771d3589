"""Chunks in notebooks: what is shown, whole and closed off, and in a real one."""

from __future__ import annotations

import re
import subprocess
import sys
from html import unescape
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from browser import Opener, browser, open_page
from nbclient import NotebookClient

from marksplit import ChunkOptions, OptionError, Syntax, chunk, parse
from marksplit.preview import show

__all__ = ["browser", "open_page"]

nbformat: Any = import_module("nbformat")  # without types, as is the next
pandas: Any = import_module("pandas")

TEXT = """# Tea & <b>more</b>

Keeps "well" for `<script>alert(1)</script>` months.

## Brewing

Steep for three minutes. $x$

| tea | minutes |
|-----|--------:|
| green | 2 |
"""


def page_of(html: str) -> str:
    (found,) = re.findall(r'<iframe srcdoc="([^"]*)"', html)
    return unescape(found)


def test_a_text_is_shown_on_the_page_in_a_frame_without_an_origin() -> None:
    shown = show(TEXT, max_size=40, name="tea.md", height=432)
    html = shown._repr_html_()
    assert html.count("<") == 2  # all of the page is in an attribute
    assert 'sandbox="allow-scripts"' in html
    assert "height:432px" in html
    page = page_of(html)
    assert page.startswith("<!doctype html>")
    assert '"source":"tea.md"' in page
    assert "chunk(text, ChunkOptions(max_size=40))" in page
    assert repr(shown) == "<marksplit preview of 'tea.md', shown in a notebook>"


def test_options_keywords_syntax_and_outlines_are_taken_as_by_chunk() -> None:
    options = ChunkOptions(max_size=40, strip_headings=True)
    made = show(TEXT, options, syntax=Syntax.mkdocs(), max_size=60)
    merged = ChunkOptions(max_size=60, strip_headings=True)
    assert made == show(TEXT, merged, syntax=Syntax.mkdocs())
    assert made == show(parse(TEXT, Syntax.mkdocs()), merged)
    assert made != show(TEXT, merged)


def test_chunks_are_shown_as_a_list() -> None:
    chunks = chunk(TEXT, max_size=40)
    html = show(chunks)._repr_html_()
    assert "<iframe" not in html
    assert html.count("<pre") == len(chunks)
    assert show(chunks[0])._repr_html_().count("<pre") == 1
    assert "no chunks" in show([])._repr_html_()
    assert repr(show(chunks)) == f"<{len(chunks)} chunks, shown in a notebook>"


def test_a_chunk_is_html_without_colours_and_without_markup_of_its_text() -> None:
    for each in chunk(TEXT, max_size=40):
        html = each._repr_html_()
        assert set(re.findall(r"</?(\w+)", html)) == {"div", "b", "span", "pre"}
        assert not re.search(r"#[0-9a-f]{3}|rgb|black|white;|background:(?!none)", html)
        (shown,) = re.findall(r"<pre[^>]*>\n(.*)</pre>", html, re.S)
        assert unescape(shown) == each.text
    assert "Tea &amp; more › Brewing" in html


def test_a_lone_surrogate_can_be_stored() -> None:
    for content in ("# A\ud800", chunk("# A\ud800")):
        show(content)._repr_html_().encode("utf-8")


@pytest.mark.parametrize(
    ("content", "given", "message"),
    [
        (3, {}, "content must be a text, an Outline or chunks, not int"),
        (["x"], {}, "content must be a text, an Outline or chunks, not str"),
        (chunk(TEXT), {"max_size": 3}, "chunks are cut already"),
        (parse(TEXT), {"syntax": Syntax.mkdocs()}, "an outline has the syntax of parse"),
        (TEXT, {"max_siz": 3}, "did you mean 'max_size'"),
        (TEXT, {"options": 300}, r"write ChunkOptions\(max_size=300\)"),
        (TEXT, {"syntax": "mkdocs"}, r"write Syntax\.mkdocs\(\)"),
    ],
)
def test_a_wrong_argument_is_told(content: Any, given: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        show(content, **given)


@pytest.mark.parametrize("height", [0, True, 1.5, "600px"])
def test_a_height_is_pixels(height: Any) -> None:
    with pytest.raises(OptionError, match="height must be a number of pixels"):
        show(TEXT, height=height)


def test_nothing_of_a_notebook_is_imported() -> None:
    code = "import sys; from marksplit.preview import show; show('# A'); print('IPython' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"


def test_chunks_are_rows_of_a_data_frame() -> None:
    chunks = chunk(TEXT, max_size=40)
    frame = pandas.DataFrame(each.to_dict() for each in chunks)
    assert list(frame.columns) == list(chunks[0].to_dict())
    assert frame["text"].tolist() == [each.text for each in chunks]
    assert not [name for name in frame.columns if name.startswith("_")]


def test_a_kernel_gives_it_and_a_browser_shows_it(tmp_path: Path, open_page: Opener) -> None:
    cells = [
        "from marksplit import chunk\nfrom marksplit.preview import show",
        f"show({TEXT!r}, max_size=60)",
        f"chunk({TEXT!r}, max_size=60)[0]",
        f"show(chunk({TEXT!r}, max_size=60))",
    ]
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    NotebookClient(
        book, kernel_name="python3", resources={"metadata": {"path": tmp_path}}
    ).execute()
    shown = [cell.outputs[0].data for cell in book.cells[1:]]
    assert shown[0]["text/plain"] == "<marksplit preview of 'text', shown in a notebook>"
    path = tmp_path / "notebook.html"
    body = "".join(data["text/html"] for data in shown)
    path.write_text(f"<!doctype html><meta charset=utf-8>{body}", encoding="utf-8")

    window = open_page(path.as_uri())
    frame = window.frame_locator("iframe")
    count = len(chunk(TEXT, max_size=60))
    frame.locator("#chunks").wait_for()
    assert frame.locator("#source").inner_text() == "text"
    frame.get_by_text("Steep for three minutes").first.click()
    assert window.locator("pre").count() == 1 + count
    assert window.locator("pre").first.inner_text() == chunk(TEXT, max_size=60)[0].text
