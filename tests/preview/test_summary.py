"""The sizes of chunks in a few numbers."""

from __future__ import annotations

from marksplit import ChunkOptions, chunk
from marksplit.preview import Summary, summarize


def summary(*sizes: int, limit: int) -> Summary:
    text = "\n\n".join(f"# \n\n{'x' * (size - 4)}" for size in sizes)
    chunks = chunk(text, ChunkOptions(max_size=limit))
    assert [each.size for each in chunks] == list(sizes)
    return summarize(chunks, limit)


def test_numbers_of_sizes() -> None:
    found = summary(*range(10, 30), limit=100)
    assert (found.count, found.min, found.median, found.p95, found.max) == (20, 10, 19, 28, 29)
    assert (found.oversize, found.small, found.limit) == (0, 10, 100)


def test_one_chunk_is_its_own_median() -> None:
    found = summary(19, limit=100)
    assert (found.min, found.median, found.p95, found.max, found.small) == (19, 19, 19, 19, 1)
    assert summary(20, limit=100).small == 0


def test_bars_end_at_the_limit_and_one_counts_what_is_over() -> None:
    found = summary(5, 6, 19, 20, 21, 100, limit=100)
    assert found.histogram == (1, 1, 0, 2, 1, *[0] * 14, 1, 0)
    over = summarize(chunk("```\n" + "x" * 200 + "\n```", ChunkOptions(max_size=100)), 100)
    assert (over.histogram[-1], over.oversize, sum(over.histogram)) == (1, 1, 1)


def test_without_a_limit_bars_end_at_the_maximum() -> None:
    found = summary(10, 200, limit=0)
    assert (found.top, found.small, found.oversize) == (200, 0, 0)
    assert found.histogram == (1, *[0] * 18, 1, 0)


def test_no_chunks() -> None:
    found = summarize([], 100)
    assert (found.count, found.max, sum(found.histogram)) == (0, 0, 0)
