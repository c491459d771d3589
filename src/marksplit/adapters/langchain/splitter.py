"""LangChain's text splitter interface: documents in, a document for each chunk out.

LangChain searches for each chunk to find where it was cut; here that is known.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection
from collections.abc import Set as AbstractSet
from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import Any, Literal, Protocol, Self, Unpack, runtime_checkable

from langchain_core.documents import Document
from langchain_text_splitters import TextSplitter

from marksplit import ChunkOptions, OptionError, OptionFields, Syntax, resolve_sizer
from marksplit.adapters._metadata import opened, slice_in, written
from marksplit.adapters._pieces import Cutter
from marksplit.adapters._settings import Content, Detail, Shape, chunk_options


@runtime_checkable
class _Tokenizer(Protocol):
    """A tokenizer of transformers, as far as it is needed."""

    def tokenize(self, text: str, /) -> list[str]: ...


class MarksplitTextSplitter(TextSplitter):
    """A LangChain text splitter that cuts Markdown with marksplit.

    With ``content="text"`` a document's text is a slice of the document that was cut; with
    ``content="contextual"`` it is the text to embed, as ``Chunk.with_context()`` gives it, and the
    metadata has `slice_start` and `slice_end`: where in it the slice is.

    The metadata is a deep copy of the document's own, and what marksplit adds. ``"lean"`` are
    `heading_path`, `heading`, `anchor`, `kinds`, `context`, `chunk_id` and `key`, as far as they
    are not empty: what stays the same when another part of the document changes, so that
    LangChain's ``index()`` embeds only what did (of equal chunks, or headings, the numbering can
    move). ``"full"`` is every field of the record, offsets and lines among them. Where a document
    has metadata under a name that is to be added, that is an error, and nothing is overwritten.

    A document's `key`, and its ``id``, is what a store upserts by; it is made of the `source` in
    the metadata. Without a `source` there is no key, and the ``id`` is ``None``.

    A document that marksplit cut can be cut again: heading paths and offsets are those of the first
    document, as far as the metadata tells them (sections reach as far as the piece), numbers
    count within the piece, and keys are made of its key.

    Args:
        options: how to cut; keywords change single fields of it.
        content: what a document's text is.
        metadata: what is added to its metadata.
        chunk_size: LangChain's name of `max_size`.
        chunk_overlap: LangChain's name of `overlap`; 0 by default, unlike LangChain's.
        length_function: LangChain's name of `sizer`.
        add_start_index: put `start_index`, the offset of the slice, into the metadata. Where the
            document has one, it is added to, in any case.
        syntax: which Markdown it is.
        flat_metadata: make every value that is added a string, a number or a bool, as some vector
            stores require: the heading path is joined by ``" > "``, other lists become JSON.
        metadata_prefix: put before each name that is added, `start_index` aside.
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
        chunk_size: int | None = None,
        chunk_overlap: int | None = None,
        length_function: Callable[[str], int] | None = None,
        add_start_index: bool = False,
        syntax: Syntax = Syntax(),
        flat_metadata: bool = False,
        metadata_prefix: str = "",
        **fields: Unpack[OptionFields],
    ) -> None:
        theirs = {
            "chunk_size": chunk_size,
            "chunk_overlap": chunk_overlap,
            "length_function": length_function,
        }
        self.options = chunk_options(options, fields, theirs=theirs)
        self.shape = Shape(
            syntax=syntax,
            content=content,
            metadata=metadata,
            flat_metadata=flat_metadata,
            metadata_prefix=metadata_prefix,
        )
        super().__init__(
            chunk_size=self.options.max_size or sys.maxsize,  # 0 is refused there
            chunk_overlap=self.options.overlap if self.options.max_size else 0,
            length_function=resolve_sizer(self.options.sizer),
            add_start_index=add_start_index,
        )

    @classmethod
    def from_tiktoken_encoder(
        cls,
        encoding_name: str = "gpt2",
        model_name: str | None = None,
        allowed_special: Literal["all"] | AbstractSet[str] | None = None,
        disallowed_special: Literal["all"] | Collection[str] = "all",
        **kwargs: Any,
    ) -> Self:
        """A splitter that counts tokens with tiktoken.

        Text that looks like a special token counts as text; only where `allowed_special` or
        `disallowed_special` are given, it is as LangChain has it.

        Args:
            encoding_name: an encoding's name.
            model_name: a model's name; it goes before `encoding_name`.
            allowed_special: special tokens that count as one.
            disallowed_special: special tokens that raise an error.
            kwargs: what the class takes.
        """
        if allowed_special is None and disallowed_special == "all":
            return cls(sizer=f"tiktoken:{model_name or encoding_name}", **kwargs)
        return super().from_tiktoken_encoder(
            encoding_name, model_name, allowed_special, disallowed_special, **kwargs
        )

    @classmethod
    def from_huggingface_tokenizer(cls, tokenizer: object, **kwargs: Any) -> Self:
        """A splitter that counts tokens with a tokenizer of Hugging Face.

        Args:
            tokenizer: a tokenizer of transformers, the path of a ``tokenizer.json``, or a model's
                name.
            kwargs: what the class takes.

        Raises:
            OptionError: `tokenizer` is something else, or cannot be loaded.
        """
        if isinstance(tokenizer, str | Path):
            return cls(sizer=f"hf:{tokenizer}", **kwargs)
        if not isinstance(tokenizer, _Tokenizer):
            allowed = (
                "a tokenizer of transformers, the path of a tokenizer.json, or a model's name (for "
                "a tokenizers.Tokenizer, set sizer to what "
                "marksplit.tokenizers.huggingface.huggingface makes of it)"
            )
            raise OptionError("tokenizer", tokenizer, allowed)
        return cls(sizer=partial(_count, tokenizer), **kwargs)

    def split_text(self, text: str) -> list[str]:
        """The texts of the documents that are made of `text`."""
        return [made.page_content for made in self.create_documents([text])]

    def create_documents(
        self, texts: list[str], metadatas: list[dict[Any, Any]] | None = None
    ) -> list[Document]:
        """Cut each text; its chunks get its metadata.

        LangChain's own version searches for each chunk to find its offset, which fails for
        repeated text, for overlap that is not counted in characters, and where text was changed.

        Raises:
            ValueError: there are not as many `metadatas` as `texts`, or metadata has a name that is
                to be added.
        """
        documents = []
        cutter = Cutter(self.options, self.shape)
        for text, given in zip(texts, metadatas or [{}] * len(texts), strict=True):
            offset = given.get("start_index")
            if self._add_start_index and not isinstance(offset, int | None):
                raise ValueError(f"a document's start_index must be a number, not {offset!r}")
            whole = opened(text, given, self.shape, offset=offset)
            for piece in cutter.cut(whole, source=str(given.get("source") or "")):
                content = piece.chunk.text
                if self.shape.content == "contextual":
                    content = piece.contextual_text
                    piece.metadata.update(slice_in(content, piece.chunk.text))
                metadata = {**deepcopy(whole.own), **written(piece.metadata, self.shape)}
                if self._add_start_index or isinstance(offset, int):
                    metadata["start_index"] = piece.start
                documents.append(Document(page_content=content, metadata=metadata, id=piece.key))
        return documents


def _count(tokenizer: _Tokenizer, text: str) -> int:
    return len(tokenizer.tokenize(text))
