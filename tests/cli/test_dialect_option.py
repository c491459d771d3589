"""``--syntax``: presets by name, and single switches of them."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest
from command import Command

from marksplit import SYNTAXES, Syntax, chunk
from marksplit.cli.arguments import Parser
from marksplit.cli.dialect import add_syntax


def syntax(text: str) -> object:
    parser = Parser(prog="x")
    add_syntax(parser)
    return parser.parse_args(["--syntax", text] if text else []).syntax


def test_a_name_is_a_preset_and_the_first_one_the_default() -> None:
    assert {name: syntax(name) for name in SYNTAXES} == SYNTAXES
    assert syntax("") == Syntax()


@pytest.mark.parametrize("switch", [field.name for field in fields(Syntax)])
def test_every_switch_can_be_turned_on_and_off(switch: str) -> None:
    assert syntax(f"commonmark+{switch}") == replace(Syntax.commonmark(), **{switch: True})
    assert syntax(f"github-{switch}") == replace(Syntax(), **{switch: False})


def test_several_switches_follow_each_other() -> None:
    assert syntax("mdx-math+tex_math") == replace(Syntax.mdx(), math=False, tex_math=True)


@pytest.mark.parametrize("text", ["", "asciidoc", "+math", "github+", "github math", "github--x"])
def test_a_name_that_is_none_is_wrong_usage(command: Command, text: str) -> None:
    command.write("a.md")
    code, out, err = command("chunk", "a.md", f"--syntax={text}")
    assert (code, out) == (2, "")
    assert (
        f"argument --syntax: must be one of {', '.join(SYNTAXES)}, which +SWITCH and -SWITCH may "
        f"follow, not {text!r}"
    ) in err


def test_a_switch_that_is_none_is_wrong_usage(command: Command) -> None:
    code, _, err = command("chunk", "a.md", "--syntax", "github+maths")
    assert code == 2
    names = ", ".join(field.name for field in fields(Syntax))
    assert f"argument --syntax: a switch is one of {names}, not 'maths'" in err


def test_the_command_cuts_with_it(command: Command) -> None:
    text = "<details>\n\n# A\n\n</details>\n"
    command.write("a.md", text)
    found = command("chunk", "a.md", "--syntax", "github+html_containers").records
    assert [each["kinds"] for each in found] == [["html_container"]]
    assert [[*each.kinds] for each in chunk(text)] != [["html_container"]]
