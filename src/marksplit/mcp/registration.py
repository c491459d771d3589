"""How a method becomes a tool: strict arguments, schemas, and brief words on what is wrong."""

from __future__ import annotations

import inspect
import reprlib
from collections.abc import Callable
from types import new_class
from typing import Any, Self

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.server.mcpserver.tools import Tool
from mcp.server.mcpserver.utilities.func_metadata import FuncMetadata, func_metadata
from mcp_types import ToolAnnotations
from pydantic import BaseModel, ValidationError

from marksplit.mcp.schemas import json_schema


class _Metadata(FuncMetadata):
    def pre_parse_json(self, data: dict[str, Any]) -> dict[str, Any]:
        """Read lists and objects that a client sends as JSON text, but not Markdown like ``[1]``."""
        verbatim = {name: data[name] for name in ("text", "path", "cursor") if name in data}
        return super().pre_parse_json(data) | verbatim


class ReadOnlyTool(Tool):
    """A tool that changes nothing, and says briefly which arguments are wrong."""

    @classmethod
    def of(cls, function: Callable[..., BaseModel], title: str) -> Self:
        """The tool that `function` is; an argument that it does not have is an error."""
        found = func_metadata(function)
        arguments = new_class(
            found.arg_model.__name__,
            (found.arg_model,),
            {"extra": "forbid", "use_attribute_docstrings": True},
        )
        return cls(
            fn=function,
            name=function.__name__,
            title=title,
            description=inspect.cleandoc(function.__doc__ or ""),
            parameters=json_schema(arguments),
            fn_metadata=_Metadata(
                arg_model=arguments,
                output_model=found.output_model,
                output_schema=json_schema(found.output_model),
            ),
            is_async=False,
            context_kwarg=None,
            annotations=ToolAnnotations(
                read_only_hint=True,
                destructive_hint=False,
                idempotent_hint=True,
                open_world_hint=False,
            ),
        )

    async def run(
        self, arguments: dict[str, Any], context: Context[Any, Any], convert_result: bool = False
    ) -> Any:
        """Run it; see `Tool.run`."""
        try:
            return await super().run(arguments, context, convert_result)
        except ToolError as error:
            wrong = error.__cause__
            if isinstance(error, UnexpectedToolError) or not isinstance(wrong, ValidationError):
                raise
            raise ToolError(f"{self.name}: {_describe(wrong)}") from wrong


def _describe(wrong: ValidationError) -> str:
    """The first few faults; keys and values are the caller's and may be of any length."""
    faults = wrong.errors(include_url=False)
    said = []
    for fault in faults[:5]:
        where = reprlib.repr(".".join(map(str, fault["loc"])))[1:-1]
        what = fault["msg"].removeprefix("Value error, ")[:500]
        said.append(f"{where}: {what} (given: {reprlib.repr(fault['input'])})")
    more = len(faults) - len(said)
    return "; ".join(said) + (f"; and {more} more" if more else "")
