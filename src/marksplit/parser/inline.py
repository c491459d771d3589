"""Inline content: plain titles, and the spans inside a paragraph that should not be cut."""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.gfm_autolink import gfm_autolink_plugin

from marksplit.blocks import Block
from marksplit.options import Syntax
from marksplit.parser.content import content_lines
from marksplit.spans import Source, Span

_MARKUP = re.compile(r"[\\`*_\[\]<>&!$^\n\0]")
_PROTECTING = re.compile(r"[`\[<$&@:]|www\.")
_RULES = (
    "backticks",
    "autolink",
    "html_inline",
    "entity",
    "math_inline",
)
_Kind = Literal["link", "image", "footnote"]
_NAMING: dict[str, _Kind] = {
    "link": "link",
    "image": "image",
    "footnote_inline": "footnote",
    "footnote_ref": "footnote",
}
"""Rules whose find may name a definition, or hold another that does."""
_TOKENS = {"link": "link_open", "image": "image", "footnote": "footnote_ref"}
_BARE_LINKS = ("gfm_autolink_www", "gfm_autolink_protocol", "gfm_autolink_email")


class Definitions:
    """What a document defines for its inline content: link targets and footnotes."""

    __slots__ = ("_env", "syntax")

    def __init__(self, env: EnvType, syntax: Syntax) -> None:
        self._env = env
        self.syntax = syntax

    @property
    def links(self) -> Mapping[str, Mapping[str, Any]]:
        """Link reference definitions by normalised label: ``href`` and ``title`` of each."""
        found: Mapping[str, Mapping[str, Any]] = self._env.get("references", {})
        return found

    @property
    def footnotes(self) -> Collection[str]:
        """Labels of the footnotes, with a colon before each."""
        found: Collection[str] = self._env.get("footnotes", {}).get("refs", {})
        return found

    def env(self) -> EnvType:
        """A fresh environment for one inline parse, since the parser writes into it."""
        notes = self._env.get("footnotes", {})
        return {
            "references": self._env.get("references", {}),
            "footnotes": {"refs": ChainMap({}, notes.get("refs", {}))},
        }


def title(content: str, definitions: Definitions) -> str:
    """The plain text of a heading's inline content.

    Text, code and the alternative text of images; raw HTML and footnote marks are dropped,
    inline math stays as it is written; runs of white space become one space.
    """
    if _MARKUP.search(content):
        tokens = title_parser(definitions.syntax).parseInline(content, definitions.env())
        content = "".join(_plain(tokens[0].children or ()))
    return " ".join(content.split())


def _plain(tokens: Iterable[Token]) -> Iterable[str]:
    for token in tokens:
        if token.type == "image":
            yield from _plain(token.children or ())
        elif token.type in ("text", "text_special", "code_inline"):
            yield token.content
        elif token.type in ("softbreak", "hardbreak"):
            yield " "
        elif token.type == "math_inline":
            yield f"{token.markup}{token.content}{token.markup}"


def inline_spans(
    source: Source, paragraph: Block, definitions: Definitions, *, nested: bool, quotes: int
) -> tuple[list[Span], list[Span]]:
    """Content lines of a paragraph, and its spans that should not be cut, by offset.

    A content line starts behind indentation and container markers and ends before trailing
    spaces. Spans are disjoint: code, links, images, autolinks, HTML tags, math, footnote marks.

    Args:
        source: the document.
        paragraph: a block of it that holds inline content.
        definitions: those of the document.
        nested: whether the paragraph lies in a container.
        quotes: in how many block quotes it lies; more ``>`` at a line's start are text.
    """
    lines = content_lines(source, paragraph, nested, quotes)
    text = source.text
    if not _PROTECTING.search(text, paragraph.start, paragraph.end):
        return lines, []
    content = "\n".join(text[line.start : line.end] for line in lines)
    found = _merged(note_inline(content, definitions).spans)
    return lines, to_source(found, lines)


class Use(NamedTuple):
    """A link, image or footnote mark that names a definition; offsets are those of its text.

    In the text of another image or of a footnote in place, it counts as standing where that does.
    """

    start: int
    end: int
    kind: _Kind
    label: str
    """As CommonMark normalises it; a footnote's as it is."""


