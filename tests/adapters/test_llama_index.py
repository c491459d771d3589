"""Nodes of the LlamaIndex parser, alone and in LlamaIndex's own tools."""

from __future__ import annotations

import asyncio
import inspect
import pickle
import random
from collections.abc import Sequence
from dataclasses import fields
from typing import get_type_hints

import pytest
from llama_index.core import SimpleDirectoryReader, StorageContext, VectorStoreIndex
from llama_index.core.embeddings import BaseEmbedding
from llama_index.core.ingestion import IngestionPipeline
from llama_index.core.node_parser import (
    MarkdownNodeParser,
    NodeParser,
    SentenceSplitter,
    get_leaf_nodes,
    get_root_nodes,
)
from llama_index.core.retrievers import AutoMergingRetriever, VectorIndexRetriever
from llama_index.core.schema import BaseNode, Document, MetadataMode, NodeRelationship, TextNode
from llama_index.core.vector_stores.utils import node_to_metadata_dict
from offline import HARD, LOG, MANUAL, embed, misplaced
from strategies import random_markdown, random_options

from marksplit import ChunkOptions, OptionError, Span, Syntax, chunk, parse
from marksplit.adapters.llama_index import MarksplitNodeParser
from marksplit.adapters.llama_index.parser import NodeParserFields


class OfflineEmbedding(BaseEmbedding):
    def _get_text_embedding(self, text: str) -> list[float]:
        return embed([text])[0]

    def _get_query_embedding(self, query: str) -> list[float]:
        return embed([query])[0]

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return embed([query])[0]


def split(parser: NodeParser, document: Document | str) -> list[TextNode]:
    if isinstance(document, str):
        document = Document(text=document, id_="a.md")
    nodes = parser.get_nodes_from_documents([document])
    return [node for node in nodes if isinstance(node, TextNode)]


def placed(nodes: Sequence[TextNode]) -> list[tuple[int | None, str]]:
    return [(node.start_char_idx, node.text) for node in nodes]


@pytest.mark.parametrize("name", HARD)
def test_offsets_are_where_the_text_was_cut(name: str) -> None:
    text, options = HARD[name]
    nodes = split(MarksplitNodeParser(options), text)
    assert [(node.start_char_idx, node.end_char_idx, node.text) for node in nodes] == [
        (found.start, found.end, found.text) for found in chunk(text, options)
    ]
    assert misplaced(text, placed(nodes)) == []


