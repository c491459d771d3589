"""Made-up options try every field, so that the laws are held for a new one too."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import fields, make_dataclass
from random import Random

import pytest
from strategies import random_options, values_of

from marksplit import ChunkOptions


def test_every_field_takes_more_than_one_value() -> None:
    rng = Random(1)
    seen = defaultdict(set)
    for _ in range(300):
        options = random_options(rng)
        for field in fields(ChunkOptions):
            seen[field.name].add(getattr(options, field.name))
    assert [name for name, values in seen.items() if len(values) == 1] == []


def test_a_field_of_which_nothing_is_known_is_named() -> None:
    unknown = make_dataclass("unknown", [("merge", bool), ("colour", tuple[int, ...])])
    with pytest.raises(LookupError, match="what colour: "):
        values_of(unknown)
