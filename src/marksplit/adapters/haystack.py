"""Haystack's splitter component: documents in, a document for each chunk out.

Haystack's meta keys and its serialisation are here; sizes and cuts are the core's business.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import asdict
from typing import Any

from marksplit import ChunkOptions, OptionError, Syntax, resolve_sizer
from marksplit._optional import require
from marksplit.adapters._shared import (
    check_adapter_settings,
    chunk_options,
    chunks_with_metadata,
    flattened,
    option_values,
)

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


@component
class MarksplitSplitter:
    """A Haystack component that cuts Markdown documents with marksplit.

    Every document that it returns is a slice of its source, from `split_idx_start`. Its meta is a
    deep copy of the source's, then the fields of the chunk's record (heading path, lines,
    `chunk_id` and the rest, which replace equal names) and what Haystack's own splitters write:
    `source_id`, `split_id`, `split_idx_start`, `page_number` (form feeds begin pages), `header`
    and `parent_headers`.

    A pipeline that holds it loads with ``Pipeline.loads(text, allowed_modules=["marksplit.*"])``.

    Args:
        options: how to cut; keywords change single fields of it.
        syntax: which Markdown it is.
        flat_metadata: make every value that is added a string, a number or a bool, as some
            stores require: the heading path is joined by ``" > "``, other lists become JSON.
        fields: any field of `ChunkOptions`.

    Raises:
        OptionError: a value is not allowed; it is a ``ValueError``.
        TypeError: a keyword is unknown.
    """

    def __init__(
        self,
        options: ChunkOptions | None = None,
        *,
        syntax: Syntax = Syntax(),
        flat_metadata: bool = False,
        **fields: object,
    ) -> None:
        check_adapter_settings(syntax, flat_metadata)
        self.options = chunk_options(options, fields)
        self.syntax = syntax
        self.flat_metadata = flat_metadata

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
        return {"documents": [made for document in documents for made in self._split(document)]}

    def _split(self, document: Document) -> list[Document]:
        if not isinstance(document, Document):
            raise TypeError(f"documents must hold Documents, not {type(document).__name__}")
        content = document.content
        if content is None:
            raise ValueError(f"document {document.id} has no text: its content is None")
        first_page = document.meta.get("page_number", 1)
        made = []
        for found, record in chunks_with_metadata(
            content, self.options, self.syntax, source=document.id
        ):
            text_start = found.end - len(found.text.lstrip("\f"))
            meta = {
                **record,
                "source_id": document.id,
                "split_id": found.index,
                "split_idx_start": found.start,
                "page_number": first_page + content.count("\f", 0, text_start),
                "header": found.heading,
                "parent_headers": list(found.heading_path[:-1]),
            }
            if self.flat_metadata:
                meta = flattened(meta)
            made.append(Document(content=found.text, meta={**deepcopy(document.meta), **meta}))
        return made

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
            syntax=asdict(self.syntax),
            flat_metadata=self.flat_metadata,
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