RUNS = "The first run was ok.\n\nok.\n\nThe second run failed badly.\n\nfailed badly.\n"


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    "theirs",
    [
        SentenceSplitter(chunk_size=7, chunk_overlap=0, include_metadata=False),
        SentenceSplitter(chunk_size=8, chunk_overlap=3, include_metadata=False),
        MarkdownNodeParser(),
    ],
    ids=["tokens", "tokens and overlapping", "Markdown"],
)
def test_llama_index_searches_for_the_text_and_goes_wrong(theirs: NodeParser, end: str) -> None:
    text = f"{RUNS}\n# A\n\nSee # B.\n\n# B\n".replace("\n", end)
    assert misplaced(text, placed(split(theirs, text)))
    for max_size in (12, 30, 60):
        ours = MarksplitNodeParser(max_size=max_size, overlap=max_size // 4)
        assert misplaced(text, placed(split(ours, text))) == []


def test_a_manual_is_loaded_split_embedded_found_and_cited() -> None:
    documents = SimpleDirectoryReader(input_files=[str(MANUAL)], filename_as_id=True).load_data()
    text = documents[0].text
    model = OfflineEmbedding()
    parser = MarksplitNodeParser(max_size=600, metadata="full")
    pipeline = IngestionPipeline(transformations=[parser, model])
    nodes = pipeline.run(documents=documents)
    index = VectorStoreIndex(nodes, embed_model=model)
    (best,) = index.as_retriever(similarity_top_k=1).retrieve("How heavy is the big tank?")
    assert isinstance(best.node, TextNode)
    where = best.node.metadata
    assert where["file_name"] == "long-manual.md"
    assert where["heading_path"] == ["Rain water system", "Parts", "Tank"]
    cited = text.splitlines()[where["first_line"] - 1 : where["last_line"]]
    assert "| Tank L | 50 | 3.2 kg | RW-120 |" in cited
    assert text[best.node.start_char_idx : best.node.end_char_idx] == best.node.text


def test_nodes_know_their_document_and_their_neighbours() -> None:
    document = Document(text="# A\n\none\n\n# B\n\ntwo\n", id_="a.md", metadata={"tags": ["x"]})
    first, second = split(MarksplitNodeParser(), document)
    assert first.ref_doc_id == second.ref_doc_id == "a.md"
    assert first.next_node is not None
    assert second.prev_node is not None
    assert (first.next_node.node_id, second.prev_node.node_id) == (second.node_id, first.node_id)
    first.metadata["tags"].append("y")
    assert second.metadata["tags"] == document.metadata["tags"] == ["x"]
    assert "index" not in document.metadata


def test_relations_and_metadata_can_be_left_out() -> None:
    parser = MarksplitNodeParser(include_metadata=False, include_prev_next_rel=False)
    for node in split(parser, LOG):
        assert node.metadata == {}
        assert {*node.relationships} == {NodeRelationship.SOURCE}
        assert node.end_char_idx is not None


def test_documents_own_metadata_is_embedded_where_the_slice_is() -> None:
    document = Document(text="# A\n\n## B\n\none\n", metadata={"file": "a.md"})
    (node,) = split(MarksplitNodeParser(content="text"), document)
    for mode in (MetadataMode.EMBED, MetadataMode.LLM):
        assert node.get_content(mode) == "file: a.md\n\n# A\n\n## B\n\none"


def test_flat_metadata_suits_stores_of_plain_values() -> None:
    (node,) = split(MarksplitNodeParser(), "# A\n\none\n")
    with pytest.raises(ValueError, match="heading_path"):
        node_to_metadata_dict(node, flat_metadata=True)
    (node,) = split(MarksplitNodeParser(flat_metadata=True), "# A\n\none\n")
    assert node_to_metadata_dict(node, flat_metadata=True)["heading_path"] == "A"


def test_ids_stay_the_same_unless_an_id_function_is_given() -> None:
    parser = MarksplitNodeParser(max_size=8, section_nodes=True)
    ids = [node.node_id for node in split(parser, LOG)]
    assert len({*ids}) == len(ids)
    assert [node.node_id for node in split(parser, LOG)] == ids
    edited = [node.node_id for node in split(parser, "# New\n\ntext\n\n" + LOG)]
    assert {*ids} <= {*edited}
    other = [node.node_id for node in split(parser, Document(text=LOG, id_="b.md"))]
    assert not {*ids} & {*other}
    own = MarksplitNodeParser(id_func=lambda i, doc: f"{doc.node_id}#{i}", section_nodes=True)
    assert sorted(node.node_id for node in split(own, "# A\n\none\n")) == ["a.md#0", "a.md#1"]


SECTIONS = "intro\n\n# A\n\none\n\n## B\n\ntwo two\n\ntwo three\n\n## C\n\nfour\n\n# D\n\nfive\n"


def test_a_section_is_the_parent_of_its_chunks_and_of_the_sections_in_it() -> None:
    nodes = split(MarksplitNodeParser(max_size=14, section_nodes=True), SECTIONS)
    by_id = {node.node_id: node for node in nodes}
    paths = {section.span: path for path, section in parse(SECTIONS).root.walk()}

    def told(node: TextNode) -> tuple[str, ...]:
        return tuple(node.metadata.get("heading_path", []))

    tree = {}
    for node in nodes:
        if node.child_nodes is None:
            continue
        assert paths[Span(node.start_char_idx or 0, node.end_char_idx or 0)] == told(node)
        assert SECTIONS[node.start_char_idx : node.end_char_idx] == node.text
        assert node.prev_node is node.next_node is None
        children = [by_id[child.node_id] for child in node.child_nodes]
        tree[told(node)] = [child.text.split("\n")[0] for child in children]
        for child in children:
            assert child.parent_node is not None
            assert child.parent_node.node_id == node.node_id
    assert tree == {
        (): ["intro", "# A", "# D"],
        ("A",): ["# A", "## B", "## C"],
        ("A", "B"): ["## B", "two three"],
        ("A", "C"): ["## C"],
        ("D",): ["# D"],
    }
    leaves = get_leaf_nodes(list[BaseNode](nodes))
    assert [leaf.get_content(MetadataMode.NONE) for leaf in leaves] == [
        found.text for found in chunk(SECTIONS, ChunkOptions(max_size=14))
    ]
    (root,) = get_root_nodes(list[BaseNode](nodes))
    assert "heading_path" not in root.metadata


@pytest.mark.parametrize("seed", range(60))
def test_any_document_has_section_nodes(seed: int) -> None:
    rng = random.Random(seed)
    text, options = random_markdown(rng), random_options(rng)
    nodes = split(MarksplitNodeParser(options, section_nodes=True), text)
    assert all(text[node.start_char_idx : node.end_char_idx] == node.text for node in nodes)
    assert len({node.node_id for node in nodes}) == len(nodes)
    leaves = [node for node in nodes if node.child_nodes is None]
    assert [leaf.text for leaf in leaves] == [found.text for found in chunk(text, options)]
    sections = {node.node_id for node in nodes} - {leaf.node_id for leaf in leaves}
    assert {leaf.parent_node.node_id for leaf in leaves if leaf.parent_node} <= sections
    assert all(leaf.parent_node for leaf in leaves)


TANK = """# Rain water

This manual describes the system.

## Tank

The tank holds the rain that the roof collects.

Tighten the six screws of the tank, a quarter turn each.

The lid of the tank is closed at all times.

## Invoice

Pay within two weeks, by bank transfer only.

Late payment costs five euros each month.
"""


def test_an_auto_merging_retriever_returns_the_section() -> None:
    model = OfflineEmbedding()
    parser = MarksplitNodeParser(max_size=70, section_nodes=True)
    nodes = parser([Document(text=TANK, id_="manual.md")])
    storage = StorageContext.from_defaults()
    storage.docstore.add_documents(nodes)
    index = VectorStoreIndex(get_leaf_nodes(nodes), storage_context=storage, embed_model=model)
    small = index.as_retriever(similarity_top_k=2)
    assert isinstance(small, VectorIndexRetriever)
    (found,) = AutoMergingRetriever(small, storage).retrieve("screws and lid of the tank")
    assert isinstance(found.node, TextNode)
    assert found.node.metadata["heading_path"] == ["Rain water", "Tank"]
    assert found.node.text == TANK[TANK.index("## Tank") : TANK.index("\n\n## Invoice")]


def test_the_async_way_gives_the_same() -> None:
    parser = MarksplitNodeParser(max_size=8)
    document = Document(text=LOG, id_="a.md")
    nodes = asyncio.run(parser.aget_nodes_from_documents([document]))
    assert nodes == parser.get_nodes_from_documents([document])


def test_a_node_of_another_parser_can_be_cut_further() -> None:
    whole = TextNode(text=LOG, id_="part", metadata={"page": 3})
    nodes = MarksplitNodeParser(max_size=8)([whole])
    assert [node.metadata["page"] for node in nodes] == [3] * len(nodes)
    assert {node.ref_doc_id for node in nodes} == {"part"}


def test_it_is_written_down_and_read_again() -> None:
    parser = MarksplitNodeParser(max_size=70, overlap=7, syntax=Syntax.commonmark())
    for again in (
        MarksplitNodeParser.from_dict(parser.to_dict()),
        MarksplitNodeParser.from_json(parser.to_json()),
        pickle.loads(pickle.dumps(parser)),
    ):
        assert split(again, LOG) == split(parser, LOG)
        assert (again.syntax, again.options.max_size) == (Syntax.commonmark(), 70)


def test_every_option_is_a_field() -> None:
    changed = ChunkOptions(max_size=70, min_size=7, overlap=3, strip_headings=True)
    names = [field.name for field in fields(changed)]
    assert {*names} <= {*MarksplitNodeParser.model_fields}
    parser = MarksplitNodeParser(**{name: getattr(changed, name) for name in names})
    assert parser.options == MarksplitNodeParser(changed).options == changed
    assert MarksplitNodeParser(changed, max_size=80).options.max_size == 80


def test_llama_indexs_names_and_ours_mean_the_same() -> None:
    theirs = MarksplitNodeParser.from_defaults(chunk_size=70, chunk_overlap=7, section_nodes=True)
    ours = MarksplitNodeParser(max_size=70, overlap=7, section_nodes=True)
    assert theirs.to_dict() == ours.to_dict()
    assert {*inspect.signature(MarksplitNodeParser.from_defaults).parameters} == (
        {*inspect.signature(MarksplitNodeParser.__init__).parameters} - {"self"}
    )


def test_every_field_is_described_and_a_typed_keyword() -> None:
    described = {
        name: field.description or "" for name, field in MarksplitNodeParser.model_fields.items()
    }
    assert [name for name, text in described.items() if not text] == ["callback_manager"]
    assert described["max_size"].startswith("Size that a chunk may reach")
    assert {*get_type_hints(NodeParserFields)} == {*MarksplitNodeParser.model_fields}


def test_blank_documents_give_no_nodes() -> None:
    assert split(MarksplitNodeParser(section_nodes=True), " \n\n") == []


def test_wrong_settings_are_named() -> None:
    with pytest.raises(OptionError, match="max_size must be an integer >= 0, not -1"):
        MarksplitNodeParser(max_size=-1)
    with pytest.raises(TypeError, match="unknown field 'separator'; fields are bonds, callback"):
        MarksplitNodeParser(separator=" ")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="chunk_size and max_size are one option"):
        MarksplitNodeParser(chunk_size=10, max_size=10)
    with pytest.raises(TypeError, match="options must be a ChunkOptions, not 1000"):
        MarksplitNodeParser(1000)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="syntax"):
        MarksplitNodeParser(syntax="github")  # type: ignore[arg-type]
