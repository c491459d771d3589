"""The page as one HTML file: assets, data, and the policy that nothing else may run."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files

from marksplit.pages import content_policy, theme
from marksplit.preview.description import Description

_STYLES = ("parts.css", "layout.css", "source.css", "chunks.css", "rendered.css")
_SCRIPTS = (
    "elements.js",
    "parts.js",
    "state.js",
    "source.js",
    "rendered.js",
    "chunks.js",
    "contents.js",
    "search.js",
)
_TUNING_STYLES = ("tuning.css",)
_TUNING_SCRIPTS = ("form.js", "documents.js", "compare.js")
_START = "main.js"


def build_page(
    documents: Sequence[tuple[Description, Sequence[Description]]],
    *,
    tuning: Description | None = None,
) -> str:
    """The page that shows `documents`: what `describe` and `render` say of each.

    It asks for nothing from elsewhere and works from a file. A lone surrogate in it, which UTF-8
    lacks, is to be written as its ``\\ud800`` escape.

    Args:
        documents: in the order of the file list.
        tuning: what the form of the settings needs, where a server cuts anew.
    """
    style, script = _bundle(tuning is not None)
    parts = {
        "policy": policy(tuning=tuning is not None),
        "style": style,
        "data": "\n".join(_data(documents, tuning)),
        "script": script,
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], _asset("page.html"))


def policy(*, tuning: bool) -> str:
    """The content security policy of the page: its own script and style, and nothing else.

    With `tuning` it may talk to the server that it came from.
    """
    style, script = _bundle(tuning)
    return content_policy(style=style, script=script, connect="'self'" if tuning else "'none'")


def _data(
    documents: Sequence[tuple[Description, Sequence[Description]]], tuning: Description | None
) -> Iterator[str]:
    """Data blocks, one for each document and one for its rendered text: read when looked at."""
    yield _block("documents", [_entry(described) for described, _ in documents])
    for number, (described, rendered) in enumerate(documents):
        yield _block(f"document-{number}", described)
        yield _block(f"rendered-{number}", rendered)
    if tuning is not None:
        yield _block("tuning", tuning)


def _entry(described: Description) -> Description:
    return {name: described[name] for name in ("source", "summary")}


def _block(name: str, value: object) -> str:
    # Without "<" no text can end the element or start a comment in it.
    written = json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/json" id="{name}">{written}</script>'


@cache
def _bundle(tuning: bool) -> tuple[str, str]:
    """The style and the script."""
    styles = _STYLES + _TUNING_STYLES if tuning else _STYLES
    scripts = _SCRIPTS + _TUNING_SCRIPTS if tuning else _SCRIPTS
    return theme() + "".join(map(_asset, styles)), "".join(map(_asset, (*scripts, _START)))


def _asset(name: str) -> str:
    return (files("marksplit.preview") / "assets" / name).read_text(encoding="utf-8")
