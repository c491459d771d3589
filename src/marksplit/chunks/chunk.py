"""Chunks: what a user receives. How they are found is none of this file's business."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, fields, make_dataclass
from html import escape
from typing import Any, Concatenate, ParamSpec

from marksplit._field_docs import documented
from marksplit.chunks.framing import Frame
from marksplit.chunks.references import Reference
from marksplit.document import BlockKind
from marksplit.sizing import approx_tokens

_P = ParamSpec("_P")
_NO_FRAME = Frame()
_HTML = (  # the first line end in a `pre` is not shown
    '<div class="mathjax_ignore tex2jax_ignore" '
    'style="margin:.6em 0;padding-inline-start:.8em;border-inline-start:3px solid">'
    '<div><b>{path}</b> <span style="opacity:.75">{place}</span></div>'
    '<pre style="margin:.3em 0 0;padding:0;background:none;color:inherit;'
    'font-family:monospace;white-space:pre-wrap">\n'
    "{text}</pre></div>"
)


class _Framed:
    """What a chunk carries for its text to embed, apart from its fields."""

    __slots__ = ("_frame",)


@documented
@dataclass(frozen=True, slots=True, repr=False)
class Chunk(_Framed):
    """An exact slice of a Markdown text, and where it stands.

    Offsets are code points of the whole text, the end excluded; lines count from 1, both ends
    included; sizes are in the sizer's unit.
    """

    index: int
    """Position in the result, from 0."""
    text: str
    """``source[start:end]``, always."""
    start: int
    """Offset of its first code point."""
    end: int
    """Offset just behind its last code point."""
    first_line: int
    """The line it starts in, from 1."""
    last_line: int
    """The line it ends in, included."""
    heading_path: tuple[str, ...]
    """Plain titles of the headings above the text, outermost first."""
    kinds: tuple[BlockKind, ...]
    """Kinds of the top-level blocks in it, in order, without repeats in a row."""
    size: int
    """What the sizer says of `text`."""
    overlap: int
    """Number of leading code points that the previous chunk also holds."""
    oversize: bool
    """Whether it is over ``max_size``, because one unit alone is."""
    context: str
    """What a reader of this piece alone needs and the slice lacks; never part of `text`."""
    section_start: int
    """Where the innermost section, down to ``max_heading_depth``, that holds it starts."""
    section_end: int
    """Where that section ends, excluded."""
    id: str
    """32 hex digits: equal for equal heading path, text and occurrence among equal ones."""
    references: tuple[Reference, ...] = ()
    """What it uses and does not define: links, images and footnotes, in order of first use."""
    anchor: str = ""
    """GitHub's anchor of the innermost heading of `heading_path`: ``page.md#anchor`` leads there."""

    @property
    def char_count(self) -> int:
        """Code points in `text`."""
        return len(self.text)

    @property
    def approx_tokens(self) -> int:
        """A rough estimate of model tokens: a quarter of `char_count`, rounded up."""
        return approx_tokens(self.text)

    @property
    def heading(self) -> str:
        """The innermost title of `heading_path`, or ``""``."""
        return self.heading_path[-1] if self.heading_path else ""

    def with_context(self, *, title: str = "") -> str:
        """The text to embed: titles that the slice lacks, `context`, and `text`.

        Titles are joined by ``" > "`` and escaped so that they read as one paragraph; a fence that
        was cut is closed. Where nothing is missing, it is `text` itself. What else it holds (the
        document's title, definitions of `references`, the data of images) is said in the
        `ChunkOptions` that the chunk was made with, so that sizes count the same text.

        Args:
            title: a title of the document in place of its own, to come before the path; left out
                where the path starts with it. `count_context` does not count it.
        """
        frame = frame_of(self)
        title = " ".join(title.split())
        if title:
            frame = frame._replace(title="" if self.heading_path[:1] == (title,) else title)
        return frame.around(self.text, self.context)

    def to_dict(self) -> dict[str, object]:
        """Every field by name, in order, ready for JSON; tuples become lists."""
        return {item.name: _plain(getattr(self, item.name)) for item in fields(self)}

    def __repr__(self) -> str:
        """Short: where it stands, and how it starts."""
        start = self.text if len(self.text) <= 40 else f"{self.text[:39]}…"
        path = " > ".join(self.heading_path)
        return (
            f"Chunk({self.index}, lines {self.first_line}-{self.last_line}, size {self.size}, "
            f"{path!r}, {start!r})"
        )

    def _repr_html_(self) -> str:
        """For notebooks: the heading path, the place and the text, in the notebook's colours."""
        path = " › ".join(self.heading_path)
        place = f"lines {self.first_line}-{self.last_line}, size {self.size}"
        flag = ", oversize" if self.oversize else ""
        shown = _HTML.format(path=escape(path), place=place + flag, text=escape(self.text))
        return shown.encode("utf-8", "backslashreplace").decode()  # lone surrogates: their escapes

    def __getstate__(self) -> tuple[object, ...]:
        """All values in order, and what is shown around the text."""
        values = (getattr(self, item.name) for item in fields(self))
        return (*values, getattr(self, "_frame", _NO_FRAME))

    def __setstate__(self, state: tuple[object, ...]) -> None:
        """Take over what `__getstate__` gives."""
        for name, value in zip(
            (*(item.name for item in fields(self)), "_frame"), state, strict=True
        ):
            object.__setattr__(self, name, value)


def frame_of(chunk: Chunk) -> Frame:
    """What stands around a chunk in its text to embed; of one that a user made, the whole path."""
    frame: Frame = getattr(chunk, "_frame", _NO_FRAME)
    return frame if frame.titles is not None else frame._replace(titles=chunk.heading_path)


def _thawed(_: Callable[_P, Chunk]) -> Callable[Concatenate[Frame, _P], Chunk]:
    """A function that makes chunks in an eighth of the time of ``Chunk(...)``, and is called like it.

    That is worth 4 to 5 % of the time of `chunk`, measured over some 170 real documents. A frozen
    dataclass sets each field by a call of its own; here they are set in an object of the same
    layout that is not frozen, which then becomes a chunk.
    """
    draft = make_dataclass(
        "_Draft", [(item.name, item.type) for item in fields(Chunk)], bases=(_Framed,), slots=True
    )

    def new(frame: Frame, /, *values: _P.args, **named: _P.kwargs) -> Chunk:
        chunk: Any = draft(*values, **named)
        chunk._frame = frame
        chunk.__class__ = Chunk
        return chunk  # type: ignore[no-any-return]

    return new


new_chunk = _thawed(Chunk)
"""Makes a chunk of its frame and the values of its fields."""


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return asdict(value) if isinstance(value, Reference) else value
