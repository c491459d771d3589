"""With `count_context` the text to embed keeps to the limit: titles and references included."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from real_tokenizers import TOKENIZERS
from strategies import SIZERS, random_markdown, random_options

from marksplit import Chunk, ChunkOptions, Outline, check, chunk_outline, parse, resolve_sizer

MARKS = (
    *("See [the guide][guide], [b] and [a far page].[^n]", "![pic][b]", "- [guide][]", "[^n] x"),
    *("[guide]: /g", "[guide]: /again", '[b]: data:image/png;base64,AAAABBBBCCCC "T"', "> [b]"),
    *("[a far page]: https://example.org/a/very/long/path 'And a title'", "[^n]: A note."),
    *("[^n]: First.\n    Second.", "![](data:image/png;base64,AAAABBBBCCCC)", "[b]\n===", "# One"),
    *(
        "| [guide] | [b] |\n|---|---|\n| [^n] | x |",
        "~~~\n[guide]\n~~~",
        "## A title of some words",
    ),
)
TITLES = (
    "Handbook",
    "One",
    "A long title of the whole book, volume one",
    "é é",
    "1. Start",
    "'a: b'",
)


def random_document(rng: Random) -> str:
    """Links, footnotes, image data and definitions, mostly below front matter with a title."""
    text = random_markdown(rng, marks=MARKS)
    title = rng.choice(TITLES)
    return rng.choice((text, f"---\ntitle: {title}\n---\n{text}", f'+++\ntitle = "T"\n+++\n{text}'))


def random_counted(rng: Random) -> ChunkOptions:
    options = random_options(rng)
    return replace(
        options,
        max_size=options.max_size or 60,
        count_context=True,
        document_title=rng.random() < 0.7,
        context_references=rng.random() < 0.7,
        strip_data_uris=rng.random() < 0.5,
        oversize=rng.choice(("keep", "split")),
    )


def within_limit(outline: Outline, options: ChunkOptions) -> list[Chunk]:
    """The chunks, of which none is over the limit, in context, but those that are flagged."""
    chunks = chunk_outline(outline, options)
    check(outline.source, chunks, options, syntax=outline.syntax)
    size = resolve_sizer(options.sizer)
    for found in chunks:
        assert found.oversize == (size(found.with_context()) > options.max_size)
    return chunks


@pytest.mark.parametrize("seed", range(10))
def test_nothing_is_over_the_limit_unless_it_is_flagged(seed: int) -> None:
    shown = 0
    for number in range(40):
        rng = Random(f"{seed} {number}")
        outline, options = parse(random_document(rng)), random_counted(rng)
        if isinstance(options.sizer, str) or options.sizer in SIZERS:
            options = replace(options, sizer=rng.choice(SIZERS))
        try:
            chunks = within_limit(outline, options)
        except Exception as error:
            error.add_note(f"document {number} of seed {seed}: {outline.source!r}, {options}")
            raise
        shown += sum(found.with_context() != found.text for found in chunks)
    assert shown > 100


@pytest.mark.parametrize("sizer", TOKENIZERS.values(), ids=TOKENIZERS)
def test_nor_in_tokens(sizer: str) -> None:
    for number in range(40):
        rng = Random(number)
        outline, options = parse(random_document(rng)), random_counted(rng)
        within_limit(outline, replace(options, sizer=sizer))


@pytest.mark.parametrize("size", [40, 60, 90, 130, 200, 400])
def test_what_is_added_is_there_where_it_fits(size: int) -> None:
    text = (
        "---\ntitle: Handbook\n---\n\n# Tea\n\n"
        + "Steep it as the [guide] says.[^1] " * 20
        + "\n\n[guide]: /g\n\n[^1]: Hot.\n"
    )
    options = ChunkOptions(
        max_size=size,
        count_context=True,
        document_title=True,
        context_references=True,
        front_matter="drop",
    )
    parts = [each for each in within_limit(parse(text), options) if "]:" not in each.text]
    shown = [found.with_context() for found in parts]
    assert all(each.startswith("Handbook") for each in shown)
    assert any("\n\n[guide]: /g" in each for each in shown) == (size >= 60)
    assert size * 0.6 < max(map(len, shown)) <= size
