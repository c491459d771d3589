"""Finding a document and a section below the roots, without a shell."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from client import SECRET, call, make_folder, message, pages, structured
from mcp.server import MCPServer

from marksplit import parse
from marksplit.mcp import listing
from marksplit.mcp.files import Roots
from marksplit.mcp.search import Place, SectionIndex, words
from marksplit.mcp.sections import rows_of
from marksplit.mcp.server import create_server

FIXTURES = Path(__file__).parent.parent.parent / "fixtures"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_folder(tmp_path)


@pytest.fixture
def server(root: Path) -> MCPServer:
    return create_server([root])


def listed(server: MCPServer, **arguments: object) -> list[str]:
    found = pages(server, "list_documents", **arguments)
    return [each["path"] for page in found for each in page["documents"]]


def test_documents_are_listed_with_bytes_and_titles(server: MCPServer) -> None:
    result = structured(server, "list_documents")
    rows = {each["path"]: (each["bytes"], each["title"]) for each in result["documents"]}
    # Links, pipes, sockets and devices are no documents.
    assert set(rows) == {
        *("crlf.md", "guide.md", "huge.md", "image.md", "latin1.md", "utf16.md", "sub/inner.md")
    }
    assert rows["guide.md"][1] == "Tea"
    assert rows["sub/inner.md"] == (8, "Inner")
    assert rows["huge.md"] == (1_600_000, None)
    assert result["total"] == 7
    assert result["note"] == ""


def test_a_title_is_that_of_the_front_matter_or_the_first_heading(tmp_path: Path) -> None:
    for name, text, title in (
        ("a.md", '---\ntitle: "Of the page"\n---\n\n# Heading\n', "Of the page"),
        ("b.md", '+++\ntitle = "Toml"\n+++\n', "Toml"),
        ("c.md", "text\n\n## Later\n", "Later"),
        ("d.md", "no title", None),
        ("e.md", "# " + "x" * 500, "x" * 200),
    ):
        (tmp_path / name).write_text(text)
        result = structured(create_server([tmp_path]), "list_documents", glob=name)
        assert [each["title"] for each in result["documents"]] == [title]


@pytest.mark.parametrize(
    ("glob", "found"),
    [
        (None, ["a.md", "b.mdx", "guide/a.md", "guide/deep/c.markdown"]),
        ("a.md", ["a.md", "guide/a.md"]),
        ("*.txt", ["d.txt"]),
        ("guide/*", ["guide/a.md"]),
        ("guide/**", ["guide/a.md", "guide/deep/c.markdown"]),
        ("**/c.*", ["guide/deep/c.markdown"]),
        ("/a.md", ["a.md"]),
        ("nothing", []),
    ],
)
def test_a_glob_chooses_files(tmp_path: Path, glob: str | None, found: list[str]) -> None:
    (tmp_path / "guide" / "deep").mkdir(parents=True)
    (tmp_path / ".hidden").mkdir()
    for name in ("a.md", "b.mdx", "d.txt", "guide/a.md", "guide/deep/c.markdown"):
        (tmp_path / name).write_text("# A")
    for name in (".hidden/a.md", ".a.md"):
        (tmp_path / name).write_text("# A")
    assert listed(create_server([tmp_path]), glob=glob) == found
    assert listed(create_server([tmp_path]), glob=glob, max_documents=1) == found


def test_what_is_listed_can_be_read_whatever_the_root(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "one" / "sub"
    two.mkdir(parents=True)
    (tmp_path / "three").mkdir()
    for folder in (one, two, tmp_path / "three"):
        (folder / "a.md").write_text(f"# {folder.name}")
    server = create_server([one, two, tmp_path / "three"])
    paths = listed(server)
    assert paths == ["a.md", "sub/a.md", str(tmp_path / "three" / "a.md")]
    texts = [structured(server, "read_section", path=path, lines=[1, 1]) for path in paths]
    assert [each["text"] for each in texts] == ["# one", "# sub", "# three"]


def test_a_name_that_is_no_text_is_not_listed(tmp_path: Path) -> None:
    with open(os.fsencode(tmp_path) + b"/\xff.md", "wb") as file:
        file.write(b"# A")
    assert listed(create_server([tmp_path])) == []


def test_a_folder_with_too_many_names_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(20):
        (tmp_path / f"{number:02}.md").write_text("# A")
    for limit, count, note in ((19, 19, "more than the 19 names"), (20, 20, "")):
        monkeypatch.setattr(listing, "MAX_ENTRIES", limit)
        found = listing.list_files(Roots.of([tmp_path]), None)
        assert len(found.entries) == count
        assert note in found.note
        assert bool(found.note) == bool(note)


def test_a_folder_that_cannot_be_read_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.md").write_text("# A")
    (tmp_path / "shut").mkdir()

    def refuse(root: Path, names: tuple[str, ...]) -> int:
        if names:
            raise PermissionError
        return os.open(root, os.O_RDONLY)

    monkeypatch.setattr(listing, "open_folder", refuse)
    found = listing.list_files(Roots.of([tmp_path]), None)
    assert [each.path for each in found.entries] == ["a.md"]
    assert found.note == "1 folders cannot be read, 'shut' the first"


def test_sections_are_found_by_words_of_title_and_text(server: MCPServer) -> None:
    (best, second) = structured(server, "find_sections", query="BREWING boil")["sections"]
    assert (best["path"], best["heading_path"]) == ("guide.md", ["Tea", "Brewing"])
    assert (best["first_line"], best["last_line"], best["snippet"]) == (11, 13, "Boil water.")
    assert second["heading_path"] == ["Tea", "Brewing", "Times"]  # the title above it
    text = structured(server, "read_section", path="guide.md", lines=[11, 13])["text"]
    assert text == "## Brewing\n\nBoil water."


def test_a_title_counts_more_than_the_text(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# Cups\n\nof tea and more\n\n# Tea\n\nin cups and more\n")
    found = structured(create_server([tmp_path]), "find_sections", query="tea")["sections"]
    assert [each["heading_path"] for each in found] == [["Tea"], ["Cups"]]


def test_nothing_is_found_outside_nor_through_links(server: MCPServer) -> None:
    result = structured(server, "find_sections", query=SECRET, glob="*")
    assert (result["total"], result["sections"]) == (0, [])
    assert "4 documents cannot be read as text" in result["note"]


def test_a_search_sees_what_has_changed(tmp_path: Path) -> None:
    server = create_server([tmp_path])
    (tmp_path / "a.md").write_text("# A\n\nold\n\n# B\n\nold\n")
    first = structured(server, "find_sections", query="old", max_sections=1)
    assert first["total"] == 2
    (tmp_path / "a.md").write_text("# A\n\nnew\n")
    assert structured(server, "find_sections", query="old")["total"] == 0
    assert structured(server, "find_sections", query="new")["total"] == 1
    again = call(server, "find_sections", query="old", cursor=first["next_cursor"])
    assert message(again)


def test_pages_of_a_search_are_its_results() -> None:
    server = create_server([FIXTURES])
    whole = structured(server, "find_sections", query="the filter pump", max_sections=100)
    assert whole["total"] > 30
    found = pages(server, "find_sections", query="the filter pump", max_sections=7)
    assert [each for page in found for each in page["sections"]][:100] == whole["sections"]
    scores = [each["score"] for each in whole["sections"]]
    assert scores == sorted(scores, reverse=True)


def test_words_without_spaces_between_them_are_found(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# 茶\n\nお茶を入れる。\n\n# 水\n\n水だけ。\n", encoding="utf-8")
    (found,) = structured(create_server([tmp_path]), "find_sections", query="茶")["sections"]
    assert found["heading_path"] == ["茶"]


def test_the_ranking_is_that_of_bm25s() -> None:
    """Without titles, which bm25s knows nothing of: their words are put into its texts."""
    outline = parse((FIXTURES / "long-manual.md").read_bytes().decode())
    index = SectionIndex([("long-manual.md", outline)])
    places = [Place("long-manual.md", outline, row) for row in rows_of(outline)]
    texts = []
    for place in places:
        start, end = place.span
        above = [word for title in place.row.path[:-1] for word in words(title)]
        title = words(place.row.section.title)
        texts.append([*words(outline.source[start:end]), *above, *title, *title])
    retriever = pytest.importorskip("bm25s").BM25(method="lucene", k1=1.5, b=0.75)
    retriever.index(texts, show_progress=False)
    for query in ("pump filter", "fitting the tank", "fault"):
        scores = retriever.get_scores(words(query))
        expected = {
            place.span: round(float(score), 3) for place, score in zip(places, scores, strict=True)
        }
        for hit in index.find(query):
            assert hit.score == pytest.approx(expected[hit.place.span], abs=2e-3)
