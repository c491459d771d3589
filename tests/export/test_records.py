"""Records hold all of a chunk, where it stands, and what it was made with."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from functools import partial
from hashlib import sha256
from typing import Any

import pytest

from marksplit import ChunkOptions, Syntax, chunk
from marksplit.export import BOUNDARY_VERSION, SCHEMA_VERSION, records
from marksplit.export import records as make
from marksplit.semantic import Embed, semantic_cuts
from marksplit.semantic.embedders import openai_compatible, wordllama

_TEXT = "# A\n\none\n\n# B\n\ntwo\n\n# C\n\nthree\n"
_OPTIONS, _SYNTAX = ChunkOptions(), Syntax()


class Counter:
    def count(self, text: str) -> int:
        return len(text)

    def __call__(self, text: str) -> int:
        return len(text)


def other(text: str, *, factor: object = 1) -> int:
    return len(text)


def made(
    text: str = _TEXT,
    *,
    source: str = "a.md",
    options: ChunkOptions = _OPTIONS,
    syntax: Syntax = _SYNTAX,
) -> list[dict[str, Any]]:
    chunks = chunk(text, options, syntax=syntax)
    return list(make(chunks, source=source, options=options, syntax=syntax))


def recipe(options: ChunkOptions = _OPTIONS, syntax: Syntax = _SYNTAX) -> str:
    return str(made(options=options, syntax=syntax)[0]["recipe"])


def test_a_record_holds_every_field_of_the_chunk_and_more() -> None:
    first = chunk(_TEXT)[0]
    record = made()[0]
    assert {name: record[name] for name in first.to_dict()} == first.to_dict()
    assert list(record)[len(first.to_dict()) :] == [
        "heading",
        "char_count",
        "approx_tokens",
        "source",
        "total",
        "position",
        "key",
        "recipe",
        "schema_version",
    ]
    assert (record["heading"], record["char_count"], record["approx_tokens"]) == ("A", 8, 2)
    assert (record["source"], record["total"]) == ("a.md", 3)
    assert record["schema_version"] == SCHEMA_VERSION == 1
    assert json.loads(json.dumps(record)) == record


@pytest.mark.parametrize(
    ("count", "positions"),
    [
        (0, []),
        (1, ["beginning"]),
        (2, ["beginning", "end"]),
        (4, ["beginning", "middle", "middle", "end"]),
    ],
)
def test_positions(count: int, positions: list[str]) -> None:
    text = "".join(f"# {number}\n\nx\n\n" for number in range(count))
    assert [record["position"] for record in made(text)] == positions


def test_the_key_is_a_hash_of_source_and_id() -> None:
    record = made(source="ä\udcff.md")[1]
    joined = f"ä\udcff.md{record['id']}".encode("utf-8", "surrogatepass")
    assert record["key"] == sha256(joined).hexdigest()[:32]
    keys = {record["key"] for source in ("a.md", "b.md") for record in made(source=source)}
    assert len(keys) == 6


def test_the_recipe_changes_with_every_setting() -> None:
    settings = [
        (ChunkOptions(), Syntax()),
        (ChunkOptions(), Syntax.commonmark()),
        (ChunkOptions(), replace(Syntax(), math=False)),
        (ChunkOptions(max_size=999), Syntax()),
        (ChunkOptions(overlap=1), Syntax()),
        (ChunkOptions(min_size=1), Syntax()),
        (ChunkOptions(max_heading_depth=0), Syntax()),
        (ChunkOptions(merge_sections=True), Syntax()),
        (ChunkOptions(strip_headings=True), Syntax()),
        (ChunkOptions(split_blocks=True), Syntax()),
        (ChunkOptions(sizer="words"), Syntax()),
        (ChunkOptions(sizer=other), Syntax()),
    ]
    found = [recipe(*each) for each in settings]
    assert len(set(found)) == len(settings)
    assert all(len(each) == 16 for each in found)


def test_the_recipe_changes_with_the_boundary_version(monkeypatch: pytest.MonkeyPatch) -> None:
    before = recipe()
    module = sys.modules["marksplit.export.records"]
    monkeypatch.setattr(module, "BOUNDARY_VERSION", BOUNDARY_VERSION + 1)
    assert recipe() != before


def test_the_default_sizer_by_name_is_the_same_recipe() -> None:
    assert recipe(ChunkOptions(sizer="chars")) == recipe()


def test_a_sizer_is_named_by_what_it_is_and_not_by_its_address() -> None:
    assert recipe(ChunkOptions(sizer=Counter())) == recipe(ChunkOptions(sizer=Counter()))
    bound = recipe(ChunkOptions(sizer=Counter().count))
    assert bound == recipe(ChunkOptions(sizer=Counter().count))
    assert bound != recipe(ChunkOptions(sizer=Counter()))
    partials = [partial(other, factor=factor) for factor in (1, 2, Counter(), Counter())]
    one, two, three, same = (recipe(ChunkOptions(sizer=each)) for each in partials)
    assert len({one, two, three}) == 3
    assert three == same


def test_a_scorer_of_cuts_is_named_with_its_settings() -> None:
    def named(embed: Embed, **settings: int) -> str:
        return recipe(ChunkOptions(cuts=semantic_cuts(embed, **settings)))

    remote = partial(openai_compatible, "http://localhost/v1")
    found = [
        recipe(),
        named(wordllama()),
        named(wordllama(), window=3),
        named(remote("small")),
        named(remote("big")),
    ]
    assert len(set(found)) == len(found)
    assert named(wordllama(), batch_size=1) == named(wordllama())
    assert named(remote("big", api_key="secret", timeout=1, retries=0)) == named(remote("big"))


def test_the_recipe_is_the_same_in_another_process() -> None:
    code = (
        "from marksplit import ChunkOptions, Syntax, chunk\n"
        "from marksplit.export import records\n"
        "options = ChunkOptions(sizer=str.__len__)\n"
        "for record in records(chunk('x'), source='', options=options, syntax=Syntax()):\n"
        "    print(record['recipe'])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == recipe(ChunkOptions(sizer=str.__len__))


def test_records_are_made_one_at_a_time() -> None:
    chunks = chunk(_TEXT)
    rows = records(chunks, source="", options=ChunkOptions(), syntax=Syntax())
    assert next(rows)["index"] == 0
