"""``--explain``: the reason for each cut, in the list and in the records."""

from __future__ import annotations

import json

from command import Command

from marksplit.cli.layout import width

TEXT = (
    "# Tea\n\nTea keeps well.\n\n## Brewing\n\n1. Boil fresh water.\n2. Steep for three minutes.\n"
)
REASONS = [
    "start of the document",
    "heading: before a heading of level 2; together 56 > 40",
    "size: between list items; together 60 > 40",
]


def test_the_list_tells_the_reasons_between_the_chunks(command: Command) -> None:
    command.write("tea.md", TEXT)
    command.terminal(72)
    assert (
        command("chunk", "tea.md", "--max-size", "40", "--explain").out
        == """\
tea.md: 3 chunks
#  lines  size  path           text
0    1-3    22  Tea            # Tea Tea keeps well.
  -- heading: before a heading of level 2; together 56 > 40
1    5-7    32  Tea > Brewing  ## Brewing 1. Boil fresh water.
  -- size: between list items; together 60 > 40
2    8-8    27  Tea > Brewing  2. Steep for three minutes.
"""
    )
    command.terminal(40)
    for line in command("chunk", "tea.md", "--max-size", "40", "--explain").out.splitlines():
        assert width(line) <= 40


def test_records_have_the_reason_when_it_is_asked_for(command: Command) -> None:
    command.write("tea.md", TEXT)
    command.write("empty.md", "\n")
    asked = ("chunk", "tea.md", "empty.md", "--max-size", "40")
    assert [each["reason"] for each in command(*asked, "--explain").records] == REASONS
    made = json.loads(command(*asked, "--explain", "--format", "json").out)
    assert [each["reason"] for each in made] == REASONS
    assert all("reason" not in each for each in command(*asked).records)


def test_other_processes_explain_too(command: Command) -> None:
    command.write("tea.md", TEXT)
    asked = ("chunk", "tea.md", "--max-size", "40", "--explain")
    assert command(*asked, "--jobs", "2").out == command(*asked).out


def test_an_empty_document_has_nothing_to_explain(command: Command) -> None:
    command.write("a.md", "\n")
    out = command("chunk", "a.md", "--explain", "--format", "text").out
    assert out == "a.md: 0 chunks\n"


def test_where_no_reason_can_be_shown_it_is_wrong_usage(command: Command) -> None:
    command.write("tea.md", TEXT)
    for more in (("--view",), ("-o", "tea.parquet")):
        result = command("chunk", "tea.md", "--explain", *more)
        assert (result.code, result.out) == (2, "")
        assert "--explain" in result.err
