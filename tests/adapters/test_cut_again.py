"""Documents that were cut before, and documents with metadata of their own."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Literal

import pytest
from haystack import Document as HaystackDocument
from haystack.components.preprocessors import MarkdownHeaderSplitter
from langchain_classic.retrievers import ParentDocumentRetriever
from langchain_core.documents import Document
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.stores import InMemoryStore
from langchain_core.vectorstores import InMemoryVectorStore
from langchain_text_splitters import RecursiveCharacterTextSplitter
from llama_index.core.schema import Document as LlamaDocument
from llama_index.core.schema import MetadataMode, TextNode
from offline import MANUAL

from marksplit import ChunkOptions, chunk
from marksplit.adapters.haystack import MarksplitSplitter
from marksplit.adapters.langchain import MarkdownHeaderTextSplitter, MarksplitTextSplitter
from marksplit.adapters.llama_index import MarksplitNodeParser

MANY = """# Tea

Tea keeps well.

## Brewing

Boil fresh water. Wait a little.

Pour it over the leaves.

## Storage

Keep it dry.

### Tins

Tins keep it dark.
"""
TEXTS = {"many": MANY, "manual": MANUAL.read_text(encoding="utf-8")}
Full = Literal["lean", "full"]


def paths(text: str) -> dict[str, tuple[str, ...]]:
    """Heading path of each line of text that is there once, by small chunks of the whole."""
    found: dict[str, tuple[str, ...]] = {}
    for each in chunk(text, ChunkOptions(split_blocks=True)):
        for line in each.text.split("\n"):
            if text.count(line) == 1:
                found[line] = each.heading_path
    return found


def parent_and_child(text: str, *, parent: dict[str, Any], child: dict[str, Any]) -> list[Document]:
    outer = MarksplitTextSplitter(**parent)
    inner = MarksplitTextSplitter(**child)
    return inner.split_documents(
        outer.split_documents([Document(text, metadata={"source": "tea.md", "team": "x"})])
    )


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("content", ["text", "contextual"])
@pytest.mark.parametrize("strip_headings", [False, True])
@pytest.mark.parametrize("flat_metadata", [False, True])
def test_a_child_has_the_path_the_offsets_and_the_lines_of_the_whole_document(
    name: str, content: str, strip_headings: bool, flat_metadata: bool
) -> None:
    text = TEXTS[name]
    same = {"metadata": "full", "content": content, "flat_metadata": flat_metadata}
    children = parent_and_child(
        text,
        parent={**same, "max_size": 300, "strip_headings": strip_headings, "overlap": 20},
        child={**same, "max_size": 50},
    )
    known = paths(text)
    checked = 0
    for found in children:
        where = found.metadata
        sliced = text[where["start"] : where["end"]]
        if content == "contextual":
            shown = found.page_content[where["slice_start"] : where["slice_end"]]
            assert shown == sliced
        else:
            assert found.page_content == sliced
        lines = text.split("\n")[where["first_line"] - 1 : where["last_line"]]
        assert sliced in "\n".join(lines)
        assert lines[0].endswith(sliced.split("\n")[0]) or len(lines) == 1
        last = sliced.split("\n")[-1]
        if last in known:
            path = where.get("heading_path", "" if flat_metadata else [])
            assert path == (" > ".join(known[last]) if flat_metadata else [*known[last]])
            checked += 1
        assert where["team"] == "x"
    assert checked > 3
    assert len({found.id for found in children}) == len(children)


def test_a_child_is_embedded_below_all_its_titles() -> None:
    children = parent_and_child(
        MANY,
        parent={"max_size": 120, "content": "contextual"},
        child={"max_size": 30, "content": "contextual"},
    )
    shown = [found.page_content for found in children]
    assert "Tea > Brewing\n\nPour it over the leaves." in shown
    assert "Tea > Storage\n\n### Tins\n\nTins keep it dark." in shown


TITLED = f"---\ntitle: Hand *book*\n---\n\n{MANY}"
SHOWN = "Hand \\*book\\* > Tea > Brewing\n\nPour it over the leaves."


@pytest.mark.parametrize("content", ["text", "contextual"])
@pytest.mark.parametrize("metadata", ["lean", "full"])
@pytest.mark.parametrize("flat_metadata", [False, True])
def test_a_child_is_embedded_below_the_title_of_the_document_too(
    content: str, metadata: str, flat_metadata: bool
) -> None:
    same = {"metadata": metadata, "flat_metadata": flat_metadata, "document_title": True}
    children = parent_and_child(
        TITLED,
        parent={**same, "max_size": 120, "content": content},
        child={**same, "max_size": 30, "content": "contextual"},
    )
    shown = [found.page_content for found in children]
    assert SHOWN in shown
    assert all(each.startswith("Hand \\*book\\*") for each in shown)
    assert {found.metadata["outline_title"] for found in children} == {"Hand *book*"}


def test_a_title_that_starts_the_path_is_not_said_twice() -> None:
    same = {"document_title": True, "content": "contextual"}
    children = parent_and_child(
        MANY, parent={**same, "max_size": 120}, child={**same, "max_size": 30}
    )
    shown = [found.page_content for found in children]
    assert "Tea > Brewing\n\nPour it over the leaves." in shown
    assert not any("Tea > Tea" in each for each in shown)


def test_the_only_heading_of_a_piece_is_not_the_title_of_the_document() -> None:
    text = "<!-- x -->\n\n# A\n\none two three\n\n# B\n\nfour five six\n"
    same = {"document_title": True, "content": "contextual", "max_heading_depth": 0}
    children = parent_and_child(
        text, parent={**same, "max_size": 40}, child={**same, "split_blocks": True}
    )
    assert children[0].page_content == "<!-- x -->"
    assert not any("outline_title" in found.metadata for found in children)


@pytest.mark.parametrize("wanted", ["neither", "parent", "child"])
def test_the_title_is_there_where_both_options_know_it(wanted: str) -> None:
    children = parent_and_child(
        TITLED,
        parent={"max_size": 120, "document_title": wanted == "parent"},
        child={"max_size": 30, "document_title": wanted == "child", "content": "contextual"},
    )
    shown = [found.page_content for found in children]
    assert "Tea > Brewing\n\nPour it over the leaves." in shown


def test_nodes_and_sections_of_a_piece_are_below_the_title_of_the_document() -> None:
    outer = MarksplitNodeParser(max_size=120, document_title=True)
    inner = MarksplitNodeParser(max_size=30, document_title=True, section_nodes=True)
    document = LlamaDocument(text=TITLED, id_="tea.md")
    whole = inner.get_nodes_from_documents([document])
    again = inner(outer.get_nodes_from_documents([document]))
    for nodes in (whole, again):
        texts = [node.get_content(MetadataMode.EMBED) for node in nodes]
        assert SHOWN in texts
        sections = [each for each in nodes if each.child_nodes is not None]
        shown = [each.get_content(MetadataMode.EMBED) for each in sections]
        assert any(each.startswith("Hand \\*book\\* > Tea\n\n## Brewing") for each in shown)
        assert all(each.startswith("Hand \\*book\\*") for each in shown)


def test_haystack_documents_of_a_piece_are_below_the_title_of_the_document() -> None:
    source = HaystackDocument(content=TITLED, meta={"file_path": "tea.md"})
    outer = MarksplitSplitter(max_size=120, document_title=True, content="contextual")
    inner = MarksplitSplitter(max_size=30, document_title=True, content="contextual")
    made = inner.run(outer.run([source])["documents"])["documents"]
    assert SHOWN in [each.content for each in made]


def test_what_a_lean_parent_does_not_tell_is_left_out() -> None:
    lean = parent_and_child(
        MANY, parent={"max_size": 120}, child={"max_size": 30, "metadata": "full"}
    )
    told = parent_and_child(
        MANY,
        parent={"max_size": 120, "add_start_index": True},
        child={"max_size": 30, "metadata": "full"},
    )
    assert not {"start", "first_line", "section_end"} & {*lean[-1].metadata}
    assert "first_line" not in told[-1].metadata
    start = told[-1].metadata["start"]
    assert start == told[-1].metadata["start_index"] == MANY.index("### Tins")
    assert MANY[start:].startswith(told[-1].page_content)


def test_front_matter_opens_a_document_not_a_piece_of_one() -> None:
    lines = "+++\na = 1\n+++\n\nmore text\n"
    kinds = {}
    for name, text in (("whole", lines), ("within", f"# A\n\n{'one two. ' * 5}\n\n{lines}")):
        parent = {"max_heading_depth": 1, "max_size": 50}
        made = parent_and_child(text, parent=parent, child={**parent, "max_size": 20})
        kinds[name] = [kind for found in made for kind in found.metadata["kinds"]]
        assert any(found.page_content.startswith("+++\na = 1") for found in made)
    assert "front_matter" in kinds["whole"]
    assert "front_matter" not in kinds["within"]


def test_a_link_to_a_heading_is_kept_while_it_is_known() -> None:
    children = parent_and_child(
        "# A\n\none two\n\nthree four\n\n# A\n\nfive six\n\nseven eight\n",
        parent={},
        child={"max_size": 13},
    )
    assert [found.metadata["anchor"] for found in children] == ["a", "a", "a-1", "a-1"]


def test_a_link_that_may_be_wrong_is_left_out() -> None:
    text = "# A\n\n## B\n\none\n\n# C\n\nnil\n\n## B\n\ntwo\n"
    assert chunk(text)[-1].anchor == "b-1"
    children = parent_and_child(text, parent={"max_heading_depth": 1}, child={"max_size": 12})
    assert children[-1].metadata["heading_path"] == ["C", "B"]
    assert "anchor" not in children[-1].metadata


def test_a_parent_document_retriever_returns_parents_of_children_that_know_their_place() -> None:
    vectors = InMemoryVectorStore(DeterministicFakeEmbedding(size=4))
    retriever = ParentDocumentRetriever(
        vectorstore=vectors,
        docstore=InMemoryStore(),
        parent_splitter=MarksplitTextSplitter(max_size=120, metadata="full"),
        child_splitter=MarksplitTextSplitter(max_size=30, metadata="full", content="contextual"),
    )
    retriever.add_documents([Document(MANY, metadata={"source": "tea.md"})])
    children = vectors.store.values()
    (child,) = [found for found in children if found["text"].endswith("Pour it over the leaves.")]
    where = child["metadata"]
    assert child["text"] == "Tea > Brewing\n\nPour it over the leaves."
    assert where["heading_path"] == ["Tea", "Brewing"]
    assert (where["first_line"], where["last_line"]) == (9, 9)
    assert MANY[where["start"] : where["end"]] == "Pour it over the leaves."
    parents = retriever.invoke("leaves")
    assert {found.page_content for found in parents} <= {
        found.text for found in chunk(MANY, ChunkOptions(max_size=120))
    }


def test_offsets_of_another_splitter_are_added_to() -> None:
    headers = MarkdownHeaderTextSplitter([("#", "h1"), ("##", "h2")])
    parts = headers.split_documents([Document(MANY, metadata={"source": "tea.md"})])
    made = MarksplitTextSplitter(max_size=30).split_documents(parts)
    assert len(made) > len(parts)
    for found in made:
        assert MANY[found.metadata["start_index"] :].startswith(found.page_content)
        assert found.metadata["h1"] == "Tea"
    theirs = RecursiveCharacterTextSplitter(
        chunk_size=80, chunk_overlap=0, add_start_index=True, strip_whitespace=False
    ).create_documents([MANY])
    full = MarksplitTextSplitter(max_size=30, metadata="full").split_documents(theirs)
    assert all(MANY[each.metadata["start"] :].startswith(each.page_content) for each in full)
    assert "first_line" not in full[-1].metadata


def test_the_header_splitter_cuts_documents_that_it_cut() -> None:
    document = Document(MANY, metadata={"source": "tea.md"})
    outer = MarkdownHeaderTextSplitter([("#", "h1"), ("##", "h2")], strip_headers=False)
    inner = MarkdownHeaderTextSplitter([("##", "h2"), ("###", "h3")])
    made = inner.split_documents(outer.split_documents([document]))
    assert made[-1].metadata == {
        "source": "tea.md",
        "h1": "Tea",
        "h2": "Storage",
        "h3": "Tins",
        "start_index": MANY.index("Tins keep"),
    }
    assert document.metadata == {"source": "tea.md"}


def test_the_header_splitter_refuses_another_title_under_its_key() -> None:
    splitter = MarkdownHeaderTextSplitter([("#", "title")])
    with pytest.raises(ValueError, match=r"has 'Tea, collected' as 'title', where .* 'Tea' would"):
        splitter.split_documents([Document(MANY, metadata={"title": "Tea, collected"})])
    with pytest.raises(ValueError, match="start_index must be a number, not 'top'"):
        splitter.split_documents([Document(MANY, metadata={"start_index": "top"})])


@pytest.mark.parametrize("parent", ["lean", "full"])
def test_llama_index_nodes_that_are_cut_again_keep_path_and_offsets(parent: Full) -> None:
    whole = LlamaDocument(text=MANY, id_="tea.md", metadata={"team": "x"})
    outer = MarksplitNodeParser(max_size=120, metadata=parent)
    made = MarksplitNodeParser(max_size=30, metadata="full")(
        outer.get_nodes_from_documents([whole])
    )
    nodes = [node for node in made if isinstance(node, TextNode)]
    (node,) = [each for each in nodes if each.text.startswith("Pour")]
    assert MANY[node.start_char_idx : node.end_char_idx] == node.text
    assert node.metadata["heading_path"] == ["Tea", "Brewing"]
    assert node.metadata.get("first_line") == (9 if parent == "full" else None)
    assert node.get_content(MetadataMode.EMBED) == "Tea > Brewing\n\nPour it over the leaves."
    assert {each.ref_doc_id for each in nodes} == {"tea.md"}
    assert all(each.metadata["team"] == "x" for each in nodes)
    for one, other in pairwise(nodes):
        assert one.next_node is not None
        assert other.prev_node is not None
        assert (one.next_node.node_id, other.prev_node.node_id) == (other.node_id, one.node_id)
    parents = outer.get_nodes_from_documents([whole])
    for each in parents:
        each.metadata["note"] = "n"
    shown = MarksplitNodeParser(max_size=30, content="text")(parents)
    texts = [each.get_content(MetadataMode.EMBED) for each in shown]
    assert "note: n\n\nPour it over the leaves." in texts


def test_haystack_documents_that_are_cut_again_keep_path_and_offsets() -> None:
    source = HaystackDocument(content=MANY, meta={"file_path": "tea.md"})
    outers = (MarksplitSplitter(max_size=120, metadata="full"), MarkdownHeaderSplitter())
    for outer in outers:
        inner = MarksplitSplitter(max_size=30, content="contextual")
        made = inner.run(outer.run([source])["documents"])["documents"]
        (found,) = [each for each in made if (each.content or "").endswith("leaves.")]
        assert found.content == "Tea > Brewing\n\nPour it over the leaves."
        assert found.meta["heading_path"] == ["Tea", "Brewing"]
        assert (found.meta["header"], found.meta["parent_headers"]) == ("Brewing", ["Tea"])
        assert len({each.id for each in made}) == len(made)
        if outer is outers[0]:
            assert MANY[found.meta["split_idx_start"] :].startswith("Pour")


OWN = {"key": "K-1", "size": "XL", "position": "left", "total": 9, "heading": "H", "header": "T"}


@pytest.mark.parametrize("metadata", ["lean", "full"])
@pytest.mark.parametrize("name", OWN)
def test_own_metadata_is_kept_or_refused_never_overwritten(name: str, metadata: Full) -> None:
    own = {name: OWN[name]}
    lean_or_framework = name in ("key", "heading")
    clash = name != "header" and (metadata == "full" or lean_or_framework)
    message = rf"own metadata has '{name}', which would be overwritten: rename it, or set meta"

    def run(prefix: str) -> list[dict[str, Any]]:
        splitter = MarksplitTextSplitter(metadata=metadata, metadata_prefix=prefix)
        parser = MarksplitNodeParser(metadata=metadata, metadata_prefix=prefix)
        found = [each.metadata for each in splitter.create_documents([MANY], [own])]
        document = LlamaDocument(text=MANY, metadata=own)
        return found + [each.metadata for each in parser.get_nodes_from_documents([document])]

    if clash:
        with pytest.raises(ValueError, match=message):
            run("")
        with pytest.raises(ValueError, match=message):
            MarksplitNodeParser(metadata=metadata)([LlamaDocument(text=MANY, metadata=own)])
    for prefix in ["chunk_", *[""] * (not clash)]:
        for found in run(prefix):
            assert found[name] == own[name]
            assert found[f"{prefix}heading_path"][0] == "Tea"
    haystack = HaystackDocument(content=MANY, meta=own)
    if clash or name == "header":
        with pytest.raises(ValueError, match=f"has '{name}', which would be overwritten"):
            MarksplitSplitter(metadata=metadata).run([haystack])
    if name != "header":
        prefixed = MarksplitSplitter(metadata=metadata, metadata_prefix="chunk_")
        for each in prefixed.run([haystack])["documents"]:
            assert each.meta[name] == own[name]


def test_names_with_a_prefix_are_known_when_a_document_is_cut_again() -> None:
    same = {"metadata": "full", "metadata_prefix": "ms_"}
    made = parent_and_child(MANY, parent={**same, "max_size": 120}, child={**same, "max_size": 30})
    for found in made:
        where = found.metadata
        assert MANY[where["ms_start"] : where["ms_end"]] == found.page_content
        assert {*where} - {"source", "team"} == {name for name in where if name.startswith("ms_")}


def test_own_metadata_of_a_lean_name_survives_a_second_cut() -> None:
    document = Document(MANY, metadata={"total": 9, "size": "XL"})
    made = MarksplitTextSplitter(max_size=30).split_documents(
        MarksplitTextSplitter(max_size=120).split_documents([document])
    )
    assert all((each.metadata["total"], each.metadata["size"]) == (9, "XL") for each in made)


@pytest.mark.parametrize("metadata", ["lean", "full"])
def test_no_list_in_metadata_is_empty(metadata: Full) -> None:
    text = "preface\n\n# A\n\none\n"
    made = MarksplitTextSplitter(metadata=metadata).create_documents([text])
    parser = MarksplitNodeParser(metadata=metadata)
    nodes = parser.get_nodes_from_documents([LlamaDocument(text=text)])
    source = HaystackDocument(content=text)
    split = MarksplitSplitter(metadata=metadata).run([source])["documents"]
    for found in ([each.metadata for each in made], [each.metadata for each in nodes]):
        assert "heading_path" not in found[0]
        assert found[1]["heading_path"] == ["A"]
    everything = [each.metadata for each in made] + [each.metadata for each in nodes]
    everything += [each.meta for each in split]
    assert [] not in [value for found in everything for value in found.values()]


def test_without_a_source_there_is_no_key() -> None:
    for given in ({}, {"source": ""}, {"source": None}):
        for found in MarksplitTextSplitter().create_documents([MANY], [given]):
            assert found.id is None
            assert "key" not in found.metadata
            assert found.metadata["chunk_id"]
