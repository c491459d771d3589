"""The text to embed is the same, byte for byte, wherever it comes out."""

from __future__ import annotations

import io
import json
import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

import anyio
import pyarrow as pa
import pytest
from dialects import FIXTURES
from haystack import Document as HaystackDocument
from langchain_core.documents import Document
from llama_index.core.schema import Document as LlamaDocument
from llama_index.core.schema import MetadataMode, TextNode
from mcp import Client
from test_laws import CORPUS, needs_shared, read

from marksplit import Chunk, ChunkOptions, Syntax, chunk
from marksplit.adapters.haystack import MarksplitSplitter
from marksplit.adapters.langchain import MarksplitTextSplitter
from marksplit.adapters.llama_index import MarksplitNodeParser
from marksplit.cli import main
from marksplit.export import records
from marksplit.export.arrow import chunk_batches, to_table
from marksplit.mcp.server import create_server
from marksplit.preview.settings import written

OPTIONS = {
    "defaults": ChunkOptions(),
    "title": ChunkOptions(max_size=200, document_title=True, front_matter="drop"),
    "references": ChunkOptions(max_size=120, context_references=True),
    "images": ChunkOptions(max_size=60, overlap=10, strip_data_uris=True),
    "counted": ChunkOptions(
        max_size=160,
        oversize="split",
        count_context=True,
        document_title=True,
        context_references=True,
        strip_data_uris=True,
    ),
    "split": ChunkOptions(max_size=9, sizer="words", oversize="split", strip_headings=True),
}
TEXTS = [read(path) for path in FIXTURES[::3]]  # as all of them take minutes
MORE = [
    "---\ntitle: Handbook\n---\n\n# Tea\n\nSee the [guide].[^1]\n\n## Brewing\n\n"
    "![](data:image/png;base64,aGVsbG8=)\n\nSteep it.\n\n# More\n\n[guide]: /g\n\n[^1]: Note.\n",
    "+++\ntitle = 'A & B'\n+++\n\ntext\n\n## C\n\nmore\n",
]
DOCUMENTS = [*TEXTS, *MORE]

Exit = Callable[[Sequence[str], ChunkOptions, Path], list[list[str]]]
"""Documents, options and a folder to work in, to the texts to embed of each document."""


def from_records(texts: Sequence[str], options: ChunkOptions, _: Path) -> list[list[str]]:
    how: dict[str, Any] = {"options": options, "syntax": Syntax(), "contextual": True}
    return [
        [str(each["contextual_text"]) for each in records(chunk(text, options), source="", **how)]
        for text in texts
    ]


def from_a_table(texts: Sequence[str], options: ChunkOptions, _: Path) -> list[list[str]]:
    tables = [to_table(chunk(text, options), contextual=True) for text in texts]
    return [list(map(str, table["contextual_text"].to_pylist())) for table in tables]


def from_batches(texts: Sequence[str], options: ChunkOptions, _: Path) -> list[list[str]]:
    names = [str(number) for number in range(len(texts))]
    rows = pa.RecordBatch.from_pydict({"text": list(texts), "name": names})
    made = chunk_batches(
        [rows], text_column="text", id_columns=["name"], options=options, contextual=True
    )
    return grouped([row for batch in made for row in batch.to_pylist()], len(texts))


def grouped(rows: Sequence[dict[str, Any]], count: int) -> list[list[str]]:
    found: list[list[str]] = [[] for _ in range(count)]
    for row in rows:
        found[int(Path(row["source"]).stem)].append(row["contextual_text"])
    return found


def from_the_command(texts: Sequence[str], options: ChunkOptions, to: Path) -> list[list[str]]:
    for number, text in enumerate(texts):
        (to / f"{number:04}.md").write_bytes(text.encode("utf-8"))
    line = shlex.split(written(str(to), options, Syntax())["command"])
    assert main([*line[1:], "--contextual", "-o", str(to / "out.jsonl")]) == 0
    lines = (to / "out.jsonl").read_text(encoding="utf-8").split("\n")[:-1]
    return grouped([json.loads(each) for each in lines], len(texts))


def from_workflow_records(texts: Sequence[str], options: ChunkOptions, _: Path) -> list[list[str]]:
    line = shlex.split(written("", options, Syntax())["command"])[3:]
    asked = (json.dumps({"markdown": text, "n": number}) for number, text in enumerate(texts))
    with pytest.MonkeyPatch.context() as patch:
        stdin, stdout = io.BytesIO("\n".join(asked).encode()), io.BytesIO()
        patch.setattr(sys, "stdin", io.TextIOWrapper(stdin))
        patch.setattr(sys, "stdout", io.TextIOWrapper(stdout, write_through=True))
        assert main(["records", *line, "--keep", "--contextual"]) == 0
        out = stdout.getvalue().decode("utf-8")
    found: list[list[str]] = [[] for _ in texts]
    for row in map(json.loads, out.split("\n")[:-1]):
        found[row["n"]].append(row["contextualText"])
    return found


