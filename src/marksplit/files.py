"""A file as a document: its bytes decoded with every line end as it is, so that offsets fit it.

What is made of the text is said in `chunker` and `document`.
"""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Unpack

from marksplit.arguments import options_with
from marksplit.chunker import chunk_outline
from marksplit.chunks import Chunk
from marksplit.document import Outline, parse
from marksplit.errors import EncodingError, OptionError
from marksplit.options import ChunkOptions, OptionFields, Syntax


def chunk_file(
    path: str | PathLike[str],
    options: ChunkOptions = ChunkOptions(),
    *,
    syntax: Syntax = Syntax(),
    encoding: str = "utf-8",
    **fields: Unpack[OptionFields],
) -> list[Chunk]:
    """Cut the Markdown in a file into chunks, each an exact slice of its text.

    Offsets are code points of the text as it is in the file: line ends are not translated, and a
    byte order mark is the first character.

    Args:
        path: the file.
        options: how to cut.
        syntax: which Markdown it is.
        encoding: of the file; any that Python knows.
        **fields: fields of `ChunkOptions`, in place of those of `options`.

    Raises:
        OSError: the file cannot be read.
        EncodingError: it is no text in this encoding; the message says where.
        OptionError: there is no such encoding, or a field has a value that is not allowed.
        TypeError: an argument is not what it should be.
        SizerError: the sizer returned something that is not a size.
        OversizeBlockError: a block that must stay whole is too big and `options` wants none.
    """
    options = options_with(options, fields)
    return chunk_outline(parse_file(path, syntax, encoding=encoding), options)


def parse_file(
    path: str | PathLike[str], syntax: Syntax = Syntax(), *, encoding: str = "utf-8"
) -> Outline:
    """Parse the Markdown in a file; `Outline.source` is its text. Arguments are as of `chunk_file`.

    Raises:
        OSError: the file cannot be read.
        EncodingError: it is no text in this encoding; the message says where.
        OptionError: there is no such encoding.
        TypeError: an argument is not what it should be.
    """
    data = Path(path).read_bytes()
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise EncodingError(str(path), encoding, error.start, _hint(data, error)) from error
    except UnicodeError as error:
        raise EncodingError(str(path), encoding, 0, str(error)) from error
    except (LookupError, TypeError, ValueError) as error:
        raise OptionError("encoding", encoding, "the name of a text encoding") from error
    return parse(text, syntax)


def _hint(data: bytes, error: UnicodeDecodeError) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "it seems to be UTF-16: encoding='utf-16'"
    line = len((data[: error.start] + b".").splitlines())
    bad = f"the first bad byte is 0x{data[error.start]:02x} in line {line}"
    return f"{bad}; name the file's encoding, such as encoding='cp1252'"
