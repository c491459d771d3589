"""Documents of the LangChain splitter, alone and in LangChain's own tools."""

from __future__ import annotations

import asyncio
import copy
import inspect
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path

import pytest
from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_core.vectorstores import InMemoryVectorStore
from langchain_text_splitters import RecursiveCharacterTextSplitter, TextSplitter
from offline import HARD, LOG, MANUAL, PROSE, embed, misplaced
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import WhitespaceSplit

from marksplit import ChunkOptions, OptionError, Syntax, chunk, resolve_sizer
from marksplit.adapters.langchain import MarksplitTextSplitter


class OfflineEmbeddings(Embeddings):
    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return embed(texts)

    def embed_query(self, text: str) -> list[float]:
        return embed([text])[0]


def placed(documents: Sequence[Document]) -> list[tuple[int | None, str]]:
    return [(found.metadata["start_index"], found.page_content) for found in documents]


@pytest.mark.parametrize("name", HARD)
def test_start_index_is_where_the_text_was_cut(name: str) -> None:
    text, options = HARD[name]
    documents = MarksplitTextSplitter(options, add_start_index=True).create_documents([text])
    assert placed(documents) == [(found.start, found.text) for found in chunk(text, options)]
    assert misplaced(text, placed(documents)) == []


@pytest.mark.parametrize(
    "name", ["repeated and overlapping", "CRLF", "tokens and overlapping", "CRLF and tokens"]
)
def test_langchain_searches_for_the_text_and_goes_wrong(name: str) -> None:
    text, options = HARD[name]
    theirs = RecursiveCharacterTextSplitter(
        chunk_size=options.max_size,
        chunk_overlap=options.overlap,
        length_function=resolve_sizer(options.sizer),
        add_start_index=True,
    )
    assert misplaced(text, placed(theirs.create_documents([text])))


def test_a_manual_is_loaded_split_embedded_found_and_cited() -> None:
    text = MANUAL.read_text(encoding="utf-8")
    splitter = MarksplitTextSplitter(
        chunk_size=600, chunk_overlap=60, metadata="full", add_start_index=True
    )
    documents = splitter.split_documents(
        [Document(page_content=text, metadata={"source": MANUAL.name})]
    )
    store = InMemoryVectorStore.from_documents(documents, OfflineEmbeddings())
    (best,) = store.as_retriever(search_kwargs={"k": 1}).invoke("How heavy is the big tank?")
    where = best.metadata
    assert where["source"] == "long-manual.md"
    assert where["heading_path"] == ["Rain water system", "Parts", "Tank"]
    cited = text.splitlines()[where["first_line"] - 1 : where["last_line"]]
    assert "| Tank L | 50 | 3.2 kg | RW-120 |" in cited
    assert text[where["start_index"] :].startswith(best.page_content)


def test_every_way_to_split_gives_the_same() -> None:
    splitter = MarksplitTextSplitter(chunk_size=12)
    assert isinstance(splitter, TextSplitter)
    document = Document(page_content=LOG, metadata={"source": "log.md"})
    expected = splitter.split_documents([document])
    assert splitter.split_text(LOG) == [found.page_content for found in expected]
    assert splitter.create_documents([LOG], [document.metadata]) == expected
    assert list(splitter.transform_documents([document])) == expected
    assert list(asyncio.run(splitter.atransform_documents([document]))) == expected


def test_the_documents_metadata_is_copied_for_each_chunk() -> None:
    given = {"source": "a.md", "tags": ["x"]}
    document = Document(page_content="# A\n\none\n\n# B\n\ntwo\n", metadata=copy.deepcopy(given))
    first, second = MarksplitTextSplitter().split_documents([document])
    first.metadata["tags"].append("y")
    assert second.metadata["tags"] == ["x"]
    assert document.metadata == given
    assert second.metadata["source"] == "a.md"


def test_full_metadata_says_where_and_what_a_chunk_is() -> None:
    splitter = MarksplitTextSplitter(metadata="full", add_start_index=True)
    (found,) = splitter.create_documents(["\n# A\n\n## B\n\none\n"])
    (same,) = chunk("\n# A\n\n## B\n\none\n")
    metadata = found.metadata
    assert metadata["chunk_id"] == same.id
    assert metadata["heading_path"] == ["A", "B"]
    assert (metadata["first_line"], metadata["last_line"], metadata["start_index"]) == (2, 6, 1)
    assert {*same.to_dict()} - {"text", "id", "references"} <= {*metadata}


def test_flat_metadata_holds_plain_values_only() -> None:
    splitter = MarksplitTextSplitter(flat_metadata=True)
    (found,) = splitter.create_documents(["# A\n\n## B\n\none\n"])
    assert found.metadata["heading_path"] == "A > B"
    assert found.metadata["kinds"] == '["heading", "paragraph"]'
    assert {type(value) for value in found.metadata.values()} <= {str, int, float, bool}


def test_ids_are_told_apart_by_source() -> None:
    keys = [
        found.metadata["key"]
        for found in MarksplitTextSplitter().create_documents(
            ["same", "same"], [{"source": "a.md"}, {"source": "b.md"}]
        )
    ]
    assert len({*keys}) == 2


