"""The title of a document: as PyYAML and tomllib read it, else the only h1 at its start."""

from __future__ import annotations

import re
import tomllib
from random import Random
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]
from markdown_it import MarkdownIt
from strategies import random_markdown

from marksplit import Syntax, parse

ATOMS = (
    *("a", "Tea", "é", "日本", "😀", "\xa0", "\x07", "\x7f", "\u200b", "e", "y", "N/A", "_", "."),
    *(" ", " ", "  ", "\t", "#", " #", " # c", ":", ": ", " :", ":x", "-", "- ", "?", "? ", "a: b"),
    *("'", "''", '"', '\\"', "\\n", "\\x41", "\\u00e9", "\\U0001f600", "\\ud800", "\\e", "\\q"),
    *("\\", "\\\\", "\\/", "\\_", "\\ ", "{", "}", "[", "]", ",", "&", "*", "!", "|", ">", "%"),
    *("@", "`", "=", "<<", "~", "null", "Null", "nULL", "true", "YES", "yEs", "on", "off", "No"),
    *("0", "1", "09", "012", "0x1f", "0b1", "0o7", "1_000", "+1", "-1", "1.5", ".5", "+.5", "1."),
    *("1e3", "1e+3", "1.0e3", "1.0e+3", "12:30", "1:2:3", "12:99", "190:20:30.15", ".inf", "-.INF"),
    *(".NaN", "2024-01-02", "2024-1-2", "2024-01-02x", "2001-12-14t21:59:43.10-05:00"),
    *("2001-12-14 21:59:43", "---", "...", "$^", "1,5"),
)
KEYS = (
    "title: ",
    "title: ",
    "title: ",
    "title:  ",
    "title : ",
    "'title': ",
    '"title": ',
    "Title: ",
)
ABOVE = ("", "", "", "a: 1\n", "# title: x\n", "title: before\n", "a:\n  title: inner\n")
BELOW = ("", "", "", "b: 2\n", "\n", "  # c\n", "# c\n\nb: 2\n")


def random_title(rng: Random) -> str:
    body = "".join(rng.choice(ATOMS) for _ in range(rng.randint(1, 4)))
    end = rng.choice(("", "", "", " ", " # c", "#", "x"))
    return rng.choice((body, f'"{body}"{end}', f"'{body}'{end}"))


def one_line(title: object) -> str:
    if not isinstance(title, str) or re.search("[\r\n\ud800-\udfff]", title):
        return ""
    return " ".join(title.split())


def by_yaml(text: str) -> str:
    try:
        values = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError):  # no YAML, or no such date
        return ""
    assert isinstance(values, dict)
    return one_line(values.get("title"))


def test_a_title_that_yaml_has_on_one_line_is_what_pyyaml_says() -> None:
    rng = Random(7)
    found = []
    for _ in range(6_000):
        key, above = rng.choice(KEYS), rng.choice(ABOVE)
        line = f"{key}{random_title(rng)}\n"
        if key == "Title: " and above.startswith("title"):
            continue  # it counts, though the line below may be none of YAML
        text = f"{above}{line}{rng.choice(BELOW)}"
        if by_yaml(text) and re.match("[^#]*[!&]", line):
            continue  # a tag or an anchor, as which what follows is read
        outline = parse(f"---\n{text}---\n")
        assert outline.front_matter == f"---\n{text}---"
        assert outline.title == by_yaml(text), repr(text)
        found.append(outline.title)
    assert len(set(found)) > 1_000
    assert found.count("") > 1_000


@pytest.mark.parametrize(
    ("lines", "title"),
    [
        ("title: a\n  b", ""),
        ("title: a\n\n  b", ""),
        ("title: >-\n  a", ""),
        ("title:\n  a", ""),
        ("title:\ta", ""),
        ("title: a\u2028", ""),
        ("title: !!str 1", ""),
        ('title: "\\ud83d\\ude00"', ""),
        ("{title: a}", ""),
        ("title: a\nbroken", "a"),
        ("title: a\r\nb: 1", "a"),
        ("title: a\nb: [", "a"),
        ("title: a\ntitle: b", "b"),
        ("a: |\n  title: b", ""),
    ],
)
def test_what_is_not_on_one_line_is_no_title_and_other_lines_need_not_be_yaml(
    lines: str, title: str
) -> None:
    assert parse(f"---\n{lines}\n---\n\ntext\n").title == title


def test_a_title_in_toml_is_what_tomllib_says() -> None:
    rng = Random(8)
    found = []
    for _ in range(3_000):
        body = "".join(rng.choice(ATOMS) for _ in range(rng.randint(1, 3)))
        written = rng.choice((f'"{body}"', f"'{body}'", f'"""\n{body}"""', body))
        text = f"{rng.choice(('', 'a = 1'))}\ntitle = {written}\n{rng.choice(('', '[t]'))}"
        try:
            values: dict[str, Any] = tomllib.loads(text)
        except ValueError:
            values = {}
        lines = text.strip("\n")
        outline = parse(f"+++\n{lines}\n+++\n")
        assert outline.title == one_line(values.get("title")), repr(text)
        found.append(outline.title)
    assert len(set(found)) > 300
    assert found.count("") > 300


def test_without_one_the_title_is_the_only_h1_at_the_start() -> None:
    stock = MarkdownIt("commonmark", {"maxNesting": 200})
    rng = Random(9)
    found = 0
    for _ in range(600):
        text = rng.choice(("", "", "# *The* `Book`\n\n", "<!-- c -->\n\n# B\n")) + random_markdown(
            rng
        )
        tokens = [each for each in stock.parse(text) if each.level == 0 and each.nesting >= 0]
        shown = [each for each in tokens if each.type != "html_block"]
        titles = [each for each in shown if each.type == "heading_open" and each.tag == "h1"]
        outline = parse(text, Syntax.commonmark())
        if len(titles) == 1 and shown[0] is titles[0]:
            heading = next(each for each in outline.blocks if each.kind == "heading")
            assert outline.title == heading.label
            found += bool(outline.title)
        else:
            assert outline.title == "", repr(text)
    assert found > 20


def test_front_matter_comes_first_and_says_nothing_where_it_is_broken() -> None:
    assert parse("---\ntitle: F\n---\n\n# H\n").title == "F"
    assert parse("---\ntitle: [F\n---\n\n# H\n").title == "H"
    assert parse("+++\ntitle = F\n+++\n\n# H\n").title == "H"
    assert parse("---\ntitle: 1\n---\n\n# H\n").title == "H"
    assert parse("---\ntitle: F\n---\n\n# H\n", Syntax.commonmark()).title == ""
