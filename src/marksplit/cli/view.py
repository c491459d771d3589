"""``marksplit chunk --view``: chunks in colour, a page at a time, and a summary of their sizes.

What is not a terminal gets the same at once and without colour. Nothing is cut here.
"""

from __future__ import annotations

import io
import os
import pydoc
import re
from collections.abc import Callable, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from marksplit import Chunk
from marksplit.cli import layout
from marksplit.cli.writing import is_terminal
from marksplit.preview import Summary, summarize

_COLOURS = ("blue", "green", "magenta", "cyan", "yellow")
_BARS = " ▁▂▃▄▅▆▇█"
_INVISIBLE = re.compile(
    "[\0-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    "\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)
"""Control and bidi characters, and what cannot be seen: they are shown by number."""
_LINE_END = re.compile("\r\n|\r|\n")


class View:
    """Gathers documents, and shows them when it is closed."""

    def __init__(self, write: Callable[[str], None], max_size: int, *, contextual: bool) -> None:
        self._write = write
        self._limit = max_size
        self._contextual = contextual
        self._documents: list[tuple[str, Sequence[Chunk]]] = []

    def add(self, source: str, chunks: Sequence[Chunk]) -> None:
        """Take the chunks of a document."""
        self._documents.append((source, chunks))

    def close(self) -> None:
        """Show it all: at a terminal through the pager of the system."""
        if not self._documents:
            return
        terminal = is_terminal(None)
        drawn = io.StringIO()
        console = Console(
            file=drawn, force_terminal=terminal, width=layout.terminal_width(), highlight=False
        )
        for source, chunks in self._documents:
            console.print(Text(layout.plain(source), style="bold underline"), end="\n\n")
            for chunk in chunks:
                self._draw(console, chunk)
        self._sum_up(console)
        if terminal:
            os.environ.setdefault("LESS", "-FRX")  # colours, and no pages where one is enough
            pydoc.pager(drawn.getvalue())
        else:
            self._write(drawn.getvalue())

    def _draw(self, console: Console, chunk: Chunk) -> None:
        colour = _COLOURS[chunk.index % len(_COLOURS)]
        size = f"{chunk.size}/{self._limit}" if self._limit else str(chunk.size)
        head = Text.assemble(
            (f"#{chunk.index}", f"bold {colour}"),
            f"  lines {chunk.first_line}-{chunk.last_line}  ",
            (f"{size} oversize", "bold red") if chunk.oversize else size,
            "  ",
            (layout.plain(" > ".join(chunk.heading_path)), "bold"),
        )
        console.print(head, overflow="ellipsis", no_wrap=True)
        above, below = chunk.text[: chunk.overlap], ""
        text = chunk.text[chunk.overlap :]
        if self._contextual:
            before, _, after = chunk.with_context().partition(chunk.text)
            if chunk.text in chunk.with_context():
                above, below = before + above, after
            else:  # without the data of its images
                above, text = "", before
        body = Text.assemble(
            (_visible(above), "dim italic"),
            _visible(text),
            (_visible(below), "dim italic"),
            tab_size=4,
        )
        for line in body.wrap(console, console.width - 2, overflow="fold"):
            console.print(Text.assemble(("▌ ", colour), line))
        console.print()

    def _sum_up(self, console: Console) -> None:
        table = Table(box=None, pad_edge=False, header_style="bold")
        table.add_column("size of chunks", overflow="ellipsis", no_wrap=True)
        for name in ("count", "min", "median", "p95", "max", "oversize", "under 20 %"):
            table.add_column(name, justify="right", no_wrap=True)
        every = [chunk for _, chunks in self._documents for chunk in chunks]
        total = summarize(every, self._limit)
        for source, chunks in self._documents:
            table.add_row(Text(layout.plain(source)), *_cells(summarize(chunks, self._limit)))
        if len(self._documents) > 1:
            table.add_row(Text("all"), *_cells(total), style="bold")
        console.print(table)
        console.print()
        bars = _bars(total.histogram)
        console.print(
            Text.assemble("0 ", (bars[:-1], "blue"), "│", (bars[-1], "red"), f" {total.top}")
        )


def _cells(summary: Summary) -> list[Text]:
    numbers = (summary.count, summary.min, summary.median, summary.p95, summary.max)
    share = f"{round(100 * summary.small / summary.count)} %" if summary.count else "-"
    return [
        *(Text(str(number)) for number in numbers),
        Text(str(summary.oversize), style="bold red" if summary.oversize else ""),
        Text(share if summary.limit else "-"),
    ]


def _bars(histogram: Sequence[int]) -> str:
    """One character for each bar; what is not empty can be seen."""
    most = max(1, *histogram)
    return "".join(_BARS[-(-bar * (len(_BARS) - 1) // most)] for bar in histogram)


def _visible(text: str) -> str:
    """`text` with line ends as line feeds and without a character that acts on the terminal."""
    return _INVISIBLE.sub(lambda found: f"<U+{ord(found[0]):04X}>", _LINE_END.sub("\n", text))
