"""Chunks of a Spark DataFrame. What Spark needs to call `arrow.chunk_batches`, and no more.

`__main__` is the program that does it to a corpus.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING

from marksplit import ChunkOptions, OptionError, Syntax
from marksplit._optional import require
from marksplit.export.arrow import carried_columns, chunk_batches, output_columns

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame


def chunk_dataframe(
    df: DataFrame,
    *,
    text_column: str,
    id_columns: Sequence[str] = (),
    keep: Sequence[str] = (),
    options: ChunkOptions = ChunkOptions(),
    syntax: Syntax = Syntax(),
    contextual: bool = False,
) -> DataFrame:
    """Cut the documents of `df`, one in each row: a row for each chunk.

    Arguments, columns and failures are those of `marksplit.export.arrow.chunk_batches`. Workers
    need marksplit with its extra ``arrow``, and the libraries of the sizer and of ``cuts``.

    Raises:
        OptionError: a column is missing, the text is no text, two columns would have one name, or
            an option cannot be sent to the workers.
        MissingExtraError: pyspark is not installed.
    """
    pickle = require("pyspark.cloudpickle", "spark")
    types = require("pyspark.sql.types", "spark")
    for field in fields(options):
        value = getattr(options, field.name)
        try:
            pickle.dumps(value)
        except Exception as error:  # what pickling raises depends on what is pickled
            allowed = f"something that can be sent to other processes ({error})"
            raise OptionError(field.name, value, allowed) from error
    carried = carried_columns(
        df.columns, text_column=text_column, id_columns=id_columns, keep=keep, contextual=contextual
    )
    kind = df.schema[text_column].dataType
    if not isinstance(kind, (types.StringType, types.BinaryType)):
        allowed = f"a column of strings or binary data, which {kind.simpleString()} is not"
        raise OptionError("text_column", text_column, allowed)
    empty = output_columns(contextual=contextual).empty_table()
    chunk_columns = df.sparkSession.createDataFrame(empty).schema

    needed = list(dict.fromkeys([text_column, *id_columns, *keep]))

    def cut(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        return chunk_batches(
            (batch.rename_columns(needed) for batch in batches),
            text_column=text_column,
            id_columns=id_columns,
            keep=keep,
            options=options,
            syntax=syntax,
            contextual=contextual,
        )

    # Under plain names, since `mapInArrow` fails on one with a dot.
    plain = (df[f"`{name}`"].alias(f"c{number}") for number, name in enumerate(needed))
    columns = []  # Spark matches them by position
    for name, new in carried.items():
        old = df.schema[name]
        columns.append(types.StructField(new, old.dataType, old.nullable, old.metadata))
    schema = types.StructType([*columns, *chunk_columns])
    return df.select(*plain).mapInArrow(cut, schema)
