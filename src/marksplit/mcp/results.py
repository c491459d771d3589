"""What the tools return: as data, and as the lines that an agent reads.

The lines hold no field that an agent does not need to read on; the data has them all.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, GetJsonSchemaHandler, RootModel, TypeAdapter
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from marksplit import Chunk

_CONTEXTUAL = (
    "Only with contextual, in place of text: the text to embed, which is text below the titles "
    "and whatever else a reader of it alone needs."
)


class Result(BaseModel):
    """A page of what a tool has found."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    next_cursor: str | None
    """Call again with this as cursor for what follows; null: this is the end."""

    def to_text(self) -> str:
        """The result as an agent reads it."""
        onward = [f"next_cursor: {self.next_cursor}"] if self.next_cursor else []
        return "\n".join([*self._lines(), *onward])

    @abstractmethod
    def _lines(self) -> Iterator[str]: ...


class _OfDocument(Result):
    source: str
    """The path as given, or "text"."""


class ChunkRow(RootModel[dict[str, Any]]):
    """A chunk with all its fields, with `contextual_text` in place of `text` where it was asked."""

    @classmethod
    def of(cls, chunk: Chunk, *, contextual: bool) -> Self:
        """The row for `chunk`."""
        row = chunk.to_dict()
        if contextual:
            del row["text"]
            row["contextual_text"] = chunk.with_context()
        return cls(row)

    @property
    def place(self) -> str:
        """Its lines."""
        return f"lines {self.root['first_line']} to {self.root['last_line']}"

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler, /
    ) -> JsonSchemaValue:
        """That of `Chunk`, without private fields, and what is different."""
        schema = handler(TypeAdapter(Chunk).core_schema)
        found = handler.resolve_ref_schema(schema)
        properties = {
            name: each for name, each in found["properties"].items() if not name.startswith("_")
        }
        properties["text"] |= {"description": "source[start:end]; not there with contextual"}
        properties["contextual_text"] = {"type": "string", "description": _CONTEXTUAL}
        required = [name for name in found["required"] if name != "text"]
        found |= {"properties": properties, "required": required}
        return schema


class ChunkResult(_OfDocument):
    """Chunks in document order."""

    total: int
    """Number of chunks of the whole document."""
    chunks: list[ChunkRow]

    def _lines(self) -> Iterator[str]:
        yield f"{self.source}: {_count(self.total, 'chunk')}"
        for each in self.chunks:
            row = each.root
            path = " > ".join(row["heading_path"])
            yield f"\n[{row['index']}] lines {row['first_line']}-{row['last_line']} {path}".rstrip()
            yield row["text"] if "text" in row else row["contextual_text"]


class SectionNode(BaseModel):
    """A section and those below it."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    level: int
    """1 to 6; 0 is the text before the first heading."""
    title: str
    """In words in brackets at level 0."""
    heading_path: list[str]
    """Titles from the outermost down to this one: what read_section takes."""
    first_line: int
    last_line: int
    """Included, and with the subsections."""
    size: int
    """Of the text with the subsections, in the sizer's unit."""
    children: list[SectionNode]

    @property
    def place(self) -> str:
        """Its lines."""
        return f"lines {self.first_line} to {self.last_line}"

    def walk(self) -> Iterator[SectionNode]:
        """This node and all below it."""
        yield self
        for child in self.children:
            yield from child.walk()


class OutlineResult(_OfDocument):
    """The section tree. A page may start inside a section of the page before: see heading_path."""

    lines: int
    """Number of lines of the whole document."""
    size: int
    """Of the whole document, in the sizer's unit."""
    total: int
    """Number of sections of the whole document."""
    sections: list[SectionNode]

    def _lines(self) -> Iterator[str]:
        yield f"{self.source}: {_count(self.total, 'section')}"
        rows = [("lines", "size", "section")]
        for node in (each for top in self.sections for each in top.walk()):
            title = f"{'#' * node.level} {node.title or '(no title)'}" if node.level else node.title
            indent = "  " * max(len(node.heading_path) - 1, 0)
            rows.append((f"{node.first_line}-{node.last_line}", str(node.size), indent + title))
        yield from _table(rows)


class SectionResult(_OfDocument):
    """An exact slice of the document."""

    first_line: int
    last_line: int
    start: int
    """Offset in code points."""
    end: int
    """Excluded."""
    text: str

    def _lines(self) -> Iterator[str]:
        yield f"{self.source}: lines {self.first_line}-{self.last_line}\n"
        yield self.text


class DocumentRow(BaseModel):
    """A file below the server's folders."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    path: str
    """What the other tools take as path."""
    bytes: int
    title: str | None
    """Of the front matter, or the first heading; null: there is none near its start, or it cannot
    be read as text."""

    @property
    def place(self) -> str:
        """Its path."""
        return self.path


class DocumentsResult(Result):
    """Files, folder by folder."""

    total: int
    """Number of files that match."""
    documents: list[DocumentRow]
    note: str
    """What is not in the list; empty when all is."""

    def _lines(self) -> Iterator[str]:
        yield _count(self.total, "document")
        rows = [("bytes", "path: title")]
        for each in self.documents:
            rows.append((str(each.bytes), each.path + (f": {each.title}" if each.title else "")))
        yield from _table(rows)
        if self.note:
            yield f"note: {self.note}"


class FoundSection(BaseModel):
    """A section, without its subsections, that holds a word of the query."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    path: str
    heading_path: list[str]
    """Titles down to the section; empty before the first heading."""
    first_line: int
    last_line: int
    """Included."""
    score: float
    """Higher is better; it compares sections of one query."""
    snippet: str
    """The first line below the heading with a word of the query, or the first line."""

    @property
    def place(self) -> str:
        """Its lines."""
        return f"lines {self.first_line} to {self.last_line}"


class FoundResult(Result):
    """Sections, best first."""

    total: int
    """Number of sections that hold a word of the query."""
    sections: list[FoundSection]
    note: str
    """What was not searched; empty when all was."""

    def _lines(self) -> Iterator[str]:
        yield _count(self.total, "section")
        for each in self.sections:
            path = " > ".join(each.heading_path)
            yield f"{each.path} lines {each.first_line}-{each.last_line} {path}".rstrip()
            if each.snippet:
                yield f"    {each.snippet}"
        if self.note:
            yield f"note: {self.note}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")


def _table(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """Rows as the command draws them: all cells but the last aligned to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)][:-1]
    for *cells, last in rows:
        start = "  ".join(cell.rjust(size) for cell, size in zip(cells, widths, strict=True))
        yield f"{start}  {last}"
