"""Inline content: plain titles, and the spans inside a paragraph that should not be cut."""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType

from marksplit.document.blocks import Block
from marksplit.document.parser.content import content_lines
from marksplit.document.parser.inline_kinds import InlineKind, InlineKinds, inline_kinds
from marksplit.document.parser.inline_rules import PATTERNED, InlineRule, keep_linear, use_patterns
from marksplit.document.parser.simple_inline import simple_constructs
from marksplit.options import Syntax
from marksplit.spans import Source, Span

_SHOWN = {"text", "text_special", "code_inline", "math_inline", PATTERNED}

_SCHEME = re.compile(r"(?:https?|mailto|xmpp)\Z")


class Definitions:
    """What a document defines for its inline content: link targets and footnotes.

    Attributes:
        syntax: which Markdown the document is written in.
        kinds: the inline constructs of that.
        shown: what `shown_text` said, by content.
    """

    __slots__ = ("_env", "kinds", "shown", "syntax")

    def __init__(self, env: EnvType, syntax: Syntax) -> None:
        self._env = env
        self.syntax = syntax
        self.kinds = inline_kinds(syntax)
        self.shown: dict[str, str] = {}

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
    if definitions.kinds.untitled.search(content):
        content = "".join(_plain(_heading_tokens(content, definitions)))
    return " ".join(content.split())


def shown_text(content: str, definitions: Definitions) -> str:
    """The text of a heading's inline content as a page shows it: as `title`, but with all white
    space and without what images say."""
    if content not in definitions.shown:
        _heading_tokens(content, definitions)
    return definitions.shown[content]


def _heading_tokens(content: str, definitions: Definitions) -> list[Token]:
    (inline,) = _title_parser(definitions.kinds).parseInline(content, definitions.env())
    tokens = inline.children or []
    definitions.shown[content] = "".join(
        token.content if token.type in _SHOWN else "\n" * token.type.endswith("break")
        for token in tokens
    )
    return tokens


def _plain(tokens: Iterable[Token]) -> Iterable[str]:
    for token in tokens:
        if token.type == "image":
            yield from _plain(token.children or ())
        elif token.type in ("text", "text_special", "code_inline", PATTERNED):
            yield token.content
        elif token.type in ("softbreak", "hardbreak"):
            yield " "
        elif token.type == "math_inline":
            yield f"{token.markup}{token.content}{token.markup}"


def inline_spans(
    source: Source, paragraph: Block, definitions: Definitions, *, nested: bool, quotes: int
) -> tuple[list[Span], list[Span]]:
    """Content lines of a paragraph, and its spans that should not be cut, by offset.

    A content line starts after indentation and container markers and ends before trailing
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
    if not definitions.kinds.protecting.search(text, paragraph.start, paragraph.end):
        return lines, []
    content = "\n".join(text[line.start : line.end] for line in lines)
    return lines, to_source(_merged(raw_spans(content, definitions)), lines)


def raw_spans(content: str, definitions: Definitions) -> list[tuple[int, int]]:
    """Spans that the inline rules consume, nested ones too, by offset in `content`.

    A link or image is one whatever its target, as the standard says.
    """
    simple = simple_constructs(
        content, definitions.links, definitions.footnotes, kinds=definitions.kinds
    )
    if simple is not None:
        return [(each.start, each.end) for each in simple]
    return record(content, span_parser(definitions.kinds), definitions.env())


def record(content: str, md: MarkdownIt, env: EnvType) -> list[tuple[int, int]]:
    """Spans that the inline rules consume, by offset in `content`.

    Args:
        content: inline content.
        md: a `recording_parser`.
        env: a fresh environment.
    """
    spans: list[tuple[int, int]] = []
    env["marksplit"] = spans, content
    try:
        md.inline.parse(content, md, env, [])
    except (IndexError, RuntimeError, ValueError):
        return []  # no span is known, so any cut is as good as another
    return spans


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


class _AnyTarget(MarkdownIt):
    """A parser that does not refuse targets for being unsafe, such as ``data:image/svg+xml``."""

    def validateLink(self, url: str) -> bool:  # noqa: N802
        return True


def _inline_parser(
    kinds: InlineKinds, depth: int, parser: type[MarkdownIt] = MarkdownIt, *, bare_links: bool
) -> MarkdownIt:
    md = parser("commonmark", {"maxNesting": depth, "store_labels": True})
    used = [kind for kind in kinds.by_rule.values() if bare_links or not kind.bare]
    for plugin in dict.fromkeys(kind.plugin for kind in used):
        if plugin is not None:
            md.use(plugin)
    use_patterns(md, kinds)
    keep_linear(md, kinds)
    return md


@lru_cache(maxsize=64)
def _title_parser(kinds: InlineKinds) -> MarkdownIt:
    md = _inline_parser(kinds, 200, bare_links=False)
    md.parse("a")  # compiles the chains of rules, so that threads only read them
    return md


@lru_cache(maxsize=64)
def span_parser(kinds: InlineKinds) -> MarkdownIt:
    """The parser that `record` finds spans with."""
    md = recording_parser(kinds, _AnyTarget, held=True)
    record("a", md, {})
    return md


def recording_parser(
    kinds: InlineKinds, parser: type[MarkdownIt] = MarkdownIt, *, held: bool = False
) -> MarkdownIt:
    """A new parser whose inline rules note in ``env["marksplit"]`` what they consume.

    If `held`, rules that parse what they hold on its own make no tokens.
    """
    md = _inline_parser(kinds, 100, parser, bare_links=True)  # five frames a level
    md.inline.ruler2.disable(["balance_pairs", "emphasis", "fragments_join"])
    for rule in list(md.inline.ruler.__rules__):
        kind = kinds.by_rule.get(rule.name)
        if kind is not None:
            md.inline.ruler.at(rule.name, _recorded(kind, rule.fn, held=held and kind.apart))
    return md


def _recorded(kind: InlineKind, rule: InlineRule, *, held: bool) -> InlineRule:
    """`rule`, asked only where its first character is."""
    starts, atomic, bare = kind.starts, kind.atomic, kind.bare

    def recorded(state: StateInline, silent: bool) -> bool:
        start = state.pos
        if state.src[start] not in starts or not rule(state, silent or held):
            return False
        if silent or not atomic:
            return True
        if held and state.pending:
            state.pushPending()
        spans, content = state.env["marksplit"]
        if state.src == content and state.pos - start > 1:
            if bare:  # a bare link is found at its ``:`` or ``@``; its text ends here
                scheme = _SCHEME.search(content, max(0, start - 6), start)
                start = min(start, state.pos - len(state.tokens[-2].content))
                if scheme:  # that text has its escapes resolved, so it may be shorter
                    start = min(start, scheme.start())
            spans.append((start, state.pos))
        return True

    return recorded
