"""Arrow batches of documents become Arrow batches of chunks, whoever calls."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice
from typing import Any, Literal

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from marksplit import ChunkOptions, OptionError, Syntax, chunk
from marksplit.export import records
from marksplit.export.arrow import (
    OUTPUT_SCHEMA,
    SCHEMA,
    chunk_batches,
    output_schema,
    record_batches,
    record_schema,
    schema_of,
    to_table,
)

_TEXT = "# A\n\none\n\n## B\n\ntwo\n\n```sh\nls\n```\n"


@dataclass
class Target:
    line: int | None
    kind: Literal["link", "image"]
    _hidden: int


@dataclass
class Holder:
    targets: tuple[Target, ...]
    gaps: tuple[str | None, ...]
    score: float
    best: Target | None


def made(text: str, *, source: str, options: ChunkOptions = ChunkOptions()) -> list[dict[str, Any]]:
    chunks = chunk(text, options)
    return list(records(chunks, source=source, options=options, syntax=Syntax()))


def documents(**columns: Any) -> list[pa.RecordBatch]:
    return [pa.RecordBatch.from_pydict(columns)]


def rows(batches: Iterator[pa.RecordBatch]) -> list[dict[str, Any]]:
    return [row for batch in batches for row in batch.to_pylist()]


def picky(text: str) -> int:
    if "bad" in text:
        raise RuntimeError("I do not like it")
    return len(text)


def test_the_schema_has_every_field_of_a_record_in_order() -> None:
    assert SCHEMA.names == list(made(_TEXT, source="a.md")[0])


def test_the_schema_takes_values_of_every_kind() -> None:
    assert SCHEMA.field("heading_path").type.value_type == pa.string()
    assert SCHEMA.field("kinds").type.value_type == pa.string()
    assert SCHEMA.field("start").type == pa.int64()
    assert not SCHEMA.field("start").nullable
    assert SCHEMA.field("oversize").type == pa.bool_()


def test_dataclasses_become_structs_and_none_becomes_null() -> None:
    schema = schema_of(Holder)
    target = pa.struct(
        [pa.field("line", pa.int64()), pa.field("kind", pa.string(), nullable=False)]
    )
    columns: list[pa.Field[Any]] = [
        pa.field("targets", pa.list_(pa.field("element", target, nullable=False)), nullable=False),
        pa.field("gaps", pa.list_(pa.field("element", pa.string())), nullable=False),
        pa.field("score", pa.float64(), nullable=False),
        pa.field("best", target),
    ]
    assert schema == pa.schema(columns)
    nested = {
        "targets": [{"line": None, "kind": "link"}],
        "gaps": ["a", None],
        "score": 1.0,
        "best": None,
        "text": "",
    }
    (batch,) = record_batches([nested], schema=schema)
    assert batch.to_pylist() == [{name: nested[name] for name in schema.names}]


@pytest.mark.parametrize("hint", [dict[str, int], int | str])
def test_a_type_that_arrow_lacks_is_named(hint: object) -> None:
    with pytest.raises(TypeError, match=f"no Arrow type for {re.escape(repr(hint))}"):
        schema_of(type("Odd", (), {"__annotations__": {"a": hint}}))


def test_a_table_holds_the_records_of_a_document() -> None:
    options = ChunkOptions(max_size=20)
    table = to_table(chunk(_TEXT, options), source="a.md", options=options)
    assert table.schema == SCHEMA
    assert table.to_pylist() == made(_TEXT, source="a.md", options=options)


def test_no_chunks_give_an_empty_table() -> None:
    assert to_table([]).num_rows == 0
    assert to_table([]).schema == SCHEMA


def test_a_lone_surrogate_is_an_error_that_names_it() -> None:
    with pytest.raises(ValueError, match=r"lone surrogate \(U\+D83D\)"):
        to_table(chunk("half \ud83d an emoji"))


def test_record_batches_take_no_more_records_than_a_batch_needs() -> None:
    record = made("word " * 150, source="a.md")[0]
    taken = count()
    endless = ({**record, "index": number} for number in taken)
    sizes = [batch.num_rows for batch in islice(record_batches(endless), 2)]
    assert sizes[0] == sizes[1]
    assert next(taken) == sum(sizes) < 20_000


def test_each_document_of_a_batch_gives_its_records_in_order() -> None:
    options = ChunkOptions(max_size=20)
    found = rows(
        chunk_batches(
            documents(url=["a", "b"], body=[_TEXT, "alone"]),
            text_column="body",
            id_columns=["url"],
            options=options,
        )
    )
    expected = [
        {"url": name, **record, "error": None}
        for name, text in (("a", _TEXT), ("b", "alone"))
        for record in made(text, source=name, options=options)
    ]
    assert found == expected
    assert list(found[0]) == ["url", *SCHEMA.names, "error"]


@given(st.lists(st.none() | st.text(st.characters(codec="utf-8"))))
def test_batches_give_what_single_documents_give(texts: list[str | None]) -> None:
    ids = [str(number) for number in range(len(texts))]
    columns = {"n": pa.array(ids, pa.string()), "t": pa.array(texts, pa.string())}
    found = rows(chunk_batches(documents(**columns), text_column="t", id_columns=["n"]))
    assert [{name: row[name] for name in SCHEMA.names} for row in found] == [
        record
        for number, text in zip(ids, texts, strict=True)
        if text is not None
        for record in made(text, source=number)
    ]


def test_a_null_or_blank_text_gives_no_row() -> None:
    assert rows(chunk_batches(documents(t=[None, "", " \n"]), text_column="t")) == []
    assert rows(chunk_batches(documents(t=[None]), text_column="t")) == []


def test_a_document_that_fails_gives_a_row_that_says_why_and_the_others_go_on() -> None:
    found = rows(
        chunk_batches(
            documents(u=["a", "b", "c", None], t=["good", "bad", "fine", "nameless"]),
            text_column="t",
            id_columns=["u"],
            options=ChunkOptions(sizer=picky, max_size=50),
        )
    )
    assert [(row["u"], row["source"], row["text"], row["error"]) for row in found] == [
        ("a", "a", "good", None),
        ("b", "b", None, "RuntimeError: I do not like it"),
        ("c", "c", "fine", None),
        (None, None, None, "ValueError: u is NULL, so that the document has no name"),
    ]
    assert all(found[1][name] is None for name in SCHEMA.names if name != "source")


def test_bytes_are_read_as_utf8_and_fail_where_they_are_not() -> None:
    found = rows(chunk_batches(documents(t=["# ä\n".encode(), b"\xff"]), text_column="t"))
    assert found[0]["text"] == "# ä"
    assert found[1]["error"].startswith("UnicodeDecodeError: 'utf-8' codec can't decode byte 0xff")


@pytest.mark.parametrize(
    "kind", [pa.large_string(), pa.string_view(), pa.dictionary(pa.int8(), pa.string())]
)
def test_every_kind_of_string_column_is_text(kind: pa.DataType) -> None:
    column = pa.array([_TEXT, None]).cast(kind)
    found = rows(chunk_batches(documents(t=column), text_column="t"))
    assert [row["text"] for row in found] == [each.text for each in chunk(_TEXT)]


def test_kept_columns_keep_their_type_and_stand_before_the_chunk() -> None:
    batch = pa.RecordBatch.from_pydict(
        {
            "t": [_TEXT, None, "x"],
            "tags": pa.array([["p", "q"], [], None], pa.list_(pa.string())),
            "page": pa.array([7, 8, 9], pa.int16()),
        }
    )
    (found,) = chunk_batches([batch], text_column="t", id_columns=["page"], keep=["tags"])
    assert found.schema == output_schema(
        batch.schema, text_column="t", id_columns=["page"], keep=["tags"]
    )
    assert found.schema.names == ["page", "tags", *OUTPUT_SCHEMA.names]
    assert found.schema.field("page").type == pa.int16()
    assert found.column("page").to_pylist() == [7, 7, 9]
    assert found.column("tags").to_pylist() == [["p", "q"], ["p", "q"], None]
    assert found.column("source").to_pylist() == ["7", "7", "9"]


def test_several_id_columns_name_a_document_without_doubt() -> None:
    batches = documents(a=["x/y", "x"], b=["z", "y/z"], t=["same", "same"])
    found = rows(chunk_batches(batches, text_column="t", id_columns=["a", "b"]))
    assert [row["source"] for row in found] == ['["x/y", "z"]', '["x", "y/z"]']
    assert found[0]["key"] != found[1]["key"]


def test_a_carried_column_named_like_a_chunks_is_told_apart() -> None:
    batches = documents(ID=[5], text=["x"], source=["web"])
    (found,) = rows(chunk_batches(batches, text_column="text", id_columns=["ID"], keep=["source"]))
    assert list(found) == ["document_ID", "document_source", *OUTPUT_SCHEMA.names]
    assert (found["document_ID"], found["source"], found["document_source"]) == (5, "5", "web")
    assert found["id"] == chunk("x")[0].id


def test_a_large_batch_of_documents_is_answered_in_small_ones() -> None:
    block = "```\n" + "x" * 3_000_000 + "\n```\n"
    batches = documents(n=list(range(3)), t=[block] * 3)
    found = list(chunk_batches(batches, text_column="t", id_columns=["n"]))
    assert len(found) > 1
    whole = pa.Table.from_batches(found)
    assert whole.column("n").cast(pa.string()).equals(whole.column("source"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            {"text_column": "md"},
            r"text_column must be a column of the input \(t, id, n, document_id\), not",
        ),
        ({"text_column": "t", "id_columns": ["x"]}, r"id_columns must be a column of the input"),
        ({"text_column": "t", "keep": ["x"]}, r"keep must be a column of the input"),
        ({"text_column": "n"}, r"strings or binary data, which int64 is not"),
        ({"text_column": "t", "keep": ["id", "document_id"]}, r"each once"),
        ({"text_column": "t", "keep": ["t"]}, r"other than the text"),
        ({"text_column": "t", "id_columns": ["n"], "keep": ["n"]}, r"each once"),
    ],
)
def test_a_wrong_column_is_an_error_that_says_what_is_allowed(
    arguments: dict[str, Any], message: str
) -> None:
    batches = documents(t=["x"], id=["y"], n=[1], document_id=[2])
    with pytest.raises(OptionError, match=message):
        list(chunk_batches(batches, **arguments))


def test_a_sizer_that_cannot_be_loaded_is_an_error_before_the_first_document() -> None:
    options = ChunkOptions(sizer="hf:no/such/tokenizer.json")
    with pytest.raises(OptionError, match="sizer"):
        list(chunk_batches([], text_column="t", options=options))


def test_without_pyarrow_the_error_has_the_line_that_installs_it() -> None:
    code = "import sys; sys.modules['pyarrow'] = None; import marksplit.export.arrow"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert 'pip install "marksplit[arrow]"' in run.stderr.splitlines()[-1]


def test_the_text_to_embed_is_a_column_where_it_is_asked_for() -> None:
    options = ChunkOptions(max_size=30, document_title=True)
    table = to_table(chunk(_TEXT, options), options=options, contextual=True)
    assert table.schema == record_schema(contextual=True)
    assert table.schema.names == [*SCHEMA.names, "contextual_text"]
    assert table["contextual_text"].to_pylist() == [
        found.with_context() for found in chunk(_TEXT, options)
    ]
    batch = documents(t=["# A\n\nb", None], contextual_text=["own", "none"])
    names: dict[str, Any] = {"text_column": "t", "keep": ["contextual_text"]}
    for contextual, name in ((True, "document_contextual_text"), (False, "contextual_text")):
        (made,) = chunk_batches(batch, **names, contextual=contextual)
        assert made.schema == output_schema(batch[0].schema, **names, contextual=contextual)
        assert made.column(name).to_pylist() == ["own"]
        assert made.schema.names[-1] == "error"
        assert ("contextual_text" in made.schema.names[-2:]) == contextual


def test_a_document_that_fails_has_no_text_to_embed() -> None:
    (row,) = rows(chunk_batches(documents(t=[b"\xff"]), text_column="t", contextual=True))
    assert (row["contextual_text"], row["error"] is None) == (None, False)


NAMED = pa.table({"url": ["/tea"], "body": [_TEXT]})


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"id_columns": "url"}, r"id_columns must be a list of columns, \['url'\], not 'url'"),
        ({"keep": "url"}, r"keep must be a list of columns, \['url'\], not 'url'"),
    ],
)
def test_a_name_alone_is_no_list_of_columns(given: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        chunk_all(NAMED.to_batches(), **given)
    with pytest.raises(OptionError, match=message):
        output_schema(NAMED.schema, text_column="body", **given)


def chunk_all(batches: Any, **given: Any) -> list[pa.RecordBatch]:
    return list(chunk_batches(batches, text_column="body", **given))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (NAMED, r"not a Table: write table\.to_batches\(\)"),
        (NAMED.to_batches()[0], r"not a RecordBatch: write \[batch\]"),
    ],
)
def test_one_table_is_no_batches_and_says_so_at_once(given: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        chunk_batches(given, text_column="body")


def test_what_is_no_batch_is_named() -> None:
    with pytest.raises(
        TypeError, match=r"batches must be of pyarrow.RecordBatch, which str is not"
    ):
        chunk_all(["body"])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"options": {}}, r"options must be a ChunkOptions, not \{\}: write ChunkOptions\("),
        ({"syntax": "mkdocs"}, r"not 'mkdocs': write Syntax\.mkdocs\(\)"),
    ],
)
def test_wrong_settings_are_no_failure_of_each_document(given: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        chunk_batches(NAMED.to_batches(), text_column="body", **given)
    with pytest.raises(TypeError, match="must be a"):
        to_table(chunk(_TEXT), **given)


def test_two_columns_of_one_name_are_told_where_one_is_meant() -> None:
    twice = [pa.array(["a"]), pa.array(["b"]), pa.array([_TEXT])]
    table = pa.Table.from_arrays(twice, names=["url", "url", "body"])
    with pytest.raises(OptionError, match=r"id_columns must be one column of the input \(url, url"):
        chunk_all(table.to_batches(), id_columns=["url"])
    assert sum(batch.num_rows for batch in chunk_all(table.to_batches())) > 0
    table = pa.Table.from_arrays(twice, names=["url", "body", "body"])
    with pytest.raises(OptionError, match="text_column must be one column of the input"):
        chunk_all(table.to_batches())
