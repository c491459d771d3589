"""Chunks as Arrow tables and record batches, by one function that every engine can call.

Nothing here knows an engine or writes a file.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from functools import partial
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Literal, Union, get_args, get_origin, get_type_hints

from marksplit import Chunk, ChunkOptions, OptionError, Syntax, chunk
from marksplit._optional import require
from marksplit.export.records import Contextual, Placement, records

if TYPE_CHECKING:
    import pyarrow as pa
else:
    pa = require("pyarrow", "arrow")

_SCALARS: dict[object, pa.DataType] = {
    str: pa.string(),
    int: pa.int64(),
    bool: pa.bool_(),
    float: pa.float64(),
}
_TEXT = [
    *(pa.string(), pa.large_string(), pa.string_view()),
    *(pa.binary(), pa.large_binary(), pa.binary_view()),
    pa.null(),
]
_BATCH_ROWS = 10_000
_BATCH_CHARS = 4_000_000
"""A batch ends when it reaches one of these, so that memory stays bounded."""


def schema_of(*owners: type) -> pa.Schema:
    """The columns for the fields of dataclasses or typed dictionaries, read off their type hints.

    A tuple becomes a list, a dataclass a struct; a field may be NULL only if its type has ``None``.
    Private fields are left out.
    """
    hints = [pair for owner in owners for pair in get_type_hints(owner).items()]
    return pa.schema([_field(name, hint) for name, hint in hints if not name.startswith("_")])


def _field(name: str, hint: object) -> pa.Field[pa.DataType]:
    return pa.field(name, _type(hint), nullable=NoneType in get_args(hint))


def _type(hint: object) -> pa.DataType:
    if hint in _SCALARS:
        return _SCALARS[hint]
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Literal:
        return _type(type(inner[0]))
    if origin is tuple:
        return pa.list_(_field("element", inner[0]))
    if origin in (Union, UnionType):
        kinds = [kind for kind in inner if kind is not NoneType]
        if len(kinds) == 1:
            return _type(kinds[0])
    if isinstance(hint, type) and is_dataclass(hint):
        return pa.struct(list(schema_of(hint)))
    raise TypeError(f"there is no Arrow type for {hint!r}")


def record_schema(*, contextual: bool = False) -> pa.Schema:
    """The columns of a record, see `marksplit.export.records`, `contextual` or not."""
    return schema_of(Chunk, Placement, Contextual) if contextual else schema_of(Chunk, Placement)


SCHEMA: pa.Schema = record_schema()
"""The columns of a record without ``contextual_text``."""
_ERROR = pa.field("error", pa.string())
OUTPUT_SCHEMA: pa.Schema = pa.schema([*(column.with_nullable(True) for column in SCHEMA), _ERROR])
"""The same and ``error``: in a row for a document that failed all but ``source`` are NULL."""
_CONTEXTUAL_OUTPUT = pa.schema(
    [*(column.with_nullable(True) for column in record_schema(contextual=True)), _ERROR]
)


def record_batches(
    rows: Iterable[Mapping[str, object]], *, schema: pa.Schema = SCHEMA
) -> Iterator[pa.RecordBatch]:
    """Records as batches of bounded size.

    Raises:
        ValueError: a record holds a lone surrogate, which UTF-8 and so Arrow cannot.
    """
    waiting: list[Mapping[str, object]] = []
    chars = 0
    for row in rows:
        waiting.append(row)
        chars += len(str(row["text"])) + len(str(row.get("contextual_text", "")))
        if len(waiting) >= _BATCH_ROWS or chars >= _BATCH_CHARS:
            yield _batch(waiting, schema)
            waiting, chars = [], 0
    if waiting:
        yield _batch(waiting, schema)


def to_table(
    chunks: Sequence[Chunk],
    *,
    source: str = "",
    options: ChunkOptions = ChunkOptions(),
    syntax: Syntax = Syntax(),
    contextual: bool = False,
) -> pa.Table:
    """All chunks of one document as a table; the arguments are those of `records`.

    Its columns are those of `record_schema`.

    Raises:
        ValueError: the text holds a lone surrogate, which UTF-8 and so Arrow cannot.
    """
    made = records(chunks, source=source, options=options, syntax=syntax, contextual=contextual)
    schema = record_schema(contextual=contextual)
    return pa.Table.from_batches(record_batches(made, schema=schema), schema)


def output_columns(*, contextual: bool = False) -> pa.Schema:
    """The columns for chunks in what `chunk_batches` gives: `OUTPUT_SCHEMA`, `contextual` or not."""
    return _CONTEXTUAL_OUTPUT if contextual else OUTPUT_SCHEMA


def carried_columns(
    names: Sequence[str],
    *,
    text_column: str,
    id_columns: Sequence[str],
    keep: Sequence[str],
    contextual: bool = False,
) -> dict[str, str]:
    """The columns of an input with the columns `names` that are carried along: old to new name.

    A name that a chunk's column has already gets ``document_`` in front.

    Raises:
        OptionError: a column is missing or not one alone, or two columns of the output would have
            one name.
    """
    chunk_columns = output_columns(contextual=contextual).names
    for option, columns in (("id_columns", id_columns), ("keep", keep)):
        if isinstance(columns, str):
            raise OptionError(option, columns, f"a list of columns, [{columns!r}]")
    asked = [("text_column", text_column)]
    asked += [("id_columns", name) for name in id_columns] + [("keep", name) for name in keep]
    carried: dict[str, str] = {}
    taken: set[str] = set()  # in lower case, since most engines tell no case apart
    for option, name in asked:
        if name not in names:
            raise OptionError(option, name, f"a column of the input ({', '.join(names)})")
        if list(names).count(name) > 1:
            raise OptionError(option, name, f"one column of the input ({', '.join(names)})")
        if option == "text_column":
            continue
        new = f"document_{name}" if name.lower() in chunk_columns else name
        if name == text_column or new.lower() in taken:
            raise OptionError(option, name, "columns other than the text, each once")
        taken.add(new.lower())
        carried[name] = new
    return carried


def output_schema(
    schema: pa.Schema,
    *,
    text_column: str,
    id_columns: Sequence[str] = (),
    keep: Sequence[str] = (),
    contextual: bool = False,
) -> pa.Schema:
    """The columns that `chunk_batches` gives for an input of `schema`.

    First the `carried_columns`, then the `output_columns`.

    Raises:
        OptionError: see `carried_columns`; or the text is no text.
    """
    carried = carried_columns(
        schema.names,
        text_column=text_column,
        id_columns=id_columns,
        keep=keep,
        contextual=contextual,
    )
    kind = schema.field(text_column).type
    if (kind.value_type if pa.types.is_dictionary(kind) else kind) not in _TEXT:
        allowed = f"a column of strings or binary data, which {kind} is not"
        raise OptionError("text_column", text_column, allowed)
    columns = [schema.field(name).with_name(new) for name, new in carried.items()]
    return pa.schema([*columns, *output_columns(contextual=contextual)])


def chunk_batches(
    batches: Iterable[pa.RecordBatch],
    *,
    text_column: str,
    id_columns: Sequence[str] = (),
    keep: Sequence[str] = (),
    options: ChunkOptions = ChunkOptions(),
    syntax: Syntax = Syntax(),
    contextual: bool = False,
) -> Iterator[pa.RecordBatch]:
    """Cut the documents of `batches`, one in each row: a row for each chunk, in order.

    The columns are those of `output_schema`. A NULL text gives no row. A document that fails gives
    one row that says why in ``error`` and holds no chunk, and the rest goes on; in all other rows
    ``error`` is NULL.

    Args:
        batches: the documents, as batches of one schema.
        text_column: the column with the Markdown; binary data is read as UTF-8.
        id_columns: columns that name a document; they are carried along. ``source`` is the value
            of one, and a JSON array of several. Without any it is ``""``, and equal chunks of
            different documents have the same ``key``.
        keep: further columns to carry along.
        options: how to cut.
        syntax: which Markdown it is.
        contextual: whether there is a column ``contextual_text``, with the text to embed.

    Raises:
        TypeError: an argument is not what it should be.
        OptionError: see `output_schema`; or the sizer's name cannot be loaded.
        MissingExtraError: the sizer's library is not installed.
    """
    chunk("", options, syntax=syntax)  # what is wrong with them is not each document's failure
    for kind, instead in ((pa.Table, "table.to_batches()"), (pa.RecordBatch, "[batch]")):
        if isinstance(batches, kind):
            raise TypeError(f"batches must be several, not a {kind.__name__}: write {instead}")
    return _batches(batches, text_column, id_columns, keep, options, syntax, contextual)


def _batches(
    batches: Iterable[pa.RecordBatch],
    text_column: str,
    id_columns: Sequence[str],
    keep: Sequence[str],
    options: ChunkOptions,
    syntax: Syntax,
    contextual: bool,
) -> Iterator[pa.RecordBatch]:
    chunk_columns = output_columns(contextual=contextual)
    for batch in batches:
        if not isinstance(batch, pa.RecordBatch):
            what = type(batch).__name__
            raise TypeError(f"batches must be of pyarrow.RecordBatch, which {what} is not")
        schema = output_schema(
            batch.schema,
            text_column=text_column,
            id_columns=id_columns,
            keep=keep,
            contextual=contextual,
        )
        carried = [*id_columns, *keep]
        origins: list[int] = []
        cut = partial(_chunked, options=options, syntax=syntax, contextual=contextual)
        made = _chunk_rows(batch, text_column, id_columns, cut, origins)
        done = 0
        for part in record_batches(made, schema=chunk_columns):
            rows = pa.array(origins[done : done + part.num_rows], pa.int64())
            done += part.num_rows
            columns = [batch.column(name).take(rows) for name in carried]
            yield pa.RecordBatch.from_arrays([*columns, *part.columns], schema=schema)


def _chunk_rows(
    batch: pa.RecordBatch,
    text_column: str,
    id_columns: Sequence[str],
    cut: Callable[[str, str], Iterator[dict[str, object]]],
    origins: list[int],
) -> Iterator[dict[str, object]]:
    """The rows that a batch becomes; the row that each comes from is added to `origins`."""
    texts = batch.column(text_column)
    ids = [batch.column(name) for name in id_columns]
    for number in range(batch.num_rows):
        text = texts[number].as_py()
        if text is None:
            continue
        source = None
        try:
            source = _source(id_columns, [column[number].as_py() for column in ids])
            text = text.decode() if isinstance(text, bytes) else text
            made = cut(text, source)
        except Exception as error:  # a sizer may raise anything; the row tells it
            origins.append(number)
            reason = f"{type(error).__name__}: {error}"
            yield {**dict.fromkeys(_CONTEXTUAL_OUTPUT.names), "source": source, "error": reason}
            continue
        for record in made:
            origins.append(number)
            yield {**record, "error": None}


def _chunked(
    text: str, source: str, *, options: ChunkOptions, syntax: Syntax, contextual: bool
) -> Iterator[dict[str, object]]:
    chunks = chunk(text, options, syntax=syntax)
    return records(chunks, source=source, options=options, syntax=syntax, contextual=contextual)


def _source(names: Sequence[str], values: Sequence[object]) -> str:
    for name, value in zip(names, values, strict=True):
        if value is None:
            raise ValueError(f"{name} is NULL, so that the document has no name")
    if len(values) > 1:
        return json.dumps(values, ensure_ascii=False, default=str)
    return str(values[0]) if values else ""


def _batch(rows: Sequence[Mapping[str, object]], schema: pa.Schema) -> pa.RecordBatch:
    try:
        columns = [pa.array([row[field.name] for row in rows], field.type) for field in schema]
    except UnicodeEncodeError as error:
        found = ord(error.object[error.start])
        raise ValueError(f"a lone surrogate (U+{found:04X}) cannot be stored in Arrow") from error
    return pa.RecordBatch.from_arrays(columns, schema=schema)
