"""Documents of the Haystack component, alone and in Haystack's own pipelines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from haystack import Document, Pipeline, component
from haystack.components.converters import TextFileToDocument
from haystack.components.embedders import MockDocumentEmbedder
from haystack.components.preprocessors import DocumentCleaner, MarkdownHeaderSplitter
from haystack.components.retrievers import SentenceWindowRetriever
from haystack.components.retrievers.in_memory import InMemoryEmbeddingRetriever
from haystack.components.writers import DocumentWriter
from haystack.core.errors import DeserializationError, SerializationError
from haystack.document_stores.in_memory import InMemoryDocumentStore
from offline import HARD, LOG, MANUAL, embed, misplaced

from marksplit import ChunkOptions, OptionError, Syntax, chunk
from marksplit.adapters.haystack import MarksplitSplitter
from marksplit.semantic import semantic_cuts
from marksplit.semantic.embedders import wordllama


@component
class OfflineEmbedder:
    @component.output_types(documents=list[Document])
    def run(self, documents: list[Document]) -> dict[str, list[Document]]:
        vectors = embed([found.content or "" for found in documents])
        return {
            "documents": [
                replace(found, embedding=vector)
                for found, vector in zip(documents, vectors, strict=True)
            ]
        }


def count_words(text: str) -> int:
    return len(text.split())


def split(splitter: Any, text: str) -> list[Document]:
    documents: list[Document] = splitter.run([Document(content=text)])["documents"]
    return documents


def placed(documents: Sequence[Document]) -> list[tuple[int | None, str]]:
    return [(found.meta.get("split_idx_start"), found.content or "") for found in documents]


@pytest.mark.parametrize("name", HARD)
def test_split_idx_start_is_where_the_text_was_cut(name: str) -> None:
    text, options = HARD[name]
    documents = split(MarksplitSplitter(options), text)
    assert placed(documents) == [(found.start, found.text) for found in chunk(text, options)]
    assert misplaced(text, placed(documents)) == []


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_haystacks_markdown_splitter_gives_no_offsets(end: str) -> None:
    text = LOG.replace("\n", end)
    theirs = split(MarkdownHeaderSplitter(), text)
    assert misplaced(text, placed(theirs)) == [0, 1]
    assert [found.meta["header"] for found in theirs] == ["Log", "ok"]
    ours = split(MarksplitSplitter(), text)
    assert misplaced(text, placed(ours)) == []
    for key in ("header", "parent_headers", "split_id", "page_number"):
        assert [found.meta.get(key, []) for found in ours] == [found.meta[key] for found in theirs]


def test_a_manual_is_loaded_split_embedded_found_and_cited() -> None:
    store = InMemoryDocumentStore()
    indexing = Pipeline()
    indexing.add_component("load", TextFileToDocument())
    indexing.add_component("split", MarksplitSplitter(max_size=600, overlap=60, metadata="full"))
    indexing.add_component("embed", OfflineEmbedder())
    indexing.add_component("write", DocumentWriter(store))
    for sender, receiver in (("load", "split"), ("split", "embed"), ("embed", "write")):
        indexing.connect(f"{sender}.documents", f"{receiver}.documents")
    indexing.run({"load": {"sources": [MANUAL]}})

    (query,) = embed(["How heavy is the big tank?"])
    (best,) = InMemoryEmbeddingRetriever(store, top_k=1).run(query)["documents"]
    text = MANUAL.read_text(encoding="utf-8")
    assert Path(best.meta["file_path"]).name == "long-manual.md"
    assert best.meta["heading_path"] == ["Rain water system", "Parts", "Tank"]
    cited = text.splitlines()[best.meta["first_line"] - 1 : best.meta["last_line"]]
    assert "| Tank L | 50 | 3.2 kg | RW-120 |" in cited
    assert text[best.meta["split_idx_start"] :].startswith(best.content or "-")

    window = SentenceWindowRetriever(store, window_size=1).run([best])
    assert [found.meta["split_id"] for found in window["context_documents"]] == [
        best.meta["split_id"] + step for step in (-1, 0, 1)
    ]


def test_the_documents_meta_is_copied_for_each_chunk() -> None:
    document = Document(content="# A\n\none\n\n# B\n\ntwo\n", meta={"tags": ["x"], "file": "a.md"})
    first, second = MarksplitSplitter().run([document])["documents"]
    first.meta["tags"].append("y")
    assert second.meta["tags"] == document.meta["tags"] == ["x"]
    assert (first.meta["source_id"], first.meta["split_id"], second.meta["split_id"]) == (
        document.id,
        0,
        1,
    )
    assert second.meta["file"] == "a.md"


def test_meta_survives_the_way_to_a_dict_and_back() -> None:
    (found,) = split(MarksplitSplitter(), "# A\n\none\n")
    assert "meta" not in found.to_dict()
    assert Document.from_dict(found.to_dict()) == found


@pytest.mark.parametrize("text", ["# A\n\none\f\n\n# B\n\n\ftwo\f\n\n# C\n\nthree\n", "\fone\n"])
def test_a_form_feed_begins_a_page(text: str) -> None:
    pages = [found.meta["page_number"] for found in split(MarksplitSplitter(), text)]
    assert pages[-1] > 1
    assert pages == [found.meta["page_number"] for found in split(MarkdownHeaderSplitter(), text)]
    begun = MarksplitSplitter().run([Document(content=text, meta={"page_number": 7})])
    assert [found.meta["page_number"] for found in begun["documents"]] == [6 + n for n in pages]


def test_flat_metadata_holds_plain_values_only() -> None:
    (found,) = split(MarksplitSplitter(flat_metadata=True), "# A\n\n## B\n\none\n")
    assert (found.meta["heading_path"], found.meta["parent_headers"]) == ("A > B", '["A"]')
    assert {type(value) for value in found.meta.values()} <= {str, int, float, bool}


SIZERS = (len, "words", count_words, "tiktoken:cl100k_base")


@pytest.mark.parametrize("sizer", SIZERS)
def test_a_pipeline_is_written_to_yaml_and_read_again(sizer: Any) -> None:
    splitter = MarksplitSplitter(
        max_size=20,
        overlap=2,
        sizer=sizer,
        syntax=Syntax.commonmark(),
        flat_metadata=True,
        content="contextual",
        metadata="full",
        metadata_prefix="ms_",
        source_field="url",
    )
    pipeline = Pipeline()
    pipeline.add_component("split", splitter)
    written = pipeline.dumps()
    again = Pipeline.loads(written, allowed_modules=["marksplit.*", __name__])
    assert again.dumps() == written
    document = Document(content=LOG)
    assert again.run({"split": {"documents": [document]}}) == {"split": splitter.run([document])}


def test_a_pipeline_does_not_load_unless_the_module_is_allowed() -> None:
    pipeline = Pipeline()
    pipeline.add_component("split", MarksplitSplitter(sizer=count_words))
    with pytest.raises(DeserializationError, match=r"marksplit\.adapters\.haystack"):
        Pipeline.loads(pipeline.dumps())
    with pytest.raises(DeserializationError, match=__name__):
        Pipeline.loads(pipeline.dumps(), allowed_modules=["marksplit.*"])


def test_a_function_that_cannot_be_written_down_is_named() -> None:
    with pytest.raises(SerializationError, match="lambda"):
        MarksplitSplitter(sizer=lambda text: 2 * len(text)).to_dict()
    with pytest.raises(
        OptionError, match=r"sizer must be .*tiktoken:NAME.* not functools\.partial"
    ):
        MarksplitSplitter(sizer=partial(count_words)).to_dict()
    with pytest.raises(OptionError, match="cuts must be a module's function, to be written down"):
        MarksplitSplitter(cuts=semantic_cuts(wordllama())).to_dict()


def test_every_option_is_a_keyword() -> None:
    changed = ChunkOptions(max_size=70, min_size=7, overlap=3, strip_headings=True)
    given = {field.name: getattr(changed, field.name) for field in fields(changed)}
    splitter = MarksplitSplitter(**given)
    assert splitter.options == MarksplitSplitter(changed).options == changed
    assert {*given} <= {*splitter.to_dict()["init_parameters"]}


def test_haystacks_names_and_ours_mean_the_same() -> None:
    theirs = MarksplitSplitter(split_length=70, split_overlap=7)
    assert theirs.options == MarksplitSplitter(max_size=70, overlap=7).options
    with pytest.raises(TypeError, match="split_length and max_size are one option"):
        MarksplitSplitter(split_length=70, max_size=70)


def test_an_embedder_embeds_meta_above_a_slice() -> None:
    embedder = MockDocumentEmbedder(
        embedding_fn=lambda text: [float(len(text))],
        meta_fields_to_embed=["heading_path"],
        embedding_separator="\n\n",
    )
    text = "# A\n\n## B\n\none\n"
    (found,) = embedder.run(split(MarksplitSplitter(flat_metadata=True), text))["documents"]
    assert found.embedding == [float(len("A > B\n\n" + text.rstrip()))]


def test_the_cleaner_flattens_markdown() -> None:
    text = "# A\n\none\n\n    two\n\n## B\n\nthree\n"
    (cleaned,) = DocumentCleaner().run([Document(content=text)])["documents"]
    assert cleaned.content == "# A one two ## B three"


def test_warming_up_loads_the_sizer() -> None:
    MarksplitSplitter(sizer="words").warm_up()
    with pytest.raises(OptionError, match="tiktoken:no-such-model"):
        MarksplitSplitter(sizer="tiktoken:no-such-model").warm_up()


def test_wrong_settings_and_documents_are_named() -> None:
    with pytest.raises(OptionError, match="max_size must be an integer >= 0, not -1"):
        MarksplitSplitter(max_size=-1)
    with pytest.raises(TypeError, match="unknown option 'split_by'; options are max_heading"):
        MarksplitSplitter(split_by="word")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="options must be a ChunkOptions, not 1000"):
        MarksplitSplitter(1000)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="source_field must be a str, not None"):
        MarksplitSplitter(source_field=None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="syntax must be a Syntax"):
        MarksplitSplitter(syntax="github")  # type: ignore[arg-type]
    splitter = MarksplitSplitter()
    with pytest.raises(TypeError, match="documents must be a list, not Document"):
        splitter.run(Document(content="a"))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="documents must hold Documents, not str"):
        splitter.run(["a"])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="document x has no text"):
        splitter.run([Document(id="x", content=None)])
    assert splitter.run([Document(content=" \n")]) == {"documents": []}
