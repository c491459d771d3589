"""The form follows the options, and takes nothing that they do not allow."""

from __future__ import annotations

from dataclasses import fields

import pytest

from marksplit import ChunkOptions, OptionError, Syntax
from marksplit.preview.form import entered, form_fields, sizers


def test_every_setting_has_a_field_with_its_value_and_a_text() -> None:
    for value in (ChunkOptions(max_size=7, overlap=3), Syntax(math=False)):
        found = form_fields(value, ["chars"])
        hooks = ("sentences", "cuts")  # functions
        names = [field.name for field in fields(value) if field.name not in hooks]
        assert [each["name"] for each in found] == names
        assert all(each["help"] for each in found)
    by_name = {
        each["name"]: each for each in form_fields(ChunkOptions(max_size=7), ["chars", "words"])
    }
    assert (by_name["max_size"]["kind"], by_name["max_size"]["value"]) == ("number", 7)
    assert by_name["merge_sections"]["kind"] == "switch"
    assert by_name["sizer"]["choices"] == ["chars", "words"]
    assert by_name["oversize"]["kind"] == "choice"
    assert "`" not in str(by_name)


@pytest.mark.parametrize("options", [ChunkOptions(), ChunkOptions(max_size=9, sizer="words")])
def test_what_was_shown_reads_back_as_what_it_was(options: ChunkOptions) -> None:
    shown = form_fields(options, sizers(options))
    values = {str(each["name"]): each["value"] for each in shown}
    assert entered(ChunkOptions(), values, sizers(options)) == options


def test_a_syntax_reads_back_too() -> None:
    shown = form_fields(Syntax.commonmark(), ())
    values = {str(each["name"]): each["value"] for each in shown}
    assert entered(Syntax(), values, ()) == Syntax.commonmark()


def test_only_sizers_that_read_no_file_are_offered_and_the_one_begun_with() -> None:
    assert sizers(ChunkOptions()) == ("chars", "words", "approx_tokens")
    given = ChunkOptions(sizer="tiktoken:cl100k_base")
    assert sizers(given)[-1] == "tiktoken:cl100k_base"
    for name in sizers(ChunkOptions()):
        entered(ChunkOptions(), {"sizer": name}, sizers(ChunkOptions()))


def test_a_function_as_sizer_is_offered_by_its_name_and_kept() -> None:
    def tokens(text: str) -> int:
        return len(text)

    options = ChunkOptions(sizer=tokens)
    assert sizers(options)[-1] == "tokens"
    assert entered(options, {"sizer": "tokens"}, sizers(options)) == options
    assert entered(options, {"sizer": "chars"}, sizers(options)) == ChunkOptions()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("sizer", "hf:/etc/passwd"),
        ("sizer", "tiktoken:cl100k_base"),
        ("sizer", None),
        ("sizer", ["chars"]),
        ("max_size", -1),
        ("max_size", 1.5),
        ("max_size", "9"),
        ("max_size", None),
        ("merge_sections", "yes"),
        ("oversize", "explode"),
        ("__class__", 1),
        ("furlongs", 1),
    ],
)
def test_a_wrong_value_names_its_field(name: str, value: object) -> None:
    with pytest.raises(OptionError) as caught:
        entered(ChunkOptions(), {name: value}, sizers(ChunkOptions()))
    assert caught.value.field == name
