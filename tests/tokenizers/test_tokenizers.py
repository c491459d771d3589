"""Sizers of tokenizer libraries, with real tokenizers that need no network."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
import tiktoken
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from marksplit import ChunkOptions, MissingExtraError, OptionError, check, chunk, resolve_sizer
from marksplit.tokenizers.huggingface import huggingface
from marksplit.tokenizers.tiktoken import tiktoken as tiktoken_sizer

TEXT = "# Tea\n\n" + "Tea keeps well. Boil the water first, then wait for three minutes. " * 30


@pytest.fixture
def tokenizer() -> Tokenizer:
    made = Tokenizer(models.BPE(unk_token="[UNK]"))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = trainers.BpeTrainer(
        vocab_size=300,
        special_tokens=["[UNK]", "[CLS]"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    made.train_from_iterator([TEXT], trainer)
    return made


@pytest.fixture
def bytes_encoding(monkeypatch: pytest.MonkeyPatch) -> tiktoken.Encoding:
    """tiktoken's own encoder with a vocabulary of words in the text and single bytes."""
    ranks = {bytes([value]): value for value in range(256)}
    for pair in (b"te", b"in", b"th", b"the"):
        ranks[pair] = len(ranks)
    encoding = tiktoken.Encoding(
        name="small",
        pat_str=r"\s?\w+|\s+|[^\w\s]+",
        mergeable_ranks=ranks,
        special_tokens={"<|endoftext|>": len(ranks)},
    )
    monkeypatch.setattr(tiktoken, "get_encoding", lambda name: encoding)
    return encoding


def test_tiktoken_counts_what_its_encoding_counts(bytes_encoding: tiktoken.Encoding) -> None:
    sizer = tiktoken_sizer("cl100k_base")
    assert sizer("the tea") == len(bytes_encoding.encode("the tea"))


def test_text_that_looks_like_a_special_token_is_text(bytes_encoding: tiktoken.Encoding) -> None:
    assert tiktoken_sizer("cl100k_base")("<|endoftext|>") > 1


def test_an_unknown_model_is_named() -> None:
    with pytest.raises(OptionError, match="tiktoken:no-such-model") as caught:
        tiktoken_sizer("no-such-model")
    assert "cl100k_base" in str(caught.value)


def test_a_vocabulary_that_cannot_be_fetched_says_how_to_provide_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def offline(name: str) -> None:
        raise ConnectionError(name)

    monkeypatch.setattr(tiktoken, "get_encoding", offline)
    with pytest.raises(OptionError, match="TIKTOKEN_CACHE_DIR"):
        tiktoken_sizer("cl100k_base")


def test_a_tokenizer_is_not_changed_and_truncates_nothing(tokenizer: Tokenizer) -> None:
    tokenizer.enable_truncation(4)
    tokenizer.enable_padding(length=4)
    sizer = huggingface(tokenizer)
    assert sizer("Boil the water first, then wait for three minutes.") > 4
    assert sizer("") == 0
    assert tokenizer.truncation is not None


def test_a_tokenizer_file_has_a_name(tokenizer: Tokenizer, tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    tokenizer.save(str(path))
    options = ChunkOptions(sizer=f"hf:{path}", max_size=40)
    assert pickle.loads(pickle.dumps(options)) == options
    chunks = chunk(TEXT, options)
    check(TEXT, chunks, options)
    count = resolve_sizer(options.sizer)
    assert [count(found.text) for found in chunks] == [found.size for found in chunks]
    assert max(found.size for found in chunks) <= 40


@pytest.mark.parametrize("overlap", [0, 10])
def test_chunks_keep_to_the_limit_in_tokens(tokenizer: Tokenizer, overlap: int) -> None:
    options = ChunkOptions(sizer=huggingface(tokenizer), max_size=50, overlap=overlap)
    chunks = chunk(TEXT, options)
    check(TEXT, chunks, options)
    assert len(chunks) > 5


def test_lone_surrogates_are_counted(tokenizer: Tokenizer) -> None:
    assert huggingface(tokenizer)("a \ud800 b") > 0


def test_a_missing_file_and_a_wrong_type_are_named(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="can be read"):
        huggingface(tmp_path / "tokenizer.json")
    with pytest.raises(OptionError, match="a path or a name"):
        huggingface(3)


def test_a_missing_library_names_the_pip_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "tiktoken", None)
    with pytest.raises(MissingExtraError, match=r'pip install "marksplit\[tiktoken\]"'):
        tiktoken_sizer()
