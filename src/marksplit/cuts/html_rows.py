"""Cuts inside an HTML block that is too big: between the rows of its tables, else between lines.

The rows are found by the parser; which blocks and rows are too big, whoever asks decides.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from marksplit.cuts.ranks import Cut, Rank
from marksplit.cuts.rows import line_indents
from marksplit.document import Block, html_tables
from marksplit.spans import Source, Span


def html_cuts(
    source: Source, block: Block, quotes: int, is_split: Callable[[Block], bool]
) -> list[Cut]:
    """The cuts inside an HTML block in `quotes` block quotes, in order.

    Before each row of a table but the first, wherever it starts, and between lines outside tables.
    A row for which `is_split` holds is cut between its lines as well; a table's head never is.
    """
    tables = html_tables(source.text, block.start, block.end)
    lines = range(source.line_at(block.start), source.line_at(max(block.end - 1, block.start)) + 1)
    indents = line_indents(source, lines, quotes)
    starts = {row.start for table in tables for row in table.rows[1:]}
    cuts: list[Cut] = []
    split: dict[Span, bool] = {}
    position = 0  # of the table that may hold the line
    for above, line in pairwise(indents):
        text = source.line_start(line) + indents[line]
        while position < len(tables) and tables[position].end <= text:
            position += 1
        table = tables[position] if position < len(tables) else None
        rank: int = Rank.ROW
        if text in starts:
            starts.discard(text)
        elif table is not None and table.start < text:
            row = table.row_at(text)
            if row is None or row.start == text:
                continue
            if row not in split:
                split[row] = is_split(Block("html", *row))
            if not split[row]:
                continue
            rank = Rank.IN_ROW
        cuts.append(Cut(source.line_end(above), source.line_start(line), rank))
    for start in starts:
        end = start
        while source.text[end - 1] in " \t":
            end -= 1
        cuts.append(Cut(end, start, Rank.ROW))
    return sorted(cuts)
