"""Rendered Markdown as a tree of plain data: tags, a few attributes and text, never HTML.

The page makes elements of it from a list of allowed ones, so that nothing in it can run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.utils import EnvType
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin

from marksplit import Block, Outline, Syntax
from marksplit.preview.description import Description, utf16

Node = str | list[object]
"""Text, or a tag, its attributes and its children."""

LONGEST = 20_000
"""A block of more characters is shown as it is written, since the parser may take long over it."""

_VERBATIM = {
    "code_inline": ("code", ""),
    "code_block": ("pre", ""),
    "fence": ("pre", ""),
    "html_block": ("pre", "html"),
    "html_inline": ("code", "html"),
    "math_block": ("pre", "math"),
    "math_block_label": ("pre", "math"),
    "math_inline": ("code", "math"),
    "math_inline_double": ("code", "math"),
}
_ALIGN = re.compile(r"text-align:(\w+)")


def render(outline: Outline) -> list[Description]:
    """The top-level blocks of a document: ``from`` and ``to`` as offsets in UTF-16, `nodes`.

    Each block is parsed alone, with the definitions of the whole document.
    """
    md = _parser(outline.syntax)
    units = utf16(outline.source)
    env: EnvType = {}
    for block in outline.blocks:
        if block.kind in ("definition", "footnote") and block.end - block.start <= LONGEST:
            md.parse(_text(outline, block), env)
    return [
        {
            "from": units(block.start),
            "to": units(block.end),
            "nodes": _nodes(md, outline, block, env),
        }
        for block in outline.blocks
    ]


def _parser(syntax: Syntax) -> MarkdownIt:
    md = MarkdownIt("commonmark", {"maxNesting": 200})
    if syntax.tables:
        md.enable(["table", "strikethrough"])
    if syntax.footnotes:
        md.use(footnote_plugin, move_to_end=False)
    if syntax.math:
        md.use(dollarmath_plugin, allow_blank_lines=False)
    return md


def _text(outline: Outline, block: Block) -> str:
    # Some rules read behind the end of a text without a last line end.
    return outline.source[block.start : block.end] + "\n"


def _nodes(md: MarkdownIt, outline: Outline, block: Block, env: EnvType) -> list[Node]:
    text = _text(outline, block)
    if block.kind in ("front_matter", "definition"):
        return [["pre", {"class": block.kind}, text]]
    if len(text) > LONGEST:
        return [["pre", {"class": "unrendered"}, text]]
    try:
        return _tree(iter(md.parse(text, env)))
    except RecursionError:  # nested too deep for the parser's inline rules
        return [["pre", {"class": "unrendered"}, text]]


def _tree(tokens: Iterator[Token]) -> list[Node]:
    """The nodes up to the token that closes their parent."""
    nodes: list[Node] = []
    for token in tokens:
        if token.nesting < 0:
            if token.hidden:
                continue
            break
        if token.nesting > 0:
            if not token.hidden:  # that of a tight list's paragraph is
                nodes.append([token.tag or "div", _attributes(token), *_tree(tokens)])
        else:
            nodes += _leaf(token)
    return nodes


def _leaf(token: Token) -> list[Node]:
    if token.type == "inline":
        return _tree(iter(token.children or ()))
    if token.type in _VERBATIM:
        tag, kind = _VERBATIM[token.type]
        return [[tag, {"class": kind} if kind else {}, token.content]]
    if token.type == "softbreak":
        return ["\n"]
    if token.type in ("hr", "hardbreak"):
        return [[token.tag, {}]]
    if token.type == "image":
        return [["span", {"class": "image", "title": token.attrs.get("src", "")}, token.content]]
    if token.type == "footnote_ref":
        return [["sup", {}, str(token.meta.get("label", ""))]]
    return [token.content]


def _attributes(token: Token) -> dict[str, object]:
    found: dict[str, object] = {}
    for name in ("href", "start"):
        if name in token.attrs:
            found[name] = token.attrs[name]
    align = _ALIGN.match(str(token.attrs.get("style", "")))
    if align:
        found["align"] = align[1]
    if token.type == "footnote_reference_open":
        found["class"] = "footnote"
        found["label"] = str(token.meta.get("label", ""))
    return found
