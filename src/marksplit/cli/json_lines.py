"""One line of JSON Lines to an object, strictly: what is read can be written again.

Where the lines come from is not known here.
"""

from __future__ import annotations

import json
import math
from typing import NoReturn

from marksplit.cli.reading import InputError


def parse_object(place: str, line: bytes) -> dict[str, object]:
    """The object on a line.

    Raises:
        InputError: it is none; `place` says where it stands.
    """
    try:
        item = json.loads(line, parse_constant=_refuse, parse_float=_finite)
    except RecursionError as error:
        raise InputError(place, "no JSON that can be read: nested too deeply") from error
    except UnicodeDecodeError as error:
        raise InputError(place, f"not UTF-8: {error.reason} at byte {error.start}") from error
    except json.JSONDecodeError as error:
        raise InputError(place, f"no JSON: {error.msg} at character {error.pos + 1}") from error
    except ValueError as error:
        raise InputError(place, f"no JSON: {error}") from error
    if not isinstance(item, dict):
        raise InputError(place, "no JSON object, which is {...} on one line")
    return item


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _finite(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise ValueError(f"{digits} is too big a number")
    return number
