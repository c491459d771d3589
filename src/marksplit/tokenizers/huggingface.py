"""Tokens of any model with a ``tokenizer.json``, counted by Hugging Face tokenizers."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from marksplit import OptionError, Sizer
from marksplit._optional import require


def huggingface(tokenizer: object) -> Sizer:
    """A sizer that counts a model's tokens, without the special ones.

    Truncation and padding are off, whatever the tokenizer is set to; a tokenizer that is passed
    in is not changed.

    Args:
        tokenizer: a ``tokenizers.Tokenizer``, the path of a ``tokenizer.json``, or a model's name.

    Raises:
        OptionError: the tokenizer cannot be read or loaded.
        MissingExtraError: tokenizers is not installed.
    """
    module = require("tokenizers", "huggingface")
    if isinstance(tokenizer, module.Tokenizer):
        own = module.Tokenizer.from_str(tokenizer.to_str())
    elif isinstance(tokenizer, (str, Path)):
        own = _load(module.Tokenizer, tokenizer)
    else:
        raise OptionError("tokenizer", tokenizer, "a tokenizers.Tokenizer, a path or a name")
    own.no_truncation()
    own.no_padding()
    return partial(_count, own)


def _load(kind: Any, name: str | Path) -> Any:
    path = Path(name)
    is_file = path.suffix == ".json" or path.is_file()
    try:
        return kind.from_file(str(path)) if is_file else kind.from_pretrained(str(name))
    except Exception as error:  # the library raises bare Exception
        if is_file:
            allowed = f"a tokenizer.json that can be read ({error})"
        else:
            allowed = (
                "a tokenizer that can be loaded: this name is looked up on the network, which "
                "failed here; pass the path of the model's tokenizer.json instead"
            )
        raise OptionError("sizer", f"hf:{name}", allowed) from error


def _count(tokenizer: Any, text: str) -> int:
    try:
        encoded = tokenizer.encode(text, add_special_tokens=False)
    except (TypeError, UnicodeEncodeError):  # a lone surrogate, which no tokenizer knows
        replaced = text.encode("utf-8", "replace").decode("utf-8")
        encoded = tokenizer.encode(replaced, add_special_tokens=False)
    return len(encoded.ids)
