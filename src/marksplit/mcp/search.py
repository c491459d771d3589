"""Words in sections, ranked: BM25 over the sections of some documents.

Which documents, and how results are paged, is not known here.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable
from math import log
from typing import NamedTuple

from marksplit import Outline, Span
from marksplit.mcp.sections import Row, rows_of

_K1, _B = 1.5, 0.75
_TITLE = 3
"""How often a word of a section's own title counts; one of a title above it counts once."""
_SNIPPET = 160
# Chinese and Japanese are written without spaces: there each character is a word.
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W\u3040-\u30ff\u3400-\u9fff]+")


class Place(NamedTuple):
    """A section of a document, without its subsections."""

    path: str
    outline: Outline
    row: Row

    @property
    def span(self) -> Span:
        """From its heading to the end of its own text."""
        section = self.row.section
        blocks = [*filter(None, [section.heading]), *section.body]
        return Span(blocks[0].start, blocks[-1].end)


class Hit(NamedTuple):
    """A section that holds a word of the query."""

    place: Place
    score: float


class SectionIndex:
    """The words of the sections of documents.

    Args:
        documents: paths and what is below them.
    """

    def __init__(self, documents: Iterable[tuple[str, Outline]]) -> None:
        self._places: list[Place] = []
        self._sizes: list[int] = []
        # For each word its sections, each followed by how often it is there.
        self._sections: dict[str, array[int]] = defaultdict(lambda: array("I"))
        for path, outline in documents:
            for row in rows_of(outline):
                self._add(Place(path, outline, row))
        self._mean = sum(self._sizes) / max(len(self._sizes), 1)

    def _add(self, place: Place) -> None:
        start, end = place.span
        counts = Counter(words(place.outline.source[start:end]))
        counts.update(word for title in place.row.path[:-1] for word in words(title))
        for word in words(place.row.section.title):
            counts[word] += _TITLE - 1  # its heading line is in the text
        for word, count in counts.items():
            self._sections[word].extend((len(self._places), count))
        self._places.append(place)
        self._sizes.append(counts.total())

    def find(self, query: str) -> list[Hit]:
        """The sections that hold a word of `query`, best first; equal ones in document order.

        BM25 as Lucene has it, see Kamphuis, de Vries, Boytsov and Lin, ECIR 2020.
        """
        scores: dict[int, float] = defaultdict(float)
        for word in dict.fromkeys(words(query)):
            held = self._sections.get(word, array("I"))
            holders = len(held) // 2
            weight = log(1 + (len(self._places) - holders + 0.5) / (holders + 0.5))
            for number, count in zip(held[::2], held[1::2], strict=True):
                length = 1 - _B + _B * self._sizes[number] / self._mean
                scores[number] += weight * count / (count + _K1 * length)
        best = sorted(scores.items(), key=lambda item: (-item[1], item[0]))
        return [Hit(self._places[number], score) for number, score in best]


def words(text: str) -> list[str]:
    """The words of a text in lower case."""
    return _WORD.findall(text.casefold())


def snippet(place: Place, query: str) -> str:
    """The first line below the heading that holds a word of `query`, or else the first line."""
    body = place.row.section.body
    if not body:
        return ""
    start, end = body[0].start, body[-1].end
    wanted = set(words(query))
    lines = [line for line in re.split(r"[\r\n]+", place.outline.source[start:end]) if line.strip()]
    found = next((line for line in lines if wanted.intersection(words(line))), "")
    line = " ".join((found or (lines[0] if lines else "")).split())
    return line if len(line) <= _SNIPPET else line[:_SNIPPET].rstrip() + "…"
