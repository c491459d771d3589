"""The page as a file: whole, closed to everything else, and safe whatever the text is."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser

from marksplit import ChunkOptions, parse
from marksplit.preview import build_page, describe, render


class Scripts(HTMLParser):
    """Elements of a page that may hold something to run, with their content."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.policy = ""
        self.found: list[tuple[str, dict[str, str | None], str]] = []
        self._open: tuple[str, dict[str, str | None]] | None = None
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "style"):
            self._open = tag, dict(attrs)
        if ("http-equiv", "Content-Security-Policy") in attrs:
            self.policy = dict(attrs)["content"] or ""

    def handle_data(self, data: str) -> None:
        if self._open:
            self.found.append((*self._open, data))
            self._open = None


def page(*texts: str, tuning: dict[str, object] | None = None) -> str:
    outlines = [parse(text) for text in texts]
    return build_page(
        [(describe("a<b>.md", each, ChunkOptions()), render(each)) for each in outlines],
        tuning=tuning,
    )


def test_the_policy_allows_the_pages_own_script_and_style_and_nothing_else() -> None:
    for read, connect in (
        (Scripts(page("# A")), "'none'"),
        (Scripts(page("# A", tuning={"options": []})), "'self'"),
    ):
        for tag, attributes, text in read.found:
            if "type" in attributes:
                continue
            digest = b64encode(sha256(text.encode()).digest()).decode()
            assert f"{tag}-src 'sha256-{digest}'" in read.policy
        assert sum("type" not in attributes for _, attributes, _ in read.found) == 2
        assert "default-src 'none'" in read.policy
        assert f"connect-src {connect};" in read.policy
        assert "unsafe" not in read.policy


def test_nothing_is_taken_from_elsewhere() -> None:
    text = page("# A")
    assert not re.findall(
        r"(?:src|href|url)\s*[=(]\s*[\"']?(?!data:)[\w/.:]", text.partition("<script")[0]
    )
    assert "import " not in text
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text)


def test_no_text_can_end_its_data() -> None:
    hostile = "</script><script>alert(1)</script><!--<script> \u2028 \0 {{script}}"
    found = page(hostile, f"# {hostile}\n\n```{hostile}\n")
    assert "alert(1)</script>" not in found
    read = Scripts(found)
    data = [json.loads(text) for _, attributes, text in read.found if "type" in attributes]
    assert data[1]["text"] == hostile
    assert len(data) == 5


def test_every_text_can_be_written_as_utf8() -> None:
    written = page("lone \ud800 and \udfff, 😀").encode("utf-8", "backslashreplace").decode()
    texts = [text for _, attributes, text in Scripts(written).found if "type" in attributes]
    assert json.loads(texts[1])["text"] == "lone \ud800 and \udfff, 😀"


def test_equal_input_gives_an_equal_page() -> None:
    assert page("# A\n\nx") == page("# A\n\nx")
