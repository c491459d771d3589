"""Inline rules of markdown-it-py kept linear: what they would read over and over is looked at once.

What a construct is stays with the rules themselves; here is only when they need not be asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from types import SimpleNamespace

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline

from marksplit.document.parser.inline_kinds import InlineKind, InlineKinds

InlineRule = Callable[[StateInline, bool], bool]
"""Whether it takes what is at ``state.pos``; the second argument: without making tokens."""

PATTERNED = "patterned"
"""The type of tokens for constructs that are read by a pattern of the table."""

_NOTE = re.compile(r"\[\^([^ \n\]]{1,1000})\]")
_PROTOCOL = re.compile(r"(?:(?<=http)|(?<=https))://|(?:(?<=mailto)|(?<=xmpp)):")
_NO_HOST = re.compile(r"(?:www\.|://)[^\s/?#:,;()<>\[\]]{300}")
_LINK_END = re.compile(r"[ \t\r\n\0\x0b\x0c]")
_LONGEST_LINK = 10_000
_LOOK_BACK = 1000
"""How much of the text before it a rule for bare links may look at."""


def use_patterns(md: MarkdownIt, kinds: InlineKinds) -> None:
    """Give `md` rules for the constructs that are read by a pattern, before all others."""
    for kind in reversed(kinds.patterned):
        for start in kind.starts:
            md.inline.add_terminator_char(start)
        md.inline.ruler.after("text", kind.rule, _patterned(kind))


def _patterned(kind: InlineKind) -> InlineRule:
    pattern = re.compile(kind.pattern)

    def patterned(state: StateInline, silent: bool) -> bool:
        found = pattern.match(state.src, state.pos, state.posMax)
        if found is None:
            return False
        if not silent:
            token = state.push(PATTERNED, "", 0)
            token.content = found["shown"] or "" if "shown" in pattern.groupindex else found[0]
        state.pos = found.end()
        return True

    return patterned


def keep_linear(md: MarkdownIt, kinds: InlineKinds) -> None:
    """Put guards before the inline rules of `md` that need them; all must be set up."""
    md.helpers = SimpleNamespace(**{**vars(md.helpers), "parseLinkLabel": label_end})  # type: ignore[assignment]
    guards = {"footnote_inline": _is_note_closed, "footnote_ref": _is_note_known}
    for rule in list(md.inline.ruler.__rules__):
        if rule.name in guards:
            md.inline.ruler.at(rule.name, _guarded(rule.fn, guards[rule.name]))
        elif rule.name in kinds.by_rule and kinds.by_rule[rule.name].bare:
            md.inline.ruler.at(rule.name, _windowed(rule.fn))


def label_end(state: StateInline, start: int, disable_nested: bool = False) -> int:
    """What ``markdown_it.helpers.parseLinkLabel`` gives: the offset of the ``]``, or -1.

    The parser asks for each ``[`` anew and so reads the text after many of them very often. The
    way of a search depends on where it is alone, so each place is remembered with the first ``]``
    that closes nothing after it.
    """
    memory: dict[tuple[int, bool], dict[int, int]] = vars(state).setdefault("label_ends", {})
    known = memory.setdefault((state.posMax, disable_nested), {})
    before, maximum, text = state.pos, state.posMax, state.src
    levels: list[list[int]] = [[]]  # places passed since each bracket that is open, outermost first
    state.pos = start + 1
    end = -1
    while state.pos < maximum:
        here = state.pos
        levels[-1].append(here)
        closing = here if text[here] == "]" else known.get(here)
        if closing is None:
            state.md.inline.skipToken(state)
            if text[here] == "[":
                if state.pos == here + 1:
                    levels.append([])
                elif disable_nested:
                    break
            continue
        if closing < 0:
            break
        known.update(dict.fromkeys(levels.pop(), closing))
        if not levels:
            end = closing
            break
        state.pos = closing
        state.md.inline.skipToken(state)
    for places in levels:
        known.update(dict.fromkeys(places, -1))
    state.pos = before
    return end


def _guarded(rule: InlineRule, guard: Callable[[StateInline], bool]) -> InlineRule:
    return lambda state, silent: guard(state) and rule(state, silent)


def _is_note_closed(state: StateInline) -> bool:
    return state.src.startswith("^[", state.pos) and label_end(state, state.pos + 1) >= 0


def _is_note_known(state: StateInline) -> bool:
    """Whether a footnote mark of at most 1,000 characters is one that is defined."""
    found = _NOTE.match(state.src, state.pos, state.posMax)
    return found is not None and f":{found[1]}" in state.env["footnotes"]["refs"]


def _windowed(rule: InlineRule) -> InlineRule:
    """A rule for bare links that is shown the text up to the next white space and no more.

    It finds nothing without making tokens, so it is not asked then. A host of more than 300
    characters is none, and a link ends after 10,000.
    """

    def windowed(state: StateInline, silent: bool) -> bool:
        text, start = state.src, state.pos
        if silent or state.linkLevel > 0 or _NO_HOST.match(text, start):
            return False
        if text[start] == ":" and not _PROTOCOL.match(text, start):
            return False
        pending = state.pending
        if len(pending) > 2 * _LOOK_BACK:
            state.pending = pending[:-_LOOK_BACK]
            state.pushPending()
            state.pending = pending[-_LOOK_BACK:]
        maximum = state.posMax
        limit = min(maximum, start + _LONGEST_LINK)
        end = _LINK_END.search(text, start, limit)
        state.posMax = end.end() if end else limit
        try:
            return rule(state, silent)
        finally:
            state.posMax = maximum

    return windowed
