"""LlamaIndex's node parser interface: chunks as nodes, with a node for each section on request.

Offsets, relations and metadata are set here; sizes and cuts are the core's business.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any, get_type_hints
from uuid import UUID, uuid5

from marksplit import Chunk, ChunkOptions, Span, Syntax, parse
from marksplit._optional import require
from marksplit.adapters._shared import (
    chunk_options,
    chunks_with_metadata,
    flattened,
    option_values,
)

require("llama_index.core", "llama-index")

from llama_index.core.bridge.pydantic import Field, create_model
from llama_index.core.node_parser import NodeParser
from llama_index.core.node_parser.node_utils import (
    build_nodes_from_splits,
    default_id_func,
)
from llama_index.core.schema import (
    BaseNode,
    Document,
    MetadataMode,
    NodeRelationship,
    TextNode,
)
from llama_index.core.utils import get_tqdm_iterable

_OPTIONS = option_values(ChunkOptions())

if TYPE_CHECKING:
    _OptionFields = NodeParser
else:
    _hints = get_type_hints(ChunkOptions)
    _OptionFields = create_model(
        "_OptionFields",
        __base__=NodeParser,
        **{name: (_hints[name], default) for name, default in _OPTIONS.items()},
    )


class MarksplitNodeParser(_OptionFields):
    """A LlamaIndex node parser that cuts Markdown with marksplit.

    Its fields are those of `ChunkOptions`, the ones below and those of every node parser. Each
    node is a slice of its document, from `start_char_idx` to `end_char_idx`. Its metadata is its
    document's and the fields of the chunk's record (heading path, lines, `chunk_id` and the
    rest, which replace equal names); of these only the heading path is embedded and shown to a
    model. Unless `id_func` is given, a node's id is the record's `key`: the same for the same
    chunk of a document with the same id.

    Args:
        options: how to cut; keywords change single fields of it.
        fields: any field, by name.

    Raises:
        OptionError: an option's value is not allowed; it is a ``ValueError``.
        TypeError: a keyword is no field.
    """

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

    def __init__(self, options: ChunkOptions | None = None, **fields: object) -> None:
        unknown = [name for name in fields if name not in type(self).model_fields]
        if unknown:
            names = ", ".join(sorted(type(self).model_fields))
            raise TypeError(f"unknown field {unknown[0]!r}; fields are {names}")
        given = {name: fields.pop(name) for name in _OPTIONS if name in fields}
        values: dict[str, Any] = {**fields, **option_values(chunk_options(options, given))}
        super().__init__(**values)

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
        made: list[BaseNode] = []
        for node in get_tqdm_iterable(nodes, show_progress, "Parsing nodes"):
            made += self._parse_node(node)
        return made

    def _parse_node(self, document: BaseNode) -> list[BaseNode]:
        text = document.get_content(metadata_mode=MetadataMode.NONE)
        described = list(
            chunks_with_metadata(text, self.options, self.syntax, source=document.node_id)
        )
        chunks = [found for found, _ in described]
        spans = _section_spans(chunks) if self.section_nodes else []
        texts = [found.text for found in chunks] + [text[start:end] for start, end in spans]
        made = build_nodes_from_splits(texts, document, id_func=self.id_func)
        leaves, sections = made[: len(chunks)], made[len(chunks) :]
        for leaf, (found, record) in zip(leaves, described, strict=True):
            self._describe(leaf, document, Span(found.start, found.end), record)
            if self.id_func is default_id_func:
                leaf.id_ = str(record["key"])
        if sections:
            outline = parse(text, self.syntax)
            paths = {section.span: path for path, section in outline.root.walk()}
            for section, span in zip(sections, spans, strict=True):
                record = {
                    "heading_path": list(paths[span]),
                    "first_line": outline.lines.line_at(span.start),
                    "last_line": outline.lines.line_at(span.end - 1),
                }
                self._describe(section, document, span, record)
            self._relate(dict(zip(spans, sections, strict=True)), chunks, leaves)
        return [*sections, *leaves]

    def _describe(
        self, node: TextNode, document: BaseNode, span: Span, record: dict[str, object]
    ) -> None:
        node.start_char_idx, node.end_char_idx = span
        if self.include_metadata:
            own = flattened(record) if self.flat_metadata else record
            node.metadata = {**deepcopy(document.metadata), **own}
            hidden = [name for name in own if name != "heading_path"]
            node.excluded_embed_metadata_keys = [*node.excluded_embed_metadata_keys, *hidden]
            node.excluded_llm_metadata_keys = [*node.excluded_llm_metadata_keys, *hidden]

    def _relate(
        self, sections: dict[Span, TextNode], chunks: Sequence[Chunk], leaves: Sequence[TextNode]
    ) -> None:
        """Make each section the parent of its chunks and of the sections directly in it."""
        children: dict[Span, list[TextNode]] = {span: [] for span in sections}
        for found, leaf in zip(chunks, leaves, strict=True):
            children[Span(found.section_start, found.section_end)].append(leaf)
        if self.id_func is default_id_func:
            for span, section in sections.items():
                section.id_ = uuid5(UUID(children[span][0].id_), "section").hex
        around: list[Span] = []
        for span, section in sections.items():
            while around and around[-1].end <= span.start:
                around.pop()
            if around:
                children[around[-1]].append(section)
            around.append(span)
        for span, section in sections.items():
            inside = sorted(children[span], key=lambda node: node.start_char_idx or 0)
            section.relationships[NodeRelationship.CHILD] = [
                node.as_related_node_info() for node in inside
            ]
            related = section.as_related_node_info()
            for node in inside:
                node.relationships[NodeRelationship.PARENT] = related

    def _postprocess_parsed_nodes(
        self, nodes: list[BaseNode], parent_doc_map: dict[str, Document]
    ) -> list[BaseNode]:
        """What every parser does, but with the offsets that are known instead of a search."""
        offsets = [
            (node, node.start_char_idx, node.end_char_idx)
            for node in nodes
            if isinstance(node, TextNode)
        ]
        sections = [node for node in nodes if NodeRelationship.CHILD in node.relationships]
        leaves = [node for node in nodes if NodeRelationship.CHILD not in node.relationships]
        for group in (sections, leaves):
            super()._postprocess_parsed_nodes(group, parent_doc_map)
        for section in sections:  # which hold each other, and so have no order
            section.relationships.pop(NodeRelationship.PREVIOUS, None)
            section.relationships.pop(NodeRelationship.NEXT, None)
        for node, start, end in offsets:
            node.start_char_idx, node.end_char_idx = start, end
        return nodes


def _section_spans(chunks: Sequence[Chunk]) -> list[Span]:
    """The sections that hold chunks, outer before inner."""
    found = {Span(each.section_start, each.section_end) for each in chunks}
    return sorted(found, key=lambda span: (span.start, -span.end))
