"""Types of arguments and results, and the JSON Schemas that clients are told.

Fields of chunks and options are read off marksplit's own classes and not repeated here.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NoReturn, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PlainSerializer
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import PydanticOmit

from marksplit import Chunk, ChunkOptions, OptionError

SizerName = Literal["chars", "words", "approx_tokens"]
"""Sizers that need neither files nor a network."""
SIZER = "What sizes count."


def _known_sizer(options: ChunkOptions) -> ChunkOptions:
    names = get_args(SizerName)
    if isinstance(options.sizer, str) and options.sizer not in names:
        raise OptionError("sizer", options.sizer, f"one of {', '.join(names)} on this server")
    return options


Text = Annotated[str | None, Field(description="The Markdown itself. Give this or path.")]
FilePath = Annotated[
    str | None,
    Field(description="A UTF-8 file below the server's folders. Give this or text."),
]
Options = Annotated[
    Annotated[ChunkOptions, AfterValidator(_known_sizer)] | None,
    Field(description="How to cut; every field has a default."),
]
Cursor = Annotated[
    str | None,
    Field(description="The next_cursor of the result before, to go on; all else the same."),
]


class _Result(BaseModel):
    model_config = ConfigDict(use_attribute_docstrings=True)

    source: str
    """The path as given, or "text"."""
    next_cursor: str | None
    """Call again with this as cursor for what follows; null: this is the end."""


class ChunkResult(_Result):
    """Chunks in document order."""

    total: int
    """Number of chunks of the whole document."""
    chunks: list[Annotated[Chunk, PlainSerializer(Chunk.to_dict)]]


class SectionNode(BaseModel):
    """A section and those below it."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    level: int
    """1 to 6; 0 is the text before the first heading."""
    title: str
    heading_path: list[str]
    """Titles from the outermost down to this one: what read_section takes."""
    first_line: int
    last_line: int
    """Included, and with the subsections."""
    size: int
    """Of the text with the subsections, in the sizer's unit."""
    children: list[SectionNode]


class OutlineResult(_Result):
    """The section tree. A page may start inside a section of the page before: see heading_path."""

    lines: int
    """Number of lines of the whole document."""
    size: int
    """Of the whole document, in the sizer's unit."""
    total: int
    """Number of sections of the whole document."""
    sections: list[SectionNode]


class SectionResult(_Result):
    """An exact slice of the document."""

    first_line: int
    last_line: int
    start: int
    """Offset in code points."""
    end: int
    """Excluded."""
    text: str


class _Generator(GenerateJsonSchema):
    """Leaves out what JSON cannot hold: functions, as types and as defaults."""

    ignored_warning_kinds = {"skipped-choice", "non-serializable-default"}  # noqa: RUF012

    def handle_invalid_for_json_schema(self, schema: object, error_info: str) -> NoReturn:
        """Leave the field or choice out."""
        raise PydanticOmit


def json_schema(model: type[BaseModel]) -> dict[str, Any]:
    """The schema of `model`, without private fields and with the names of the known sizers."""
    schema = model.model_json_schema(schema_generator=_Generator)
    for name, definition in schema.get("$defs", {}).items():
        properties = definition.get("properties", {})
        for private in [each for each in properties if each.startswith("_")]:
            del properties[private]
        if name == ChunkOptions.__name__:
            properties["sizer"] |= {
                "enum": list(get_args(SizerName)),
                "default": "chars",
                "description": SIZER,
            }
    return schema
