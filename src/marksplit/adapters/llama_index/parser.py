"""The node parser: its fields, and the nodes that it makes of a document.

Offsets and metadata are set here; sizes and cuts are the core's business.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Self, Unpack, get_type_hints

from llama_index.core.bridge.pydantic import Field, create_model
from llama_index.core.callbacks import CallbackManager
from llama_index.core.node_parser import NodeParser
from llama_index.core.node_parser.node_utils import (
    build_nodes_from_splits,
    default_id_func,
)
from llama_index.core.schema import (
    DEFAULT_METADATA_TMPL,
    DEFAULT_TEXT_NODE_TMPL,
    BaseNode,
    Document,
    MetadataMode,
    NodeRelationship,
    TextNode,
)
from llama_index.core.utils import get_tqdm_iterable

from marksplit import ChunkOptions, OptionFields, Syntax, parse
from marksplit._field_docs import field_docs
from marksplit.adapters._metadata import Whole, opened, written
from marksplit.adapters._pieces import Cutter, below_titles, titles_above
from marksplit.adapters._settings import Content, Detail, Shape, chunk_options, option_values
from marksplit.adapters.llama_index.nodes import framing, relate, section_spans

_OPTIONS = option_values(ChunkOptions())

if TYPE_CHECKING:
    _OptionModel = NodeParser
else:
    _hints, _docs = get_type_hints(ChunkOptions), field_docs(ChunkOptions)
    _OptionModel = create_model(
        "_OptionModel",
        __base__=NodeParser,
        **{
            name: (_hints[name], Field(default=default, description=_docs.get(name)))
            for name, default in _OPTIONS.items()
        },
    )


class NodeParserFields(OptionFields, total=False):
    """The fields of `MarksplitNodeParser` as keywords."""

    content: Content
    metadata: Detail
    syntax: Syntax
    section_nodes: bool
    flat_metadata: bool
    metadata_prefix: str
    include_metadata: bool
    include_prev_next_rel: bool
    callback_manager: CallbackManager
    id_func: Callable[[int, BaseNode], str] | None


class MarksplitNodeParser(_OptionModel):
    """A LlamaIndex node parser that cuts Markdown with marksplit.

    Its fields are those of `ChunkOptions`, the ones below and those of every node parser. A node's
    text is a slice of its document, from `start_char_idx` to `end_char_idx`. With
    ``content="contextual"`` what LlamaIndex embeds, and shows to a model, is the text to embed, as
    ``Chunk.with_context()`` gives it (white space at its ends is stripped by LlamaIndex, where
    there is something around the slice), and no other metadata, of the document or added. What
    stands above or below the slice is in the metadata, as `embedded_above` and `embedded_below`,
    from where the node's templates take it; with ``include_metadata=False`` it is left out. With
    ``content="text"`` it is the slice, with the document's own metadata as LlamaIndex has it.

    A node's metadata is its document's, and what marksplit adds. ``"lean"`` are `heading_path`,
    `heading`, `anchor`, `kinds`, `context`, `chunk_id` and `key`, as far as they are not empty: what
    stays the same when another part of the document changes. ``"full"`` is every field of the
    record, lines among them. Where a document has metadata under a name that is to be added, that
    is an error, and nothing is overwritten.

    LlamaIndex embeds an edited document anew as a whole, unless the embedding model has an
    `embeddings_cache`. A pipeline's own cache takes nodes for unchanged by text and metadata: where
    nothing but blank lines was added, offsets are those of the first run, unless `metadata` is
    ``"full"``.

    Unless `id_func` is given, a node's id is the `key`: the same for the same chunk of a document
    with the same id.

    Args:
        options: how to cut; keywords change single fields of it.
        chunk_size: LlamaIndex's name of `max_size`, in the unit of `sizer`: characters by default.
        chunk_overlap: LlamaIndex's name of `overlap`.
        fields: any field, by name.

    Raises:
        OptionError: an option's value is not allowed; it is a ``ValueError``.
        TypeError: a keyword is no field, or an option is given under both of its names.
    """

    content: Content = Field(
        default="contextual",
        description="What is embedded and shown to a model: 'contextual', the text to embed; or "
        "'text', the slice, with the document's own metadata as LlamaIndex has it.",
    )
    metadata: Detail = Field(
        default="lean",
        description="What is added to the metadata: 'lean', what stays the same when another part "
        "of the document changes; or 'full', every field of the record.",
    )
    syntax: Syntax = Field(default=Syntax(), description="Which Markdown it is.")
    section_nodes: bool = Field(
        default=False,
        description="Add a node for each section, the parent of its chunks and of the sections "
        "in it, for retrievers that merge children into their parent.",
    )
    flat_metadata: bool = Field(
        default=False,
        description="Make every value that is added a string, a number or a bool, as some vector "
        "stores require: the heading path is joined by ' > ', other lists become JSON.",
    )
    metadata_prefix: str = Field(
        default="", description="Put before each name that is added to the metadata."
    )

    def __init__(
        self,
        options: ChunkOptions | None = None,
        *,
        chunk_size: int | None = None,
        chunk_overlap: int | None = None,
        **fields: Unpack[NodeParserFields],
    ) -> None:
        values: dict[str, Any] = dict(fields)
        unknown = [name for name in values if name not in type(self).model_fields]
        if unknown:
            names = ", ".join(sorted(type(self).model_fields))
            raise TypeError(f"unknown field {unknown[0]!r}; fields are {names}")
        given = {name: values.pop(name) for name in _OPTIONS if name in values}
        theirs = {"chunk_size": chunk_size, "chunk_overlap": chunk_overlap}
        values |= option_values(chunk_options(options, given, theirs=theirs))
        super().__init__(**values)

    @classmethod
    def from_defaults(
        cls,
        options: ChunkOptions | None = None,
        *,
        chunk_size: int | None = None,
        chunk_overlap: int | None = None,
        **fields: Unpack[NodeParserFields],
    ) -> Self:
        """What the class itself gives, under the name that LlamaIndex's parsers have for it."""
        return cls(options, chunk_size=chunk_size, chunk_overlap=chunk_overlap, **fields)

    @classmethod
    def class_name(cls) -> str:
        """The name under which LlamaIndex writes it down."""
        return "MarksplitNodeParser"

    @property
    def options(self) -> ChunkOptions:
        """The fields that say how to cut."""
        return chunk_options(None, {name: getattr(self, name) for name in _OPTIONS})

    def to_dict(self, **kwargs: Any) -> dict[str, Any]:
        """The fields, such that `from_dict` takes them; a function is kept as it is."""
        data = super().to_dict(**kwargs)
        if self.id_func is default_id_func:
            data.pop("id_func", None)  # LlamaIndex writes it in a form that it cannot read
        if data.get("sizer") is len:
            data["sizer"] = "chars"
        return data

    def _parse_nodes(
        self, nodes: Sequence[BaseNode], show_progress: bool = False, **kwargs: Any
    ) -> list[BaseNode]:
        shape = Shape(
            syntax=self.syntax,
            content=self.content,
            metadata=self.metadata,
            flat_metadata=self.flat_metadata,
            metadata_prefix=self.metadata_prefix,
        )
        cutter = Cutter(self.options, shape)
        made: list[BaseNode] = []
        for node in get_tqdm_iterable(nodes, show_progress, "Parsing nodes"):
            made += self._parse_node(node, cutter, shape)
        return made

    def _parse_node(self, document: BaseNode, cutter: Cutter, shape: Shape) -> list[BaseNode]:
        text = document.get_content(metadata_mode=MetadataMode.NONE)
        is_cut = isinstance(document, TextNode) and document.source_node is not None
        offset = document.start_char_idx if is_cut and isinstance(document, TextNode) else None
        whole = opened(text, document.metadata, shape, offset=offset)
        pieces = list(cutter.cut(whole, source=document.node_id))
        chunks = [piece.chunk for piece in pieces]
        spans = section_spans(chunks) if self.section_nodes else []
        texts = [found.text for found in chunks] + [text[start:end] for start, end in spans]
        made = build_nodes_from_splits(texts, document, id_func=self.id_func)
        leaves, sections = made[: len(chunks)], made[len(chunks) :]
        for leaf, piece in zip(leaves, pieces, strict=True):
            self._describe(leaf, whole, shape, piece.start, piece.contextual_text, piece.metadata)
            if self.id_func is default_id_func:
                leaf.id_ = str(piece.key)
        if sections:
            outline = parse(text, self.syntax)
            paths = {section.span: path for path, section in outline.root.walk()}
            for section, span in zip(sections, spans, strict=True):
                path = (*pieces[0].outer, *paths[span])
                record: dict[str, object] = {
                    "heading_path": list(path),
                    "heading": path[-1] if path else "",
                }
                if whole.first_line is not None:
                    above = whole.first_line - 1
                    record["first_line"] = outline.lines.line_at(span.start) + above
                    record["last_line"] = outline.lines.line_at(span.end - 1) + above
                titles = titles_above(path[:-1], path, pieces[0].title)
                contextual = below_titles(titles, section.text)
                start = (whole.start or 0) + span.start
                self._describe(section, whole, shape, start, contextual, record)
            by_span = dict(zip(spans, sections, strict=True))
            relate(by_span, chunks, leaves, set_ids=self.id_func is default_id_func)
        return [*sections, *leaves]

    def _describe(
        self,
        node: TextNode,
        whole: Whole,
        shape: Shape,
        start: int,
        contextual_text: str,
        metadata: dict[str, object],
    ) -> None:
        node.start_char_idx, node.end_char_idx = start, start + len(node.text)
        if not self.include_metadata:
            return
        around: dict[str, str] = {}
        if self.content == "contextual":
            around, template = framing(contextual_text, node.text)
            if around:
                node.metadata_template, node.text_template = "{value}", template
        elif whole.is_piece:
            node.metadata_template = DEFAULT_METADATA_TMPL
            node.text_template = DEFAULT_TEXT_NODE_TMPL
        added = written({**metadata, **around}, shape)
        node.metadata = {**deepcopy(whole.own), **added}
        shown = {shape.metadata_prefix + name for name in list(around)[:1]}
        hideable = node.metadata if self.content == "contextual" else added
        hidden = [name for name in hideable if name not in shown]
        for keys in ("excluded_embed_metadata_keys", "excluded_llm_metadata_keys"):
            before = [name for name in getattr(node, keys) if name not in {*hidden, *shown}]
            setattr(node, keys, [*before, *hidden])

    def _postprocess_parsed_nodes(
        self, nodes: list[BaseNode], parent_doc_map: dict[str, Document]
    ) -> list[BaseNode]:
        """What every parser does, but with offsets and metadata left as they are known."""
        for node in nodes:
            parent = parent_doc_map.get(node.ref_doc_id or "")
            if parent is not None and parent.source_node is not None:
                node.relationships[NodeRelationship.SOURCE] = parent.source_node
        if self.include_prev_next_rel:
            # sections hold each other, and so have no order
            leaves = [node for node in nodes if NodeRelationship.CHILD not in node.relationships]
            for one, other in pairwise(leaves):
                if one.ref_doc_id is not None and one.ref_doc_id == other.ref_doc_id:
                    one.relationships[NodeRelationship.NEXT] = other.as_related_node_info()
                    other.relationships[NodeRelationship.PREVIOUS] = one.as_related_node_info()
        return nodes
