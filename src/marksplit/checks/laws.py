"""The laws that chunks keep, each as one check against the reference parse of the document.

Nothing of the planner is used here: what it gets wrong, this finds.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Unpack

from marksplit.arguments import options_with, require_syntax, require_text
from marksplit.checks.case import Case, Faults
from marksplit.checks.size import size_faults
from marksplit.chunks import Chunk, chunk_id
from marksplit.document import ATOMIC
from marksplit.errors import LawError
from marksplit.options import ChunkOptions, OptionFields, Syntax
from marksplit.spans import BOM, Span

_WHOLE = ATOMIC | {"heading", "thematic_break"}


def check(
    text: str,
    chunks: Sequence[Chunk],
    options: ChunkOptions = ChunkOptions(),
    *,
    syntax: Syntax = Syntax(),
    **fields: Unpack[OptionFields],
) -> None:
    """Hold the chunks of `text` against the laws, in order; see `LAWS`.

    Raises:
        TypeError: an argument is not what it should be.
        LawError: the first law that is broken, and the chunk that breaks it.
    """
    require_text(text)
    require_syntax(syntax)
    options = options_with(options, fields)
    _require_chunks(chunks)
    case = Case(text, chunks, options, syntax)
    for law, (_, find) in enumerate(_CHECKS, 1):
        for index, message in find(case):
            raise LawError(law, index, message)


def _require_chunks(chunks: object) -> None:
    given = chunks if isinstance(chunks, Sequence) and not isinstance(chunks, str) else None
    wrong = [chunks] if given is None else [each for each in given if not isinstance(each, Chunk)]
    if wrong:
        what = repr(wrong[0])[:80]
        raise TypeError(f"chunks must be a list of Chunk, as chunk(text) gives, not {what}")


def _slice(case: Case) -> Faults:
    for i, chunk in enumerate(case.chunks):
        if not 0 <= chunk.start < chunk.end <= len(case.text):
            yield i, f"span {chunk.start} to {chunk.end} of a text of {len(case.text)} code points"
        expected = case.text[chunk.start : chunk.end]
        if chunk.text != expected:
            place = case.place(chunk.start)
            yield i, f"{place}: text is {chunk.text[:80]!r}, the source has {expected[:80]!r}"


def _order(case: Case) -> Faults:
    previous: Chunk | None = None
    for i, chunk in enumerate(case.chunks):
        place = case.place(chunk.start)
        shared = max(0, previous.end - chunk.start) if previous else 0
        if previous and (chunk.start <= previous.start or chunk.end <= previous.end):
            before, here = (previous.start, previous.end), (chunk.start, chunk.end)
            yield i, f"{place}: span {here} does not move on from {before}"
        if chunk.overlap != shared:
            yield i, f"{place}: overlap is {chunk.overlap}, the previous chunk shares {shared}"
        if not case.touched(chunk.start + shared, chunk.end):
            yield i, f"{place}: it holds no block that the previous chunk does not hold"
        previous = chunk
        if not shared:
            continue
        allowed = case.options.overlap if case.options.max_size else 0
        size = case.sizer(chunk.text[:shared]) if allowed else shared
        if size > allowed:
            yield i, f"{place}: overlap has size {size}, at most {allowed} is allowed"
        for index in case.touched(chunk.start, chunk.end):
            block = case.blocks[index]
            between = case.text[chunk.start + shared : block.start].strip(" \t\r\n>")
            if block.kind == "heading" and not between:
                yield i, f"{place}: overlap crosses the heading in {case.place(block.start)}"


def _whole(case: Case) -> Faults:
    spans = [Span(chunk.start, chunk.end) for chunk in case.chunks]
    if spans and spans[0].start < case.dropped:
        yield 0, f"{case.place(0)}: it holds the front matter, which is to be left out"
    begins = [case.dropped, *(span.end for span in spans)]
    ends = [*(span.start for span in spans), len(case.text)]
    for i, (start, end) in enumerate(zip(begins, ends, strict=True)):
        position = start
        for index in case.touched(start, end) if case.options.strip_headings else ():
            block, path = case.blocks[index], case.paths[index]
            if i == len(spans) or block.kind != "heading":
                continue
            leads = case.chunks[i].heading_path[: len(path)] == path
            if leads and start <= block.start and block.end <= end:
                yield from _gap(case, i, position, block.start)
                position = block.end
        yield from _gap(case, i, position, end)


def _gap(case: Case, i: int, start: int, end: int) -> Faults:
    for offset in range(start, end):
        mark = case.text[offset]
        if mark in " \t\r\n" or (mark == BOM and offset == 0):
            continue
        if mark != ">" or not _is_quote_marker(case, offset):
            lost = case.text[offset : min(end, offset + 80)]
            yield min(i, max(len(case.chunks) - 1, 0)), f"{case.place(offset)}: lost {lost!r}"
            return


def _is_quote_marker(case: Case, offset: int) -> bool:
    before = case.text[case.source.line_start(case.source.line_at(offset)) : offset + 1]
    text_end = len(case.text[:offset].rstrip(" \t\r\n>"))  # a quote's block ends with its text
    depth = max(case.quote_depth(offset), case.quote_depth(max(text_end - 1, 0)))
    return not before.strip(" \t>") and before.count(">") <= depth


def _atomic(case: Case) -> Faults:
    leaves = [block for block in case.walk() if block.kind in _WHOLE]
    starts = [block.start for block in leaves]
    for i, chunk in enumerate(case.chunks):
        for edge in (chunk.start, chunk.end):
            index = bisect_left(starts, edge) - 1
            if index < 0:
                continue
            block = leaves[index]
            if case.split_block(chunk, edge):
                continue
            if edge < block.end and not (edge == chunk.start and case.starts_at(edge, block)):
                place = case.place(block.start)
                yield i, f"{case.place(edge)}: a boundary inside the {block.kind} in {place}"


def _path(case: Case) -> Faults:
    for i, chunk in enumerate(case.chunks):
        place = case.place(chunk.start)
        new = case.touched(chunk.start + chunk.overlap, chunk.end)
        body = [j for j in new if case.blocks[j].kind not in ("heading", "definition")]
        headings = [j for j in new if case.blocks[j].kind == "heading"]
        path = case.common_path(body or headings or new[:1])
        if chunk.heading_path != path:
            yield i, f"{place}: heading_path is {chunk.heading_path}, the document says {path}"
        kinds = [case.blocks[j].kind for j in case.touched(chunk.start, chunk.end)]
        expected = tuple(kind for kind, _ in groupby(kinds))
        if chunk.kinds != expected:
            yield i, f"{place}: kinds are {chunk.kinds}, the document has {expected}"
        span = case.section(chunk.start + chunk.overlap, chunk.end, case.options.max_heading_depth)
        if (chunk.section_start, chunk.section_end) != span:
            got = chunk.section_start, chunk.section_end
            yield i, f"{place}: its section is {got}, the document says {tuple(span)}"


def _reads_alone(case: Case) -> Faults:
    for i, chunk in enumerate(case.chunks):
        if any(case.split_block(chunk, edge) for edge in (chunk.start, chunk.end)):
            continue
        if case.is_bound(chunk.start):
            expected = case.in_place(chunk.start, chunk.end)
            alone = case.alone(chunk.start, chunk.end)
            if alone != expected:
                place = case.place(chunk.start)
                yield i, f"{place}: read alone it is {alone}, in place it is {expected}"


def _lines(case: Case) -> Faults:
    for i, chunk in enumerate(case.chunks):
        expected = case.source.line_at(chunk.start), case.source.line_at(chunk.end - 1)
        if (chunk.first_line, chunk.last_line) != expected:
            yield i, f"lines are {(chunk.first_line, chunk.last_line)}, it stands in {expected}"


def _same(case: Case) -> Faults:
    seen: Counter[tuple[tuple[str, ...], str]] = Counter()
    for i, chunk in enumerate(case.chunks):
        if chunk.index != i:
            yield i, f"{case.place(chunk.start)}: index is {chunk.index}"
        key = chunk.heading_path, chunk.text
        expected = chunk_id(*key, seen[key])
        if chunk.id != expected:
            yield i, f"{case.place(chunk.start)}: id is {chunk.id!r}, it should be {expected!r}"
        seen[key] += 1


_CHECKS: tuple[tuple[str, Callable[[Case], Faults]], ...] = (
    ("slice: a chunk's text is the source from start to end", _slice),
    ("order: starts and ends rise, and neighbours share only the declared overlap", _order),
    ("whole: no text is outside all chunks", _whole),
    ("atomic: no code, table, HTML, math, front matter or definition is cut", _atomic),
    ("size: a chunk is within max_size, or flagged and one unit", size_faults),
    ("path: heading path, kinds and section are those of the document", _path),
    ("reads alone: a chunk parses on its own as it does in place", _reads_alone),
    ("lines: first and last line are right", _lines),
    ("same in, same out: index and id follow from the content", _same),
)
LAWS: tuple[str, ...] = tuple(name for name, _ in _CHECKS)
"""One line for each law; the number of a law is its position, from 1."""
