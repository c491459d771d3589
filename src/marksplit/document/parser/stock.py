"""markdown-it-py's own block parse, turned into blocks: the reference, and the way for dialects.

Line numbers of the parser are hints here: ends are trimmed of blank lines, definitions get blocks
of their own, and text that no token covers is given to a neighbour, so that nothing is lost.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.utils import EnvType
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin

from marksplit.document.blocks import Block, BlockKind
from marksplit.document.parser.block_rules import keep_blocks_linear
from marksplit.document.parser.cover import cover
from marksplit.document.parser.dialects import SCANNED, use_dialects
from marksplit.document.parser.fresh_stack import on_fresh_stack
from marksplit.document.parser.front_matter import front_matter_lines
from marksplit.document.parser.html_containers import group_html
from marksplit.document.parser.inline import Definitions, title
from marksplit.document.parser.jsx_containers import group_jsx
from marksplit.document.parser.markers import ALERT, CONTAINER_MARKS
from marksplit.options import Syntax
from marksplit.spans import Source

MAX_NESTING = 200
"""A list level costs two. Deeper text is not parsed, but kept as text; far below Python's limit
on recursion, which the parser meets at two frames a level."""

_KINDS: dict[str, BlockKind] = {
    "heading_open": "heading",
    "paragraph_open": "paragraph",
    "hr": "thematic_break",
    "fence": "fenced_code",
    "code_block": "indented_code",
    "html_block": "html",
    "table_open": "table",
    "math_block": "math",
    "math_block_label": "math",
    "blockquote_open": "blockquote",
    "bullet_list_open": "list",
    "ordered_list_open": "list",
    "list_item_open": "list_item",
    "footnote_reference_open": "footnote",
    "container_open": "container",
    "jsx_block": "jsx",
    "module_lines": "esm",
    "target": "definition",
}
_LABELLED = frozenset({"fenced_code", "definition", "jsx"})
_CONTAINERS = frozenset({"blockquote", "list", "list_item", "footnote", "container"})


class Parsed(NamedTuple):
    """Blocks of a document, and the definitions that its inline content needs."""

    blocks: tuple[Block, ...]
    definitions: Definitions


def stock_blocks(
    text: str, syntax: Syntax = Syntax(), *, front_matter: bool = True
) -> tuple[Block, ...]:
    """The reference parse of `text`: what markdown-it-py with stock rules says.

    Args:
        text: any text; a leading byte order mark is skipped.
        syntax: switches for what is not in the bare standard.
        front_matter: False for a piece that does not start its document.
    """
    return parse_source(Source(text), syntax, front_matter=front_matter).blocks


def parse_source(source: Source, syntax: Syntax, *, front_matter: bool = True) -> Parsed:
    """Parse `source` with markdown-it-py's stock block rules. Never fails."""
    skipped = front_matter_lines(source) if front_matter and syntax.front_matter else 0
    body = source.line_starts[skipped] if skipped else source.body_start
    env: EnvType = {}
    tokens = _tokens(source.text[body:], syntax, env)
    env.pop(SCANNED, None)
    builder = _Builder(source, skipped, Definitions(env, syntax))
    blocks: list[Block] = []
    if skipped:
        end = source.line_end(skipped)
        blocks.append(Block("front_matter", source.body_start, end))
    blocks += builder.build(tokens, env)
    covered = tuple(cover(source, blocks))
    if syntax.jsx:
        covered = group_jsx(covered)
    if syntax.html_containers:
        covered = group_html(source.text, covered)
    return Parsed(covered, builder.definitions)


@lru_cache(maxsize=64)
def stock_parser(syntax: Syntax) -> MarkdownIt:
    """The parser with the stock rules for blocks. Its rules must not be changed."""
    return new_stock_parser(syntax)


def new_stock_parser(syntax: Syntax) -> MarkdownIt:
    """A new parser with the stock rules for blocks."""
    md = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING}).disable("inline")
    if syntax.tables:
        md.enable("table")
    if syntax.footnotes:
        md.use(footnote_plugin, move_to_end=False)
    if syntax.math:
        md.use(dollarmath_plugin, allow_blank_lines=False)
    use_dialects(md, syntax)
    keep_blocks_linear(md, syntax)
    md.parse("")  # compiles the chains of rules, so that threads only read them
    return md


def _tokens(text: str, syntax: Syntax, env: EnvType) -> list[Token]:
    """Block tokens of `text`; fewer rules, then none, where the parser or a plugin fails.

    Blocks of a list in a quote that the text's end leaves open make stock rules read past the
    end (``>- <script``, ``>``); one more line end keeps them from it.
    """
    bare = Syntax(footnotes=False, math=False, alerts=False, front_matter=False)
    for attempt in (syntax, bare, Syntax.commonmark()):
        try:
            try:
                return _parse(stock_parser(attempt), text, env)
            except IndexError:
                env.clear()
                return _parse(stock_parser(attempt), text + "\n", env)
        except (IndexError, RuntimeError, ValueError, TypeError, AttributeError, KeyError):
            env.clear()
    return []


def _parse(md: MarkdownIt, text: str, env: EnvType) -> list[Token]:
    try:
        return md.parse(text, env)
    except RecursionError:
        env.clear()
        return on_fresh_stack(lambda: md.parse(text, env))


