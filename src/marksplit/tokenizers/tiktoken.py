"""Tokens of OpenAI's models, counted by tiktoken."""

from __future__ import annotations

from functools import partial
from typing import Any

from marksplit import OptionError, Sizer
from marksplit._optional import require


def tiktoken(name: str = "cl100k_base") -> Sizer:
    """A sizer that counts tokens of an encoding (``o200k_base``) or a model (``gpt-4o``).

    Text that looks like a special token counts as the text that it is.

    Raises:
        OptionError: no encoding or model has this name, or its vocabulary cannot be loaded.
        MissingExtraError: tiktoken is not installed.
    """
    module = require("tiktoken", "tiktoken")
    try:
        known = name in module.list_encoding_names()
        encoding = module.get_encoding(name) if known else module.encoding_for_model(name)
    except KeyError as error:
        names = ", ".join(module.list_encoding_names())
        raise OptionError("sizer", f"tiktoken:{name}", f"a model or one of {names}") from error
    except OSError as error:  # what a failed download raises is one
        raise OptionError(
            "sizer",
            f"tiktoken:{name}",
            "a tokenizer that can be loaded: tiktoken downloads a vocabulary when it is first "
            "used, which failed here; load it once where there is a network with "
            "TIKTOKEN_CACHE_DIR set to a folder, and set it to a copy of that folder",
        ) from error
    return partial(_count, encoding)


def _count(encoding: Any, text: str) -> int:
    return len(encoding.encode_ordinary(text))
