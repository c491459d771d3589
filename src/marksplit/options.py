"""The two option values, their defaults, units and checks. Nothing that acts on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import index
from types import MappingProxyType
from typing import Literal, TypedDict, get_args

from marksplit._field_docs import documented
from marksplit.errors import OptionError
from marksplit.sizing import SIZER_NAMES, Sizer, is_sizer_name
from marksplit.spans import Span

Oversize = Literal["keep", "split", "error"]
FrontMatter = Literal["chunk", "drop"]
CutScorer = Callable[[str, Sequence[Span]], Sequence[float]]
"""How good it would be to cut: the document's text and the spans of n units of it, which follow
each other, to n - 1 finite numbers. Number i is for the place between units i and i + 1; higher is
better, 0 says nothing. Equal arguments must be answered alike."""


_NUMBERS = {"max_heading_depth": 6, "max_size": None, "min_size": None, "overlap": None}
"""Fields that are integers from 0, and up to what."""
_SWITCHES = (
    *("merge_sections", "strip_headings", "split_blocks", "count_context"),
    *("document_title", "context_references", "strip_data_uris", "bonds"),
)


@documented
@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkOptions:
    """How to cut. Sizes are whatever `sizer` counts; characters by default.

    Raises:
        OptionError: a value is out of its range; the message names field, value and range.
    """

    max_heading_depth: int = 3
    """Headings of this level or shallower start a new chunk. 0: headings never force a cut;
    6: all do."""
    max_size: int = 1000
    """Size that a chunk may reach, overlap included. 0: cut at headings only; then `min_size`,
    `overlap` and `merge_sections` have no effect."""
    min_size: int = 0
    """A smaller piece joins a neighbour in its section when both fit `max_size`; a whole section
    that is smaller joins a neighbouring sibling or its parent's text."""
    overlap: int = 0
    """How much of the preceding text may be repeated where a section is cut for size; smaller
    than `max_size`. It starts at a block, item or sentence where one fits, else at a clause or
    word; in scripts without spaces between words, at a syllable or character."""
    sizer: Sizer | str = len
    """Any function from text to a size of at least 0, or the name of one."""
    merge_sections: bool = False
    """Pack small neighbouring sections into one chunk, never across parents."""
    strip_headings: bool = False
    """Leave leading headings whose titles are in the chunk's heading path out of its text."""
    split_blocks: bool = False
    """Make each top-level block a chunk of its own."""
    oversize: Oversize = "keep"
    """What becomes of a block that must stay whole and is over `max_size`: ``"keep"`` keeps it
    whole and flags the chunk, ``"split"`` cuts it at its rows or lines, ``"error"`` raises
    ``OversizeBlockError``."""
    count_context: bool = False
    """Make `max_size` cover what ``Chunk.with_context()`` adds. Heading titles that would take
    more than half of it are shortened from the outer end."""
    document_title: bool = False
    """Let ``Chunk.with_context()`` put the document's title (see ``Outline.title``) before the
    heading path, unless the path starts with it."""
    context_references: bool = False
    """Let ``Chunk.with_context()`` add definitions of the chunk's `references`, so that links,
    images and footnotes read as in the document. With `count_context` they take up to a quarter of
    `max_size`, else 10,000 characters; those used first come first, and one that is too long for
    what is left is passed over."""
    strip_data_uris: bool = False
    """Leave the data of ``data:`` images out of what ``Chunk.with_context()`` gives; the text of
    the chunk keeps it."""
    bonds: bool = True
    """Keep what introduces or explains a block (a title line, a question, a caption, a line that
    ends in a colon) with it, where both fit."""
    sentences: Callable[[str], Iterable[int]] | None = None
    """A function from the text of a paragraph to the offsets in it where sentences start, in
    place of the built-in rules; `None`: those."""
    cuts: CutScorer | None = None
    """A function that scores places where a part over `max_size` may be cut. Of places that are
    equally good by structure, the one with the highest score is taken, if it leaves at least half
    of the fullest chunk and no crumb; `None`, or equal scores: the last."""
    front_matter: FrontMatter = "chunk"
    """What becomes of front matter: ``"chunk"`` makes it a chunk of its own, ``"drop"`` leaves it
    out of all chunks."""

    def __post_init__(self) -> None:
        for field, high in _NUMBERS.items():
            value = getattr(self, field)
            number = _integer(field, value, high)
            if number is not value:  # such as a number of NumPy's
                object.__setattr__(self, field, number)
        for field in _SWITCHES:
            if not isinstance(getattr(self, field), bool):
                raise OptionError(field, getattr(self, field), "True or False")
        for field, choices in (("oversize", Oversize), ("front_matter", FrontMatter)):
            if getattr(self, field) not in get_args(choices):
                allowed = " or ".join(map(repr, get_args(choices)))
                raise OptionError(field, getattr(self, field), allowed)
        if self.sentences is not None and not callable(self.sentences):
            raise OptionError(
                "sentences", self.sentences, "None or a function from str to offsets of starts"
            )
        if self.cuts is not None and not callable(self.cuts):
            raise OptionError("cuts", self.cuts, "None or a function from units to scores")
        if isinstance(self.sizer, str):
            if not is_sizer_name(self.sizer):
                raise OptionError("sizer", self.sizer, f"a function or one of {SIZER_NAMES}")
        elif not callable(self.sizer):
            raise OptionError("sizer", self.sizer, "a function from str to int, or a name")
        if self.max_size and self.overlap >= self.max_size:
            raise OptionError("overlap", self.overlap, f"smaller than max_size ({self.max_size})")
        if self.max_size and self.min_size > self.max_size:
            raise OptionError("min_size", self.min_size, f"at most max_size ({self.max_size})")
        if self.split_blocks and self.merge_sections:
            raise OptionError("split_blocks", True, "False when merge_sections is True")
        if self.split_blocks and self.min_size:
            raise OptionError("split_blocks", True, "False when min_size is set")