class Note:
    """What one inline parse leaves: spans that the rules consumed, and uses of definitions."""

    __slots__ = ("content", "spans", "uses")

    def __init__(self, content: str) -> None:
        self.content = content
        self.spans: list[tuple[int, int]] = []
        self.uses: list[Use] = []


def note_inline(content: str, definitions: Definitions) -> Note:
    """Parse inline content and note what the rules find, by offset in `content`."""
    env = definitions.env()
    note = env["marksplit"] = Note(content)
    md = _span_parser(definitions.syntax)
    try:
        md.inline.parse(content, md, env, [])
    except (IndexError, RuntimeError, ValueError):
        return Note(content)  # nothing is known, so any cut is as good as another
    return note


def _merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans in order, joined where they nest."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return merged


def to_source(spans: Iterable[tuple[int, int]], lines: Sequence[Span]) -> list[Span]:
    """Offsets in the joined content lines, as offsets in the source; `spans` start in order."""
    found: list[Span] = []
    index = base = 0  # the line, and its offset in the content
    for start, end in spans:
        while start > base + lines[index].end - lines[index].start:
            base += lines[index].end - lines[index].start + 1
            index += 1
        begin = lines[index].start + start - base
        last, offset = index, base
        while end > offset + lines[last].end - lines[last].start:
            offset += lines[last].end - lines[last].start + 1
            last += 1
        found.append(Span(begin, lines[last].start + end - offset))
    return found


def _inline_parser(syntax: Syntax) -> MarkdownIt:
    md = MarkdownIt("commonmark", {"maxNesting": 200, "store_labels": True})
    if syntax.footnotes:
        md.use(footnote_plugin, move_to_end=False)
    if syntax.math:
        md.use(dollarmath_plugin)
    return md


@lru_cache(maxsize=64)
def title_parser(syntax: Syntax) -> MarkdownIt:
    """A parser for the inline content of headings."""
    md = _inline_parser(syntax)
    md.parse("a")  # compiles the chains of rules, so that threads only read them
    return md


@lru_cache(maxsize=64)
def _span_parser(syntax: Syntax) -> MarkdownIt:
    """A parser whose inline rules note in ``env["marksplit"]`` what they consume."""
    md = _inline_parser(syntax)
    if syntax != Syntax.commonmark():
        md.use(gfm_autolink_plugin)
    for rule in list(md.inline.ruler.__rules__):
        if rule.name in _RULES:
            md.inline.ruler.at(rule.name, _recorded(rule.fn, bare=False))
        elif rule.name in _NAMING:
            md.inline.ruler.at(rule.name, _naming(rule.fn, _NAMING[rule.name]))
        elif rule.name in _BARE_LINKS:
            md.inline.ruler.at(rule.name, _recorded(rule.fn, bare=True))
    md.inline.parse("a", md, {"marksplit": Note("a")}, [])
    return md


_Rule = Callable[[StateInline, bool], bool]


def _recorded(rule: _Rule, *, bare: bool) -> _Rule:
    def recorded(state: StateInline, silent: bool) -> bool:
        start = state.pos
        if not rule(state, silent):
            return False
        note: Note = state.env["marksplit"]
        if not silent and state.src == note.content and state.pos - start > 1:
            if bare:  # a bare link is found at its ``:`` or ``@``; its text ends here
                start = min(start, state.pos - len(state.tokens[-2].content))
            note.spans.append((start, state.pos))
        return True

    return recorded


def _naming(rule: _Rule, kind: _Kind) -> _Rule:
    """As `_recorded`, for a rule that may name a definition: the use comes before those in it."""
    token_type = _TOKENS[kind]

    def recorded(state: StateInline, silent: bool) -> bool:
        start = state.pos
        note: Note = state.env["marksplit"]
        tokens, uses = len(state.tokens), len(note.uses)
        if not rule(state, silent):
            return False
        if silent:
            return True
        opened = next(token for token in state.tokens[tokens:] if token.type == token_type)
        label = opened.meta.get("label")
        found = [] if label is None else [Use(-1, -1, kind, label)]
        note.uses[uses:uses] = found
        if state.src == note.content:
            note.spans.append((start, state.pos))
            for index in range(uses, len(note.uses)):
                if note.uses[index].start < 0:
                    note.uses[index] = note.uses[index]._replace(start=start, end=state.pos)
        return True

    return recorded
