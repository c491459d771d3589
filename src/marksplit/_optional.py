"""Import of optional dependencies, and the one error for a missing one."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from marksplit.errors import MissingExtraError


def require(module: str, extra: str) -> ModuleType:
    """Return the imported `module`.

    Raises:
        MissingExtraError: it is not installed; the message names the pip line.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != module.partition(".")[0]:
            raise
        raise MissingExtraError(
            f'{module} is not installed; it comes with: pip install "marksplit[{extra}]"'
        ) from error
