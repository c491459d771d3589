"""Chunks: what a user receives. How they are found is none of this file's business."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field, fields, make_dataclass
from hashlib import sha256
from typing import Any, NamedTuple, ParamSpec

from marksplit.chunks.references import Reference, definitions
from marksplit.document import BlockKind
from marksplit.sizing import approx_tokens
from marksplit.spans import Span

_P = ParamSpec("_P")
_ESCAPED = re.compile(r"[\\`*\[\]<$~|]|&(?=#?\w+;)|(?<!\w)_|_(?!\w)|\^(?=\[)")
_OPENING = re.compile(r"#{1,6}(?= |$)|>|[-+](?= |$)|=+$|-+$|\d{1,9}(?=[.)](?: |$))|:(?=\s)")


class Edges(NamedTuple):
    """What `Chunk.with_context` has to know of a text before it can change or add anything."""

    closing: str = ""
    """The line that closes what the text leaves open at its end."""
    redefined: frozenset[str] = frozenset()
    """Labels of links and images that the text defines, but not as the document does."""
    data: tuple[Span, ...] = ()
    """Where the text is data of an image."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """An exact slice of a Markdown text, and where it stands.

    Offsets are code points of the whole text, the end excluded; lines count from 1, both ends
    included; sizes are in the sizer's unit.
    """

    index: int
    """Position in the result, from 0."""
    text: str
    """``source[start:end]``, always."""
    start: int
    end: int
    first_line: int
    last_line: int
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
    section_end: int
    """Span of the innermost section, down to ``max_heading_depth``, that holds it."""
    id: str
    """32 hex digits: equal for equal heading path, text and occurrence among equal ones."""
    references: tuple[Reference, ...] = ()
    """What it uses and does not define: links, images and footnotes, in order of first use."""
    anchor: str = ""
    """GitHub's anchor of the innermost heading of `heading_path`: ``page.md#anchor`` leads there."""
    _titles: tuple[str, ...] = field(default=(), repr=False, compare=False)
    """Titles of `heading_path` whose heading line is not in `text`, as `with_context` shows them."""
    _closing: str = field(default="", repr=False, compare=False)
    """The line that closes a fence which `text` leaves open and the document does not."""
    _edges: Edges = field(default=Edges(), repr=False, compare=False)

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

    def with_context(
        self, *, title: str = "", references: bool = False, data_uris: bool = True
    ) -> str:
        """The text to embed: titles that the slice lacks, `context`, and `text`.

        Titles are joined by ``" > "`` and escaped so that they read as one paragraph; a fence that
        was cut is closed. Where nothing is missing, it is `text` itself.

        Args:
            title: the title of the document, to come before the path; left out where the path
                starts with it.
            references: add definitions of `references` at the end, so that links, images and
                footnotes read as in the document. Where `text` defines a label once more, its
                definition comes first.
            data_uris: False leaves the data of ``data:`` images out.
        """
        title = " ".join(title.split())
        titles = self._titles if self.heading_path[:1] == (title,) else (title, *self._titles)
        body = self.text if data_uris else self._without_data()
        if not references or not self.references:
            return framed(titles, self.context, body, self._closing)
        first = [each for each in self.references if self._is_redefined(each)]
        last = [each for each in self.references if not self._is_redefined(each)]
        texts = (
            definitions(first, data_uris=data_uris),
            framed((), self.context, body, self._closing or self._edges.closing),
            definitions(last, data_uris=data_uris),
        )
        return framed(titles, "", "\n\n".join(filter(None, texts)), "")

    def _is_redefined(self, reference: Reference) -> bool:
        return reference.kind != "footnote" and reference.label in self._edges.redefined

    def _without_data(self) -> str:
        kept, position = [], 0
        for start, end in self._edges.data:
            kept.append(self.text[position:start])
            position = end
        return "".join([*kept, self.text[position:]])

    def to_dict(self) -> dict[str, object]:
        """Every field by name, in order, ready for JSON; tuples become lists."""
        return {
            item.name: _plain(getattr(self, item.name))
            for item in fields(self)
            if not item.name.startswith("_")
        }


def framed(titles: Sequence[str], lead: str, text: str, closing: str) -> str:
    """`text` below a line of heading titles and the `lead` lines, and above a `closing` line."""
    path = " > ".join(_escape(title) for title in titles if title)
    head = f"{_escape_opening(path)}\n\n" if path else ""
    return "".join((head, lead, lead and "\n", text, closing and "\n", closing))


def _thawed(_: Callable[_P, Chunk]) -> Callable[_P, Chunk]:
    """A way to make a chunk at an eighth of the price of ``Chunk(...)``, and as that is called.

    A frozen dataclass sets each field by a call of its own; here they are set in an object of the
    same layout that is not frozen, which then becomes a chunk.
    """
    draft = make_dataclass("_Draft", [(item.name, item.type) for item in fields(Chunk)], slots=True)

    def new(*values: _P.args, **named: _P.kwargs) -> Chunk:
        chunk: Any = draft(*values, **named)
        chunk.__class__ = Chunk
        return chunk  # type: ignore[no-any-return]

    return new


new_chunk = _thawed(Chunk)
"""Makes a chunk of the values of its fields."""


class ChunkIds:
    """The ids of the chunks of one document, asked for in order."""

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}
        self._path: tuple[str, ...] | None = None
        self._head = ""

    def next(self, heading_path: tuple[str, ...], text: str) -> str:
        """The id of the next chunk; it counts equal ones."""
        if heading_path is not self._path:
            self._path, self._head = heading_path, _measured(heading_path)
        first = _digest(self._head, text, 0)
        occurrence = self._seen.get(first, 0)
        self._seen[first] = occurrence + 1
        return _digest(self._head, text, occurrence) if occurrence else first


def chunk_id(heading_path: Sequence[str], text: str, occurrence: int) -> str:
    """The id of a chunk; `occurrence` counts equal chunks of a document from 0."""
    return _digest(_measured(heading_path), text, occurrence)


def _measured(parts: Iterable[str]) -> str:
    """`parts` joined, each behind its length, which makes the joined text unambiguous."""
    return "".join([f"{len(part)}:{part}" for part in parts])


def _digest(head: str, text: str, occurrence: int) -> str:
    number = str(occurrence)
    joined = f"{head}{len(text)}:{text}{len(number)}:{number}"
    return sha256(joined.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return asdict(value) if isinstance(value, Reference) else value


def _escape(title: str) -> str:
    return _ESCAPED.sub(lambda found: "\\" + found[0], title)


def _escape_opening(path: str) -> str:
    """Escape what would open a block at the start of a line."""
    found = _OPENING.match(path)
    if found is None:
        return path
    if found[0].isdigit():
        return f"{found[0]}\\{path[found.end() :]}"
    return "\\" + path
