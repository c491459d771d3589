"""A document of a framework to its chunks, each with all that describes it.

Nothing here knows a framework; where a document is cut is decided by `marksplit` alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from marksplit import Chunk, ChunkOptions, Outline, chunk, chunk_outline, parse
from marksplit.adapters._metadata import Whole, refuse_clashes
from marksplit.adapters._settings import Shape
from marksplit.export import records

_OFFSETS = ("start", "end", "section_start", "section_end")
_LINES = ("first_line", "last_line")


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A chunk of a framework's document."""

    chunk: Chunk
    contextual_text: str
    """The text to embed, with the titles around the document itself, where it is a piece."""
    start: int
    """Where it starts in the document that was never cut, as far as that is known."""
    outer: tuple[str, ...]
    """Titles of the headings around the document itself, where it is a piece."""
    title: str
    """The title of the document that was never cut, where the options want it."""
    key: str | None
    """What a store upserts by; ``None`` where the document has no name."""
    metadata: dict[str, object]


class Cutter:
    """Cuts the documents of one call; the keys that it gives are all different.

    Args:
        options: how to cut.
        shape: what is written.
        theirs: names of the framework that the adapter writes into the metadata besides.
    """

    def __init__(self, options: ChunkOptions, shape: Shape, *, theirs: Sequence[str] = ()) -> None:
        self._options = options
        self._shape = shape
        self._theirs = theirs
        self._seen: Counter[str] = Counter()

    def cut(self, whole: Whole, *, source: str) -> Iterator[Piece]:
        """The chunks of a document, in order.

        Args:
            whole: the document.
            source: its name, for keys; ``""``: it has none.

        Raises:
            ValueError: its own metadata has a name that is to be written.
        """
        refuse_clashes(whole.own, self._shape, self._theirs)
        syntax = self._shape.syntax
        if not whole.may_open:
            syntax = replace(syntax, front_matter=False)
        outline = parse(whole.text, syntax)
        outer = _titles_outside(outline, whole.path)
        title = self._title(whole, outline)
        options = self._options
        if whole.is_piece:  # its own title need not be that of the document
            options = replace(options, document_title=False)
        chunks = chunk_outline(outline, options)
        name = whole.key or source
        described = records(chunks, source=name, options=self._options, syntax=self._shape.syntax)
        for found, record in zip(chunks, described, strict=True):
            del record["text"], record["source"]
            record["chunk_id"] = record.pop("id")
            key = str(record.pop("key"))
            if name:
                record["key"] = key = self._unseen(key)
            _place(record, found, whole, outer)
            if title:
                record["outline_title"] = title
            contextual = found.with_context()
            if outer or whole.is_piece:
                above = titles_above(outer, (*outer, *found.heading_path), title)
                contextual = found.with_context(title=" > ".join(above))
            yield Piece(
                chunk=found,
                contextual_text=contextual,
                start=(whole.start or 0) + found.start,
                outer=outer,
                title=title,
                key=key if name else None,
                metadata=record,
            )

    def _title(self, whole: Whole, outline: Outline) -> str:
        """The title of the document that `whole` is, or is a piece of."""
        if not self._options.document_title:
            return ""
        # The only heading of a piece need not be that of the document; its front matter is.
        own = outline.title if whole.may_open or not whole.is_piece else ""
        return whole.title or own

    def _unseen(self, key: str) -> str:
        """`key`, or one made of it where two documents of one name have equal chunks."""
        count = self._seen[key]
        self._seen[key] += 1
        return key if count == 0 else sha256(f"{key}{count}".encode()).hexdigest()[:32]


def titles_above(titles: tuple[str, ...], path: tuple[str, ...], title: str) -> tuple[str, ...]:
    """`titles` below the document's, unless the heading path that they are of starts with it."""
    return (title, *titles) if title and path[:1] != (title,) else titles


def below_titles(titles: Sequence[str], text: str) -> str:
    """`text` as the text to embed of a piece below these headings."""
    (any_chunk,) = chunk("x")
    return any_chunk.with_context(title=" > ".join(titles))[:-1] + text


def _place(record: dict[str, object], found: Chunk, whole: Whole, outer: Sequence[str]) -> None:
    """Make a record tell of the document that was never cut; leave out what is not known."""
    path = [*outer, *found.heading_path]
    record["heading_path"] = path
    record["heading"] = path[-1] if path else ""
    if whole.is_piece:
        record["anchor"] = whole.anchor if tuple(path) == whole.path else ""
    for names, base in ((_OFFSETS, whole.start), (_LINES, whole.first_line)):
        for name in names:
            if base is None:
                del record[name]
            else:
                record[name] = getattr(found, name) + base - (names is _LINES)


def _titles_outside(outline: Outline, path: tuple[str, ...]) -> tuple[str, ...]:
    """The titles of `path`, that of a piece, whose headings are not at the start of the piece."""
    if not path:
        return ()
    above: list[tuple[int, str]] = []
    for block in outline.blocks:
        if block.kind != "heading":
            break
        above = [each for each in above if each[0] < block.level] + [(block.level, block.label)]
    inside = tuple(title for _, title in above)
    for count in range(min(len(inside), len(path)), 0, -1):
        if path[-count:] == inside[:count]:
            return path[:-count]
    return path
