"""Chunks in a notebook: the page in a frame of its own, or a list of given chunks.

Whatever shows HTML asks for it by the method ``_repr_html_``; nothing here knows a notebook.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Unpack

from marksplit import Chunk, ChunkOptions, OptionError, OptionFields, Outline, Syntax, chunk, parse
from marksplit.preview.description import describe
from marksplit.preview.page import build_page
from marksplit.preview.rendering import render

# Scripts run in it, without an origin: it reaches neither the notebook nor what that stores.
_FRAME = (
    '<iframe srcdoc="{page}" sandbox="allow-scripts" allow="clipboard-write" '
    'title="marksplit preview" loading="lazy" '
    'style="display:block;width:100%;height:{height}px;border:0"></iframe>'
)
_LIST = '<div style="max-height:{height}px;overflow:auto">{chunks}</div>'


@dataclass(frozen=True, slots=True)
class Shown:
    """What a notebook shows as HTML, and anything else as one line."""

    html: str
    """A fragment that needs nothing from elsewhere."""
    title: str
    """What it shows, in a few words."""

    def _repr_html_(self) -> str:
        return self.html

    def __repr__(self) -> str:
        return f"<{self.title}, shown in a notebook>"


def show(
    content: str | Outline | Chunk | Sequence[Chunk],
    options: ChunkOptions = ChunkOptions(),
    *,
    syntax: Syntax = Syntax(),
    name: str = "text",
    height: int = 600,
    **fields: Unpack[OptionFields],
) -> Shown:
    """The chunks of a text, on the preview's page; or chunks that are there already, as a list.

    Args:
        content: a text or a parsed document, which is cut; or chunks.
        options: how to cut it; of no use for chunks.
        syntax: which Markdown a text is; an outline has its own.
        name: what the page calls the document.
        height: of the frame, in pixels; the most that a list takes.
        **fields: fields of `ChunkOptions`, in place of those of `options`.

    Raises:
        TypeError: an argument is not what it should be, or does not go with `content`.
        OptionError: a field or `height` has a value that is not allowed.
        MarksplitError: the text cannot be cut with these options.
    """
    if isinstance(height, bool) or not isinstance(height, int) or height < 1:
        raise OptionError("height", height, "a number of pixels, at least 1")
    if not isinstance(content, str | Outline):
        given = [content] if isinstance(content, Chunk) else content
        return _listed(given, height, cut_anew=bool(fields) or options != ChunkOptions())
    chunk("", options, **fields)  # says what is wrong with them
    options = replace(options, **fields)
    if isinstance(content, Outline) and syntax != Syntax():
        raise TypeError("an outline has the syntax of parse(text, syntax): leave syntax out")
    outline = content if isinstance(content, Outline) else parse(content, syntax)
    described = describe(name, outline, options)
    page = _storable(build_page([(described, render(outline))]))
    html = _FRAME.format(page=escape(page), height=height)
    return Shown(html, f"marksplit preview of {name!r}")


def _listed(chunks: Sequence[Chunk], height: int, *, cut_anew: bool) -> Shown:
    listed = isinstance(chunks, Sequence)
    wrong = [each for each in chunks if not isinstance(each, Chunk)] if listed else [chunks]
    if wrong:
        what = type(wrong[0]).__name__
        raise TypeError(f"content must be a text, an Outline or chunks, not {what}")
    if cut_anew:
        raise TypeError("chunks are cut already: options are for a text or an Outline")
    shown = "".join(each._repr_html_() for each in chunks)
    html = _LIST.format(chunks=shown or "<p>no chunks</p>", height=height)
    return Shown(html, f"{len(chunks)} chunks")


def _storable(page: str) -> str:
    """The page with lone surrogates, which no notebook can store, as their escapes."""
    return page.encode("utf-8", "backslashreplace").decode("utf-8")
