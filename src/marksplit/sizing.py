"""Sizers and measuring. What is measured, and why, is decided in the planner."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from marksplit.errors import SizerError

Sizer = Callable[[str], int]
"""A size function: text to a size of at least 0, in any unit."""


def approx_tokens(text: str) -> int:
    """A rough count of model tokens: a quarter of the code points, rounded up."""
    return -(-len(text) // 4)


def words(text: str) -> int:
    """The number of runs of characters that are not white space."""
    return len(text.split())


_BUILT_IN: dict[str, Sizer] = {"chars": len, "words": words, "approx_tokens": approx_tokens}


_LIBRARIES = ("tiktoken", "hf")
SIZER_NAMES = "chars, words, approx_tokens, tiktoken:NAME, hf:NAME"
"""The names that a sizer may have, for messages."""


def is_sizer_name(name: str) -> bool:
    """Whether `name` has the form of a sizer's name; what it names need not be loadable."""
    library, _, tokenizer = name.partition(":")
    return name in _BUILT_IN or (library in _LIBRARIES and tokenizer != "")


def resolve_sizer(sizer: Sizer | str) -> Sizer:
    """The function behind a sizer or a sizer's name; the same one for the same name.

    Raises:
        OptionError: the tokenizer of that name cannot be loaded.
        MissingExtraError: its library is not installed.
    """
    if not isinstance(sizer, str):
        return sizer
    return _BUILT_IN.get(sizer) or _tokenizer(sizer)


@lru_cache(maxsize=16)
def _tokenizer(name: str) -> Sizer:
    from marksplit.tokenizers import by_name  # an optional room, looked up when it is asked for

    return by_name(name)


class Measure:
    """Sizes of spans of one text, each span measured once at most."""

    __slots__ = ("_memory", "_sizer", "_text", "characters")

    def __init__(self, text: str, sizer: Sizer) -> None:
        self._text = text
        self._sizer = sizer
        self._memory: dict[tuple[int, int], int] = {}
        self.characters = sizer is len
        """Whether sizes are code points, so that no text need be looked at."""

    def within(self, start: int, end: int, limit: int) -> bool:
        """Whether the size of the text from `start` to `end` is at most `limit`.

        A text of far more code points than `limit` is refused by a prefix that is over it, so
        that no sizer is given most of a document: a text is never smaller than its parts.
        """
        if self.characters:
            return end - start <= limit
        window = 8 * limit + 64
        while end - start > 2 * window:
            if self(start, start + window) > limit + limit // 8 + 8:
                return False
            window *= 2
        return self(start, end) <= limit

    def __call__(self, start: int, end: int) -> int:
        """The size of the text from `start` to `end`.

        Raises:
            SizerError: the sizer returned no ``int``, or a negative one.
        """
        if self.characters:
            return end - start
        size = self._memory.get((start, end))
        if size is None:
            size = self._sizer(self._text[start:end])
            if isinstance(size, bool) or not isinstance(size, int) or size < 0:
                raise SizerError(
                    f"the sizer must return an int of at least 0, not {size!r} "
                    f"(for {self._text[start : start + 40]!r})"
                )
            self._memory[start, end] = size
        return size
