"""Files as documents: offsets fit the file as it is, and what is wrong with it is said."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from marksplit import (
    ChunkOptions,
    EncodingError,
    OptionError,
    Syntax,
    check,
    chunk,
    chunk_file,
    parse,
    parse_file,
)

TEXT = "\ufeff# Tee\r\n\r\nGr\u00fcner Tee.\r\n\r\n!!! note\r\n\r\n    # Nein\r\rEnde\n"


def written(folder: Path, data: bytes) -> Path:
    path = folder / "tea.md"
    path.write_bytes(data)
    return path


def test_line_ends_and_a_byte_order_mark_are_kept(tmp_path: Path) -> None:
    path = written(tmp_path, TEXT.encode())
    found = chunk_file(path, max_size=20)
    assert parse_file(path).source == TEXT
    assert found == chunk(TEXT, max_size=20)
    assert [TEXT[each.start : each.end] for each in found] == [each.text for each in found]
    check(TEXT, found, max_size=20)


def test_options_syntax_and_keywords_are_as_of_chunk(tmp_path: Path) -> None:
    path, options = written(tmp_path, TEXT.encode()), ChunkOptions(max_size=30, strip_headings=True)
    for syntax in (Syntax(), Syntax.mkdocs()):
        expected = chunk(TEXT, options, syntax=syntax, max_size=20)
        assert chunk_file(str(path), options, syntax=syntax, max_size=20) == expected
        assert parse_file(str(path), syntax) == parse(TEXT, syntax)


def test_another_encoding_is_named(tmp_path: Path) -> None:
    for encoding in ("cp1252", "utf-16", "utf-16-le"):
        path = written(tmp_path, TEXT[1:].encode(encoding))
        assert parse_file(path, encoding=encoding).source == TEXT[1:]


@pytest.mark.parametrize(
    ("data", "offset", "problem"),
    [
        (
            "# Tee\r\n\r\nGr\u00fcner".encode("cp1252"),
            11,
            "the first bad byte is 0xfc in line 3; name the file's encoding, such as "
            "encoding='cp1252'",
        ),
        ("# Tee".encode("utf-16"), 0, "it seems to be UTF-16: encoding='utf-16'"),
    ],
)
def test_what_is_not_utf_8_says_where(
    tmp_path: Path, data: bytes, offset: int, problem: str
) -> None:
    path = written(tmp_path, data)
    with pytest.raises(EncodingError) as caught:
        chunk_file(path)
    assert str(caught.value) == f"{path} is not UTF-8 from byte {offset} on: {problem}"
    assert (caught.value.offset, caught.value.encoding) == (offset, "utf-8")
    assert isinstance(caught.value, UnicodeError)


def test_half_a_character_of_utf_16_is_told(tmp_path: Path) -> None:
    with pytest.raises(EncodingError, match="is not UTF-16 from byte 4 on"):
        parse_file(written(tmp_path, b"\xff\xfe#\x00a"), encoding="utf-16")


@pytest.mark.parametrize("encoding", ["utf-9", "hex", None, ""])
def test_an_encoding_that_is_none_is_named(tmp_path: Path, encoding: str) -> None:
    with pytest.raises(OptionError, match="encoding must be the name of a text encoding, not"):
        parse_file(written(tmp_path, b"# Tea"), encoding=encoding)


def test_a_file_that_is_not_there_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=re.escape("none.md")):
        chunk_file(tmp_path / "none.md")
    with pytest.raises(IsADirectoryError):
        chunk_file(tmp_path)


def test_wrong_options_are_told_before_the_file_is_read(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="did you mean 'max_size'"):
        chunk_file(tmp_path / "none.md", max_siz=3)  # type: ignore[call-arg]
