"""What a person reads: the list of chunks, the outline, the outcome of a check."""

from __future__ import annotations

import json

from command import Command

from marksplit import LAWS
from marksplit.cli.layout import width

_DOCUMENT = """\
---
title: Tea
---

# Tea

Tea keeps well for months.

## Brewing

1. Boil fresh water.
2. Steep for three minutes.

#### 水の温度についての説明

新鮮な水を沸かします。新鮮な水を沸かします。新鮮な水を沸かします。新鮮な水を沸かします。

```
kettle --boil --litres 2 --and-a-very-long-option-that-makes-this-block-too-big-to-fit-in
```
"""


def test_chunks_on_a_terminal(command: Command) -> None:
    command.write("tea.md", _DOCUMENT)
    command.terminal(72)
    assert (
        command("chunk", "tea.md", "--max-size", "80").out
        == """\
tea.md: 5 chunks, 1 over the size (!)
#  lines  size  path                    text
0    1-3    18                          --- title: Tea ---
1    5-7    33  Tea                     # Tea Tea keeps well for months.
2   9-12    60  Tea > Brewing           ## Brewing 1. Boil fresh water.…
3  14-16    62  …の温度についての説明   #### 水の温度についての説明 新…
4  18-20   97!  …の温度についての説明   ``` kettle --boil --litres 2 --…
"""
    )


def test_a_narrow_terminal_is_not_overrun(command: Command) -> None:
    command.write("tea.md", _DOCUMENT)
    for columns in (40, 55, 120):
        command.terminal(columns)
        for line in command("chunk", "tea.md", "--max-size", "80").out.splitlines()[1:]:
            assert width(line) <= columns
        for line in command("outline", "tea.md").out.splitlines():
            assert width(line) <= columns


def test_a_terminal_gets_a_list_and_a_file_gets_records(command: Command) -> None:
    command.write("a.md")
    command.terminal()
    assert command("chunk", "a.md").out.startswith("a.md: 1 chunk\n")
    assert command("chunk", "a.md", "--format", "jsonl").out.startswith("{")
    command("chunk", "a.md", "-o", "out.txt")
    assert (command.folder / "out.txt").read_bytes().startswith(b"{")


def test_documents_are_listed_apart_and_an_empty_one_is_named(command: Command) -> None:
    command.write("a.md")
    command.write("b.md", "\n")
    assert command("chunk", "a.md", "b.md", "--format", "text").out == (
        "a.md: 1 chunk\n#  lines  size  path  text\n0    1-3     9  A     # A text\n\nb.md: 0 chunks\n"
    )


def test_control_characters_do_not_reach_the_terminal(command: Command) -> None:
    command.write("a.md", "# A\x1b[31m\x9bB\u202e\n\nx\x1b]0;title\x07\n")
    for name in (("chunk", "--format", "text"), ("outline",)):
        out = command(*name, "a.md").out
        assert not {"\x1b", "\x9b", "\x07", "\u202e"} & set(out)


def test_an_overlap_is_not_shown_twice(command: Command) -> None:
    command.write("a.md", "one one one.\n\ntwo two two.\n\nsix six six.\n")
    out = command("chunk", "a.md", "--format", "text", "--max-size", "28", "--overlap", "13").out
    assert [line.split("  ")[-1] for line in out.splitlines()[2:]] == [
        "one one one. two two two.",
        "six six six.",
    ]


def test_the_outline_is_a_tree_with_lines_and_sizes(command: Command) -> None:
    command.write("tea.md", _DOCUMENT)
    assert (
        command("outline", "tea.md").out
        == """\
tea.md: 3 sections
lines  size  section
  1-3    18  (front matter)
 5-20   258  # Tea
 9-20   223    ## Brewing
14-20   161      #### 水の温度についての説明
"""
    )


def test_the_outline_names_what_has_no_title(command: Command) -> None:
    command.write("a.md", "intro\n\n#\n\nx\n")
    assert (
        command("outline", "a.md").out
        == """\
a.md: 1 section
lines  size  section
  1-1     5  (before the first heading)
  3-5     4  # (no title)
"""
    )
    command.write("b.md", "")
    assert command("outline", "b.md").out == "b.md: 0 sections\nlines  size  section\n"


def test_the_outline_counts_in_the_unit(command: Command) -> None:
    command.write("a.md", "# A\n\none two\n")
    assert command("outline", "a.md", "--sizer", "words").out.endswith("  1-3     4  # A\n")


def test_the_outline_as_json(command: Command) -> None:
    command.write("a.md", "x\r\n\r\n# A\r\n\r\n### B\r\n")
    command.write("b.md", "")
    first, second = json.loads(command("outline", "a.md", "b.md", "--format", "json").out)
    assert list(first) == [
        *("source", "level", "title", "first_line", "last_line", "start", "end", "size"),
        "children",
    ]
    assert (first["source"], first["level"], first["last_line"]) == ("a.md", 0, 5)
    (child,) = first["children"]
    assert (child["title"], child["first_line"], child["last_line"]) == ("A", 3, 5)
    assert (child["start"], child["end"], child["size"]) == (5, 17, 12)
    assert [(c["title"], c["level"]) for c in child["children"]] == [("B", 3)]
    assert (second["source"], second["children"], second["size"]) == ("b.md", [], 0)


def test_a_check_says_what_it_checked(command: Command) -> None:
    command.write("tea.md", _DOCUMENT)
    command.write("a.md")
    code, out, err = command("check", ".", "--max-size", "80")
    assert (code, err) == (0, "")
    first, *laws = out.splitlines()
    count = len(command("chunk", ".", "--max-size", "80").records)
    assert first == f"2 documents, {count} chunks: all {len(LAWS)} laws hold"
    assert laws == [f"  {number}. {law}" for number, law in enumerate(LAWS, 1)]
