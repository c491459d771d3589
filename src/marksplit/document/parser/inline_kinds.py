"""The table of inline constructs: where each may start, and whether it may be cut.

The inline parsers and their fast ways take their characters from here, and from nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache, partial
from operator import attrgetter
from typing import NamedTuple

from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.gfm_autolink import gfm_autolink_plugin

from marksplit.options import Syntax


def _always(_: Syntax) -> bool:
    return True


class InlineKind(NamedTuple):
    """One inline construct. One that no plugin reads needs a name, `starts`, `pattern` and `on`."""

    rule: str
    """The name of its rule in the inline parser."""
    starts: str
    """The characters at which the rule is asked."""
    sign: str = ""
    """What stands in any text that holds one, if that is not one of `starts`."""
    atomic: bool = True
    """Whether it is kept whole."""
    bare: bool = False
    """Whether it is a link without brackets, which is found at a character in its middle."""
    apart: bool = False
    """Whether its rule parses what it holds on its own, which is not needed to know its span."""
    on: Callable[[Syntax], bool] = _always
    """Whether a syntax has it, mostly ``attrgetter("switch")``."""
    plugin: Callable[[MarkdownIt], None] | None = None
    """What gives a parser the rule, if markdown-it-py does not have it."""
    pattern: str = ""
    """All of it as a regular expression with no groups but ``(?P<shown>...)``.

    That group is what a title says of it; without the group, a title says it as it is written.
    Such rules are tried before all others, so the pattern must not read far without a match, and
    `starts` may not be letters or of ``.:/@+-``, which bare links hold.
    """


_footnotes = partial(footnote_plugin, move_to_end=False)

KINDS: tuple[InlineKind, ...] = (
    InlineKind("newline", "\n", atomic=False),
    InlineKind("escape", "\\", atomic=False),
    InlineKind("backticks", "`"),
    InlineKind("emphasis", "*_", atomic=False),
    InlineKind("link", "["),
    InlineKind("image", "!", sign="[", apart=True),
    InlineKind("autolink", "<"),
    InlineKind("html_inline", "<"),
    InlineKind("entity", "&"),
    InlineKind(
        "footnote_inline",
        "^",
        sign="[",
        apart=True,
        on=attrgetter("footnotes"),
        plugin=_footnotes,
    ),
    InlineKind("footnote_ref", "[", on=attrgetter("footnotes"), plugin=_footnotes),
    InlineKind("math_inline", "$", on=attrgetter("math"), plugin=dollarmath_plugin),
    *(
        InlineKind(
            rule,
            starts,
            sign,
            bare=True,
            on=lambda syntax: syntax != Syntax.commonmark(),
            plugin=gfm_autolink_plugin,
        )
        for rule, starts, sign in (
            ("gfm_autolink_www", "w", "www."),
            ("gfm_autolink_protocol", ":", ":"),
            ("gfm_autolink_email", "@", "@"),
        )
    ),
)


class InlineKinds:
    """The inline constructs of one syntax.

    Attributes:
        by_rule: each of them, by the name of its rule, in the order of the table.
        patterned: those that are read by a pattern.
        protecting: finds something in any text that holds what is kept whole.
        marks: for a set in a regular expression, where constructs that are kept whole may start or
            end, but for bare links; and escapes. What no plugin reads counts where it is on only.
        title_marks: the same for all that a title may not say as it is written.
        untitled: finds one of `title_marks`.
        plain_heading: a line that is a heading and has none, with its number signs and its title.
        pattern: any of `patterned`; matches nothing if there are none.
        other_starts: for such a set, where only `patterned` may start; empty if there are none.
    """

    def __init__(self, syntax: Syntax) -> None:
        enabled = [kind for kind in KINDS if kind.on(syntax)]
        self.by_rule = {kind.rule: kind for kind in enabled}
        self.patterned = [kind for kind in enabled if kind.pattern]
        known = [kind for kind in KINDS if not kind.pattern]
        signs = {
            sign
            for kind in (*known, *self.patterned)
            if kind.atomic
            for sign in ([kind.sign] if kind.sign else kind.starts)
        }
        single = _set({sign for sign in signs if len(sign) == 1})
        longer = [re.escape(sign) for sign in sorted(signs) if len(sign) > 1]
        self.protecting = re.compile("|".join([f"[{single}]", *longer]))
        inner = [kind for kind in known if not kind.bare]
        kept = {"\\", "]", *(start for kind in inner if kind.atomic for start in kind.starts)}
        titled = {"]", ">", "\0", *(start for kind in inner for start in kind.starts)}
        own = {start for kind in self.patterned for start in kind.starts}
        self.marks, self.title_marks = _set(kept | own), _set(titled | own)
        self.untitled = re.compile(f"[{self.title_marks}]")
        self.plain_heading = re.compile(
            rf"(#{{1,6}}+)(?=[ \t\n]|\Z)([^#{self.title_marks}]*+)$", re.MULTILINE
        )
        self.other_starts = _set(own - kept)
        patterns = [kind.pattern.replace("(?P<shown>", "(?:") for kind in self.patterned]
        self.pattern = f"(?:{'|'.join(patterns)})" if patterns else r"(?!)"


@lru_cache(maxsize=64)
def inline_kinds(syntax: Syntax) -> InlineKinds:
    """The inline constructs of `syntax`: one value for each, which further caches are kept by."""
    return InlineKinds(syntax)


def _set(characters: set[str]) -> str:
    return "".join(map(re.escape, sorted(characters)))
