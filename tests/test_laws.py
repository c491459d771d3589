"""The laws over fixtures, made-up documents and, where they are at hand, real ones."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path
from random import Random

import pytest
import regex  # type: ignore[import-untyped]
from dialects import DIALECTS, FIXTURES, name_of, syntax_of
from hypothesis import HealthCheck, Phase, given, settings
from real_tokenizers import TOKENIZERS
from standard import examples, needs_standard
from strategies import (
    documents,
    lumpy,
    options,
    random_dialect,
    random_markdown,
    random_options,
    random_syntax,
)

from marksplit import Chunk, ChunkOptions, Syntax, check, chunk, chunk_outline, parse
from marksplit.checks.reference_parse import ReferenceParse
from marksplit.document import leads_heading
from marksplit.sizing import resolve_sizer

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
CORPUS = sorted((SHARED / "corpus").glob("*.md"))
needs_shared = pytest.mark.skipif(
    not SHARED.is_dir(), reason="real documents are not part of the repository"
)
made_up = settings(
    derandomize=True,
    deadline=None,
    max_examples=200,
    phases=(Phase.explicit, Phase.generate, Phase.shrink),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
GRID = [
    ChunkOptions(max_size=size, max_heading_depth=depth, overlap=overlap)
    for size, depth, overlap in product((0, 30, 200, 1000), (0, 1, 3, 6), (0, 10))
    if size or not overlap
]
MODES = [
    ChunkOptions(max_size=200, strip_headings=True),
    ChunkOptions(max_size=200, min_size=60, overlap=20),
    ChunkOptions(max_size=200, merge_sections=True),
    ChunkOptions(max_size=200, merge_sections=True, strip_headings=True, overlap=20),
    ChunkOptions(max_size=200, split_blocks=True),
    ChunkOptions(max_size=0, split_blocks=True, strip_headings=True),
    ChunkOptions(max_size=20, sizer="words", overlap=5),
    ChunkOptions(max_size=1),
]


TOKENS = [
    ChunkOptions(max_size=30, oversize="split"),
    ChunkOptions(max_size=60, overlap=50),
    ChunkOptions(max_size=120, overlap=50, oversize="split", count_context=True),
    ChunkOptions(max_size=256, overlap=200, oversize="split"),
    ChunkOptions(max_size=256, count_context=True),
]
any_tokenizer = pytest.mark.parametrize("sizer", TOKENIZERS.values(), ids=TOKENIZERS)


def lawful(text: str, options: ChunkOptions, syntax: Syntax = Syntax()) -> list[Chunk]:
    """The chunks of `text`, held against the laws and what options promise beyond them."""
    chunks = chunk_outline(parse(text, syntax), options)
    check(text, chunks, options, syntax=syntax)
    reference = ReferenceParse(text, syntax)
    _check_cuts(chunks, options, reference)
    if not options.split_blocks and not options.count_context:  # a title counts once either way
        _check_no_lone_heading(chunks, options, reference)
    return chunks


def _check_cuts(chunks: list[Chunk], options: ChunkOptions, reference: ReferenceParse) -> None:
    """Headings force cuts, and blocks do when they are to be split."""
    joins = options.max_size and (options.min_size or options.merge_sections)
    dropped = {"definition", "heading"} if options.strip_headings else {"definition"}
    for one in chunks:
        inside = [reference.blocks[i] for i in reference.touched(one.start + one.overlap, one.end)]
        where = f"chunk {one.index}, lines {one.first_line} to {one.last_line}"
        if options.split_blocks:
            inside = [block for block in inside if block.kind not in dropped]
            assert len(inside) <= 1, f"{where} holds several blocks"
        elif not options.max_size and one.index and not options.strip_headings:
            behind_front_matter = chunks[one.index - 1].kinds == ("front_matter",)
            led = len(inside) > 1 and leads_heading(reference.text, *inside[:2])
            assert inside[0].kind == "heading" or led or behind_front_matter, (
                f"{where} starts at no heading"
            )
        run = True
        leads = {
            block
            for block, after in pairwise(inside)
            if leads_heading(reference.text, block, after)
        }
        for block, after in pairwise([block for block in inside if block not in leads]):
            run = run and block.kind == "heading" and after.level != block.level
            forced = after.kind == "heading" and after.level <= options.max_heading_depth
            led = run and block.level < after.level
            assert not forced or led or joins, f"{where} runs over a heading"


def _check_no_lone_heading(
    chunks: list[Chunk], options: ChunkOptions, reference: ReferenceParse
) -> None:
    """No heading is parted from what follows it when both fit."""
    sizer = resolve_sizer(options.sizer)
    few_tokens = options.sizer in TOKENIZERS.values() and options.max_size < 20
    if sizer is lumpy or few_tokens:
        return  # more text may be smaller, so more may fit than is ever tried
    blocks, text = reference.blocks, reference.text
    for one, after in pairwise(chunks):
        index = reference.touched(one.start, one.end)[-1]
        last = blocks[index]
        if last.kind != "heading" or 0 < blocks[index + 1].level <= last.level:
            continue
        end = after.end
        if (
            blocks[index + 1].kind == "heading"
        ):  # an outer heading is let go where its run is too long
            while index + 1 < len(blocks) and blocks[index].level < blocks[index + 1].level:
                index += 1
            end = max(end, blocks[min(index + 1, len(blocks) - 1)].end)
        if text[end : end + 1].strip(" \t\r\n"):
            continue  # it would take a cut inside a word to keep them together
        where = f"chunk {one.index}, lines {one.first_line} to {one.last_line}"
        size = sizer(text[last.start : end])
        assert size > options.max_size > 0, f"{where} ends with a lone heading"


def read(path: Path) -> str:
    data = path.read_bytes()
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


@pytest.mark.parametrize("path", FIXTURES, ids=name_of)
def test_fixtures_keep_the_laws(path: Path) -> None:
    text, syntax = read(path), syntax_of(path)
    for chosen in (*GRID, *MODES):
        lawful(text, chosen, syntax)


@made_up
@given(text=documents(), chosen=options)
def test_any_document_keeps_the_laws(text: str, chosen: ChunkOptions) -> None:
    lawful(text, chosen)


@made_up
@given(text=documents(), chosen=options)
def test_bare_commonmark_keeps_the_laws(text: str, chosen: ChunkOptions) -> None:
    lawful(text, chosen, Syntax.commonmark())


@made_up
@given(text=documents(), chosen=options)
def test_documents_without_their_front_matter_keep_the_laws(
    text: str, chosen: ChunkOptions
) -> None:
    lawful("---\na: 1\n---\n" + text, replace(chosen, front_matter="drop"))


@made_up
@given(text=documents(), chosen=options)
def test_the_same_comes_out_again(text: str, chosen: ChunkOptions) -> None:
    assert chunk(text, chosen) == chunk(text, chosen)


@made_up
@given(text=documents())
def test_one_parse_serves_many_cuts(text: str) -> None:
    outline = parse(text)
    for chosen in MODES:
        assert chunk_outline(outline, chosen) == chunk(text, chosen)


@pytest.mark.parametrize("size", [1, 4, 9])
def test_no_cut_parts_a_grapheme_cluster(size: int) -> None:
    rng = Random(size)
    for _ in range(500):
        text = random_markdown(rng)
        edges = {0, *(cluster.end() for cluster in regex.finditer(r"\X", text))}
        for one in chunk(text, ChunkOptions(max_size=size)):
            for edge in (one.start, one.end):  # a mark after a space is a cluster with it
                around = text[max(edge - 1, 0) : edge + 1]
                assert edge in edges or around.strip(" ") != around, f"{around!r} in {text!r}"


def _mixed_documents(seed: int, count: int = 100) -> None:
    rng = Random(seed)
    for number in range(count):
        text = random_markdown(rng)
        chosen, syntax = random_options(rng), random_syntax(rng)
        try:
            lawful(text, chosen, syntax)
        except Exception as error:
            error.add_note(f"document {number} of seed {seed}: {text!r}, {chosen}, {syntax}")
            raise


@pytest.mark.parametrize("seed", range(20))
def test_mixed_lines_keep_the_laws(seed: int) -> None:
    _mixed_documents(seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 1200))
def test_many_mixed_lines_keep_the_laws(seed: int) -> None:
    _mixed_documents(seed)


def _mixed_dialects(seed: int, count: int = 100) -> None:
    for number in range(count):
        rng = Random(f"{seed} {number}")
        text, syntax = random_dialect(rng)
        chosen = random_options(rng)
        try:
            lawful(text, chosen, syntax)
        except Exception as error:
            error.add_note(f"document {number} of seed {seed}: {text!r}, {chosen}, {syntax}")
            raise


@pytest.mark.parametrize("seed", range(16))
def test_mixed_dialects_keep_the_laws(seed: int) -> None:
    _mixed_dialects(seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 1200))
def test_many_mixed_dialects_keep_the_laws(seed: int) -> None:
    _mixed_dialects(seed)


@needs_shared
@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_real_documents_keep_the_laws_in_every_dialect(path: Path) -> None:
    text = read(path)
    for syntax in DIALECTS.values():
        lawful(text, ChunkOptions(max_size=300, overlap=50), syntax)


@any_tokenizer
@pytest.mark.parametrize("path", FIXTURES, ids=name_of)
def test_fixtures_keep_the_laws_in_tokens(path: Path, sizer: str) -> None:
    text = read(path)
    for chosen in TOKENS:
        lawful(text, replace(chosen, sizer=sizer), syntax_of(path))


def _mixed_documents_in_tokens(sizer: str, seed: int, count: int = 50) -> None:
    rng = Random(seed)
    for number in range(count):
        text = random_markdown(rng)
        chosen = replace(random_options(rng), sizer=sizer)
        try:
            lawful(text, chosen)
        except Exception as error:
            error.add_note(f"document {number} of seed {seed}: {text!r}, {chosen}")
            raise


@any_tokenizer
@pytest.mark.parametrize("seed", range(4))
def test_mixed_lines_keep_the_laws_in_tokens(sizer: str, seed: int) -> None:
    _mixed_documents_in_tokens(sizer, seed)


@pytest.mark.long
@any_tokenizer
@pytest.mark.parametrize("seed", range(1000, 1060))
def test_many_mixed_lines_keep_the_laws_in_tokens(sizer: str, seed: int) -> None:
    _mixed_documents_in_tokens(sizer, seed)


@needs_shared
@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_real_documents_keep_the_laws(path: Path) -> None:
    text = read(path)
    for size, overlap in ((0, 0), (200, 100), (1000, 0)):
        lawful(text, ChunkOptions(max_size=size, overlap=overlap))


@needs_shared
@pytest.mark.long
@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_real_documents_keep_the_laws_in_every_mode(path: Path) -> None:
    text = read(path)
    for size, depth, overlap in product((0, 200, 1000, 4000), (1, 3, 6), (0, 100)):
        if size or not overlap:
            lawful(text, ChunkOptions(max_size=size, max_heading_depth=depth, overlap=overlap))
    for chosen in MODES:
        lawful(text, chosen)


@needs_shared
def test_reported_cases_keep_the_laws() -> None:
    for line in (SHARED / "cases" / "cases.jsonl").read_text("utf-8").rstrip("\n").split("\n"):
        text = json.loads(line)["markdown"]
        for chosen in (*GRID, *MODES):
            lawful(text, chosen)


@needs_standard
def test_standard_examples_keep_the_laws() -> None:
    for size in (0, 30):
        for example in examples():
            lawful(example, ChunkOptions(max_size=size))
            lawful(example, ChunkOptions(max_size=size), Syntax.commonmark())


@needs_shared
@pytest.mark.parametrize("name", ["gfm-spec.md", "gfm-extensions.md"])
def test_other_specifications_keep_the_laws(name: str) -> None:
    for size in (0, 30):
        lawful(read(SHARED / "spec" / name), ChunkOptions(max_size=size))
