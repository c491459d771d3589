"""A wrong argument is one error that says what to write; keywords are fields of the options."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
import pytest

from marksplit import (
    ChunkOptions,
    MarksplitError,
    OptionFields,
    SizerError,
    Syntax,
    check,
    chunk,
    chunk_outline,
    explain,
    parse,
)
from marksplit.export import records

TEXT = "# Tea\n\nTea keeps well.\n\n## Brewing\n\nSteep for three minutes.\n"
CHUNKS = chunk(TEXT)


def call(function: Callable[..., object], *arguments: Any, **named: Any) -> str:
    with pytest.raises(TypeError) as caught:
        function(*arguments, **named)
    assert not isinstance(caught.value, MarksplitError)
    return str(caught.value)


def test_keywords_are_fields_of_the_options() -> None:
    assert chunk(TEXT, max_size=30) == chunk(TEXT, ChunkOptions(max_size=30)) != CHUNKS
    outline = parse(TEXT)
    assert chunk_outline(outline, max_size=30) == chunk(TEXT, max_size=30)
    assert explain(outline, max_size=30) == explain(outline, ChunkOptions(max_size=30))
    check(TEXT, chunk(TEXT, max_size=30), max_size=30)


def test_keywords_override_the_options_and_leave_the_rest() -> None:
    options = ChunkOptions(max_size=20, strip_headings=True)
    expected = chunk(TEXT, ChunkOptions(max_size=40, strip_headings=True))
    assert chunk(TEXT, options, max_size=40) == expected
    assert options.max_size == 20
    fields: OptionFields = {"max_size": 40}
    assert chunk(TEXT, options, syntax=Syntax(), **fields) == expected


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("max_siz", "; did you mean 'max_size'?"),
        ("merge_section", "; did you mean 'merge_sections'?"),
        ("chunk_size", "; did you mean 'max_size'?"),
        ("chunk_overlap", "; did you mean 'overlap'?"),
        ("length_function", "; did you mean 'sizer'?"),
        ("tokenizer", "; did you mean 'sizer'?"),
        ("furlongs", ": it has max_heading_depth, max_size, "),
    ],
)
def test_an_unknown_keyword_names_what_is_close(name: str, hint: str) -> None:
    message = f"ChunkOptions has no field {name!r}{hint}"
    for function, subject in ((chunk, TEXT), (chunk_outline, parse(TEXT)), (explain, parse(TEXT))):
        assert call(function, subject, **{name: 1}).startswith(message)
    assert call(check, TEXT, CHUNKS, **{name: 1}).startswith(message)


def test_the_syntax_of_an_outline_is_said_where_it_is_parsed() -> None:
    for function in (chunk_outline, explain):
        message = call(function, parse(TEXT), syntax=Syntax.mkdocs())
        assert message.endswith("'syntax': an outline has that of parse(text, syntax)")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (300, "not 300: write ChunkOptions(max_size=300)"),
        ({"max_size": 5}, "not {'max_size': 5}: write ChunkOptions(**{...})"),
        ({}, "not {}: write ChunkOptions(**{...})"),
        (Syntax.mkdocs(), "not a Syntax: write syntax=..."),
        (None, "not None: write ChunkOptions(), or nothing"),
        (ChunkOptions, "not its class: write ChunkOptions()"),
        (True, "not True: write ChunkOptions(max_size=300)"),
        ("max_size", "not 'max_size': write ChunkOptions(max_size=300)"),
    ],
)
def test_what_is_no_options_says_what_to_write(given: object, message: str) -> None:
    expected = f"options must be a ChunkOptions, {message}"
    assert call(chunk, TEXT, given) == expected
    assert call(chunk_outline, parse(TEXT), given) == expected
    assert call(explain, parse(TEXT), given) == expected
    assert call(check, TEXT, CHUNKS, given) == expected


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("mkdocs", "not 'mkdocs': write Syntax.mkdocs()"),
        ("markdown", "not 'markdown': write one of Syntax.github(), Syntax.commonmark(), "),
        (None, "not None: write one of Syntax.github(), "),
        (Syntax, "not its class: write one of Syntax.github(), "),
        (ChunkOptions(), "not ChunkOptions(max_heading_depth=3, "),
    ],
)
def test_what_is_no_syntax_says_what_to_write(given: object, message: str) -> None:
    expected = f"syntax must be a Syntax, {message}"
    assert call(chunk, TEXT, syntax=given).startswith(expected)
    assert call(parse, TEXT, given).startswith(expected)
    assert call(check, TEXT, CHUNKS, syntax=given).startswith(expected)


@pytest.mark.parametrize("function", [chunk_outline, explain])
def test_a_text_is_no_outline(function: Callable[..., object]) -> None:
    assert call(function, "a") == "outline must be an Outline, not str: write parse(text)"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (Path("tea.md"), r"not \w*Path: chunk_file\(path\) and parse_file\(path\) read a file"),
        (b"# Tea", r"not bytes: write text\.decode\(\)"),
        (None, "not NoneType"),
    ],
)
def test_what_is_no_text_says_what_to_write(given: object, message: str) -> None:
    for function, more in ((chunk, ()), (parse, ()), (check, (CHUNKS,))):
        assert re.fullmatch(f"text must be a str, {message}", call(function, given, *more))


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("x", "'x'"),
        (["x"], "'x'"),
        ([CHUNKS[0], None], "None"),
        (None, "None"),
        (CHUNKS[0], repr(CHUNKS[0])[:80]),
        (iter(CHUNKS), "<list_iterator object at "),
    ],
)
def test_what_is_no_list_of_chunks_is_not_checked(given: object, shown: str) -> None:
    message = call(check, TEXT, given)
    assert message.startswith(f"chunks must be a list of Chunk, as chunk(text) gives, not {shown}")


def test_records_want_the_settings_that_the_chunks_were_cut_with() -> None:
    def made(**settings: Any) -> object:
        given = {"options": ChunkOptions(), "syntax": Syntax(), **settings}
        return list(records(CHUNKS, source="tea.md", **given))

    assert call(made, options={}) == "options must be a ChunkOptions, not {}"
    assert call(made, syntax="mkdocs") == "syntax must be a Syntax, not 'mkdocs'"


def test_a_size_may_be_any_integer() -> None:
    def words(text: str) -> int:
        return numpy.int64(len(text.split()))  # type: ignore[return-value]

    found = chunk(TEXT, max_size=5, sizer=words)
    assert found == chunk(TEXT, max_size=5, sizer="words")
    assert {type(each.size) for each in found} == {int}
    check(TEXT, found, max_size=5, sizer=words)


@pytest.mark.parametrize(
    "wrong", [True, numpy.True_, 1.5, numpy.float64(3), -1, numpy.int64(-1), "3"]
)
def test_a_size_is_no_bool_no_float_and_not_negative(wrong: Any) -> None:
    with pytest.raises(SizerError, match="must return an int of at least 0, not"):
        chunk(TEXT, sizer=lambda text: wrong)


def test_numbers_of_numpy_are_kept_as_plain_ones() -> None:
    size: Any = numpy.int32(40)
    options = ChunkOptions(max_size=size, overlap=size - 30)
    assert options == ChunkOptions(max_size=40, overlap=10)
    assert type(options.max_size) is int
    with pytest.raises(MarksplitError, match=r"max_size must be an integer >= 0, not .*40\.0"):
        ChunkOptions(max_size=numpy.float64(40))  # type: ignore[arg-type]
