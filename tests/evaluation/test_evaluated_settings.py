"""Settings: what marksplit is set up with, and grids of it."""

from __future__ import annotations

import json

import pytest
from pools import TEA

from marksplit import ChunkOptions, OptionError, chunk
from marksplit.evaluation import marksplit_grid, marksplit_setting


def test_pieces_are_the_chunks_with_the_headings_that_they_lack() -> None:
    options = ChunkOptions(max_size=60)
    pieces = marksplit_setting(options).cut(TEA)
    chunks = chunk(TEA, options)
    assert [piece.embedded for piece in pieces] == [each.with_context() for each in chunks]
    assert [piece.span for piece in pieces] == [(each.start, each.end) for each in chunks]
    bare = marksplit_setting(options, context=False).cut(TEA)
    assert [piece.embedded for piece in bare] == [each.text for each in chunks]


def test_a_grid_is_every_combination_with_a_name_that_tells_it() -> None:
    grid = marksplit_grid(
        ChunkOptions(min_size=7), {"max_size": [400, 800], "context": [True, False]}
    )
    assert [setting.name for setting in grid] == [
        "marksplit max_size=400 context=on",
        "marksplit max_size=400 context=off",
        "marksplit max_size=800 context=on",
        "marksplit max_size=800 context=off",
    ]
    assert [setting.options["context"] for setting in grid] == [True, False, True, False]
    assert {setting.options["min_size"] for setting in grid} == {7}


def test_values_may_be_told_by_other_names() -> None:
    (setting,) = marksplit_grid(ChunkOptions(), {"sizer": {"tokens": "approx_tokens"}})
    assert setting.name == "marksplit sizer=tokens"


def test_options_are_ready_for_json() -> None:
    options = ChunkOptions(sentences=lambda text: [])
    told = json.loads(json.dumps(marksplit_setting(options).options))
    assert told["sizer"] == "chars"
    assert "<lambda>" in told["sentences"]


def test_values_that_do_not_go_together_and_unknown_names_are_refused() -> None:
    with pytest.raises(OptionError, match="overlap must be smaller than max_size"):
        marksplit_grid(ChunkOptions(), {"max_size": [100], "overlap": [100]})
    with pytest.raises(OptionError, match="grid must be one of max_heading_depth"):
        marksplit_grid(ChunkOptions(), {"size": [100]})
