"""The formats of ``marksplit chunk``: each makes bytes of one document, and joins those of many.

Documents are encoded where they were cut, maybe in another process; joined in the first one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

from marksplit import Chunk
from marksplit.cli import layout
from marksplit.cli.reading import InputError
from marksplit.cli.writing import Output, to_bytes, to_json

Record = dict[str, object]


class Format:
    """How documents are written; completed at the end of its ``with`` block. This is JSON Lines.

    Args:
        output: where to.
        contextual: whether the records hold the text to embed.
    """

    def __init__(self, output: Output, *, contextual: bool) -> None:
        self._stream = output.stream
        self._empty = True

    @staticmethod
    def encode(
        source: str, chunks: Sequence[Chunk], made: Iterator[Record], *, contextual: bool
    ) -> list[bytes]:
        """One document's parts; `made` are the records of its chunks."""
        return [to_bytes("".join(to_json(record) + "\n" for record in made))]

    def add(self, part: bytes) -> None:
        """Write the next of what `encode` made."""
        self._stream.write(part)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self.end()

    def end(self) -> None:
        """Write what comes last."""


class _Array(Format):
    """One JSON array over all documents, a record in each line."""

    @staticmethod
    def encode(
        source: str, chunks: Sequence[Chunk], made: Iterator[Record], *, contextual: bool
    ) -> list[bytes]:
        return [to_bytes(to_json(record)) for record in made]

    def add(self, part: bytes) -> None:
        self._stream.write((b"[\n" if self._empty else b",\n") + part)
        self._empty = False

    def end(self) -> None:
        self._stream.write(b"[]\n" if self._empty else b"\n]\n")


class _Listing(Format):
    """A list to read."""

    @staticmethod
    def encode(
        source: str, chunks: Sequence[Chunk], made: Iterator[Record], *, contextual: bool
    ) -> list[bytes]:
        listed = list(made)
        reasons = [str(record.get("reason", "")) for record in listed]
        texts = [each.text[each.overlap :] for each in chunks]
        if contextual:
            texts = [str(record["contextual_text"]) for record in listed]
        return [to_bytes("\n".join(_describe(source, chunks, texts, reasons)) + "\n")]

    def add(self, part: bytes) -> None:
        self._stream.write(part if self._empty else b"\n" + part)
        self._empty = False


class _Parquet(Format):
    """A Parquet file, of the columns that `marksplit.export.arrow` gives records."""

    def __init__(self, output: Output, *, contextual: bool) -> None:
        super().__init__(output, contextual=contextual)
        from marksplit.export import arrow, parquet  # an extra, loaded when it is asked for

        self._schema = arrow.record_schema(contextual=contextual)
        self._writer = parquet.ParquetWriter(output.stream, schema=self._schema)

    @staticmethod
    def encode(
        source: str, chunks: Sequence[Chunk], made: Iterator[Record], *, contextual: bool
    ) -> list[bytes]:
        from marksplit.export.arrow import record_batches, record_schema

        schema = record_schema(contextual=contextual)
        if contextual:  # a record that an earlier run made may lack it
            made = ({"contextual_text": None, **record} for record in made)
        try:
            return [batch.serialize().to_pybytes() for batch in record_batches(made, schema=schema)]
        except ValueError as error:  # a lone surrogate
            raise InputError(source, str(error)) from error

    def add(self, part: bytes) -> None:
        from pyarrow import ipc

        self._writer.write(ipc.read_record_batch(part, self._schema))

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        self._writer.__exit__(kind, *rest)


FORMATS: dict[str, type[Format]] = {
    "text": _Listing,
    "jsonl": Format,
    "json": _Array,
    "parquet": _Parquet,
}


def _describe(
    source: str, chunks: Sequence[Chunk], texts: Sequence[str], reasons: Sequence[str]
) -> list[str]:
    """The lines of the list of one document's chunks, fitted to the terminal.

    The text shown is what the chunk adds, without its overlap, or the text to embed. Between two
    chunks comes the reason, if there is one.
    """
    count = "1 chunk" if len(chunks) == 1 else f"{len(chunks)} chunks"
    over = sum(each.oversize for each in chunks)
    note = f", {over} over the size (!)" if over else ""
    lines = [f"{layout.plain(source)}: {count}{note}"]
    if not chunks:
        return lines
    starts = layout.numbers(
        [
            ("#", "lines", "size"),
            *(
                (
                    str(each.index),
                    f"{each.first_line}-{each.last_line}",
                    f"{each.size}!" if each.oversize else str(each.size),
                )
                for each in chunks
            ),
        ]
    )
    room = layout.terminal_width() - len(starts[0])
    paths = ["path", *(layout.plain(" > ".join(each.heading_path)) for each in chunks)]
    columns = min(max(map(layout.width, paths)), room * 2 // 5)
    shown = ["text", *(layout.plain(text[: 8 * room]) for text in texts)]
    above = ["", "", *reasons[1:]]
    for start, path, text, reason in zip(starts, paths, shown, above, strict=True):
        if reason:
            lines.append(layout.clip(f"  -- {reason}", layout.terminal_width()))
        place = layout.left(layout.clip_start(path, columns), columns)
        lines.append(f"{start}{place}  {layout.clip(text, room - columns - 2)}".rstrip())
    return lines
