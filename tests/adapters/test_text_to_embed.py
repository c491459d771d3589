"""What each framework embeds is the text to embed, byte for byte, over the fixtures."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from haystack import Document as HaystackDocument
from langchain_core.documents import Document
from llama_index.core import MockEmbedding
from llama_index.core.ingestion import IngestionPipeline
from llama_index.core.schema import Document as LlamaDocument
from llama_index.core.schema import MetadataMode, TextNode
from llama_index.core.storage.docstore import SimpleDocumentStore
from llama_index.core.vector_stores.utils import metadata_dict_to_node, node_to_metadata_dict
from offline import ROOT

from marksplit import ChunkOptions, chunk
from marksplit.adapters.haystack import MarksplitSplitter
from marksplit.adapters.langchain import MarksplitTextSplitter
from marksplit.adapters.llama_index import MarksplitNodeParser
from marksplit.adapters.llama_index.nodes import framing

SAMPLE = [
    path.read_bytes().decode("utf-8", "replace")
    for number, path in enumerate(sorted(ROOT.glob("fixtures/**/*.md")))
    if path.stat().st_size < 4_000 and number % 4 == 0
]
OPTIONS = [
    ChunkOptions(max_size=300, oversize="split"),
    ChunkOptions(max_size=40, overlap=10, oversize="split", strip_headings=True),
]
SAMPLES = [(text, options) for options in OPTIONS for text in SAMPLE]
OWN = {"source": "a.md", "team": "{tea}"}


def test_the_sample_has_every_kind_of_text_to_embed() -> None:
    found = [each for text, options in SAMPLES for each in chunk(text, options)]
    assert len(SAMPLE) > 50
    for kind in ("", "above", "below", "both"):
        assert kind in {_around(each.with_context(), each.text) for each in found}


def _around(contextual: str, text: str) -> str:
    above, _, below = contextual.rpartition(text)
    return "both" if above and below else "above" if above else "below" if below else ""


def test_langchains_page_content_is_the_text_to_embed() -> None:
    for text, options in SAMPLES:
        splitter = MarksplitTextSplitter(options, content="contextual", add_start_index=True)
        made = splitter.split_documents([Document(text, metadata=OWN)])
        wanted = chunk(text, options)
        assert [found.page_content for found in made] == [one.with_context() for one in wanted]
        assert splitter.split_text(text) == [one.with_context() for one in wanted]
        for found, one in zip(made, wanted, strict=True):
            where = found.metadata
            sliced = found.page_content[where["slice_start"] : where["slice_end"]]
            assert (sliced, where["start_index"]) == (one.text, one.start)


def test_haystacks_content_is_the_text_to_embed() -> None:
    for text, options in SAMPLES:
        source = HaystackDocument(content=text, meta=OWN)
        made = MarksplitSplitter(options, content="contextual").run([source])["documents"]
        wanted = chunk(text, options)
        assert [found.content for found in made] == [one.with_context() for one in wanted]
        for found, one in zip(made, wanted, strict=True):
            sliced = (found.content or "")[found.meta["slice_start"] : found.meta["slice_end"]]
            assert (sliced, found.meta["split_idx_start"]) == (one.text, one.start)


def test_llama_index_embeds_the_text_to_embed_and_shows_it_to_a_model() -> None:
    compared = 0
    for text, options in SAMPLES:
        parser = MarksplitNodeParser(options)
        nodes = parser.get_nodes_from_documents([LlamaDocument(text=text, metadata=OWN)])
        wanted = chunk(text, options)
        assert len(nodes) == len(wanted)
        for node, one in zip(nodes, wanted, strict=True):
            again = TextNode.from_dict(node.to_dict())
            expected = one.with_context()
            if expected != one.text:
                expected = expected.strip()  # as LlamaIndex does
                compared += 1
            for mode in (MetadataMode.EMBED, MetadataMode.LLM):
                assert node.get_content(mode) == again.get_content(mode) == expected
            assert again.get_content(MetadataMode.NONE) == one.text
            assert again.metadata["team"] == "{tea}"
    assert compared > 100


def test_the_slice_is_embedded_where_it_is_asked_for() -> None:
    for text in SAMPLE:
        wanted = [found.text for found in chunk(text, ChunkOptions(max_size=60))]
        assert MarksplitTextSplitter(max_size=60).split_text(text) == wanted
        nodes = MarksplitNodeParser(max_size=60, content="text")([LlamaDocument(text=text)])
        assert [node.get_content(MetadataMode.EMBED) for node in nodes] == wanted
        made = MarksplitSplitter(max_size=60).run([HaystackDocument(content=text)])
        assert [found.content for found in made["documents"]] == wanted


def test_nodes_show_the_text_to_embed_after_a_stay_in_a_store() -> None:
    text = "# {A}\n\none\n\n## B\n\n```py\n" + "x = {1: 2}\n" * 9 + "```\n"
    parser = MarksplitNodeParser(max_size=60, oversize="split")
    nodes = parser.get_nodes_from_documents([LlamaDocument(text=text)])
    wanted = [found.with_context() for found in chunk(text, parser.options)]
    assert "{A} > B\n\n```py\nx = {1: 2}" in wanted[-1]
    docstore = SimpleDocumentStore()
    docstore.add_documents(nodes)
    stored = SimpleDocumentStore.from_dict(json.loads(json.dumps(docstore.to_dict())))
    for node, expected in zip(nodes, wanted, strict=True):
        in_docstore = stored.get_document(node.node_id)
        assert in_docstore is not None
        in_vectors = metadata_dict_to_node(json.loads(json.dumps(node_to_metadata_dict(node))))
        for each in (in_docstore, in_vectors):
            assert each.get_content(MetadataMode.EMBED) == expected


@pytest.mark.parametrize("above", ["", "A > {B}\n\n"])
@pytest.mark.parametrize("below", ["", "\n```", "\n\n[r]: /{u}"])
def test_braces_around_a_slice_are_shown_as_they_are(above: str, below: str) -> None:
    around, template = framing(f"{above}{{x}}{below}", "{x}")
    node = TextNode(text="{x}", metadata=around, metadata_template="{value}")
    node.text_template = template or node.text_template
    node.excluded_embed_metadata_keys = list(around)[1:]
    assert node.get_content(MetadataMode.EMBED) == f"{above}{{x}}{below}"


def test_own_metadata_that_changes_reaches_nodes_through_a_pipelines_cache() -> None:
    pipeline = IngestionPipeline(transformations=[MarksplitNodeParser(), MockEmbedding(2)])
    for tag in ("old", "new"):
        document = LlamaDocument(text="# A\n\none\n\n## B\n\ntwo\n", metadata={"tag": tag})
        nodes = pipeline.run(documents=[document])
        assert [node.metadata["tag"] for node in nodes] == [tag, tag]


def test_without_metadata_nodes_show_the_slice() -> None:
    parser = MarksplitNodeParser(include_metadata=False)
    (_, node) = parser.get_nodes_from_documents([LlamaDocument(text="# A\n\none\n\n## B\n\ntwo\n")])
    assert (node.get_content(MetadataMode.EMBED), node.metadata) == ("## B\n\ntwo", {})


def test_a_section_is_shown_below_the_titles_around_it() -> None:
    text = "# A\n\none\n\n## *B*\n\ntwo two\n\ntwo three\n"
    parser = MarksplitNodeParser(max_size=14, section_nodes=True)
    nodes = parser.get_nodes_from_documents([LlamaDocument(text=text)])
    shown = {
        str(node.get_content(MetadataMode.LLM)) for node in nodes if node.child_nodes is not None
    }
    assert shown == {text.rstrip(), "A\n\n## *B*\n\ntwo two\n\ntwo three"}


def test_metadata_that_a_later_step_adds_is_embedded_above_the_text() -> None:
    text = "# A\n\none\n\n## B\n\ntwo\n"
    (_, node) = MarksplitNodeParser().get_nodes_from_documents([LlamaDocument(text=text)])
    assert node.get_content(MetadataMode.EMBED) == "A\n\n## B\n\ntwo"
    node.metadata["summary"] = "On two."
    assert node.get_content(MetadataMode.EMBED) == "A\nOn two.\n\n## B\n\ntwo"


def test_options_that_change_the_text_to_embed_reach_it() -> None:
    options = replace(OPTIONS[0], count_context=True, max_size=60)
    text = "# Tea\n\n| tea | minutes |\n|---|---|\n" + "| green | 2 |\n" * 9
    wanted = [found.with_context() for found in chunk(text, options)]
    assert MarksplitTextSplitter(options, content="contextual").split_text(text) == wanted
    assert max(map(len, wanted)) <= 60
