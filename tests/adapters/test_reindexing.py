"""One line added to a document of 14 sections: how much each framework embeds and writes anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import pytest
from haystack import Document as HaystackDocument
from haystack.components.writers import DocumentWriter
from haystack.document_stores.in_memory import InMemoryDocumentStore
from haystack.document_stores.types import DuplicatePolicy
from langchain_core.documents import Document
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.indexing import InMemoryRecordManager, index
from langchain_core.vectorstores import InMemoryVectorStore
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.bridge.pydantic import PrivateAttr
from llama_index.core.ingestion import DocstoreStrategy, IngestionPipeline
from llama_index.core.schema import Document as LlamaDocument
from llama_index.core.schema import TextNode
from llama_index.core.storage.docstore import SimpleDocumentStore
from llama_index.core.storage.kvstore import SimpleKVStore
from llama_index.core.vector_stores import SimpleVectorStore

from marksplit import chunk
from marksplit.adapters.haystack import MarksplitSplitter
from marksplit.adapters.langchain import MarksplitTextSplitter
from marksplit.adapters.llama_index import MarksplitNodeParser

Content = Literal["text", "contextual"]

BEFORE = "# Handbook\n\nHow tea is made.\n\n" + "\n".join(
    f"## Step {number}\n\nPour, wait {number} minutes.\n" for number in range(13)
)
EDITS: dict[str, Callable[[str], str]] = {
    "a line below the h1": lambda text: text.replace("made.\n", "made.\n\nOne more line.\n", 1),
    "a line in a section": lambda text: text.replace("wait 6 ", "wait at least\n6 "),
    "a section more": lambda text: text.replace("## Step 3", "## Warm up\n\nBriefly.\n\n## Step 3"),
    "blank lines": lambda text: text.replace("\n\n## Step 3", "\n\n\n\n## Step 3"),
}


def test_the_document_has_14_sections() -> None:
    assert len(chunk(BEFORE)) == 14
    assert all(edit(BEFORE) != BEFORE for edit in EDITS.values())


@pytest.mark.parametrize("content", ["text", "contextual"])
@pytest.mark.parametrize("name", EDITS)
@pytest.mark.filterwarnings("ignore:Using SHA-1")
def test_langchains_index_adds_what_changed(name: str, content: Content) -> None:
    store = InMemoryVectorStore(DeterministicFakeEmbedding(size=4))
    manager = InMemoryRecordManager("docs")
    manager.create_schema()
    splitter = MarksplitTextSplitter(content=content)

    def run(text: str) -> dict[str, Any]:
        parts = splitter.split_documents([Document(text, metadata={"source": "tea.md"})])
        done = index(parts, manager, store, cleanup="incremental", source_id_key="source")
        assert sorted(found["text"] for found in store.store.values()) == sorted(
            found.page_content for found in parts
        )
        return dict(done)

    assert run(BEFORE)["num_added"] == 14
    done = run(EDITS[name](BEFORE))
    assert done["num_added"] <= 1
    assert done["num_deleted"] <= 1
    assert done["num_skipped"] >= 13


def test_documents_added_twice_to_a_store_are_there_once() -> None:
    store = InMemoryVectorStore(DeterministicFakeEmbedding(size=4))
    for _ in range(2):
        parts = MarksplitTextSplitter().create_documents([BEFORE], [{"source": "tea.md"}])
        store.add_documents(parts)
    assert len(store.store) == 14


class CountingEmbedding(BaseEmbedding):
    _texts: list[str] = PrivateAttr(default_factory=list)

    def taken(self) -> list[str]:
        texts = self._texts[:]
        self._texts.clear()
        return texts

    def _get_text_embedding(self, text: str) -> list[float]:
        self._texts.append(text)
        return [1.0, float(len(text))]

    def _get_query_embedding(self, query: str) -> list[float]:
        return [1.0, 1.0]

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return [1.0, 1.0]


@pytest.mark.parametrize("name", EDITS)
def test_llama_index_embeds_what_changed_where_embeddings_are_kept(name: str) -> None:
    model = CountingEmbedding(embeddings_cache=SimpleKVStore())
    store = SimpleVectorStore()
    pipeline = IngestionPipeline(
        transformations=[MarksplitNodeParser(), model],
        docstore=SimpleDocumentStore(),
        docstore_strategy=DocstoreStrategy.UPSERTS,
        vector_store=store,
    )
    for text, most in ((BEFORE, 14), (BEFORE, 0), (EDITS[name](BEFORE), 1)):
        nodes = pipeline.run(documents=[LlamaDocument(text=text, id_="tea.md")])
        embedded = model.taken()
        assert len(embedded) <= most
        wanted = [found.with_context() for found in chunk(text)]
        assert {*embedded} <= {*wanted}
        assert len(store.data.embedding_dict) == len(wanted)
        assert {*store.data.embedding_dict} >= {node.node_id for node in nodes}


def test_full_metadata_brings_offsets_up_to_date_through_a_pipelines_cache() -> None:
    parser = MarksplitNodeParser(metadata="full")
    pipeline = IngestionPipeline(transformations=[parser, CountingEmbedding()])
    for text in (BEFORE, EDITS["blank lines"](BEFORE)):
        for node in pipeline.run(documents=[LlamaDocument(text=text, id_="tea.md")]):
            assert isinstance(node, TextNode)
            assert text[node.start_char_idx : node.end_char_idx] == node.text


@pytest.mark.parametrize("name", EDITS)
def test_llama_index_takes_nodes_that_it_has_not_seen(name: str) -> None:
    model = CountingEmbedding()
    pipeline = IngestionPipeline(
        transformations=[model],
        docstore=SimpleDocumentStore(),
        docstore_strategy=DocstoreStrategy.DUPLICATES_ONLY,
        vector_store=SimpleVectorStore(),
    )
    for text, most in ((BEFORE, 14), (BEFORE, 0), (EDITS[name](BEFORE), 1)):
        nodes = MarksplitNodeParser().get_nodes_from_documents(
            [LlamaDocument(text=text, id_="tea.md")]
        )
        pipeline.run(nodes=nodes)
        assert len(model.taken()) <= most


@pytest.mark.parametrize("content", ["text", "contextual"])
@pytest.mark.parametrize("name", EDITS)
def test_haystack_writes_what_changed(name: str, content: Content) -> None:
    store = InMemoryDocumentStore()
    splitter = MarksplitSplitter(content=content)

    def written(text: str, policy: DuplicatePolicy) -> int:
        source = HaystackDocument(content=text, meta={"file_path": "tea.md"})
        parts = splitter.run([source])["documents"]
        count: int = DocumentWriter(store, policy).run(parts)["documents_written"]
        return count

    assert written(BEFORE, DuplicatePolicy.SKIP) == 14
    assert written(BEFORE, DuplicatePolicy.SKIP) == 0
    edited = EDITS[name](BEFORE)
    assert written(edited, DuplicatePolicy.SKIP) <= 1
    assert store.count_documents() <= 15
    written(edited, DuplicatePolicy.OVERWRITE)
    assert store.count_documents() <= 15


def test_haystack_names_a_source_by_the_field_that_it_is_told() -> None:
    def ids(text: str, meta: dict[str, str], field: str) -> set[str]:
        source = HaystackDocument(content=text, meta=meta)
        parts = MarksplitSplitter(source_field=field).run([source])["documents"]
        return {found.id for found in parts}

    edited = EDITS["a line below the h1"](BEFORE)
    named = {"url": "tea"}
    assert len(ids(BEFORE, named, "url") & ids(edited, named, "url")) == 13
    assert not ids(BEFORE, {}, "url") & ids(edited, {}, "url")
    assert not ids(BEFORE, {"url": "a"}, "url") & ids(BEFORE, {"url": "b"}, "url")
    assert not ids(BEFORE, {**named, "page": "1"}, "url") & ids(BEFORE, named, "url")


def test_context_that_changes_gives_another_haystack_id() -> None:
    table = "# A\n\n| tea | minutes |\n|---|---|\n" + "| green | 2 |\n" * 9
    ids = []
    for text in (table, table.replace("minutes", "seconds")):
        source = HaystackDocument(content=text, meta={"file_path": "tea.md"})
        splitter = MarksplitSplitter(max_size=60, oversize="split", content="contextual")
        ids.append({found.id for found in splitter.run([source])["documents"]})
    assert not ids[0] & ids[1]


def test_equal_chunks_of_two_documents_of_one_name_have_keys_of_their_own() -> None:
    texts = ["# A\n\none\n"] * 2
    given = [{"source": "a.pdf", "page": number} for number in range(2)]
    first = MarksplitTextSplitter().create_documents(texts, given)
    again = MarksplitTextSplitter().create_documents(texts, given)
    assert len({found.id for found in first}) == 2
    assert [found.id for found in first] == [found.id for found in again]
