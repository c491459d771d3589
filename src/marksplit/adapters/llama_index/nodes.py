"""What nodes show around their slice, and how sections and chunks are related.

Nothing is cut here, and no node is made.
"""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID, uuid5

from llama_index.core.schema import NodeRelationship, TextNode

from marksplit import Chunk, Span

_ABOVE, _BELOW = "embedded_above", "embedded_below"


def framing(contextual_text: str, text: str) -> tuple[dict[str, str], str]:
    """What stands around the slice, by metadata key, and the template that puts it there.

    The template shows the first of the keys as the metadata, and has what stands below as well.
    """
    if contextual_text == text:
        return {}, ""
    before, found, after = contextual_text.rpartition(text)
    if not found:
        return {_ABOVE: contextual_text}, "{metadata_str}"
    above, below = before.strip(), after.strip()
    around = {name: part for name, part in ((_ABOVE, above), (_BELOW, below)) if part}
    if above:
        gap = before[len(before.rstrip()) :]
        tail = after.replace("{", "{{").replace("}", "}}")
        return around, f"{{metadata_str}}{gap}{{content}}{tail}"
    gap = after[: len(after) - len(after.lstrip())]
    return around, f"{{content}}{gap}{{metadata_str}}"


def section_spans(chunks: Sequence[Chunk]) -> list[Span]:
    """The sections that hold chunks, outer before inner."""
    found = {Span(each.section_start, each.section_end) for each in chunks}
    return sorted(found, key=lambda span: (span.start, -span.end))


def relate(
    sections: dict[Span, TextNode],
    chunks: Sequence[Chunk],
    leaves: Sequence[TextNode],
    *,
    set_ids: bool,
) -> None:
    """Make each section the parent of its chunks and of the sections directly in it.

    Args:
        sections: section nodes by span, outer before inner.
        chunks: all chunks of the document.
        leaves: their nodes.
        set_ids: give each section an id that follows from its first chunk's.
    """
    children: dict[Span, list[TextNode]] = {span: [] for span in sections}
    for found, leaf in zip(chunks, leaves, strict=True):
        children[Span(found.section_start, found.section_end)].append(leaf)
    if set_ids:
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
