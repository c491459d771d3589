"""How a method becomes a tool: strict arguments, schemas, and brief words on what is wrong."""

from __future__ import annotations

import inspect
import reprlib
from collections.abc import Callable, Sequence
from dataclasses import fields
from difflib import get_close_matches
from types import new_class
from typing import Any, Self

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.server.mcpserver.tools import Tool
from mcp.server.mcpserver.utilities.func_metadata import FuncMetadata, func_metadata
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import BaseModel, ValidationError

from marksplit import ChunkOptions
from marksplit.mcp.pool import Pool
from marksplit.mcp.refusal import RefusedError
from marksplit.mcp.results import Result
from marksplit.mcp.schemas import json_schema

_OPTIONS = [field.name for field in fields(ChunkOptions) if field.default is not None]


_VERBATIM = ("text", "path", "cursor", "glob", "query", "syntax")


class _Metadata(FuncMetadata):
    def pre_parse_json(self, data: dict[str, Any]) -> dict[str, Any]:
        """Read lists and objects that a client sends as JSON text, but not Markdown like ``[1]``."""
        verbatim = {name: data[name] for name in _VERBATIM if name in data}
        return super().pre_parse_json(data) | verbatim

    def convert_result(self, result: Any) -> CallToolResult:
        """Lines for the agent, data for its program."""
        assert isinstance(result, Result)
        return CallToolResult(
            content=[TextContent(type="text", text=result.to_text())],
            structured_content=result.model_dump(mode="json"),
        )


class ReadOnlyTool(Tool):
    """A tool that changes nothing, and says briefly which arguments are wrong."""

    @classmethod
    def of(cls, function: Callable[..., BaseModel], title: str, pool: Pool) -> Self:
        """The tool that `function` is; an argument that it does not have is an error.

        Args:
            function: picklable, since it runs in a process of `pool`.
            title: for people.
            pool: where it runs.
        """
        found = func_metadata(function)

        async def work(**given: Any) -> Any:
            try:
                return await pool.run(function, given, weight=len(given.get("text") or ""))
            except RefusedError as refusal:
                raise ToolError(str(refusal)) from refusal

        doc = inspect.cleandoc(function.__doc__ or "")
        arguments = new_class(
            found.arg_model.__name__,
            (found.arg_model,),
            {"extra": "forbid", "use_attribute_docstrings": True},
        )
        return cls(
            fn=work,
            name=function.__name__,
            title=title,
            description=f"{doc} A call that takes over {pool.limit:g} seconds is ended.",
            parameters=json_schema(arguments),
            fn_metadata=_Metadata(
                arg_model=arguments,
                output_model=found.output_model,
                output_schema=json_schema(found.output_model),
            ),
            is_async=True,
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
            known = list(self.fn_metadata.arg_model.model_fields)
            raise ToolError(f"{self.name}: {_describe(wrong, known)}") from wrong


def _describe(wrong: ValidationError, known: Sequence[str]) -> str:
    """The first few faults; keys and values are the caller's and may be of any length."""
    faults = wrong.errors(include_url=False)
    said = []
    for fault in faults[:5]:
        where = reprlib.repr(".".join(map(str, fault["loc"])))[1:-1]
        what = fault["msg"].removeprefix("Value error, ")[:500]
        if fault["type"] in ("extra_forbidden", "unexpected_keyword_argument"):
            what = _place_of(fault["loc"], known)
        said.append(f"{where}: {what} (given: {reprlib.repr(fault['input'])})")
    more = len(faults) - len(said)
    return "; ".join(said) + (f"; and {more} more" if more else "")


def _place_of(where: Sequence[int | str], known: Sequence[str]) -> str:
    """Where an argument that is not known may belong."""
    name = str(where[-1])
    if len(where) == 1 and "options" in known and name in _OPTIONS:
        return f'this belongs in options: {{"options": {{"{name}": ...}}}}'
    if len(where) > 1 and name in known:
        return "this is an argument of its own, not one of options"
    names = known if len(where) == 1 else _OPTIONS
    near = [f"{each!r}" for each in get_close_matches(name[:100], names)]
    if len(where) == 1 and "options" in known:
        near += [f"{each!r} in options" for each in get_close_matches(name[:100], _OPTIONS)]
    if near:
        return f"there is no such argument; did you mean {' or '.join(near[:3])}?"
    return f"there is no such argument; there are {', '.join(names)}"