def from_an_agents_tool(texts: Sequence[str], options: ChunkOptions, _: Path) -> list[list[str]]:
    values = {item.name: getattr(options, item.name) for item in fields(options)}
    told = {name: value for name, value in values.items() if value is not None and value is not len}

    async def run() -> list[list[str]]:
        found = []
        async with Client(create_server()) as client:
            for text in texts:
                rows: list[dict[str, Any]] = []
                cursor = None
                while True:
                    asked = {"text": text, "options": told, "contextual": True, "cursor": cursor}
                    result = await client.call_tool("chunk_markdown", {**asked, "max_chunks": 200})
                    assert result.structured_content is not None, result.content
                    rows += result.structured_content["chunks"]
                    cursor = result.structured_content["next_cursor"]
                    if cursor is None:
                        break
                found.append([row["contextual_text"] for row in rows])
        return found

    return anyio.run(run)


def from_langchain(texts: Sequence[str], options: ChunkOptions, _: Path) -> list[list[str]]:
    splitter = MarksplitTextSplitter(options, content="contextual")
    return [
        [made.page_content for made in splitter.split_documents([Document(text)])] for text in texts
    ]


def from_haystack(texts: Sequence[str], options: ChunkOptions, _: Path) -> list[list[str]]:
    splitter = MarksplitSplitter(options, content="contextual")
    made = [splitter.run([HaystackDocument(content=text)])["documents"] for text in texts]
    return [[str(each.content) for each in documents] for documents in made]


def from_llama_index(texts: Sequence[str], options: ChunkOptions, _: Path) -> list[list[str]]:
    parser = MarksplitNodeParser(options)
    return [
        [
            node.get_content(MetadataMode.EMBED)
            for node in parser.get_nodes_from_documents([LlamaDocument(text=text)])
            if isinstance(node, TextNode)
        ]
        for text in texts
    ]


EXITS: dict[str, tuple[Exit, int]] = {
    "records": (from_records, 1),
    "table": (from_a_table, 1),
    "batches": (from_batches, 1),
    "command": (from_the_command, 1),
    "workflow": (from_workflow_records, 1),
    "mcp": (from_an_agents_tool, 9),
    "langchain": (from_langchain, 1),
    "haystack": (from_haystack, 3),
    "llama-index": (from_llama_index, 3),
}
"""Each with which part of the documents it is tried on: every one, every third ..."""
any_exit = pytest.mark.parametrize("name", EXITS)
any_options = pytest.mark.parametrize("chosen", OPTIONS)


def assert_same(name: str, options: ChunkOptions, documents: Sequence[str], to: Path) -> int:
    leave, _ = EXITS[name]
    found = leave(documents, options, to)
    count = 0
    for text, texts in zip(documents, found, strict=True):
        wanted = [expected(each, name) for each in chunk(text, options)]
        assert texts == wanted, text[:100]
        count += len(wanted)
    return count


def expected(found: Chunk, name: str) -> str:
    contextual = found.with_context()
    if name == "llama-index" and contextual != found.text:
        return contextual.strip()  # as LlamaIndex does where it shows metadata
    return contextual


@any_options
@any_exit
def test_fixtures_come_out_alike(name: str, chosen: str, tmp_path: Path) -> None:
    some = [*DOCUMENTS[:: EXITS[name][1]], *MORE]
    assert assert_same(name, OPTIONS[chosen], some, tmp_path) > len(some) / 2


@needs_shared
@pytest.mark.long
@any_options
@any_exit
def test_real_documents_come_out_alike(name: str, chosen: str, tmp_path: Path) -> None:
    some = [read(path) for path in CORPUS[:: EXITS[name][1]]]
    assert assert_same(name, OPTIONS[chosen], some, tmp_path) > len(some)


@any_options
def test_the_documents_have_what_the_options_change(chosen: str) -> None:
    options = OPTIONS[chosen]
    shown = [found.with_context() for text in DOCUMENTS for found in chunk(text, options)]
    bare = [found.text for text in DOCUMENTS for found in chunk(text, options)]
    assert sum(one != other for one, other in zip(shown, bare, strict=True)) > 100
    if options.document_title:
        assert "Handbook > Tea\n\n## Brewing" in "\n".join(shown)
    if options.context_references:
        assert any("[guide]: /g\n\n[^1]: Note." in each for each in shown)
    if options.strip_data_uris:
        assert "data:image/png;base64,aGV" in "".join(bare)
        assert "data:image/png;base64,aGV" not in "".join(shown)