def test_langchains_names_and_ours_mean_the_same() -> None:
    count = resolve_sizer("words")
    theirs = MarksplitTextSplitter(chunk_size=9, chunk_overlap=2, length_function=count)
    ours = MarksplitTextSplitter(max_size=9, overlap=2, sizer=count)
    given = MarksplitTextSplitter(ChunkOptions(max_size=50, overlap=2, sizer=count), max_size=9)
    assert theirs.options == ours.options == given.options
    assert theirs.split_text(PROSE) == ours.split_text(PROSE)


def test_overlap_is_off_unless_asked_for() -> None:
    assert MarksplitTextSplitter(chunk_size=100).options.overlap == 0


def test_no_size_cuts_at_headings_only() -> None:
    assert len(MarksplitTextSplitter(chunk_size=0).split_text(PROSE)) == 1


def test_langchains_token_counting_constructor_works() -> None:
    splitter = MarksplitTextSplitter.from_tiktoken_encoder(
        "cl100k_base", chunk_size=20, add_start_index=True
    )
    assert splitter.options.sizer == "tiktoken:cl100k_base"
    assert len(splitter.split_text(PROSE)) > 10
    assert misplaced(PROSE, placed(splitter.create_documents([PROSE]))) == []
    by_model = MarksplitTextSplitter.from_tiktoken_encoder(model_name="gpt-4o", chunk_size=20)
    assert by_model.options.sizer == "tiktoken:gpt-4o"
    special = MarksplitTextSplitter.from_tiktoken_encoder(
        "cl100k_base", allowed_special="all", chunk_size=20
    )
    count = resolve_sizer(special.options.sizer)
    assert count("<|endoftext|>") == 1
    assert resolve_sizer("tiktoken:cl100k_base")("<|endoftext|>") > 1


def test_token_counting_constructors_have_langchains_arguments() -> None:
    for name in ("from_tiktoken_encoder", "from_huggingface_tokenizer"):
        ours, theirs = (
            inspect.signature(getattr(each, name)).parameters
            for each in (MarksplitTextSplitter, TextSplitter)
        )
        assert [(each.name, each.kind, each.default) for each in ours.values()] == [
            (each.name, each.kind, each.default) for each in theirs.values()
        ]


class WordTokenizer:
    """What transformers' tokenizers have, as far as LangChain uses it."""

    def tokenize(self, text: str) -> list[str]:
        return text.split()


def test_tokenizers_of_hugging_face_count(tmp_path: Path) -> None:
    model = Tokenizer(WordLevel({"[UNK]": 0}, unk_token="[UNK]"))
    model.pre_tokenizer = WhitespaceSplit()
    path = tmp_path / "tokenizer.json"
    model.save(str(path))
    wanted = MarksplitTextSplitter(sizer="words", max_size=20).split_text(PROSE)
    for tokenizer in (WordTokenizer(), path, str(path)):
        splitter = MarksplitTextSplitter.from_huggingface_tokenizer(tokenizer, chunk_size=20)
        assert splitter.split_text(PROSE) == wanted
    assert MarksplitTextSplitter.from_huggingface_tokenizer(path).options.sizer == f"hf:{path}"
    with pytest.raises(OptionError, match=r"tokenizer must be a tokenizer of transformers, the pa"):
        MarksplitTextSplitter.from_huggingface_tokenizer(model)


def test_syntax_is_passed_on() -> None:
    text = "| a |\n|---|\n| b |\n"
    assert [
        MarksplitTextSplitter(syntax=syntax).create_documents([text])[0].metadata["kinds"]
        for syntax in (Syntax(), Syntax.commonmark())
    ] == [["table"], ["paragraph"]]


def test_every_option_is_a_keyword() -> None:
    changed = ChunkOptions(max_size=70, min_size=7, overlap=3, strip_headings=True)
    given = {field.name: getattr(changed, field.name) for field in fields(changed)}
    assert MarksplitTextSplitter(**given).options == changed


def test_wrong_settings_are_named() -> None:
    with pytest.raises(OptionError, match="max_size must be an integer >= 0, not -1"):
        MarksplitTextSplitter(chunk_size=-1)
    with pytest.raises(OptionError, match="overlap must be smaller than max_size"):
        MarksplitTextSplitter(chunk_size=10, chunk_overlap=10)
    with pytest.raises(TypeError, match="chunk_size and max_size are one option"):
        MarksplitTextSplitter(chunk_size=10, max_size=10)
    with pytest.raises(TypeError, match="unknown option 'keep_separator'; options are max_head"):
        MarksplitTextSplitter(keep_separator=True)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="options must be a ChunkOptions, not 1000"):
        MarksplitTextSplitter(1000)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="syntax must be a Syntax"):
        MarksplitTextSplitter(syntax="github")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="flat_metadata must be True or False"):
        MarksplitTextSplitter(flat_metadata="yes")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="content must be 'text' or 'contextual', not 'all'"):
        MarksplitTextSplitter(content="all")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="metadata must be 'lean' or 'full', not 'none'"):
        MarksplitTextSplitter(metadata="none")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="metadata_prefix must be a str, not None"):
        MarksplitTextSplitter(metadata_prefix=None)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="start_index must be a number, not 'top'"):
        MarksplitTextSplitter(add_start_index=True).create_documents(
            ["a"], [{"start_index": "top"}]
        )
    with pytest.raises(ValueError, match="shorter"):
        MarksplitTextSplitter().create_documents(["a", "b"], [{}])
