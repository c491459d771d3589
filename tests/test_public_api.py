"""The public face: names, signatures and the shape of values."""

from __future__ import annotations

import copy
import dataclasses
import importlib.metadata
import inspect
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import get_type_hints

import pytest

import marksplit
from marksplit import (
    Chunk,
    ChunkOptions,
    EncodingError,
    LawError,
    MarksplitError,
    OptionError,
    OptionFields,
    OversizeBlockError,
    Syntax,
    chunk,
    chunk_outline,
    parse,
)


def test_exported_names() -> None:
    names = marksplit.__all__
    assert names == sorted(names, key=lambda name: (not name.isupper(), name))
    assert set(marksplit.__all__) == {
        "LAWS",
        "SYNTAXES",
        "Block",
        "BlockKind",
        "Boundary",
        "Chunk",
        "ChunkOptions",
        "CutScorer",
        "CutScorerError",
        "EmbeddingError",
        "EncodingError",
        "FrontMatterError",
        "LawError",
        "MarksplitError",
        "MissingExtraError",
        "OptionError",
        "OptionFields",
        "Outline",
        "OversizeBlockError",
        "Reference",
        "Section",
        "Sizer",
        "SizerError",
        "Span",
        "Syntax",
        "check",
        "chunk",
        "chunk_file",
        "chunk_outline",
        "explain",
        "parse",
        "parse_file",
        "resolve_sizer",
    }


def test_the_version_is_that_of_the_package_and_looked_up_when_asked_for() -> None:
    assert marksplit.__version__ == importlib.metadata.version("marksplit")
    with pytest.raises(AttributeError, match="module 'marksplit' has no attribute 'splitt'"):
        marksplit.splitt  # type: ignore[attr-defined]  # noqa: B018
    code = "import sys, marksplit; print('importlib.metadata' in sys.modules)"
    run = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True
    )
    assert run.stdout == "False\n"


@pytest.mark.parametrize(
    ("function", "parameters"),
    [
        (marksplit.chunk, ["text", "options", "*syntax", "**fields"]),
        (marksplit.chunk_file, ["path", "options", "*syntax", "*encoding", "**fields"]),
        (marksplit.parse, ["text", "syntax"]),
        (marksplit.parse_file, ["path", "syntax", "*encoding"]),
        (marksplit.chunk_outline, ["outline", "options", "**fields"]),
        (marksplit.explain, ["outline", "options", "**fields"]),
        (marksplit.check, ["text", "chunks", "options", "*syntax", "**fields"]),
    ],
)
def test_signatures(function: object, parameters: list[str]) -> None:
    assert callable(function)
    stars = {"KEYWORD_ONLY": "*", "VAR_KEYWORD": "**"}
    found = [
        stars.get(p.kind.name, "") + name
        for name, p in inspect.signature(function).parameters.items()
    ]
    assert found == parameters


def test_chunk_fields() -> None:
    public = [f.name for f in dataclasses.fields(Chunk)]
    assert public == [
        "index",
        "text",
        "start",
        "end",
        "first_line",
        "last_line",
        "heading_path",
        "kinds",
        "size",
        "overlap",
        "oversize",
        "context",
        "section_start",
        "section_end",
        "id",
        "references",
        "anchor",
    ]
    assert list(chunk("# A\n\ntext")[0].to_dict()) == public


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"max_size": -1}, "max_size"),
        ({"max_size": 1.5}, "max_size"),
        ({"max_size": True}, "max_size"),
        ({"max_heading_depth": 7}, "max_heading_depth"),
        ({"min_size": -1}, "min_size"),
        ({"min_size": 2000}, "min_size"),
        ({"overlap": 1000}, "overlap"),
        ({"sizer": "furlongs"}, "sizer"),
        ({"sizer": 3}, "sizer"),
        ({"oversize": "explode"}, "oversize"),
        ({"front_matter": "keep"}, "front_matter"),
        ({"merge_sections": 1}, "merge_sections"),
        ({"split_blocks": True, "merge_sections": True}, "split_blocks"),
        ({"split_blocks": True, "min_size": 5}, "split_blocks"),
    ],
)
def test_options_out_of_range_name_the_field(fields: dict[str, object], named: str) -> None:
    with pytest.raises(OptionError) as caught:
        ChunkOptions(**fields)  # type: ignore[arg-type]
    assert caught.value.field == named
    assert named in str(caught.value)
    assert isinstance(caught.value, ValueError)


def test_keywords_are_the_fields_of_the_options() -> None:
    assert list(get_type_hints(OptionFields).items()) == list(get_type_hints(ChunkOptions).items())
    assert OptionFields.__required_keys__ == frozenset()


def test_overlap_is_not_held_against_a_size_of_nothing() -> None:
    assert ChunkOptions(max_size=0, overlap=50, min_size=10).overlap == 50


@pytest.mark.parametrize("text", [b"# A", None, 3, ["# A"]])
def test_a_wrong_type_for_text_is_a_type_error(text: object) -> None:
    with pytest.raises(TypeError, match="text must be a str, not"):
        chunk(text)  # type: ignore[arg-type]


def test_a_sizer_that_counts_wrongly_is_named() -> None:
    for wrong in (lambda text: -1, lambda text: 1.5, lambda text: None):
        with pytest.raises(marksplit.SizerError, match="must return an int"):
            chunk("word " * 20, ChunkOptions(sizer=wrong))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "error",
    [
        OptionError("overlap", 3, "smaller"),
        EncodingError("tea.md", "utf-8", 3, "it is UTF-16"),
        OversizeBlockError("table", 3, 2, 1, 9),
        LawError(3, 1, "text is lost"),
    ],
)
def test_errors_survive_pickling(error: MarksplitError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error)
    assert vars(again) == vars(error)


def test_values_are_frozen_hashable_and_pickled() -> None:
    options = ChunkOptions(max_size=9, sizer="words")
    assert pickle.loads(pickle.dumps(options)) == options
    assert hash(copy.copy(options)) == hash(options)
    first = chunk("# A\n\ntext")[0]
    assert pickle.loads(pickle.dumps(first)) == first
    with pytest.raises(dataclasses.FrozenInstanceError):
        first.start = 3  # type: ignore[misc]


def test_an_outline_is_cut_many_times() -> None:
    text = "---\na: 1\n---\n# A\n\none two three\n\n## B\n\nfour"
    outline = parse(text)
    assert outline.source == text
    assert outline.front_matter == "---\na: 1\n---"
    assert [(path, s.level, s.title) for path, s in outline.root.walk()] == [
        ((), 0, ""),
        (("A",), 1, "A"),
        (("A", "B"), 2, "B"),
    ]
    for size in (0, 5, 100):
        options = ChunkOptions(max_size=size)
        assert chunk_outline(outline, options) == chunk(text, options)


def test_bare_commonmark_knows_no_extension() -> None:
    text = "---\na: 1\n---\n\n| a |\n|---|\n\n$$\n# A\n$$\n\n[^1]: note"
    kinds = [block.kind for block in parse(text, Syntax.commonmark()).blocks]
    assert kinds == [
        "thematic_break",
        "heading",
        "paragraph",
        "paragraph",
        "heading",
        "paragraph",
        "definition",
    ]


def test_threads_share_the_parser() -> None:
    texts = [f"# T{n}\n\n" + f"word{n} [a]({n}) `b`. " * 80 for n in range(40)]
    options = ChunkOptions(max_size=100)
    alone = [chunk(text, options) for text in texts]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda text: chunk(text, options), texts)) == alone
