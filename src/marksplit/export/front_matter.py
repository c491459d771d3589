"""Front matter as values: YAML by PyYAML, TOML by the standard library.

Where it starts and ends is the parser's business.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, time
from math import isfinite

from marksplit import FrontMatterError, Outline
from marksplit._optional import require

_MOST = 10_000
"""Values that may be carried into each record; YAML can write far more in a few lines."""
_TOML_LINE = re.compile(r" \(at line (\d+), column \d+\)$| \(at end of document\)$")


def load(outline: Outline) -> Mapping[str, object]:
    """The front matter of a document; empty where it has none.

    Raises:
        FrontMatterError: it is broken, or no mapping.
        MissingExtraError: it is YAML, and PyYAML is not installed.
    """
    lines = re.split(r"\r\n|\r|\n", outline.front_matter)
    text = "\n".join(lines[1:-1])
    if lines[0].startswith("+++"):
        return _toml(text)
    return _yaml(text) if text.strip() else {}


def select(outline: Outline, keys: Iterable[str]) -> dict[str, object]:
    """The values of `keys`, ready for JSON: dates as ISO 8601 text; None where a key is missing.

    Raises:
        FrontMatterError: as `load`, or a value is nothing that JSON has.
    """
    values = load(outline)
    return {key: _carried(values.get(key), key) for key in keys}


def _toml(text: str) -> Mapping[str, object]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        where = _TOML_LINE.search(str(error))
        line = int(where[1]) if where and where[1] else text.count("\n") + 1
        problem = _TOML_LINE.sub("", str(error))
        raise _broken("TOML", line, problem) from error


def _yaml(text: str) -> Mapping[str, object]:
    yaml = require("yaml", "yaml")
    try:
        values = yaml.safe_load(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or str(error)
        raise _broken("YAML", mark.line + 1 if mark else 1, problem) from error
    except (ValueError, RecursionError) as error:  # such as a date that does not exist
        raise _broken("YAML", 1, str(error)) from error
    if values is None:
        return {}
    if not isinstance(values, dict):
        kind = type(values).__name__
        raise FrontMatterError(f"front matter must be a mapping of keys to values, not a {kind}")
    return {str(key): value for key, value in values.items()}


def _broken(language: str, line: int, problem: str) -> FrontMatterError:
    """An error in `line` of the text between the delimiter lines, from 1."""
    return FrontMatterError(f"front matter, line {line + 1}: not valid {language}: {problem}")


def _carried(value: object, key: str) -> object:
    try:
        return _plain(value, key, iter(range(_MOST)))
    except (StopIteration, RecursionError) as error:
        reason = f"holds more than {_MOST} values, or itself"
        raise FrontMatterError(f"front matter: {key!r} {reason}") from error


def _plain(value: object, key: str, left: Iterator[int]) -> object:
    next(left)
    if isinstance(value, dict):
        return {str(name): _plain(each, key, left) for name, each in value.items()}
    if isinstance(value, list | tuple | set):
        return [_plain(each, key, left) for each in value]
    if isinstance(value, date | time):
        return value.isoformat()
    if value is None or isinstance(value, str | int) or _is_finite(value):
        return value
    raise FrontMatterError(f"front matter: {key!r} holds {value!r:.40}, which JSON lacks")


def _is_finite(value: object) -> bool:
    return isinstance(value, float) and isfinite(value)
