"""Sizers and measuring. What is measured, and why, is decided in the planner."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from operator import index

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
    """The function that a sizer or its name stands for; the same one for the same name.

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
    """Sizes of spans of one text, each span measured once at most.

    Attributes:
        characters: whether sizes are code points, so that no text need be looked at.
        density: code points to one unit of size, in the text measured last.
    """

    __slots__ = ("_memory", "_sizer", "_text", "characters", "density")

    def __init__(self, text: str, sizer: Sizer) -> None:
        self._text = text
        self._sizer = sizer
        self._memory: dict[tuple[int, int], int] = {}
        self.characters = sizer is len
        self.density = 1.0

    def within(self, start: int, end: int, limit: int) -> bool:
        """Whether the size of the text from `start` to `end` is at most `limit`."""
        return not self.is_far_over(start, end, limit) and self(start, end) <= limit

    def is_far_over(self, start: int, end: int, limit: int) -> bool:
        """Whether the text from `start` to `end` has a prefix that is well over `limit`.

        A text is hardly smaller than its parts, so that no sizer is given most of a document.
        """
        if self.characters:
            return False
        enough = limit + limit // 16 + 8
        window = int((enough + enough // 8) * self.density) + 8
        while end - start > window + window // 4:
            if self(start, start + window) > enough:
                return True
            window = max(window + window // 2, int((enough + enough // 8) * self.density) + 8)
        return False

    def __call__(self, start: int, end: int) -> int:
        """The size of the text from `start` to `end`.

        Raises:
            SizerError: the sizer returned no integer, or a negative one.
        """
        if self.characters:
            return end - start
        size = self._memory.get((start, end))
        if size is None:
            size = self._memory[start, end] = self.of(self._text[start:end])
            if size:
                self.density = (end - start) / size
        return size

    def of(self, text: str) -> int:
        """The size of a text that need not be in the document; it is not remembered.

        Raises:
            SizerError: the sizer returned no integer, or a negative one.
        """
        size = self._sizer(text)
        if type(size) is not int and not isinstance(size, bool):
            with suppress(TypeError):
                size = index(size)  # such as a number of NumPy's
        if type(size) is not int or size < 0:
            raise SizerError(
                f"the sizer must return an int of at least 0, not {size!r} (for {text[:40]!r})"
            )
        return size