class _Builder:
    """Tokens to nested blocks. `skipped`: lines of front matter above the tokens' line 0."""

    def __init__(self, source: Source, skipped: int, definitions: Definitions) -> None:
        self.source = source
        self.skipped = skipped
        self.definitions = definitions
        self._defined: list[Block] = []
        self._targets: set[int] = set()

    def build(self, tokens: list[Token], env: EnvType) -> list[Block]:
        found = [(label, entry["map"]) for label, entry in env.get("references", {}).items()]
        found += [(entry["label"], entry["map"]) for entry in env.get("duplicate_refs", ())]
        self._defined = sorted(
            Block("definition", *self._lines(first, end), 0, label) for label, (first, end) in found
        )
        blocks = list(self._siblings(iter(tokens), len(self.source.line_starts)))
        return self._with_definitions(blocks, 0, len(self.source.text), nested=False)

    def _siblings(self, tokens: Iterator[Token], last: int) -> Iterator[Block]:
        """Blocks up to the token that closes their container."""
        for token in tokens:
            if token.nesting < 0:
                return
            kind = _KINDS.get(token.type)
            if kind in _CONTAINERS:
                assert kind is not None
                assert token.map is not None
                children = tuple(self._siblings(tokens, token.map[1]))
                yield self._block(kind, token, self._label(kind, token), children=children)
            elif kind == "heading":
                content = next(tokens).content
                next(tokens)
                label = title(content, self.definitions)
                yield self._block(kind, token, label, level=int(token.tag[1]))
            elif kind is not None and token.map is not None:
                label = token.info.strip() if kind in _LABELLED else ""
                block = self._block(kind, token, label)
                if kind == "definition":
                    self._targets.add(block.start)
                yield block
                if token.nesting > 0:
                    _skip(tokens)
            elif token.nesting > 0:  # pragma: no cover
                _skip(tokens)

    def _block(
        self,
        kind: BlockKind,
        token: Token,
        label: str,
        *,
        level: int = 0,
        children: tuple[Block, ...] = (),
    ) -> Block:
        assert token.map is not None
        start, end = self._lines(*token.map)
        if kind in _CONTAINERS:
            body = self._lines(*token.meta["body"]) if kind == "container" else (start, end)
            children = tuple(self._with_definitions(list(children), *body, nested=True))
            if children and not token.meta.get("closed"):
                end = children[-1].end  # bare quote markers below it are no text
            if kind == "blockquote" and children and children[0].kind == "paragraph":
                label = self._alert(start)
            if kind == "list" and children:
                label = children[0].label
        return Block(kind, start, end, level, label, children)

    def _lines(self, first: int, end: int) -> tuple[int, int]:
        starts = self.source.line_starts
        start = starts[min(first + self.skipped, len(starts) - 1)] or self.source.body_start
        stop = starts[min(end + self.skipped, len(starts) - 1)]
        return start, max(self.source.trim_end(start, stop), start)

    def _label(self, kind: BlockKind, token: Token) -> str:
        if kind == "list_item":
            return f"{token.info}{token.markup}"
        if kind == "footnote":
            return str(token.meta.get("label", ""))
        return token.info.strip() if kind == "container" else ""

    def _alert(self, start: int) -> str:
        if not self.definitions.syntax.alerts:
            return ""
        line = self.source.text[start : self.source.line_end(self.source.line_at(start))]
        found = ALERT.search(line)
        return found[1].lower() if found else ""

    def _with_definitions(
        self, blocks: list[Block], start: int, end: int, *, nested: bool
    ) -> list[Block]:
        """`blocks` of one container, with blocks for the definitions between them.

        Containers are finished inside out, so a definition goes to the innermost one first.
        """
        low = bisect_left(self._defined, start, key=_start)
        high = bisect_left(self._defined, end, low, key=_start)
        starts = [block.start for block in blocks] if low < high else []
        here: list[Block] = []
        rest: list[Block] = []
        for found in self._defined[low:high]:
            above = bisect_right(starts, found.start) - 1
            inside = above >= 0 and found.start < blocks[above].end
            (rest if inside or found.end > end else here).append(found)
        if here:
            self._defined[low:high] = rest
            blocks = sorted(blocks + here, key=_start)
        if self._targets:
            blocks = list(self._with_targets(blocks))
        if nested and not blocks and self._has_text(start, end):
            blocks = [Block("paragraph", start, end)]  # nested too deep to be parsed
        return blocks

    def _with_targets(self, blocks: list[Block]) -> Iterator[Block]:
        """`blocks` with each target made one with the block below it.

        A heading starts with its targets; any other block becomes the child of a container. A
        target with nothing or a definition below it stays a definition.
        """
        named: Block | None = None
        for block in blocks:
            if block.kind == "definition" and block.start in self._targets:
                named = (named or block)._replace(end=block.end)
            elif named is None:
                yield block
            else:
                if block.kind == "definition":
                    yield named
                    yield block
                elif block.kind == "heading":
                    yield block._replace(start=named.start)
                else:
                    yield Block("container", named.start, block.end, 0, named.label, (block,))
                named = None
        if named is not None:
            yield named

    def _has_text(self, start: int, end: int) -> bool:
        markers = CONTAINER_MARKS.match(self.source.text, start, end)
        return markers is not None and markers.end() < end


def _start(block: Block) -> int:
    return block.start


def _skip(tokens: Iterator[Token]) -> None:
    """Move past the token that closes the one just read."""
    depth = 1
    for token in tokens:
        depth += token.nesting
        if not depth:
            return
