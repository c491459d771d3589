"""Sizers that count model tokens: one file per library, each an optional extra.

A sizer's name, such as ``"tiktoken:cl100k_base"`` or ``"hf:tokenizer.json"``, is what options
hold when they are written down, compared or sent to another process; `by_name` finds its file.
"""

from __future__ import annotations

from marksplit import OptionError, Sizer


def by_name(name: str) -> Sizer:
    """The sizer named ``library:tokenizer``; the library is ``tiktoken`` or ``hf``.

    Raises:
        OptionError: there is no such tokenizer, or it cannot be loaded here.
        MissingExtraError: the library is not installed.
    """
    library, _, tokenizer = name.partition(":")
    if library == "tiktoken":
        from marksplit.tokenizers.tiktoken import tiktoken

        return tiktoken(tokenizer)
    if library == "hf":
        from marksplit.tokenizers.huggingface import huggingface

        return huggingface(tokenizer)
    raise OptionError("sizer", name, "tiktoken:NAME or hf:NAME")
