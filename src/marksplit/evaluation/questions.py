"""Questions with the spans that answer them: read from JSON Lines and held against the documents.

Nothing is retrieved or scored here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import PurePosixPath

from marksplit import MarksplitError, Span
from marksplit.evaluation.spans import merged

_EXPECTED = (
    'a JSON object with "question", "source" and "references" (a list of {"start", "end"}, code '
    'points), or with "answers" (a list of strings from the source) in place of "references"'
)


class QuestionError(MarksplitError, ValueError):
    """A question is not what it must be; the message has the file, the line and what is allowed."""


@dataclass(frozen=True, slots=True)
class Document:
    """A document of the pool that is retrieved from."""

    source: str
    """Its name: a path relative to the folder, with slashes."""
    text: str


@dataclass(frozen=True, slots=True)
class Question:
    """A question and where its answer is."""

    text: str
    source: str
    """The `Document.source` of the document that answers it."""
    gold: tuple[Span, ...]
    """Where the answer is in that document: in order, without overlap, never empty."""
    line: int
    """Its line in the file."""


def read_questions(
    lines: Iterable[str],
    documents: Sequence[Document],
    *,
    name: str = "",
    folder: str = "",
    note: Callable[[str], None] = lambda _: None,
) -> list[Question]:
    """The questions in `lines` of JSON, one each; empty lines are passed over.

    An object has `question` and `source`, or `corpus_id`: the path of a document relative to the
    folder, or its last part, with or without the file ending. What answers it is in `references`,
    objects with `start` and `end` in code points and perhaps `content`, the text there; or else in
    `answers`, or `answer`, strings that stand in the document just so. Other keys have no meaning.

    Args:
        name: the file's name, for messages where nobody else tells it.
        folder: that of the documents, with slashes; paths of questions may start with it, or its end.
        note: told when an answer stands in its document more than once, where the first place
            counts, and when one is nothing but blanks.

    Raises:
        QuestionError: a line is not such an object, does not fit its document, or there is none.
    """
    sources = _Sources(documents, folder)
    where = f"{name}, line" if name else "line"
    questions = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        entry = _Entry(line, f"{where} {number}")
        document = sources.find(entry)
        gold = merged(entry.gold(document, note))
        if not any(document.text[start:end].strip() for start, end in gold):
            note(f"{entry.place}: nothing but blanks answers it, which no chunk may hold")
        questions.append(Question(entry.text("question"), document.source, gold, number))
    if not questions:
        told = f"{name}: " if name else ""
        raise QuestionError(f"{told}no question; each line must be {_EXPECTED}")
    return questions


class _Entry:
    """The object of one line, and where that is."""

    def __init__(self, line: str, place: str) -> None:
        self.place = place
        try:
            value = json.loads(line)
        except ValueError as error:
            raise self.error(f"no JSON ({error}); it must be {_EXPECTED}") from error
        if not isinstance(value, dict):
            raise self.error(f"must be {_EXPECTED}, not {_short(value)}")
        self._value: dict[str, object] = value

    def error(self, message: str) -> QuestionError:
        return QuestionError(f"{self.place}: {message}")

    def text(self, *keys: str) -> str:
        """The value of the first of `keys` that is there."""
        key = next((key for key in keys if key in self._value), None)
        if key is None:
            raise self.error(f'no "{keys[0]}"; it must be {_EXPECTED}')
        value = self._value[key]
        if not isinstance(value, str) or not value.strip():
            raise self.error(f'"{key}" must be a string that is not empty, not {_short(value)}')
        return value

    def gold(self, document: Document, note: Callable[[str], None]) -> Iterator[Span]:
        if "references" in self._value:
            for reference in self._list("references"):
                yield self._reference(reference, document)
        elif "answers" in self._value:
            for answer in self._list("answers"):
                yield self._answer(answer, "answers", document, note)
        elif "answer" in self._value:
            yield self._answer(self._value["answer"], "answer", document, note)
        else:
            raise self.error(f'no "references" and no "answers"; it must be {_EXPECTED}')

    def _list(self, key: str) -> list[object]:
        value = self._value[key]
        if not isinstance(value, list) or not value:
            raise self.error(f'"{key}" must be a list that is not empty, not {_short(value)}')
        return value

    def _reference(self, value: object, document: Document) -> Span:
        if not isinstance(value, dict):
            raise self.error(
                f'a reference must be an object with "start" and "end", not {_short(value)}'
            )
        start, end = value.get("start"), value.get("end")
        size = len(document.text)
        if type(start) is not int or type(end) is not int or not 0 <= start < end <= size:
            raise self.error(
                f'"start" and "end" must be integers with 0 <= start < end <= {size}, the length '
                f"of {document.source}, not {_short(start)} and {_short(end)}"
            )
        content, there = value.get("content"), document.text[start:end]
        if content is not None and content != there:
            raise self.error(
                f'"content" must be what {document.source} has from {start} to {end}, '
                f"{_short(there)}, not {_short(content)}"
            )
        return Span(start, end)

    def _answer(
        self, answer: object, key: str, document: Document, note: Callable[[str], None]
    ) -> Span:
        if not isinstance(answer, str) or not answer.strip():
            raise self.error(f'"{key}" must hold strings that are not empty, not {_short(answer)}')
        start = document.text.find(answer)
        if start < 0:
            spaced = " ".join(answer.split()) in " ".join(document.text.split())
            but = " but for white space, such as line ends" if spaced else ""
            raise self.error(
                f'"{key}" must hold text of {document.source}, character for character; '
                f"{_short(answer)} is not in it{but}"
            )
        if document.text.find(answer, start + 1) >= 0:
            note(
                f"{self.place}: {_short(answer)} stands in {document.source} more than once; "
                f"the first place is taken, from {start}"
            )
        return Span(start, start + len(answer))


class _Sources:
    """Documents by what a question may call them."""

    def __init__(self, documents: Sequence[Document], folder: str) -> None:
        self._documents = documents
        parts = PurePosixPath(folder).parts
        self._folders = [f"{PurePosixPath(*parts[first:])}/" for first in range(len(parts))]
        self._exact: dict[str, list[Document]] = {}
        self._named: dict[str, list[Document]] = {}
        for document in documents:
            path = PurePosixPath(document.source)
            for whole in {path, path.with_suffix("")}:
                self._exact.setdefault(str(whole), []).append(document)
                for start in range(len(whole.parts)):
                    name = "/".join(whole.parts[start:])
                    self._named.setdefault(name, []).append(document)

    def find(self, entry: _Entry) -> Document:
        source = entry.text("source", "corpus_id")
        name = source.replace("\\", "/").removeprefix("./")
        below = [name.removeprefix(each) for each in self._folders if name.startswith(each)]
        known = (
            each[one]
            for each in (self._exact, self._named)
            for one in (name, *below)
            if one in each
        )
        found = next(known, [])
        found = [each for each in found if each.source == name] or found
        if len(found) == 1:
            return found[0]
        names = [each.source for each in found]
        if found:
            raise entry.error(f'"source" {source!r} could be any of {", ".join(names[:5])}')
        near = get_close_matches(name, self._named, 3)
        there = (
            f"such as {', '.join(near)}" if near else f"of which there are {len(self._documents)}"
        )
        raise entry.error(f'"source" must name a document of the folder, {there}, not {source!r}')


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
