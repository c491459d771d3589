"""The pool of one setting: all that can be retrieved. How it is ranked is not known here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from marksplit import MarksplitError
from marksplit.evaluation.metrics import Passage
from marksplit.evaluation.questions import Document
from marksplit.evaluation.settings import Setting


class EvaluationError(MarksplitError, ValueError):
    """A setting cannot be evaluated; the message names it and says why."""


@dataclass(frozen=True, slots=True)
class Pool:
    """All that can be retrieved under one setting."""

    setting: Setting
    passages: Sequence[Passage]
    embedded: Sequence[str]
    """What the retrievers are given of each passage."""
    unlocated: int
    """Pieces that are left out, since their text is not in their document."""


def make_pool(setting: Setting, documents: Sequence[Document]) -> Pool:
    """Cut the documents.

    Raises:
        EvaluationError: a document cannot be cut, or nothing comes of them.
    """
    passages, embedded, unlocated = [], [], 0
    for document in documents:
        try:
            pieces = setting.cut(document.text)
        except MarksplitError as error:
            raise EvaluationError(f"{setting.name}: {document.source}: {error}") from error
        for piece in pieces:
            if piece.span is None:
                unlocated += 1
                continue
            start, end = piece.span
            passages.append(Passage(document.source, start, end, document.text[start:end]))
            embedded.append(piece.embedded)
    if not passages:
        raise EvaluationError(f"{setting.name}: no chunk comes of the documents")
    return Pool(setting, passages, embedded, unlocated)
