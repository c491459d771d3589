"""What introduces or explains a block stays with it, where both fit: counted over made-up documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest

from marksplit import ChunkOptions, check, chunk

WORDS = [
    "tea",
    "water",
    "leaf",
    "cup",
    "kettle",
    "minute",
    "heat",
    "pour",
    "steep",
    "store",
    "tin",
    "shelf",
    "light",
    "air",
    "taste",
]
SIZES = (60, 100, 200, 300, 500, 1000)


def sentence(rng: Random, low: int = 4, high: int = 14) -> str:
    return " ".join(rng.choices(WORDS, k=rng.randint(low, high))).capitalize() + "."


def paragraph(rng: Random) -> str:
    return " ".join(sentence(rng) for _ in range(rng.randint(1, 5)))


def table(rng: Random) -> str:
    rows = [f"| {rng.choice(WORDS)} | {rng.randint(1, 99)} |" for _ in range(rng.randint(1, 6))]
    return "\n".join(["| what | minutes |", "|---|---|", *rows])


def code(rng: Random) -> str:
    lines = [f"{rng.choice(WORDS)}({rng.randint(1, 9)})" for _ in range(rng.randint(1, 6))]
    return "\n".join(["```py", *lines, "```"])


def bullets(rng: Random) -> str:
    return "\n".join(f"- {sentence(rng, 2, 6)}" for _ in range(rng.randint(2, 5)))


def quote(rng: Random) -> str:
    return f"> {paragraph(rng)}"


def block(rng: Random) -> str:
    make: Callable[[Random], str] = rng.choice((table, code, bullets, quote, paragraph))
    return make(rng)


def led_to(rng: Random) -> str:
    make: Callable[[Random], str] = rng.choice((table, code, bullets, quote))
    return make(rng)


def title(rng: Random) -> str:
    words = " ".join(rng.choices(WORDS, k=rng.randint(1, 4))).capitalize()
    return rng.choice(("**{}**", "__{}__", "*{}*", "**{}:**", "**1.2 {}**", "**{}**:")).format(
        words
    )


PAIRS: dict[str, Callable[[Random], tuple[str, str]]] = {
    "title": lambda rng: (title(rng), block(rng)),
    "question": lambda rng: (f"**Q: {sentence(rng)[:-1]}?**", f"A: {paragraph(rng)}"),
    "caption above": lambda rng: (f"Table {rng.randint(1, 9)}: {sentence(rng)}", table(rng)),
    "caption below": lambda rng: (
        "![A cup](cup.png)",
        f"Figure {rng.randint(1, 9)}. {sentence(rng)}",
    ),
    "lead-in": lambda rng: (
        f"{sentence(rng)[:-1]}:",
        led_to(rng),
    ),
    "item and code": lambda rng: (f"1. {sentence(rng)[:-1]}:", code(rng)),
    "formula": lambda rng: (f"{sentence(rng)[:-1]} takes the form", "$$\na = b\n$$"),
    "where": lambda rng: ("$$\na = b\n$$", f"where a is the {sentence(rng).lower()}"),
    "meaning": lambda rng: (rng.choice(WORDS).capitalize(), f": {sentence(rng)}"),
    "attributes": lambda rng: (paragraph(rng), "{: .note #here}"),
    "template tag": lambda rng: ("{% raw %}", code(rng)),
    "rule": lambda rng: (paragraph(rng), "---"),
}


def document(rng: Random, kind: str) -> tuple[str, list[tuple[int, int]]]:
    """A document with pairs of a kind between other blocks, and where each pair begins and ends."""
    text, pairs = "# Guide\n\n", []
    for _ in range(rng.randint(4, 10)):
        for _ in range(rng.randint(0, 3)):
            text += paragraph(rng) + "\n\n"
        left, right = PAIRS[kind](rng)
        pairs.append((len(text), len(text) + len(left) + 2 + len(right)))
        text += f"{left}\n\n{right}\n\n"
    return text, pairs


def parted(kind: str, *, bonds: bool = True) -> Iterator[bool]:
    """For each pair that fits: whether it was parted."""
    rng = Random(kind)
    for _ in range(40):
        text, pairs = document(rng, kind)
        for size in SIZES:
            chunks = chunk(text, max_size=size, bonds=bonds)
            for start, end in pairs:
                if end - start <= size:
                    yield not any(each.start <= start and end <= each.end for each in chunks)


@pytest.mark.parametrize("kind", PAIRS)
def test_pairs_that_fit_are_hardly_ever_parted(kind: str) -> None:
    count = Counter(parted(kind))
    assert count.total() > 300
    assert count[True] < 0.02 * count.total(), count


def test_bonds_can_be_switched_off() -> None:
    assert Counter(parted("title", bonds=False))[True] > 10 * Counter(parted("title"))[True]


@pytest.mark.parametrize("kind", PAIRS)
def test_the_laws_hold_with_and_without_bonds(kind: str) -> None:
    rng = Random(kind)
    for _ in range(4):
        text, _ = document(rng, kind)
        for size in SIZES:
            for bonds in (True, False):
                options = ChunkOptions(
                    max_size=size, bonds=bonds, oversize="split", overlap=size // 8
                )
                check(text, chunk(text, options), options)


if __name__ == "__main__":
    for kind in PAIRS:
        for bonds in (False, True):
            count = Counter(parted(kind, bonds=bonds))
            print(f"{kind:15} bonds={bonds!s:5} {count[True]:5} of {count.total():5}")
