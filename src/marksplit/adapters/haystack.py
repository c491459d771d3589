"""Haystack's splitter component: documents in, a document for each chunk out.

Haystack's meta keys and its serialisation are here; sizes and cuts are the core's business.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import asdict
from hashlib import sha256
from typing import Any, Unpack

from marksplit import ChunkOptions, OptionError, OptionFields, Syntax, resolve_sizer
from marksplit._optional import require
from marksplit.adapters._metadata import Whole, opened, slice_in, written
from marksplit.adapters._pieces import Cutter, Piece
from marksplit.adapters._settings import Content, Detail, Shape, chunk_options, option_values

require("haystack", "haystack")

from haystack import (
    Document,
    component,
    default_from_dict,
    default_to_dict,
)
from haystack.utils import deserialize_callable, serialize_callable

_FUNCTION = "function"
"""The key under which a function's place is written down."""
_THEIRS = ("source_id", "split_id", "split_idx_start", "header", "parent_headers")
"""What Haystack's own splitters write, and replace."""


@component
class MarksplitSplitter:
    """A Haystack component that cuts Markdown documents with marksplit.

    With ``content="text"`` a document's content is a slice of its source, from `split_idx_start`;
    with ``content="contextual"`` it is the text to embed, as ``Chunk.with_context()`` gives it, and
    the meta has `slice_start` and `slice_end`: where in it the slice is. (An embedder's
    `meta_fields_to_embed` adds meta to a slice as well: ``["heading_path"]`` with
    ``flat_metadata=True`` and an `embedding_separator` of two line ends is close to it.)

    The meta is a deep copy of the source's, what Haystack's own splitters write (`source_id`,
    `split_id`, `split_idx_start`, `page_number`, where form feeds begin pages, `header` and
    `parent_headers`), and what marksplit adds. ``"lean"`` are `heading_path`, `heading`, `anchor`,
    `kinds`, `context`, `chunk_id` and `key`, as far as they are not empty; ``"full"`` is every
    field of the record, lines among them. Where a source has meta under a name that is to be
    written, and that no splitter wrote, that is an error, and nothing is overwritten.

    A document's id is made of its content, the source's own meta, and its `key`, so that it stays
    the same when another part of the source changes: a writer with ``DuplicatePolicy.SKIP`` adds
    what is new, ``OVERWRITE`` also brings `split_id` and offsets of the others up to date. The key
    is made of the source's name, the meta field `source_field`; a source without it is named by
    its id, which Haystack makes of the whole content, so that every edit changes all ids.

    ``DocumentCleaner`` does not suit Markdown: by default it makes blank lines and indentation one
    space, so that headings, paragraphs and code run into one line. Leave it out.

    A pipeline that holds it loads with ``Pipeline.loads(text, allowed_modules=["marksplit.*"])``.

    Args:
        options: how to cut; keywords change single fields of it.
        content: what a document's content is.
        metadata: what marksplit adds to its meta.
        split_length: Haystack's name of `max_size`, in the unit of `sizer`: characters by default.
        split_overlap: Haystack's name of `overlap`.
        syntax: which Markdown it is.
        flat_metadata: make every value that is added a string, a number or a bool, as some
            stores require: the heading path is joined by ``" > "``, other lists become JSON.
        metadata_prefix: put before each name that marksplit adds; Haystack's own keys stay.
        source_field: the meta field that names a source; converters write `file_path`.
        fields: any field of `ChunkOptions`.

    Raises:
        OptionError: a value is not allowed; it is a ``ValueError``.
        TypeError: a keyword is unknown, or an option is given under both of its names.
    """

    def __init__(
        self,
        options: ChunkOptions | None = None,
        *,
        content: Content = "text",
        metadata: Detail = "lean",
        split_length: int | None = None,
        split_overlap: int | None = None,
        syntax: Syntax = Syntax(),
        flat_metadata: bool = False,
        metadata_prefix: str = "",
        source_field: str = "file_path",
        **fields: Unpack[OptionFields],
    ) -> None:
        theirs = {"split_length": split_length, "split_overlap": split_overlap}
        self.options = chunk_options(options, fields, theirs=theirs)
        self.shape = Shape(
            syntax=syntax,
            content=content,
            metadata=metadata,
            flat_metadata=flat_metadata,
            metadata_prefix=metadata_prefix,
        )
        if not isinstance(source_field, str):
            raise OptionError("source_field", source_field, "a str")
        self.source_field = source_field

    def warm_up(self) -> None:
        """Load the sizer, when it is one by name."""
        resolve_sizer(self.options.sizer)

    @component.output_types(documents=list[Document])
    def run(self, documents: list[Document]) -> dict[str, list[Document]]:
        """Cut each document; a blank one gives nothing.

        Raises:
            TypeError: `documents` is not a list of documents.
            ValueError: a document has no text.
        """
        if not isinstance(documents, list):
            raise TypeError(f"documents must be a list, not {type(documents).__name__}")
        cutter = Cutter(self.options, self.shape, theirs=_THEIRS)
        return {"documents": [made for each in documents for made in self._split(each, cutter)]}

    def _split(self, document: Document, cutter: Cutter) -> list[Document]:
        if not isinstance(document, Document):
            raise TypeError(f"documents must hold Documents, not {type(document).__name__}")
        if document.content is None:
            raise ValueError(f"document {document.id} has no text: its content is None")
        whole = self._opened(document)
        first_page = document.meta.get("page_number", 1)
        source = str(document.meta.get(self.source_field) or document.id)
        made = []
        for piece in cutter.cut(whole, source=source):
            found = piece.chunk
            content, metadata = found.text, piece.metadata
            if self.shape.content == "contextual":
                content = piece.contextual_text
                metadata.update(slice_in(content, found.text))
            text_start = found.end - len(found.text.lstrip("\f"))
            path = (*piece.outer, *found.heading_path)
            metadata |= {
                "source_id": document.id,
                "split_id": found.index,
                "split_idx_start": piece.start,
                "page_number": first_page + whole.text.count("\f", 0, text_start),
                "header": path[-1] if path else "",
                "parent_headers": list(path[:-1]),
            }
            meta = {**deepcopy(whole.own), **written(metadata, self.shape)}
            made.append(Document(id=_id(content, whole, piece), content=content, meta=meta))
        return made

    def _opened(self, document: Document) -> Whole:
        """The document without the meta that a splitter before this one wrote."""
        meta = dict(document.meta)
        offset: object = None
        path: list[str] = []
        if {"source_id", "split_id"} <= meta.keys():
            offset = meta.get("split_idx_start")
            header, parents = meta.get("header"), meta.get("parent_headers", [])
            if header and isinstance(parents, list):
                path = [*parents, header]
            for name in _THEIRS:
                meta.pop(name, None)
        return opened(document.content or "", meta, self.shape, offset=offset, path=path)

    def to_dict(self) -> dict[str, Any]:
        """What `from_dict` takes, in values that YAML can hold.

        Raises:
            SerializationError: a function is a lambda, nested or a method.
            OptionError: one is an object without a name of its own, such as a ``partial``.
        """
        values = option_values(self.options)
        return default_to_dict(
            self,
            **{name: _written(name, value) for name, value in values.items()},
            **{**asdict(self.shape), "syntax": asdict(self.shape.syntax)},
            source_field=self.source_field,
        )

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> MarksplitSplitter:
        """The component that `to_dict` wrote.

        Raises:
            DeserializationError: a function is of a module that is not allowed.
        """
        values: dict[str, Any] = {
            name: deserialize_callable(value[_FUNCTION])
            if isinstance(value, Mapping) and _FUNCTION in value
            else value
            for name, value in data.get("init_parameters", {}).items()
        }
        if isinstance(values.get("syntax"), Mapping):
            values["syntax"] = Syntax(**values["syntax"])
        made: MarksplitSplitter = default_from_dict(cls, {**data, "init_parameters": values})
        return made


def _id(content: str, whole: Whole, piece: Piece) -> str:
    """A document's id, which says nothing of where it stands."""
    told = json.dumps([piece.key, content, whole.own], sort_keys=True, default=str)
    return sha256(told.encode("ascii")).hexdigest()


def _written(name: str, value: object) -> object:
    """An option's value as YAML can hold it: a function becomes the place where it is found."""
    if not callable(value):
        return value
    if value is len:
        return "chars"
    if not hasattr(value, "__qualname__"):
        allowed = "a module's function, to be written down"
        if name == "sizer":
            allowed = "a module's function or a name, such as 'tiktoken:NAME', to be written down"
        raise OptionError(name, value, allowed)
    return {_FUNCTION: serialize_callable(value)}
