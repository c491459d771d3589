"""What a renderer makes of Markdown: its links, images and footnote marks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.utils import EnvType
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.gfm_autolink import gfm_autolink_plugin

from marksplit import Chunk, ChunkOptions, Outline, chunk_outline
from marksplit.chunks.references import definitions

Found = Counter[tuple[str, ...]]


@cache
def _renderer() -> MarkdownIt:
    md = MarkdownIt("commonmark", {"maxNesting": 200, "store_labels": True}).enable("table")
    md.use(footnote_plugin, move_to_end=False).use(dollarmath_plugin, allow_blank_lines=False)
    return md.use(gfm_autolink_plugin)


def resolved(text: str, env: EnvType | None = None) -> Found:
    """Links and images by reference, with target and title, and footnote marks, with labels."""
    env = {} if env is None else env
    return Counter(_walk(_renderer().parse(text, env), env))


def _walk(tokens: Sequence[Token], env: EnvType) -> Iterator[tuple[str, ...]]:
    for token in tokens:
        attributes: dict[str, Any] = token.attrs
        if token.type in ("link_open", "image") and "label" in token.meta:
            target = attributes.get("href", attributes.get("src"))
            yield token.type, str(target), str(attributes.get("title", ""))
        elif token.type == "footnote_ref":
            if "label" in token.meta:
                yield token.type, token.meta["label"]
            else:
                yield from _walk(env["footnotes"]["list"][token.meta["id"]]["tokens"], env)
        yield from _walk(token.children or (), env)


def resolved_in_document(outline: Outline) -> Found:
    """What resolves in the whole document."""
    return resolved(_body(outline))


def resolved_in_chunks(outline: Outline, options: ChunkOptions, *, references: bool) -> Found:
    """What resolves in the chunks when each is read alone, texts of added footnotes left out."""
    env: EnvType = {}
    resolved(_body(outline), env)
    found: Found = Counter()
    for each in chunk_outline(outline, options, context_references=references):
        if each.kinds != ("front_matter",):
            found += resolved(each.with_context())
            if references:
                found.subtract(resolved(_added(each), env))
    return +found


def _added(found: Chunk) -> str:
    return definitions(each for each in found.references if each.kind == "footnote")


def _body(outline: Outline) -> str:
    return outline.source.removeprefix("\ufeff")[len(outline.front_matter) :]
