"""Law 5: a chunk is within `max_size`, or flagged, and then no lawful cut would have helped."""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

from marksplit.checks.case import Case, Faults
from marksplit.chunks import Chunk
from marksplit.document import ATOMIC, LINE_MARKS, Block, is_bare, leads_heading
from marksplit.spans import Span

_EXTENDING = {"Mn", "Mc", "Me", "Cf", "Sk", "Zs", "Zl", "Zp"}
"""Characters that may be one cluster with a space before them, or one more space."""
_INDENT = re.compile(r"[ \t]*")
_BLANK = re.compile(r"[ \t\r\n]+")
_QUOTED = re.compile(r"[ \t>]*")
_BLANK_OR_QUOTE = re.compile(r"[ \t]*(?:[\r\n][ \t\r\n>]*)?")


def size_faults(case: Case) -> Faults:
    """What breaks law 5."""
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


def _more_than_a_unit(case: Case, chunk: Chunk) -> str:
    """Why an oversize chunk should have been cut; empty when it is one unit."""
    touched = list(case.touched(chunk.start, chunk.end))
    while len(touched) > 1 and is_bare(case.text, case.blocks[touched[-1]]):
        touched.pop()  # what says nothing by itself may follow
    *headings, last = [case.blocks[index] for index in touched]
    for block, following in pairwise([*headings, last]):
        deeper = following.kind != "heading" or following.level > block.level
        leads = leads_heading(case.text, block, following)
        if not leads and (block.kind != "heading" or not deeper):
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


def _split_cut(case: Case, block: Block, chunk: Chunk) -> str:
    """The first place where an oversize block that is split could be cut; empty if none."""
    if block.kind == "definition":
        return ""
    source, text = case.source, case.text
    first = source.line_at(max(block.start, chunk.start))
    last = source.line_at(min(block.end, chunk.end) - 1)
    for line in range(first + 1, last + 1):
        start, end = source.line_start(line), source.line_end(line)
        if text[start:end].strip(" \t>") and case.is_split_place(chunk, block, start, surely=True):
            return f"it could end before line {line}"
    begin, end = max(block.start, chunk.start), min(block.end, chunk.end)
    for table in case.tables(block) if block.kind == "html" else ():
        for row in table.rows[1:]:
            if begin < row.start < end and text[begin : row.start].strip(" \t\r\n>"):
                return f"it could end before the row in line {source.line_at(row.start)}"
    return ""


def _paragraph_cut(case: Case, chunk: Chunk, block: Block, *, nested: bool) -> str:
    """The first lawful cut in a stretch of paragraph; empty when there is none."""
    span = Span(chunk.start, min(chunk.end, block.end))
    text, start = case.text, max(span.start, block.start)
    prefix = LINE_MARKS if start == block.start else _QUOTED
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
