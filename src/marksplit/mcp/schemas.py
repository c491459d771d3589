"""Types of arguments, and the JSON Schemas that clients are told. Results are in `results`.

Fields of chunks and options are read off marksplit's own classes and not repeated here.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NoReturn, get_args

from pydantic import AfterValidator, BaseModel, Field
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import PydanticOmit

from marksplit import SYNTAXES, ChunkOptions, OptionError

SizerName = Literal["chars", "words", "approx_tokens"]
"""Sizers that need neither files nor a network."""
SIZER = "What sizes count."


def _known_sizer(options: ChunkOptions) -> ChunkOptions:
    names = get_args(SizerName)
    if isinstance(options.sizer, str) and options.sizer not in names:
        raise OptionError("sizer", options.sizer, f"one of {', '.join(names)} on this server")
    return options


def _known_syntax(name: str) -> str:
    if name not in SYNTAXES:
        raise OptionError("syntax", name, f"one of {', '.join(SYNTAXES)}")
    return name


SyntaxName = Annotated[
    str,
    AfterValidator(_known_syntax),
    Field(
        description="Which Markdown it is: what GitHub renders, the bare standard, or a dialect.",
        json_schema_extra={"enum": list(SYNTAXES)},
    ),
]
Text = Annotated[str | None, Field(description="The Markdown itself. Give this or path.")]
FilePath = Annotated[
    str | None,
    Field(description="A UTF-8 file below the server's folders. Give this or text."),
]
Options = Annotated[
    Annotated[ChunkOptions, AfterValidator(_known_sizer)] | None,
    Field(description="How to cut; every field has a default."),
]
Glob = Annotated[
    str | None,
    Field(
        max_length=200,
        description="Only files that match, in place of Markdown by its suffix: a name (*.mdx) or, "
        "with a slash, the path below a folder (guide/**/*.md).",
    ),
]
Cursor = Annotated[
    str | None,
    Field(description="The next_cursor of the result before, to go on; all else the same."),
]


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