class OptionFields(TypedDict, total=False):
    """The fields of `ChunkOptions` as keywords, for signatures: ``**options: Unpack[OptionFields]``."""

    max_heading_depth: int
    max_size: int
    min_size: int
    overlap: int
    sizer: Sizer | str
    merge_sections: bool
    strip_headings: bool
    split_blocks: bool
    oversize: Oversize
    count_context: bool
    document_title: bool
    context_references: bool
    strip_data_uris: bool
    bonds: bool
    sentences: Callable[[str], Iterable[int]] | None
    cuts: CutScorer | None
    front_matter: FrontMatter


@documented
@dataclass(frozen=True, slots=True, kw_only=True)
class Syntax:
    """Which Markdown the text is written in. The default is what GitHub renders."""

    tables: bool = True
    """Pipe tables."""
    alerts: bool = True
    """Block quotes that open with ``[!NOTE]`` and the like are labelled as alerts."""
    footnotes: bool = True
    """Footnote definitions and references."""
    math: bool = True
    """``$$`` blocks, and ``$`` math inside paragraphs."""
    front_matter: bool = True
    """YAML (``---``) or TOML (``+++``) at the very start, when it is closed."""
    admonitions: bool = False
    """``!!! note``, ``??? note`` and ``=== "Tab"`` hold the indented blocks below them."""
    colon_containers: bool = False
    """``:::name`` holds the blocks up to a closing ``:::``."""
    directives: bool = False
    """MyST: fences whose info string is a directive (``{note}``), and ``(target)=`` lines, which
    stay with the block below."""
    jsx: bool = False
    """MDX: import and export lines, JSX elements and ``{/* comments */}`` are kept whole;
    elements around Markdown, whose tags stand alone on their lines, hold it."""
    tex_math: bool = False
    r"""Display math between ``\[`` and ``\]``, or ``\begin{name}`` and ``\end{name}``."""
    html_containers: bool = False
    """HTML tags that stand around other blocks (``<details>``, ``<div>``) hold them: headings
    between them are content and open no section."""

    def __post_init__(self) -> None:
        for field in self.__slots__:
            if not isinstance(getattr(self, field), bool):
                raise OptionError(field, getattr(self, field), "True or False")

    @classmethod
    def commonmark(cls) -> Syntax:
        """The bare CommonMark standard."""
        return cls(tables=False, alerts=False, footnotes=False, math=False, front_matter=False)

    @classmethod
    def github(cls) -> Syntax:
        """What GitHub renders: the default."""
        return cls()

    @classmethod
    def mkdocs(cls) -> Syntax:
        """Python-Markdown as Material for MkDocs sets it up: admonitions, tabs and TeX math."""
        return cls(admonitions=True, tex_math=True)

    @classmethod
    def mdx(cls) -> Syntax:
        """MDX with ``:::`` containers, as in Docusaurus."""
        return cls(colon_containers=True, jsx=True)

    @classmethod
    def myst(cls) -> Syntax:
        """MyST: directives between fences or colons, targets and TeX math."""
        return cls(colon_containers=True, directives=True, tex_math=True)


SYNTAXES: Mapping[str, Syntax] = MappingProxyType(
    {
        "github": Syntax.github(),
        "commonmark": Syntax.commonmark(),
        "mkdocs": Syntax.mkdocs(),
        "mdx": Syntax.mdx(),
        "myst": Syntax.myst(),
    }
)
"""The presets by the names that the command and the tools for agents take; the default is first."""


def _integer(field: str, value: object, high: int | None) -> int:
    """`value` as a plain ``int``."""
    allowed = "an integer >= 0" if high is None else f"an integer from 0 to {high}"
    try:
        number = -1 if isinstance(value, bool) else index(value)  # type: ignore[arg-type]
    except TypeError:
        number = -1
    if number < 0 or (high is not None and number > high):
        raise OptionError(field, value, allowed)
    return number
