"""Documents built to hurt a parser or planner, each about linear in `n`; by what they repeat."""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt


def _falling_fences(n: int) -> str:
    return "".join("`" * length + "\n\n" for length in range(isqrt(2 * n) + 3, 3, -1))


def _staircase(n: int, mark: str, step: str) -> str:
    return "".join(step * level + f"{mark} a\n" for level in range(isqrt(n) + 2))


def _sparse_table(n: int) -> str:
    return "|a" * n + "|\n" + "|-" * n + "|\n" + "|b\n" * n


def _rising_runs(n: int) -> str:
    return "x " + " ".join("`" * length for length in range(1, isqrt(2 * n) + 3))


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
    "cuts above a short row": lambda n: "|a|b|c " + "word " * n + "| x\n-|-\n",
    "one mark among words": lambda n: "word " * n + ". End " + "word " * n,
    "cuts above a wide row": lambda n: "a | " * n + "\n" + "-|" * (n // 2) + "\n",
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

HOSTILE_TEXT: dict[str, Callable[[int], str]] = {
    # Brackets: the search for the closing one
    "brackets": lambda n: "[" * n,
    "nested brackets": lambda n: "[" * n + "]" * n,
    "nested images": lambda n: "![a" * n + "](b)" * n,
    "open brackets": lambda n: "[a " * n,
    "open images": lambda n: "![a " * n,
    "open links": lambda n: "[a](b " * n,
    "open titles": lambda n: '[a](b "c ' * n,
    "open notes": lambda n: "^[a " * n,
    "nested notes": lambda n: "^[" * n + "]" * n,
    "open footnotes": lambda n: "[^x]: y\n\n" + "[^" * n,
    "footnotes, closed too late": lambda n: "[^x]: y\n\n" + "[^" * n + "]",
    "links": lambda n: "[a](/b) " * n,
    # Code, math, tags, entities
    "backticks": lambda n: "x " + "`" * n,
    "rising backticks": _rising_runs,
    "dollars": lambda n: "$a " * n,
    "escaped dollars": lambda n: "$" + "\\$" * n,
    "less than": lambda n: "<" * n,
    "open attributes": lambda n: "x <a b=" * n,
    "instructions": lambda n: "x " + "<? " * n,
    "closing tags": lambda n: "x." + "</b>" * n,
    "ampersands": lambda n: "&a" * n,
    "emphasis": lambda n: "*a _b " * n,
    # Bare links
    "colons": lambda n: ":" * n,
    "protocols": lambda n: "http://" * n,
    "protocols in a label": lambda n: "[" + "http://" * n,
    "failing hosts": lambda n: "http://a_ " * n,
    "failing long hosts": lambda n: "www.a_" * n + "!",
    "mail signs": lambda n: "a.b@" * n,
    "brackets behind a link": lambda n: "http://a.b/" + ")" * n,
    # Where a paragraph may be cut: what the rest reads as
    "open tags on lines": lambda n: "text\n" + "<Foo a={\n" * n,
    "environments": lambda n: "x\n" + "\\begin{a}\n" * n,
    "numbers": lambda n: "x " + "2019. a " * n,
    "list marks": lambda n: "x " + "- a " * n,
    "fence marks": lambda n: "x " + "``` a ` " * n,
    "rules in text": lambda n: "x\n" + "* * *a\n" * n,
    "definitions in text": lambda n: "x\n" + "[a]: /u\n" * n,
    "definitions in text, open titles": lambda n: "x\n" + "[a]: /u (x\n" * n,
    "rows in text": lambda n: "x\n" + "| a | b\n" * n,
    "delimiter rows in text": lambda n: "x\n" + "-|- y\n" * n,
    "quotes in text": lambda n: "- x " + "> a " * n,
    # Characters and sentences
    "one word": lambda n: "x" * n,
    "words": lambda n: "word " * n,
    "sentences": lambda n: "A word here. " * n,
    "marks": lambda n: '."!?' * n,
    "openers": lambda n: "a. " + "(* " * n,
    "ideographs": lambda n: "漢字。" * n,
    "flags": lambda n: "\U0001f1e6" * n,
    "combining marks": lambda n: "a" + "\u0301" * n,
    "joined letters": lambda n: "क्ष" * n,
    "spaces": lambda n: "a" + " " * n + "b",
    "byte order marks": lambda n: "a \ufeff" * n,
    # Sections and containers
    "headings": lambda n: "".join("#" * (i % 6 + 1) + " h\n\nt\n\n" for i in range(n)),
    "runs of headings": lambda n: "".join("#" * (i % 6 + 1) + " h\n" for i in range(n)),
    "long titles": lambda n: (
        "".join("#" * i + " " + "word " * (n // 12) + "\n\n" for i in range(1, 7))
        + "text word\n\n" * (n // 8)
    ),
    "title of brackets": lambda n: "# " + "[" * n + "\n",
    "equal paragraphs": lambda n: "same text\n\n" * n,
    "introductions": lambda n: "a:\n- x\n" * n,
    "introductions in an item": lambda n: "- a:\n\n" + "  b:\n\n" * n,
    "nested items": lambda n: "".join("  " * (i % 20) + "- word word\n" for i in range(n // 8)),
    "long item": lambda n: "- " + "word " * n,
    "long quote": lambda n: "> word\n" * n,
    "long table": lambda n: "|a|b|\n|-|-|\n" + "|1|2|\n" * n,
    "long fence": lambda n: "```\n" + "code\n" * n + "```\n",
}
"""Text that is easy to parse into blocks and hard to cut."""
