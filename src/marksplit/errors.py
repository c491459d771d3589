"""Every error that marksplit raises, and nothing else.

MarksplitError
├── OptionError (ValueError)          an option is wrong, alone or with another
├── OversizeBlockError (ValueError)   a block may not be cut and is too big
├── EncodingError (UnicodeError)      a file is no text in the encoding that was named
├── FrontMatterError (ValueError)     front matter is not what its language allows
├── SizerError (TypeError)            a sizer does not return a size
├── CutScorerError (ValueError)       a scorer of cuts fails, or its scores are no scores
├── EmbeddingError (ValueError)       an embedding function fails, or returns no vectors
├── MissingExtraError (ImportError)   an optional dependency is not installed
└── LawError (AssertionError)         chunks break a law: a fault in marksplit itself
"""

from __future__ import annotations


class MarksplitError(Exception):
    """The root of all errors that marksplit raises on purpose."""


class OptionError(MarksplitError, ValueError):
    """An option has a value that is not allowed.

    Attributes:
        field: the option's name.
        value: what was given.
        allowed: the allowed values, in words.
    """

    def __init__(self, field: str, value: object, allowed: str) -> None:
        super().__init__(f"{field} must be {allowed}, not {value!r}")
        self.field = field
        self.value = value
        self.allowed = allowed

    def __reduce__(self) -> tuple[type[OptionError], tuple[str, object, str]]:
        return type(self), (self.field, self.value, self.allowed)


class OversizeBlockError(MarksplitError, ValueError):
    """A block that must stay whole is over ``max_size`` and ``oversize="error"`` is set.

    Attributes:
        kind: the block's kind.
        size: its size, in the sizer's unit.
        max_size: the limit.
        first_line: the block's first line, from 1.
        last_line: its last line, included.
    """

    def __init__(
        self, kind: str, size: int, max_size: int, first_line: int, last_line: int
    ) -> None:
        super().__init__(
            f"{kind} in lines {first_line} to {last_line} has size {size}, over max_size {max_size}"
        )
        self.kind = kind
        self.size = size
        self.max_size = max_size
        self.first_line = first_line
        self.last_line = last_line

    def __reduce__(
        self,
    ) -> tuple[type[OversizeBlockError], tuple[str, int, int, int, int]]:
        return type(self), (
            self.kind,
            self.size,
            self.max_size,
            self.first_line,
            self.last_line,
        )


class EncodingError(MarksplitError, UnicodeError):
    """A file is no text in the encoding that was named.

    Attributes:
        path: the file.
        encoding: the encoding that was tried.
        offset: where the first bad byte is, counted in bytes from 0.
        problem: what is wrong, and what can be done.
    """

    def __init__(self, path: str, encoding: str, offset: int, problem: str) -> None:
        super().__init__(f"{path} is not {encoding.upper()} from byte {offset} on: {problem}")
        self.path = path
        self.encoding = encoding
        self.offset = offset
        self.problem = problem

    def __reduce__(self) -> tuple[type[EncodingError], tuple[str, str, int, str]]:
        return type(self), (self.path, self.encoding, self.offset, self.problem)


class FrontMatterError(MarksplitError, ValueError):
    """Front matter cannot be read as a mapping; the message names the line of the document."""


class SizerError(MarksplitError, TypeError):
    """A sizer returned something that is not a non-negative ``int``."""


class CutScorerError(MarksplitError, ValueError):
    """The function in ``ChunkOptions.cuts`` failed, or did not return a number for each place.

    Attributes:
        first_line: the first line of the part that it was asked about, from 1.
        last_line: its last line, included.
        problem: what is wrong.
    """

    def __init__(self, first_line: int, last_line: int, problem: str) -> None:
        super().__init__(f"cuts, asked about lines {first_line} to {last_line}, {problem}")
        self.first_line = first_line
        self.last_line = last_line
        self.problem = problem

    def __reduce__(self) -> tuple[type[CutScorerError], tuple[int, int, str]]:
        return type(self), (self.first_line, self.last_line, self.problem)


class EmbeddingError(MarksplitError, ValueError):
    """A function that embeds texts failed or did not return one vector for each; names which."""


class MissingExtraError(MarksplitError, ImportError):
    """A module of an optional extra is not installed; the message has the pip line."""


class LawError(MarksplitError, AssertionError):
    """Chunks break one of the laws of ``marksplit.checks.laws``: please report it.

    Attributes:
        law: the law's number.
        index: the index of the chunk at fault.
    """

    def __init__(self, law: int, index: int, message: str) -> None:
        super().__init__(f"law {law}, chunk {index}: {message}")
        self.law = law
        self.index = index
        self.message = message

    def __reduce__(self) -> tuple[type[LawError], tuple[int, int, str]]:
        return type(self), (self.law, self.index, self.message)
