"""Sizers of real tokenizers whose vocabularies come with packages, so that no network is needed."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path


def _folder(package: str) -> Path:
    spec = find_spec(package)
    assert spec is not None, f"{package} is not installed"
    assert spec.origin is not None
    return Path(spec.origin).parent


TIKTOKEN = "tiktoken:cl100k_base"
HUGGING_FACE = f"hf:{_folder('wordllama') / 'tokenizers' / 'l2_supercat_tokenizer_config.json'}"
TOKENIZERS = {"tiktoken": TIKTOKEN, "hf": HUGGING_FACE}
