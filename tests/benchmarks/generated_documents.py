"""Realistic Markdown made from a seed: the constructs people write, in about their proportions.

Only writes documents; sorting them by size and measuring are elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import accumulate
from random import Random

KB = 1024
MB = KB * KB

_VOCABULARY = """
the to a of and is in for with you it that on be this as are or can by from when not if your
file set run value each key name server request option default user version field list then only
one build test string client first return error call data before two state between install
function number page command output cache token after query session table local change update
import check same message process event time index result path remove module example network
deploy storage timeout worker cluster region container permission schema retry thread budget
signal policy gateway replica migration throughput configuration
"""
_WORDS = _VOCABULARY.split()
_WEIGHTS = list(accumulate(1 / (rank + 3) for rank in range(len(_WORDS))))
"""The first words are the most frequent, as in natural text."""
_WRAP = re.compile(r"(.{1,92})(?: |$)")


def generate(seed: int, size: int) -> str:
    """One document of at least `size` characters; the same for the same arguments."""
    return _Writer(Random(f"{seed}/{size}")).document(size)


def generate_many(seed: int, smallest: int, largest: int, total: int) -> Iterator[str]:
    """Documents of `smallest` to about `largest` characters, together at least `total`."""
    rng = Random(f"{seed}/{smallest}/{largest}")
    done = 0
    while done < total:
        text = _Writer(rng).document(rng.randint(smallest, largest))
        done += len(text)
        yield text


class _Writer:
    """The habits of one author: wrapped lines or not, front matter, other scripts' letters."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.wraps = rng.random() < 0.5
        self.bullet = rng.choice("-*")
        self.apostrophe = rng.choice("''’")
        self.links = 0
        self.blocks: dict[Callable[[], str], int] = {
            self.paragraph: 42,
            self.bullets: 18,
            self.steps: 6,
            self.code: 13,
            self.rows: 3,
            self.quote: 3,
            self.image: 2,
            self.details: 1,
            self.rule: 1,
        }

    def document(self, size: int) -> str:
        rng = self.rng
        parts = []
        if rng.random() < 0.2:
            parts.append(f"---\ntitle: {self.title()}\ntags: [{self.words(1)}, guide]\n---")
        parts.append(f"# {self.title()}")
        written = 0
        level = 2
        while written < size:
            section = [self.paragraph(), *self.some_blocks(rng.randint(0, 5))]
            if parts[-1][0] != "#" or rng.random() < 0.5:
                level = min(max(level + rng.choice((-1, 0, 0, 0, 1)), 2), 4)
                section.insert(0, f"{'#' * level} {self.title()}")
            parts += section
            written += sum(map(len, section))
        parts += [f"[ref{k}]: https://example.org/{self.words(1)}/{k}" for k in range(self.links)]
        return "\n\n".join(parts) + "\n"

    def some_blocks(self, count: int) -> list[str]:
        chosen = self.rng.choices(list(self.blocks), list(self.blocks.values()), k=count)
        return [block() for block in chosen]

    def words(self, count: int) -> str:
        return " ".join(self.rng.choices(_WORDS, cum_weights=_WEIGHTS, k=count))

    def title(self) -> str:
        title = self.words(self.rng.randint(1, 5)).capitalize()
        return f"`{title}()`" if self.rng.random() < 0.1 else title

    def sentence(self) -> str:
        rng = self.rng
        words = rng.choices(_WORDS, cum_weights=_WEIGHTS, k=rng.randint(4, 22))
        if rng.random() < 0.35:
            words[rng.randrange(len(words))] = self.inline()
        if rng.random() < 0.3:
            words[-2] += ","
        if rng.random() < 0.08:
            words[1] += f"{self.apostrophe}s"
        text = " ".join(words)
        return text[0].upper() + text[1:] + rng.choices((".", ":", "?", "!"), (40, 3, 1, 1))[0]

    def inline(self) -> str:
        word = self.words(self.rng.randint(1, 3))
        kind = self.rng.choices("`*_[r<", (9, 4, 2, 5, 1, 1))[0]
        if kind == "r":
            self.links += 1
            return f"[{word}][ref{self.links - 1}]"
        return {
            "`": f"`{word.replace(' ', '_')}`",
            "*": f"**{word}**",
            "_": f"*{word}*",
            "[": f"[{word}](https://example.org/docs/{word.replace(' ', '-')}#usage)",
            "<": f"<https://example.org/{len(word)}>",
        }[kind]

    def paragraph(self) -> str:
        text = " ".join(self.sentence() for _ in range(self.rng.randint(1, 5)))
        return _WRAP.sub(r"\1\n", text).strip() if self.wraps else text

    def items(self, marks: Iterator[str], count: int, indent: str = "") -> Iterator[str]:
        for _, mark in zip(range(count), marks, strict=False):
            yield f"{indent}{mark} {self.sentence()}"
            if not indent and self.rng.random() < 0.15:
                deeper = " " * (len(mark.split()[0]) + 1)
                yield from self.items(iter(self.bullet * 4), self.rng.randint(1, 4), deeper)

    def bullets(self) -> str:
        mark = self.bullet + (" [ ]" if self.rng.random() < 0.05 else "")
        between = "\n\n" if self.rng.random() < 0.15 else "\n"
        return between.join(self.items(iter([mark] * 9), self.rng.randint(2, 9)))

    def steps(self) -> str:
        return "\n".join(self.items((f"{k}." for k in range(1, 9)), self.rng.randint(2, 8)))

    def code(self) -> str:
        rng = self.rng
        lines = []
        for _ in range(rng.randint(1, 16)):
            name, argument = rng.choices(_WORDS, k=2)
            line = rng.choice(
                (
                    f"{name} = {argument}({rng.randint(0, 99)})",
                    f"for {name} in {argument}:",
                    f"    {name}.{argument}('{self.words(2)}')",
                    f"    # {self.words(5)}",
                    f"$ {name} --{argument} {rng.randint(1, 9)}",
                    "",
                )
            )
            lines.append(line)
        language = rng.choice(("python", "sh", "yaml", "json", ""))
        return "\n".join((f"```{language}", *lines, "```"))

    def rows(self) -> str:
        columns = range(self.rng.randint(2, 5))
        rows = [[self.words(self.rng.randint(1, 5)) for _ in columns] for _ in range(9)]
        rows[1] = ["---" for _ in columns]
        return "\n".join(f"| {' | '.join(row)} |" for row in rows[: self.rng.randint(4, 9)])

    def quote(self) -> str:
        lines = self.paragraph().split("\n")
        if self.rng.random() < 0.4:
            lines.insert(0, f"[!{self.rng.choice(('NOTE', 'TIP', 'WARNING'))}]")
        return "\n".join(f"> {line}" for line in lines)

    def image(self) -> str:
        return f"![{self.words(3)}](images/{self.words(1)}.png)"

    def details(self) -> str:
        return f"<details>\n<summary>{self.title()}</summary>\n\n{self.paragraph()}\n\n</details>"

    def rule(self) -> str:
        return "---"
