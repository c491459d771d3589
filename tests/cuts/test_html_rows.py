"""Tables written in HTML that are split: before rows, wherever these start, and never above the first."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest

from marksplit import Chunk, ChunkOptions, LawError, check, chunk
from marksplit.document import html_tables

ROWS = [f"<tr><td>name {n}</td><td>{n * 7}</td></tr>" for n in range(8)]
HEAD = "<thead><tr><th>a</th><th>b</th></tr></thead>"
LAYOUTS = {
    "one line": "<table>{}</table>".format("".join(ROWS)),
    "one line with a head": "<table>{}<tbody>{}</tbody></table>".format(HEAD, "".join(ROWS)),
    "a row a line": "<table>\n{}\n<tbody>\n{}\n</tbody>\n</table>".format(HEAD, "\n".join(ROWS)),
    "a cell a line": "<table>\n{}\n{}\n</table>".format(
        HEAD.replace("><", ">\n<"), "\n".join(ROWS).replace("><", ">\n<")
    ),
    "header cells without a head": "<table><tr><th>a</th><th>b</th></tr>{}</table>".format(
        "".join(ROWS)
    ),
    "no closing tags": "<table>{}</table>".format(
        "".join(ROWS).replace("</td>", "").replace("</tr>", "")
    ),
}


class Reader(HTMLParser):
    """Rows of what is embedded, each with its cells, as far as all tags are closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        if tag == "tr":
            assert "table" in self.open
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert tag in self.open
        del self.open[len(self.open) - 1 - self.open[::-1].index(tag) :]

    def handle_data(self, data: str) -> None:
        if "td" in self.open or "th" in self.open:
            self.rows[-1][-1] += data.strip()


def split(text: str, max_size: int, **fields: Any) -> list[Chunk]:
    options = ChunkOptions(max_size=max_size, oversize="split", **fields)
    chunks = chunk(text, options)
    check(text, chunks, options)
    return chunks


@pytest.mark.parametrize("counted", [False, True])
@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
@pytest.mark.parametrize("before", ["", "> ", "- "])
def test_each_piece_is_a_table_of_whole_rows_below_the_head(
    before: str, layout: str, counted: bool
) -> None:
    rest = before.replace("-", " ")
    text = before + layout.replace("\n", f"\n{rest}")
    chunks = split(text, 170, count_context=counted)
    assert len(chunks) > 1
    assert not any(found.oversize for found in chunks)
    body: list[list[str]] = []
    for found in chunks:
        reader = Reader(found.with_context())
        assert not reader.open, found.with_context()
        head = ["a", "b"] if "<th>" in layout else []
        assert reader.rows[:1] == [head] or not head
        body += reader.rows[1:] if head else reader.rows
    assert [[cell.strip(" >\n") for cell in row] for row in body] == [
        [f"name {n}", str(n * 7)] for n in range(8)
    ]


def test_a_head_stays_with_the_first_row_even_over_the_size() -> None:
    text = f"<table><thead><tr><th>{'word ' * 20}</th></tr></thead>{ROWS[0]}{ROWS[1]}</table>"
    chunks = split(text, 60)
    assert [found.oversize for found in chunks] == [True, False]
    assert chunks[1].text == f"{ROWS[1]}</table>"


def test_only_a_row_over_the_size_is_cut_between_its_lines() -> None:
    wide = "<tr>\n<td>{}</td>\n<td>{}</td>\n</tr>".format("one " * 12, "two " * 12)
    cells = ROWS[0].replace("><", ">\n<")
    chunks = split(f"<table>\n{cells}\n{wide}\n{cells}\n</table>", 70)
    assert [found.text.count("<td>") for found in chunks] == [2, 1, 1, 2]
    assert chunks[2].context == "<table><tr>"
    assert chunks[1].with_context().endswith("\n</tr></table>")


@pytest.mark.parametrize(
    "text",
    [
        "<table><!-- <tr> <tr> --><tr><td>x</td></tr></table>",
        "<table><tr title='<tr>'><td>x</td></tr><script>'<tr>'</script></table>",
        "<table><tr><td><table><tr><td>1</td></tr><tr><td>2</td></tr></table></td></tr></table>",
        "<tr><td>x</td></tr><tr><td>y</td></tr>",
        "<table><tr><th>a</th></tr><tr><th>b</th></tr></table>",
        "<pre><table><tr></tr><tr></tr></table></pre>",
    ],
)
def test_what_has_no_two_rows_below_a_head_is_no_table(text: str) -> None:
    assert html_tables(text, 0, len(text)) == ()


def test_a_block_of_several_tables_repeats_the_head_of_each() -> None:
    one, two = (f"<table><tr><th>{name}</th></tr>{''.join(ROWS[:4])}</table>" for name in "xy")
    chunks = split(f"{one}\n{two}\nA line behind it.", 100)
    contexts = [found.context for found in chunks if found.context]
    assert set(contexts) == {f"<table><tr><th>{name}</th></tr>" for name in "xy"}
    assert chunks[-1].text.endswith("A line behind it.")


def test_the_referee_knows_where_rows_start() -> None:
    text = f"<table>{''.join(ROWS[:4])}</table>"
    options = ChunkOptions(max_size=90, oversize="split")
    whole = chunk(text, ChunkOptions(max_size=0))
    with pytest.raises(LawError, match="flagged"):
        check(text, whole, options)
    chunks = chunk(text, ChunkOptions(max_size=90))
    with pytest.raises(LawError, match="could end before the row in line 1"):
        check(text, chunks, options)


def test_rows_are_found_in_time_that_grows_with_the_text() -> None:
    for row in (
        "<tr>",
        "<tr><th>",
        "<tbody>",
        "<td>",
        "<table>",
        "</table>",
        "<tr><td>x</tr>\n>\n",
    ):
        text = "<table>" + row * 20_000
        assert len(html_tables(text, 0, len(text))) <= 1
