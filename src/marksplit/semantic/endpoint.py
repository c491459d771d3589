"""An embedding model behind OpenAI's HTTP protocol, with the standard library alone."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from http.client import HTTPException, HTTPMessage
from typing import IO
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from marksplit import OptionError

_LONGEST_WAIT = 60.0
"""Seconds before a request is sent again, whatever the server asks for."""
_SHOWN = 500
"""How much of an answer an error shows, in code points."""


class EndpointError(Exception):
    """The endpoint cannot be reached, refuses, or answers what is no list of embeddings."""


@dataclass(frozen=True, slots=True)
class OpenAICompatible:
    """What `marksplit.semantic.embedders.openai_compatible` returns.

    Its ``repr`` shows what vectors depend on; the key is never shown.
    """

    url: str
    model: str
    api_key: str | None = field(repr=False)
    timeout: float = field(repr=False)
    retries: int = field(repr=False)

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise OptionError("url", self.url, "an address that starts with http:// or https://")
        if not self.timeout > 0:
            raise OptionError("timeout", self.timeout, "a number of seconds > 0")
        if self.retries < 0:
            raise OptionError("retries", self.retries, "an integer >= 0")

    def __call__(self, texts: Sequence[str]) -> list[list[float]]:
        """Vectors of `texts`, in one request.

        Raises:
            EndpointError: there is no right answer, even when asked again.
        """
        body = json.dumps({"model": self.model, "input": list(texts), "encoding_format": "float"})
        answer = self._post(body.encode("ascii"))
        try:
            rows = sorted(json.loads(answer)["data"], key=lambda row: int(row["index"]))
            vectors = [row["embedding"] for row in rows]
            indexes = [row["index"] for row in rows]
        except (ValueError, KeyError, TypeError) as error:
            raise EndpointError(self._told("answered no list of embeddings", answer)) from error
        if indexes != list(range(len(texts))):
            raise EndpointError(
                f"{self._address()} answered {len(indexes)} embeddings for {len(texts)} texts, "
                "or their indexes do not count from 0"
            )
        return vectors

    def _post(self, body: bytes) -> bytes:
        """The body of the answer; asked again after 429 and 5xx, but for the last time."""
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        key = self._key()
        if key:
            headers["Authorization"] = f"Bearer {key}"
        opener = build_opener(_NoRedirects)
        for attempt in range(self.retries + 1):
            request = Request(self._address(), data=body, headers=headers, method="POST")
            try:
                with opener.open(request, timeout=self.timeout) as response:
                    answer: bytes = response.read()
                    return answer
            except HTTPError as error:
                with error:
                    refused = error.read()
                again = error.code == 429 or error.code >= 500
                if not again or attempt == self.retries:
                    told = self._told(f"answered {error.code} {error.reason}", refused)
                    raise EndpointError(told) from error
                time.sleep(_wait(error.headers.get("Retry-After"), attempt))
            except (OSError, HTTPException) as error:
                problem = f"{self._address()} cannot be reached: {type(error).__name__}: {error}"
                raise EndpointError(problem) from error
        raise AssertionError("the last attempt returns or raises")

    def _address(self) -> str:
        url = self.url.rstrip("/")
        return url if url.endswith("/embeddings") else f"{url}/embeddings"

    def _key(self) -> str:
        return self.api_key if self.api_key is not None else os.environ.get("OPENAI_API_KEY", "")

    def _told(self, problem: str, answer: bytes) -> str:
        shown = " ".join(answer.decode("utf-8", "replace").split())
        key = self._key()
        if key:
            shown = shown.replace(key, "***")
        return f"{self._address()} {problem}: {shown[:_SHOWN]}"


class _NoRedirects(HTTPRedirectHandler):
    """A redirect would take the key to another server, and the texts nowhere."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> None:
        """Follow none: it becomes an error that shows the code."""


def _wait(asked: str | None, attempt: int) -> float:
    """Seconds to wait: what ``Retry-After`` asks for, a number or a date, else 1, 2, 4 and so on."""
    seconds = 2.0**attempt
    if asked is not None and asked.isdecimal():
        seconds = float(asked)
    elif asked is not None:
        with suppress(ValueError):  # no date: as if nothing were asked
            seconds = parsedate_to_datetime(asked).timestamp() - time.time()
    return min(max(seconds, 0.0), _LONGEST_WAIT)
