"""Arithmetic on spans agrees with sets of offsets."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from marksplit import Span
from marksplit.evaluation.spans import length, merged, shared, without

SPANS = st.lists(
    st.tuples(st.integers(0, 40), st.integers(0, 12)).map(lambda each: Span(each[0], sum(each)))
)


def offsets(spans: list[Span] | tuple[Span, ...]) -> set[int]:
    return {offset for start, end in spans for offset in range(start, end)}


@given(SPANS)
def test_merged_spans_hold_the_same_offsets_once_and_do_not_touch(spans: list[Span]) -> None:
    found = merged(spans)
    assert offsets(found) == offsets(spans)
    assert length(found) == len(offsets(spans))
    assert all(left.end < right.start for left, right in pairwise(found))


@given(SPANS, SPANS)
def test_shared_and_without_are_intersection_and_difference(
    first: list[Span], second: list[Span]
) -> None:
    one, other = merged(first), merged(second)
    assert offsets(shared(one, other)) == offsets(one) & offsets(other)
    assert length(shared(one, other)) == len(offsets(one) & offsets(other))
    assert offsets(without(one, other)) == offsets(one) - offsets(other)
    assert length(without(one, other)) == len(offsets(one) - offsets(other))


def test_length_counts_what_lies_in_two_spans_twice() -> None:
    assert length([Span(0, 4), Span(2, 5)]) == 7
