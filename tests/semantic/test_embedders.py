"""Ready-made embedding functions: a real small model, and stand-ins for what is too big."""

from __future__ import annotations

import math
import pickle
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from marksplit import MissingExtraError, OptionError
from marksplit.semantic.embedders import (
    named_embed,
    openai_compatible,
    sentence_transformers,
    wordllama,
)


def cosine(one: Any, other: Any) -> float:
    return float(one @ other) / math.sqrt(float(one @ one) * float(other @ other))


def test_wordllama_tells_what_is_alike_offline() -> None:
    cat, kitten, shares = np.asarray(
        wordllama()(["The cat sat on a mat.", "A kitten on the rug.", "Shares fell sharply."])
    )
    assert cosine(cat, kitten) > cosine(cat, shares) + 0.2


def test_wordllama_embeds_a_text_alike_in_any_company() -> None:
    alone = np.asarray(wordllama()(["tea"]))
    among = np.asarray(wordllama()(["a " * 5000, "tea", ""]))
    assert (alone[0] == among[1]).all()


class _SentenceTransformer:
    """As much of the library as is used."""

    loaded: list[tuple[str, str | None]] = []  # noqa: RUF012 # what tests look at

    def __init__(self, model: str, *, device: str | None = None) -> None:
        self.loaded.append((model, device))

    def encode(self, sentences: list[str], *, show_progress_bar: bool) -> Any:
        assert not show_progress_bar
        return np.array([[len(sentence), 1.0] for sentence in sentences])


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> type[_SentenceTransformer]:
    module = ModuleType("sentence_transformers")
    module.SentenceTransformer = _SentenceTransformer  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "sentence_transformers", module)
    _SentenceTransformer.loaded.clear()
    return _SentenceTransformer


def test_sentence_transformers_loads_its_model_once_and_late(
    library: type[_SentenceTransformer],
) -> None:
    embed = sentence_transformers("some/model", prompt="query: ", device="cpu")
    assert library.loaded == []
    for _ in range(2):
        assert np.asarray(embed(["tea", "train"])).tolist() == [[10, 1], [12, 1]]
    assert library.loaded == [("some/model", "cpu")]


def lengths(texts: Sequence[str]) -> list[list[float]]:
    return [[float(len(text))] for text in texts]


class holder:  # noqa: N801 # a name inside a module
    lengths = staticmethod(lengths)
    number = 3


def test_names_stand_for_functions(library: type[_SentenceTransformer]) -> None:
    assert named_embed("wordllama") == wordllama()
    assert named_embed("sentence-transformers:some/model") == sentence_transformers("some/model")
    assert named_embed("openai:@cf/a@b@https://h:1/v1") == openai_compatible(
        "https://h:1/v1", "@cf/a@b"
    )
    assert named_embed(f"{__name__}:lengths") is lengths
    assert named_embed(f"{__name__}:holder.lengths") is lengths


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("", "one of wordllama, sentence-transformers:MODEL, openai:MODEL@URL, package.module:att"),
        ("word", "one of wordllama"),
        ("sentence-transformers:", "one of wordllama"),
        ("openai:model", "openai:MODEL@URL with a URL of http or https"),
        ("openai:@https://host", "openai:MODEL@URL"),
        ("openai:model@ftp://host", "openai:MODEL@URL"),
        ("no_such_module:embed", "No module named 'no_such_module'"),
        (f"{__name__}:nothing", "has no attribute 'nothing'"),
        (f"{__name__}:holder.number", "a function from texts to vectors, not 3"),
        (".relative:embed", "one of wordllama"),
    ],
)
def test_a_name_of_nothing_says_what_is_allowed(name: str, told: str) -> None:
    with pytest.raises(OptionError, match="embed must be") as caught:
        named_embed(name)
    assert told in str(caught.value)


@pytest.mark.parametrize("name", ["wordllama", "sentence-transformers:some/model"])
def test_a_missing_library_names_the_pip_line(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    extra = name.partition(":")[0]
    monkeypatch.setitem(sys.modules, extra.replace("-", "_"), None)
    with pytest.raises(MissingExtraError, match=rf'pip install "marksplit\[{extra}\]"'):
        named_embed(name)


def test_functions_survive_pickling_without_what_they_loaded() -> None:
    embed = wordllama()
    embed(["tea"])
    data = pickle.dumps(embed)
    assert len(data) < 200
    assert pickle.loads(data) == embed


@pytest.mark.parametrize(
    ("code", "told"), [("1 +", "SyntaxError: "), ("raise RuntimeError('no key')", "no key")]
)
def test_a_module_that_fails_is_told(
    code: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "failing_model.py").write_text(code, encoding="utf-8")
    with pytest.raises(OptionError, match="a name whose module can be imported") as caught:
        named_embed("failing_model:embed")
    assert told in str(caught.value)
