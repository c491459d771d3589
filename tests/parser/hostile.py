"""Documents built to hurt a block parser, each about linear in `n`; by what they repeat."""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt


def _falling_fences(n: int) -> str:
    return "".join("`" * length + "\n\n" for length in range(isqrt(2 * n) + 3, 3, -1))


def _staircase(n: int, mark: str, step: str) -> str:
    return "".join(step * level + f"{mark} a\n" for level in range(isqrt(n) + 2))


def _sparse_table(n: int) -> str:
    return "|a" * n + "|\n" + "|-" * n + "|\n" + "|b\n" * n


HOSTILE: dict[str, Callable[[int], str]] = {
    # Quotes whose last block takes no lazy line, then text: nothing may be read to the end.
    "quoted heading, text": lambda n: "> # h\na\n" * n,
    "quoted rule, text": lambda n: "> ---\na\n" * n,
    "quoted fence, text": lambda n: "> ```\na\n" * n,
    "quoted code, text": lambda n: ">     c\na\n" * n,
    "quoted html, text": lambda n: "> <div>\na\n" * n,
    "quoted comment, text": lambda n: "> <!--\na\n" * n,
    "quoted table, text": lambda n: "> a|b\n> -|-\nx\n" * n,
    "quoted fence in item, text": lambda n: "> - ```\na\n" * n,
    "quoted definition, text": lambda n: "> [a]: /u\nb\n" * n,
    "quoted open title, text": lambda n: "> [a]: /u 'x\nb\n" * n,
    "quoted footnote, text": lambda n: "> [^a]: # h\nb\n" * n,
    "quoted open label, text": lambda n: "> [a\nb\n> # h\nc\n" * n,
    "quoted tab heading, text": lambda n: ">\t# h\na\n" * n,
    "quote in item, text": lambda n: "- > # h\n  a\n" * n,
    "quote in quote, text": lambda n: "> > # h\n> a\nb\n" * n,
    "quote in item in quote, text": lambda n: "> - > # h\na\n" * n,
    "lazy lines, quoted heading": lambda n: "> a\nlazy\n> # h\nb\n" * n,
    "empty quote, text": lambda n: ">\na\n" * n,
    "quote, one lazy line": lambda n: "> > a\nb\n" * n,
    "deep quotes, lazy lines": lambda n: ">" * 200 + " a\n" + "b\n" * n,
    "deep quotes and lazy lines": lambda n: (">" * 120 + " a\nb\n") * (n // 100 + 1),
    # Math
    "math lines": lambda n: "$$ a\n" * n,
    "math items": lambda n: "- $$ a\n" * n,
    "math items, closed too late": lambda n: "- $$ a\n" * n + "\n$$\n",
    "quoted math, text": lambda n: "> $$ a\n> # h\nb\n" * n,
    "quoted math, text, closed too late": lambda n: "> $$ a\n> # h\nb\n" * n + "> x\n>\n> $$\n",
    "math marks": lambda n: "$$\n" * n,
    # Nesting
    "quote marks on a line": lambda n: "> " * n + "x\n",
    "list marks on a line": lambda n: "- " * n + "x\n",
    "two list marks on a line": lambda n: "- * " * n + "x\n",
    "three list marks on a line": lambda n: "- - * " * n + "x\n",
    "numbers on a line": lambda n: "1. " * n + "x\n",
    "lists and quotes on a line": lambda n: "- > " * n + "x\n",
    "footnotes on a line": lambda n: "[^a]: " * n + "x\n",
    "tabs and list marks": lambda n: "-\t" * n + "x\n",
    "list staircase": lambda n: _staircase(n, "-", "  "),
    "quote staircase": lambda n: _staircase(n, ">", "> "),
    "list staircase, blank lines": lambda n: _staircase(8000, "-", "  ") + "\n" * n,
    "too deep, then lines": lambda n: "- " * 120 + "x\n" + "a\n" * n,
    # Tables
    "sparse table": _sparse_table,
    "sparse tables": lambda n: _sparse_table(40) * (n // 40 + 1),
    "pipes": lambda n: "a | b\n- x\n" * n,
    "pipe lines": lambda n: "a | b | c\n" * n,
    "tables in a row": lambda n: "a|b\n-|-\n\n" * n,
    "wide rule of pipes": lambda n: "|" * n + "\n" + "|" * n + "\n",
    # The rest
    "falling fences": _falling_fences,
    "fence marks inside a fence": lambda n: "```\n" + "x ``` y\n" * n + "`" * n,
    "unclosed fences in items": lambda n: "- ```\n" * n,
    "unclosed comments": lambda n: "- <!-- a\n" * n,
    "open tags": lambda n: "x\n<a\n" * n,
    "setext": lambda n: "a\n===\n" * n,
    "rules": lambda n: "---\n" * n,
    "open labels": lambda n: "[a\n" * n,
    "definitions": lambda n: "".join(f"[a{i}]: /u\n" for i in range(n)),
    "missing destinations": lambda n: "[a]:\n" * n,
    "items": lambda n: "- a\n" * n,
    "loose items": lambda n: "- a\n\n" * n,
    "items of two levels": lambda n: "- a\n  - b\n" * n,
    "blank lines": lambda n: "- a\n" + " \n" * n + "x\n",
    "white space": lambda n: "a" + " \t" * n + "\n" + "\t" * n + "x\n",
    "hash lines": lambda n: "a\n#b\n" * n,
    "titles": lambda n: "# `a` [b] [c](/d)\n" * n,
}
