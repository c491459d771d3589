"""Front matter as a mapping: YAML and TOML, and what is wrong with it."""

from __future__ import annotations

import json
import sys
from datetime import date

import pytest

from marksplit import ChunkOptions, FrontMatterError, MissingExtraError, Syntax, chunk, parse
from marksplit.export import records
from marksplit.export.front_matter import load, select

YAML = "---\ntitle: Tea\ntags: [a, b]\ndate: 2024-01-02\n---\n\n# A\n"
TOML = '+++\ntitle = "Tea"\ntags = ["a", "b"]\ndate = 2024-01-02\n+++\n\n# A\n'


@pytest.mark.parametrize("text", [YAML, TOML, "\ufeff" + YAML, YAML.replace("\n", "\r\n")])
def test_both_languages_give_a_mapping(text: str) -> None:
    assert load(parse(text)) == {"title": "Tea", "tags": ["a", "b"], "date": date(2024, 1, 2)}


@pytest.mark.parametrize("text", ["", "# A", "---\n---\n", "---\n# comment\n...\n", "+++\n+++\n"])
def test_no_front_matter_is_an_empty_mapping(text: str) -> None:
    assert load(parse(text)) == {}


def test_bare_commonmark_has_none() -> None:
    assert load(parse(YAML, Syntax.commonmark())) == {}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("---\na: 1\nb: [x\n---\n", "front matter, line 3: not valid YAML: expected ',' or ']'"),
        ("---\na: b: c\n---\n", "front matter, line 2: not valid YAML: mapping values"),
        ("---\na: 2024-13-45\n---\n", "front matter, line 2: not valid YAML: month must be"),
        ("---\n- a\n---\n", "front matter must be a mapping of keys to values, not a list"),
        ("---\ntext\n---\n", "front matter must be a mapping of keys to values, not a str"),
        ("---\na: \x07\n---\n", "front matter, line 2: not valid YAML: unacceptable character"),
        ("+++\na = 1\nb = x\n+++\n", "front matter, line 3: not valid TOML: Invalid value"),
        ("+++\na = 1\na = 2\n+++\n", "front matter, line 3: not valid TOML: Cannot overwrite"),
        ("+++\na = [\n+++\n", "front matter, line 2: not valid TOML: "),
    ],
)
def test_what_is_broken_is_an_error_that_names_the_line(text: str, message: str) -> None:
    outline = parse(text)
    assert [found.text for found in chunk(text)] == [text.rstrip("\n")]
    with pytest.raises(FrontMatterError) as caught:
        load(outline)
    assert message in str(caught.value)


def test_without_pyyaml_the_error_has_the_pip_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "yaml", None)
    with pytest.raises(MissingExtraError, match=r'pip install "marksplit\[yaml\]"'):
        load(parse(YAML))
    assert load(parse(TOML))["title"] == "Tea"


def test_selected_values_are_ready_for_json() -> None:
    text = "---\na: 2024-01-02\nb: {2: [x, {y: 10:30:00}]}\nc: !!set {z}\nd: 2024-01-02T10:00:00Z\n---\n"
    found = select(parse(text), ["d", "c", "b", "a", "none"])
    assert json.loads(json.dumps(found)) == {
        "d": "2024-01-02T10:00:00+00:00",
        "c": ["z"],
        "b": {"2": ["x", {"y": 37800}]},
        "a": "2024-01-02",
        "none": None,
    }
    assert list(found) == ["d", "c", "b", "a", "none"]


@pytest.mark.parametrize("value", [".nan", ".inf", "!!binary aGk="])
def test_a_value_that_json_lacks_is_an_error(value: str) -> None:
    with pytest.raises(FrontMatterError, match=r"'a' holds .* which JSON lacks"):
        select(parse(f"---\na: {value}\n---\n"), ["a"])
    assert select(parse(f"---\na: {value}\nb: 1\n---\n"), ["b"]) == {"b": 1}


@pytest.mark.parametrize(
    "lines",
    [
        ["a: &a [*a]"],
        [
            "x0: &x0 [1, 1]",
            *(f"x{n}: &x{n} [*x{n - 1}, *x{n - 1}]" for n in range(1, 40)),
            "a: *x39",
        ],
    ],
)
def test_a_value_that_is_written_small_and_grows_without_end_is_an_error(lines: list[str]) -> None:
    outline = parse("\n".join(["---", *lines, "---", ""]))
    with pytest.raises(FrontMatterError, match="'a' holds more than 10000 values"):
        select(outline, ["a"])


def test_records_carry_what_they_are_given() -> None:
    options, syntax = ChunkOptions(), Syntax()
    chunks = chunk(YAML)
    carried = select(parse(YAML), ["title"])
    made = records(chunks, source="a", options=options, syntax=syntax, front_matter=carried)
    assert [record["front_matter"] for record in made] == [{"title": "Tea"}] * 2
    plain = records(chunks, source="a", options=options, syntax=syntax)
    assert all("front_matter" not in record for record in plain)
