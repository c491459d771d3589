"""An inline parse that notes which definitions it uses, and where."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline

from marksplit.document.parser.inline import Definitions, record, recording_parser
from marksplit.document.parser.inline_kinds import InlineKinds
from marksplit.document.parser.simple_inline import UseKind, simple_constructs

_NAMING: dict[str, tuple[UseKind, str]] = {
    "link": ("link", "link_open"),
    "image": ("image", "image"),
    "footnote_inline": ("footnote", "footnote_ref"),
    "footnote_ref": ("footnote", "footnote_ref"),
}
"""Rules that may name a definition or hold another that does: what a use is, and its token."""


class Use(NamedTuple):
    """A link, image or footnote mark that names a definition, and where it stands.

    In the text of an image, or of a footnote that is written in place, it stands where that does.
    """

    start: int
    end: int
    kind: UseKind
    label: str
    """As CommonMark normalises it; a footnote's as it is."""


def note_uses(content: str, definitions: Definitions) -> list[Use]:
    """Uses of definitions, by offset in `content`, each before those inside it."""
    simple = simple_constructs(
        content, definitions.links, definitions.footnotes, kinds=definitions.kinds
    )
    if simple is not None:
        return [Use(start, end, kind, label) for start, end, kind, label in simple if kind]
    return parsed_uses(content, definitions)


def parsed_uses(content: str, definitions: Definitions) -> list[Use]:
    """What `note_uses` gives, whatever the content, by an inline parse."""
    env = definitions.env()
    uses: list[Use] = []
    env["uses"] = uses
    return uses if record(content, _parser(definitions.kinds), env) else []


@lru_cache(maxsize=64)
def _parser(kinds: InlineKinds) -> MarkdownIt:
    md = recording_parser(kinds)
    for rule in list(md.inline.ruler.__rules__):
        if rule.name in _NAMING:
            md.inline.ruler.at(rule.name, _naming(rule.fn, *_NAMING[rule.name]))
    record("a", md, {"uses": []})
    return md


def _naming(
    rule: Callable[[StateInline, bool], bool], kind: UseKind, token_type: str
) -> Callable[[StateInline, bool], bool]:
    """`rule`, which also notes the use it finds, before those inside."""

    def naming(state: StateInline, silent: bool) -> bool:
        start, tokens = state.pos, len(state.tokens)
        uses: list[Use] = state.env["uses"]
        known = len(uses)
        if not rule(state, silent):
            return False
        if silent:
            return True
        found = next(token for token in state.tokens[tokens:] if token.type == token_type)
        if "label" in found.meta:
            uses.insert(known, Use(-1, -1, kind, found.meta["label"]))
        _, content = state.env["marksplit"]
        if state.src == content:
            for index in range(known, len(uses)):
                if uses[index].start < 0:
                    uses[index] = uses[index]._replace(start=start, end=state.pos)
        return True

    return naming
