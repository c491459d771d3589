"""Ready-made functions that embed texts, and names for them. Each library is its own extra.

They are values: equal settings compare equal, and what is loaded is not sent to other processes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from marksplit import OptionError
from marksplit._optional import require
from marksplit.semantic.endpoint import OpenAICompatible

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

Embed = Callable[[Sequence[str]], "ArrayLike"]
"""n texts to n vectors: anything that numpy makes an array of shape (n, d) of."""
EMBED_NAMES = "wordllama, sentence-transformers:MODEL, openai:MODEL@URL, package.module:attribute"
"""The names that `named_embed` knows, for messages."""


def wordllama() -> Embed:
    """WordLlama's static vectors: small and fast, offline, with the extra ``wordllama``.

    Raises:
        MissingExtraError: wordllama is not installed.
    """
    require("wordllama", "wordllama")
    return WordLlama()


def sentence_transformers(model: str, *, prompt: str = "", device: str | None = None) -> Embed:
    """A model of sentence-transformers, by its name or folder; extra ``sentence-transformers``.

    Args:
        model: it is loaded, perhaps downloaded, when the first text is embedded.
        prompt: what the model wants before each text.
        device: such as ``"cpu"`` or ``"cuda"``; None: the library decides.

    Raises:
        MissingExtraError: sentence-transformers is not installed.
    """
    require("sentence_transformers", "sentence-transformers")
    return SentenceTransformers(model, prompt, device)


def openai_compatible(
    url: str,
    model: str,
    *,
    api_key: str | None = None,
    timeout: float = 60.0,
    retries: int = 3,
) -> Embed:
    """A model behind an HTTP endpoint that speaks OpenAI's embeddings protocol.

    Args:
        url: such as ``"https://api.openai.com/v1"``; ``/embeddings`` is added.
        model: its name there.
        api_key: None: the environment variable ``OPENAI_API_KEY`` when a text is embedded; none is
            sent where that is not set.
        timeout: seconds that the server may be silent.
        retries: how often a request is sent again after an answer of 429 or 5xx.

    Raises:
        OptionError: `url` is no HTTP address, or a number is out of its range.
    """
    return OpenAICompatible(url, model, api_key, timeout, retries)


def named_embed(name: str) -> Embed:
    """The embedding function of a name, as it is written on a command line.

    Args:
        name: ``wordllama``, ``sentence-transformers:MODEL``, ``openai:MODEL@URL``, or
            ``package.module:attribute`` for any function that can be imported. That runs the
            module's code, so names are for those who run the program to choose.

    Raises:
        OptionError: nothing has this name; the message says what is allowed.
        MissingExtraError: its library is not installed.
    """
    kind, _, rest = name.partition(":")
    if name == "wordllama":
        return wordllama()
    if kind == "sentence-transformers" and rest:
        return sentence_transformers(rest)
    if kind == "openai" and rest:
        model, at, url = rest.rpartition("@http")
        if not model or not at:
            raise OptionError("embed", name, "openai:MODEL@URL with a URL of http or https")
        return openai_compatible(f"http{url}", model)
    if not rest or not all(part.isidentifier() for part in kind.split(".")):
        raise OptionError("embed", name, f"one of {EMBED_NAMES}")
    return _imported(name, kind, rest)


def _imported(name: str, module: str, attribute: str) -> Embed:
    try:
        found: object = attrgetter(attribute)(import_module(module))
    except (ImportError, AttributeError) as error:
        raise OptionError("embed", name, f"one of {EMBED_NAMES} ({error})") from error
    except Exception as error:  # the module is there, and its own code fails
        told = f"{type(error).__name__}: {error}"
        raise OptionError("embed", name, f"a name whose module can be imported ({told})") from error
    if not callable(found):
        raise OptionError("embed", name, f"a function from texts to vectors, not {found!r}")
    return found


@dataclass(frozen=True, slots=True)
class WordLlama:
    """What `wordllama` returns."""

    def __call__(self, texts: Sequence[str]) -> ArrayLike:
        """Vectors of `texts`, one by one: in a batch all would be padded to the longest."""
        vectors: ArrayLike = _wordllama().embed(list(texts), batch_size=1)
        return vectors


@dataclass(frozen=True, slots=True)
class SentenceTransformers:
    """What `sentence_transformers` returns."""

    model: str
    prompt: str
    device: str | None

    def __call__(self, texts: Sequence[str]) -> ArrayLike:
        """Vectors of `texts`."""
        vectors: ArrayLike = _sentence_transformer(self.model, self.device).encode(
            [self.prompt + text for text in texts], show_progress_bar=False
        )
        return vectors


@lru_cache(maxsize=1)
def _wordllama() -> Any:
    module = require("wordllama", "wordllama")
    # In its own folder lie the weights and the tokenizer that it looks for on the network.
    folder = Path(str(module.__file__)).parent
    return module.WordLlama.load(cache_dir=folder, disable_download=True)


@lru_cache(maxsize=4)
def _sentence_transformer(model: str, device: str | None) -> Any:
    module = require("sentence_transformers", "sentence-transformers")
    return module.SentenceTransformer(model, device=device)
