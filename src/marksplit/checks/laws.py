"""The laws that chunks keep, each as one check against the reference parse of the document.

Nothing of the planner is used here: what it gets wrong, this finds.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise

from marksplit.checks.reference_parse import Reference
from marksplit.chunks import Chunk, chunk_id, framed
from marksplit.document import ATOMIC, Block, opening_end
from marksplit.errors import LawError
from marksplit.options import ChunkOptions, Syntax
from marksplit.sizing import resolve_sizer
from marksplit.spans import BOM, Span

_CODE = {"fenced_code", "indented_code"}
_WHOLE = ATOMIC | {"heading", "thematic_break"}
_EXTENDING = {"Mn", "Mc", "Me", "Cf", "Sk", "Zs", "Zl", "Zp"}
"""Characters that may be one cluster with a space before them, or one more space."""
_INDENT = re.compile(r"[ \t]*")
_BLANK = re.compile(r"[ \t\r\n]+")
_QUOTED = re.compile(r"[ \t>]*")
_BLANK_OR_QUOTE = re.compile(r"[ \t]*(?:[\r\n][ \t\r\n>]*)?")
_MARKERS = re.compile(r"(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])|\[\^[^\]\s]+\]:))*[ \t]*")


def check(
    text: str,
    chunks: Sequence[Chunk],
    options: ChunkOptions = ChunkOptions(),
    *,
    syntax: Syntax = Syntax(),
) -> None:
    """Hold the chunks of `text` against the laws, in order; see `LAWS`.

    Raises:
        LawError: the first law that is broken, and the chunk that breaks it.
    """
    case = _Case(text, chunks, options, syntax)
    for law, (_, find) in enumerate(_CHECKS, 1):
        for index, message in find(case):
            raise LawError(law, index, message)


_FENCE = re.compile(r"([^\r\n]*?)(`{3,}|~{3,}|:{3,})")


class _Case(Reference):
    """A document, its reference parse, and the chunks on trial."""

    def __init__(
        self, text: str, chunks: Sequence[Chunk], options: ChunkOptions, syntax: Syntax
    ) -> None:
        super().__init__(text, syntax)
        self.chunks = chunks
        self.options = options
        self.sizer = resolve_sizer(options.sizer)
        self.dropped = 0
        """Where front matter ends that is left out."""
        if options.front_matter == "drop" and self.blocks and self.blocks[0].kind == "front_matter":
            self.dropped = self.blocks[0].end

    def size(self, chunk: Chunk, text: str, titles: Sequence[str]) -> int:
        """What `max_size` limits: the size of `text`, or with `count_context` of it in context."""
        if not self.options.count_context:
            return self.sizer(text)
        return self.sizer(framed(titles, chunk.context, text, chunk._closing))

    def titles_shown(self, titles: Sequence[str]) -> Sequence[str]:
        """Those of `titles` that are surely shown: none where they are shortened."""
        size = self.sizer(framed(titles, "", "", ""))
        return titles if size <= self.options.max_size // 2 else ()

    def split_block(self, chunk: Chunk, edge: int) -> Block | None:
        """The block around `edge`, an edge of `chunk`, that was rightly split there."""
        if self.options.oversize != "split" or not self.options.max_size:
            return None
        block = self.innermost(edge)
        if block is None or block.kind not in ATOMIC or not block.start < edge < block.end:
            return None
        whole = self.text[block.start : block.end]
        path = self.paths[self.touched(block.start, block.end)[0]]  # a chunk may have joined others
        over = self.size(chunk, whole, path) > self.options.max_size
        return block if over and self.is_split_place(chunk, block, edge) else None

    def is_split_place(self, chunk: Chunk, block: Block, edge: int) -> bool:
        """Whether a block that is too big may be cut in `edge`: at the ends of certain lines."""
        line, block_line = self.source.line_at(edge), self.source.line_at(block.start)
        start, end = self.source.line_start(line), self.source.line_end(line)
        if edge == end:
            line += 1  # cut behind it
        elif edge != start:
            text = self.text[start:end]
            if self.options.count_context:
                opened = self.source.line_end(max(opening_end(self.source, block), block_line))
                opening = self.text[block.start : opened]
                fence = _FENCE.search(opening) if block.kind == "fenced_code" else None
                closing = chunk._closing or (_closing(fence) if fence else "")
                opening = chunk.context or (opening if fence else "")
                text = framed(chunk.heading_path, opening, text, closing)
            return block.kind in _CODE and self.sizer(text) > self.options.max_size
        return line > max(opening_end(self.source, block), block_line)


def _closing(opening: re.Match[str]) -> str:
    """The line that closes the fence: below the marker of an item there are spaces."""
    return "".join(mark if mark in "> \t" else " " for mark in opening[1]) + opening[2]


_Faults = Iterator[tuple[int, str]]


def _slice(case: _Case) -> _Faults:
    for i, chunk in enumerate(case.chunks):
        if not 0 <= chunk.start < chunk.end <= len(case.text):
            yield i, f"span {chunk.start} to {chunk.end} of a text of {len(case.text)} code points"
        expected = case.text[chunk.start : chunk.end]
        if chunk.text != expected:
            place = case.place(chunk.start)
            yield i, f"{place}: text is {chunk.text[:80]!r}, the source has {expected[:80]!r}"


def _order(case: _Case) -> _Faults:
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
            behind = case.text[chunk.start + shared : block.start].strip(" \t\r\n>")
            if block.kind == "heading" and not behind:
                yield i, f"{place}: overlap crosses the heading in {case.place(block.start)}"


def _whole(case: _Case) -> _Faults:
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


def _gap(case: _Case, i: int, start: int, end: int) -> _Faults:
    for offset in range(start, end):
        mark = case.text[offset]
        if mark in " \t\r\n" or (mark == BOM and offset == 0):
            continue
        if mark != ">" or not _is_quote_marker(case, offset):
            lost = case.text[offset : min(end, offset + 80)]
            yield min(i, max(len(case.chunks) - 1, 0)), f"{case.place(offset)}: lost {lost!r}"
            return


def _is_quote_marker(case: _Case, offset: int) -> bool:
    before = case.text[case.source.line_start(case.source.line_at(offset)) : offset + 1]
    text_end = len(case.text[:offset].rstrip(" \t\r\n>"))  # a quote's block ends with its text
    depth = max(case.quote_depth(offset), case.quote_depth(max(text_end - 1, 0)))
    return not before.strip(" \t>") and before.count(">") <= depth


def _atomic(case: _Case) -> _Faults:
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


def _size(case: _Case) -> _Faults:
    limit = case.options.max_size
    for i, chunk in enumerate(case.chunks):
        place = case.place(chunk.start)
        size = case.sizer(chunk.text)
        if chunk.size != size:
            yield i, f"{place}: size is {chunk.size}, the sizer says {size}"
        size = case.sizer(chunk.with_context()) if case.options.count_context else size
        over = size > limit > 0
        if chunk.oversize != over:
            flag = "flagged" if chunk.oversize else "not flagged"
            yield i, f"{place}: size {size} with max_size {limit} is {flag} as oversize"
        if not over:
            continue
        if chunk.overlap:
            yield i, f"{place}: over max_size {limit} with an overlap of {chunk.overlap}"
        if fault := _more_than_a_unit(case, chunk):
            yield i, f"{place}: size {size} is over max_size {limit}, but {fault}"


def _more_than_a_unit(case: _Case, chunk: Chunk) -> str:
    """Why an oversize chunk should have been cut; empty when it is one unit."""
    touched = case.touched(chunk.start, chunk.end)
    *headings, last = [case.blocks[index] for index in touched]
    for block, following in pairwise([*headings, last]):
        deeper = following.kind != "heading" or following.level > block.level
        if block.kind != "heading" or not deeper:
            return f"it could end before {case.place(following.start)}"
    start = max(last.start, chunk.start)
    alone = case.text[start : chunk.end]
    path = case.paths[touched[-1]]
    titles = path[:-1] if last.kind == "heading" else path
    if headings and case.size(chunk, alone, titles) <= case.options.max_size:
        return f"what starts in {case.place(start)} fits without its headings"
    block = last
    while block.children:
        inside = [each for each in block.children if each.start < chunk.end and each.end > start]
        for child in inside[1:]:
            if child.kind != "list_item" or case.is_list_alone(child):
                return f"it could end before {case.place(child.start)}"
        if not inside:
            return ""
        block = inside[0]
    if case.options.oversize == "split" and block.kind in ATOMIC:
        shown = case.titles_shown(chunk.heading_path)
        whole = case.size(chunk, case.text[block.start : block.end], shown)
        return _split_cut(case, block, chunk) if whole > case.options.max_size else ""
    if block.kind != "paragraph":
        return ""
    nested = block is not last
    return _paragraph_cut(case, chunk, block, nested=nested)


def _split_cut(case: _Case, block: Block, chunk: Chunk) -> str:
    """The first place where an oversize block that is split could be cut; empty if none."""
    if block.kind == "definition":
        return ""
    source, text = case.source, case.text
    first = source.line_at(max(block.start, chunk.start))
    last = source.line_at(min(block.end, chunk.end) - 1)
    for line in range(first + 1, last + 1):
        start, end = source.line_start(line), source.line_end(line)
        if text[start:end].strip(" \t>") and case.is_split_place(chunk, block, start):
            return f"it could end before line {line}"
    return ""


def _paragraph_cut(case: _Case, chunk: Chunk, block: Block, *, nested: bool) -> str:
    """The first lawful cut in a stretch of paragraph; empty when there is none."""
    span = Span(chunk.start, min(chunk.end, block.end))
    text, start = case.text, max(span.start, block.start)
    prefix = _MARKERS if start == block.start else _QUOTED
    found = (prefix if nested else _INDENT).match(text, start, span.end)
    begin = found.end() if found else start
    pattern = _BLANK_OR_QUOTE if nested else _BLANK
    for blank in pattern.finditer(text, begin, span.end):
        if (
            begin < blank.start() < blank.end() < span.end
            and _parts_words(text, blank)
            and unicodedata.category(text[blank.end()]) not in _EXTENDING
            and case.both_read(block, span.start, *blank.span(), nested=nested)
        ):
            return f"it could end in {case.place(blank.start())} before a space or line end"
    fitting = begin + 1
    while fitting < span.end and (
        case.size(chunk, text[span.start : fitting], chunk.heading_path) <= case.options.max_size
    ):
        if _is_cluster_edge(text[fitting - 1], text[fitting]) and (
            case.both_read(block, span.start, fitting, fitting, nested=nested)
        ):
            return f"it could end in {case.place(fitting)} between two characters"
        fitting += 1
    return ""


def _parts_words(text: str, blank: re.Match[str]) -> bool:
    """Whether a blank stands between two words; one beside a mark or another space may bind."""
    return text[blank.start() - 1].isalnum() and text[blank.end()].isalnum()


def _is_cluster_edge(before: str, after: str) -> bool:
    """Whether two characters are surely two grapheme clusters; some that are may be missed."""
    return all(
        ("!" <= mark < "\u0300" or "\u4e00" <= mark < "\ua000")
        and unicodedata.category(mark)[0] in "LNP"
        for mark in (before, after)
    )


def _path(case: _Case) -> _Faults:
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


def _reads_alone(case: _Case) -> _Faults:
    for i, chunk in enumerate(case.chunks):
        if any(case.split_block(chunk, edge) for edge in (chunk.start, chunk.end)):
            continue
        if case.is_bound(chunk.start):
            expected = case.in_place(chunk.start, chunk.end)
            alone = case.alone(chunk.start, chunk.end)
            if alone != expected:
                place = case.place(chunk.start)
                yield i, f"{place}: read alone it is {alone}, in place it is {expected}"


def _lines(case: _Case) -> _Faults:
    for i, chunk in enumerate(case.chunks):
        expected = case.source.line_at(chunk.start), case.source.line_at(chunk.end - 1)
        if (chunk.first_line, chunk.last_line) != expected:
            yield i, f"lines are {(chunk.first_line, chunk.last_line)}, it stands in {expected}"


def _same(case: _Case) -> _Faults:
    seen: Counter[tuple[tuple[str, ...], str]] = Counter()
    for i, chunk in enumerate(case.chunks):
        if chunk.index != i:
            yield i, f"{case.place(chunk.start)}: index is {chunk.index}"
        key = chunk.heading_path, chunk.text
        expected = chunk_id(*key, seen[key])
        if chunk.id != expected:
            yield i, f"{case.place(chunk.start)}: id is {chunk.id!r}, it should be {expected!r}"
        seen[key] += 1


_CHECKS: tuple[tuple[str, Callable[[_Case], _Faults]], ...] = (
    ("slice: a chunk's text is the source from start to end", _slice),
    ("order: starts and ends rise, and neighbours share only the declared overlap", _order),
    ("whole: no text is outside all chunks", _whole),
    ("atomic: no code, table, HTML, math, front matter or definition is cut", _atomic),
    ("size: a chunk is within max_size, or flagged and one unit", _size),
    ("path: heading path, kinds and section are those of the document", _path),
    ("reads alone: a chunk parses on its own as it does in place", _reads_alone),
    ("lines: first and last line are right", _lines),
    ("same in, same out: index and id follow from the content", _same),
)
LAWS: tuple[str, ...] = tuple(name for name, _ in _CHECKS)
"""One line for each law; the number of a law is its position, from 1."""
