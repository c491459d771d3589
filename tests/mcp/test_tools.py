"""What the tools answer, held against the library and against their own schemas."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

import anyio
import pytest
from client import GUIDE, call, message, pages, structured
from mcp import Client
from mcp.server import MCPServer
from mcp_types import Tool

from marksplit import SYNTAXES, Chunk, ChunkOptions, chunk
from marksplit.mcp.paging import MAX_RESULT
from marksplit.mcp.server import create_server

ON_TEXT = ("chunk_markdown", "outline_markdown", "read_section")
FIXTURES = Path(__file__).parent.parent.parent / "fixtures"


@pytest.fixture(scope="module")
def server() -> MCPServer:
    return create_server([FIXTURES])


def tools(server: MCPServer) -> dict[str, Tool]:
    async def run() -> list[Tool]:
        async with Client(server) as client:
            return (await client.list_tools()).tools

    return {tool.name: tool for tool in anyio.run(run)}


def walk(nodes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [each for node in nodes for each in (node, *walk(node["children"]))]


def test_tools_say_that_they_only_read(server: MCPServer) -> None:
    found = tools(server)
    assert set(found) == {*ON_TEXT, "list_documents", "find_sections"}
    assert set(tools(create_server())) == set(ON_TEXT)
    for tool in found.values():
        hints = tool.annotations
        assert hints is not None
        assert (hints.read_only_hint, hints.idempotent_hint) == (True, True)
        assert (hints.destructive_hint, hints.open_world_hint) == (False, False)
        assert tool.description is not None
        assert tool.description.endswith("A call that takes over 30 seconds is ended.")


def test_every_field_of_the_library_is_in_the_schemas(server: MCPServer) -> None:
    tool = tools(server)["chunk_markdown"]
    assert tool.output_schema is not None
    options = tool.input_schema["$defs"]["ChunkOptions"]["properties"]
    # A hook is a function, which no client can send.
    assert set(options) == {each.name for each in fields(ChunkOptions) if each.default is not None}
    assert all(option["description"] and "default" in option for option in options.values())
    assert options["sizer"]["enum"] == ["chars", "words", "approx_tokens"]
    item = tool.output_schema["properties"]["chunks"]["items"]["$ref"].rpartition("/")[2]
    chunks = tool.output_schema["$defs"][item]["properties"]
    public = [each.name for each in fields(Chunk) if not each.name.startswith("_")]
    assert list(chunks) == [*public, "contextual_text"]


@pytest.mark.parametrize(
    "options",
    [
        None,
        {},
        {"max_size": 300, "overlap": 40},
        {"max_size": 60, "sizer": "words", "strip_headings": True},
    ],
)
def test_pages_of_chunks_are_the_chunks(server: MCPServer, options: dict[str, Any] | None) -> None:
    text = (FIXTURES / "long-manual.md").read_bytes().decode()
    expected = [each.to_dict() for each in chunk(text, ChunkOptions(**(options or {})))]
    results = pages(server, "chunk_markdown", path="long-manual.md", options=options, max_chunks=7)
    assert [each for result in results for each in result["chunks"]] == expected
    assert {result["total"] for result in results} == {len(expected)}
    assert {result["source"] for result in results} == {"long-manual.md"}
    assert all(len(result["chunks"]) <= 7 for result in results)


def test_chunks_of_a_text_are_slices_of_it(server: MCPServer) -> None:
    text = "# A\r\n\r\n\tcode\r\n\r\n# B\r\n\r\n> é 🎈\r\n"
    result = structured(server, "chunk_markdown", text=text)
    assert [text[each["start"] : each["end"]] for each in result["chunks"]] == [
        each["text"] for each in result["chunks"]
    ]
    assert (result["source"], result["next_cursor"]) == ("text", None)


@pytest.mark.parametrize("text", ["[1]", "null", '{"a": 1}', '"a"', "true", "7"])
def test_markdown_that_is_also_json_stays_markdown(server: MCPServer, text: str) -> None:
    (found,) = structured(server, "chunk_markdown", text=text)["chunks"]
    assert found["text"] == text


def test_arguments_that_clients_send_as_json_text_are_read(server: MCPServer) -> None:
    text = "# A\n\none two\n\n# B\n\nthree"
    result = structured(server, "chunk_markdown", text=text, options='{"max_heading_depth": 0}')
    assert len(result["chunks"]) == 1
    assert structured(server, "read_section", text=text, lines="[3, 3]")["text"] == "one two"


def test_an_empty_document_has_nothing(server: MCPServer) -> None:
    assert structured(server, "chunk_markdown", text="")["chunks"] == []
    outline = structured(server, "outline_markdown", text="")
    assert (outline["sections"], outline["total"], outline["size"]) == ([], 0, 0)
    assert structured(server, "read_section", text="", lines=[1, 1])["text"] == ""


def test_the_outline_is_the_section_tree(server: MCPServer) -> None:
    result = structured(server, "outline_markdown", text=GUIDE, sizer="words")
    assert (result["lines"], result["total"]) == (21, 5)
    assert result["size"] == len(GUIDE.split())
    before, tea = result["sections"]
    assert (before["level"], before["heading_path"], before["children"]) == (0, [], [])
    assert before["title"] == "(before the first heading)"
    assert (before["first_line"], before["last_line"]) == (1, 5)
    assert [each["title"] for each in tea["children"]] == ["Brewing", "Serving"]
    brewing = tea["children"][0]
    assert brewing["heading_path"] == ["Tea", "Brewing"]
    assert (brewing["first_line"], brewing["last_line"], brewing["size"]) == (11, 17, 8)


def test_every_node_of_an_outline_can_be_read(server: MCPServer) -> None:
    lines = GUIDE.splitlines()
    for node in walk(structured(server, "outline_markdown", text=GUIDE)["sections"]):
        first, last = node["first_line"], node["last_line"]
        by_path = structured(server, "read_section", text=GUIDE, heading_path=node["heading_path"])
        by_lines = structured(server, "read_section", text=GUIDE, lines=[first, last])
        assert by_path == by_lines
        assert by_path["text"] == "\n".join(lines[first - 1 : last])
        assert len(by_path["text"]) == node["size"]


def test_pages_of_an_outline_hold_every_section_once(server: MCPServer) -> None:
    whole = structured(server, "outline_markdown", path="long-manual.md")
    results = pages(server, "outline_markdown", path="long-manual.md", max_sections=9)
    assert len(results) > 5
    found = [node for result in results for node in walk(result["sections"])]
    without_children = [{**node, "children": []} for node in found]
    assert without_children == [{**node, "children": []} for node in walk(whole["sections"])]


@pytest.mark.parametrize("max_chars", [1, 7, 64, 50_000])
@pytest.mark.parametrize("fixture", ["crlf-document.md", "cr-document.md", "flags.md"])
def test_pages_of_a_section_add_up_to_the_slice(
    server: MCPServer, fixture: str, max_chars: int
) -> None:
    text = (FIXTURES / fixture).read_bytes().decode()
    last = structured(server, "outline_markdown", path=fixture)["lines"]
    results = pages(
        server, "read_section", path=fixture, lines=[1, min(last, 8)], max_chars=max_chars
    )
    joined = "".join(result["text"] for result in results)
    assert joined == text[results[0]["start"] : results[-1]["end"]]
    assert all(len(result["text"]) <= max_chars for result in results)


def test_a_page_of_a_section_ends_with_a_line_where_it_can(server: MCPServer) -> None:
    first = structured(server, "read_section", text=GUIDE, lines=[1, 9], max_chars=20)
    assert first["text"] == "---\ntitle: Tea\n---\n\n"
    assert (first["first_line"], first["last_line"]) == (1, 4)
    cursor = first["next_cursor"]
    second = structured(
        server, "read_section", text=GUIDE, lines=[1, 9], max_chars=20, cursor=cursor
    )
    assert second["text"] == "Before it all.\n\n"
    assert (second["first_line"], second["last_line"]) == (5, 6)


def test_sections_of_one_path_are_told_by_their_lines(server: MCPServer) -> None:
    text = "# A\n\none\n\n# A\n\ntwo"
    said = message(call(server, "read_section", text=text, heading_path=["A"]))
    assert "2 sections have it" in said
    assert "by its lines: ['A'] at lines 1 to 3; ['A'] at lines 5 to 7" in said


@pytest.mark.parametrize(
    "wanted",
    [["Brewing"], ["brewing"], ["TEA", "BREWING"], [" tea ", "Brewing"]],
)
def test_a_section_is_found_in_any_case_and_by_the_end_of_its_path(
    server: MCPServer, wanted: list[str]
) -> None:
    result = structured(server, "read_section", text=GUIDE, heading_path=wanted)
    assert (result["first_line"], result["last_line"]) == (11, 17)


def test_an_end_of_several_paths_is_answered_with_those_paths(server: MCPServer) -> None:
    text = "# A\n\n## Notes\n\none\n\n# B\n\n## notes\n\ntwo\n\n# Notes\n\nthree"
    said = message(call(server, "read_section", text=text, heading_path=["x", "notes"]))
    assert "no section has it" in said
    result = structured(server, "read_section", text=text, heading_path=["notes"])
    assert result["text"] == "# Notes\n\nthree"  # a whole path goes before an end of one
    text = text.replace("# Notes\n\nthree", "")
    said = message(call(server, "read_section", text=text, heading_path=["notes"]))
    assert "['A', 'Notes'] at lines 3 to 5; ['B', 'notes'] at lines 9 to 11" in said


def test_the_very_path_goes_before_one_in_another_case(server: MCPServer) -> None:
    text = "# a\n\none\n\n# A\n\ntwo"
    result = structured(server, "read_section", text=text, heading_path=["A"])
    assert result["text"] == "# A\n\ntwo"
    assert "2 sections" in message(
        call(server, "read_section", text=text + "\n\n# À", heading_path=["a "])
    )


def test_a_wrong_heading_path_is_answered_with_the_titles_there(server: MCPServer) -> None:
    for wanted in (["Tea", "Brew"], ["tea", "Nothing", "Times"]):
        said = message(call(server, "read_section", text=GUIDE, heading_path=wanted))
        assert said.endswith("the titles below ['Tea'] are ['Brewing', 'Serving']")


@pytest.mark.parametrize("tool", ON_TEXT)
def test_every_tool_reads_the_syntaxes_of_the_command(server: MCPServer, tool: str) -> None:
    assert tools(server)[tool].input_schema["properties"]["syntax"]["enum"] == list(SYNTAXES)
    said = message(call(server, tool, text="a", syntax="asciidoc"))
    assert f"syntax must be one of {', '.join(SYNTAXES)}, not 'asciidoc'" in said


def test_a_syntax_decides_what_is_a_section(server: MCPServer) -> None:
    text = "# A\n\n!!! note\n\n    inside\n\n---\ntitle: x\n---\n"
    for syntax in SYNTAXES:
        chunks = structured(server, "chunk_markdown", text=text, syntax=syntax)["chunks"]
        expected = [each.to_dict() for each in chunk(text, syntax=SYNTAXES[syntax])]
        assert chunks == expected
    text = "---\ntitle: x\n---\n"
    for syntax, title in (
        ("github", "(front matter)"),
        ("commonmark", "(before the first heading)"),
    ):
        outline = structured(server, "outline_markdown", text=text, syntax=syntax)
        assert outline["sections"][0]["title"] == title
    arguments = {"text": text, "heading_path": ["title: x"]}
    assert call(server, "read_section", **arguments).is_error
    found = structured(server, "read_section", **arguments, syntax="commonmark")
    assert (found["first_line"], found["last_line"]) == (2, 3)


def test_with_contextual_the_text_to_embed_stands_in_for_the_text(server: MCPServer) -> None:
    text = (FIXTURES / "long-manual.md").read_bytes().decode()
    options = {"max_size": 300, "oversize": "split"}
    results = pages(
        server, "chunk_markdown", path="long-manual.md", options=options, contextual=True
    )
    found = [each for result in results for each in result["chunks"]]
    chunks = chunk(text, ChunkOptions(max_size=300, oversize="split"))
    assert [each["contextual_text"] for each in found] == [each.with_context() for each in chunks]
    assert not any("text" in each for each in found)
    assert any(each.with_context() != each.text for each in chunks)


def test_a_cursor_is_refused_once_the_document_has_changed(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text("# A\n\n# B\n\n# C")
    server = create_server([tmp_path])
    for tool, arguments in (
        ("chunk_markdown", {"max_chunks": 1}),
        ("outline_markdown", {"max_sections": 1}),
        ("read_section", {"lines": [1, 3], "max_chars": 1}),
    ):
        first = structured(server, tool, path="a.md", **arguments)
        file.write_text(file.read_text() + "\n\n# more")
        again = call(server, tool, path="a.md", **arguments, cursor=first["next_cursor"])
        assert "the document has changed since: start again" in message(again)


def test_results_are_bounded_whatever_is_asked(server: MCPServer) -> None:
    text = "\n\n".join(f"# Section {n}\n\n" + f"word{n} " * 400 for n in range(100))
    options = {"max_size": 5000}
    results = pages(server, "chunk_markdown", text=text, options=options, max_chunks=200)
    assert len(results) > 2
    for result in results:
        assert sum(len(each["text"]) for each in result["chunks"]) <= MAX_RESULT
    chunks = chunk(text, ChunkOptions(max_size=5000))
    assert sum(len(result["chunks"]) for result in results) == len(chunks)


def test_a_chunk_too_big_for_any_result_is_named_and_can_be_passed_by(server: MCPServer) -> None:
    text = "# A\n\none\n\n# B\n\n```\n" + "code\n" * 40_000 + "```\n\n# C\n\nthree"
    first = structured(server, "chunk_markdown", text=text)
    assert [each["index"] for each in first["chunks"]] == [0]
    said = message(call(server, "chunk_markdown", text=text, cursor=first["next_cursor"]))
    assert "lines 5 to 40008 alone make" in said
    assert "read them with read_section" in said
    cursor = said.rpartition("cursor ")[2].strip("'")
    rest = structured(server, "chunk_markdown", text=text, cursor=cursor)
    assert [each["index"] for each in rest["chunks"]] == [2]
    read = pages(server, "read_section", text=text, lines=[5, 40008])
    assert "".join(each["text"] for each in read).count("code") == 40_000


def test_the_server_says_what_it_may_read(server: MCPServer) -> None:
    assert f"Files below {FIXTURES} can be given" in (server.instructions or "")
    assert "No files can be read" in (create_server().instructions or "")
