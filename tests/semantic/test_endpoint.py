"""An embedding model over HTTP, against a server on this machine."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socket import socket
from threading import Thread
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from marksplit import OptionError
from marksplit.semantic.embedders import openai_compatible
from marksplit.semantic.endpoint import EndpointError

Reply = tuple[int, dict[str, str], object]


def embeddings(*rows: tuple[int, list[float]]) -> dict[str, object]:
    return {"object": "list", "data": [{"index": i, "embedding": vector} for i, vector in rows]}


GOOD: Reply = (200, {}, embeddings((0, [1.0, 2.0]), (1, [3.0, 4.0])))
BUSY: Reply = (429, {"Retry-After": "0"}, {"error": "slow down"})


class Server:
    """Answers with `replies`, the last one again and again, and remembers requests."""

    def __init__(self) -> None:
        self.replies: list[Reply] = [GOOD]
        self.requests: list[tuple[str, dict[str, str], Any]] = []
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:  # the library's name
                body = self.rfile.read(int(self.headers["Content-Length"]))
                server.requests.append((self.path, dict(self.headers), json.loads(body)))
                several = len(server.replies) > 1
                status, headers, reply = server.replies.pop(0) if several else server.replies[0]
                data = reply if isinstance(reply, bytes) else json.dumps(reply).encode()
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *args: object) -> None:
                """Say nothing."""

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_port}/v1"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.setenv("no_proxy", "*")
    made = Server()
    thread = Thread(target=made.http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield made
    made.http.shutdown()
    made.http.server_close()
    thread.join()


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Seconds that the endpoint was to wait, without waiting; all else sleeps as ever."""
    waits: list[float] = []
    clock = SimpleNamespace(sleep=waits.append, time=time.time)
    monkeypatch.setattr("marksplit.semantic.endpoint.time", clock)
    return waits


def test_texts_are_sent_and_vectors_put_in_order_by_their_index(server: Server) -> None:
    server.replies = [(200, {}, embeddings((1, [3.0, 4.0]), (0, [1.0, 2.0])))]
    embed = openai_compatible(server.url, "small", api_key="secret")
    assert np.asarray(embed(["é \u2028", "b"])).tolist() == [[1, 2], [3, 4]]
    ((path, headers, body),) = server.requests
    assert path == "/v1/embeddings"
    assert headers["Authorization"] == "Bearer secret"
    assert body == {"model": "small", "input": ["é \u2028", "b"], "encoding_format": "float"}


@pytest.mark.parametrize("end", ["/", "/embeddings", "/embeddings/"])
def test_the_address_may_end_in_any_of_the_usual_ways(server: Server, end: str) -> None:
    openai_compatible(server.url + end, "small")(["a", "b"])
    assert server.requests[0][0] == "/v1/embeddings"


def test_the_key_is_taken_from_the_environment_when_it_is_needed(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    embed = openai_compatible(server.url, "small")
    embed(["a", "b"])
    monkeypatch.setenv("OPENAI_API_KEY", "from the environment")
    embed(["a", "b"])
    keys = [headers.get("Authorization") for _, headers, _ in server.requests]
    assert keys == [None, "Bearer from the environment"]


def test_a_key_is_never_shown(server: Server) -> None:
    server.replies = [(401, {}, {"error": "wrong key: sk-secret"})]
    embed = openai_compatible(server.url, "small", api_key="sk-secret")
    assert "secret" not in repr(embed)
    with pytest.raises(EndpointError, match=r"answered 401 Unauthorized: .*wrong key: \*\*\*"):
        embed(["a"])


def test_a_refusal_shows_what_the_server_says_and_is_not_asked_again(server: Server) -> None:
    server.replies = [(400, {}, {"error": {"message": "no model   small\n here"}})]
    with pytest.raises(EndpointError, match=r"embeddings answered 400 .*no model +small"):
        openai_compatible(server.url, "small")(["a"])
    assert len(server.requests) == 1


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_busy_server_is_asked_again(server: Server, slept: list[float], status: int) -> None:
    server.replies = [(status, {}, {}), (status, {}, {}), GOOD]
    assert len(list(np.asarray(openai_compatible(server.url, "small")(["a", "b"])))) == 2
    assert slept == [1, 2]


def test_a_server_that_stays_busy_is_given_up(server: Server, slept: list[float]) -> None:
    server.replies = [BUSY]
    with pytest.raises(EndpointError, match=r"answered 429 .*slow down"):
        openai_compatible(server.url, "small", retries=2)(["a"])
    assert len(server.requests) == 3
    assert slept == [0, 0]


@pytest.mark.parametrize(
    ("asked", "low", "high"),
    [
        ("7", 7, 7),
        ("86400", 60, 60),
        ("in 20 s", 10, 20),
        ("20 s ago", 0, 0),
        ("soon", 1, 1),
        ("-5", 1, 1),
    ],
)
def test_the_server_says_how_long_to_wait_within_a_bound(
    server: Server, slept: list[float], asked: str, low: float, high: float
) -> None:
    dates = {"in 20 s": time.time() + 20, "20 s ago": time.time() - 20}
    header = formatdate(dates[asked], usegmt=True) if asked in dates else asked
    server.replies = [(503, {"Retry-After": header}, {}), GOOD]
    openai_compatible(server.url, "small")(["a", "b"])
    assert low <= slept[0] <= high


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        (b"<html>Welcome</html>", "answered no list of embeddings: <html>Welcome"),
        ({"data": [{"embedding": [1.0]}]}, "answered no list of embeddings"),
        ({"data": None}, "answered no list of embeddings"),
        ([1], "answered no list of embeddings"),
        (embeddings((0, [1.0])), "answered 1 embeddings for 2 texts"),
        (embeddings((0, [1.0]), (0, [1.0])), "their indexes do not count from 0"),
        (embeddings((1, [1.0]), (2, [1.0])), "their indexes do not count from 0"),
    ],
)
def test_an_answer_that_is_no_embeddings_is_shown(server: Server, reply: object, told: str) -> None:
    server.replies = [(200, {}, reply)]
    with pytest.raises(EndpointError, match="/v1/embeddings answered") as caught:
        openai_compatible(server.url, "small")(["a", "b"])
    assert told in str(caught.value)


def test_a_redirect_is_not_followed(server: Server) -> None:
    server.replies = [(302, {"Location": f"{server.url}/other"}, {})]
    with pytest.raises(EndpointError, match="answered 302"):
        openai_compatible(server.url, "small", api_key="secret")(["a"])
    assert len(server.requests) == 1


def test_a_server_that_is_not_there_is_named(server: Server) -> None:
    with socket() as free:
        free.bind(("127.0.0.1", 0))  # and nobody listens
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
        with pytest.raises(EndpointError, match=f"{url}/embeddings cannot be reached: URLError"):
            openai_compatible(url, "small")(["a"])


def test_a_silent_server_is_given_up_in_time(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stay_silent(request: socket, address: object) -> None:
        time.sleep(0.3)
        server.http.shutdown_request(request)

    monkeypatch.setattr(server.http, "process_request", stay_silent)
    with pytest.raises(EndpointError, match="cannot be reached: TimeoutError"):
        openai_compatible(server.url, "small", timeout=0.1)(["a"])


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"url": "file:///etc/passwd"}, "url"),
        ({"url": "localhost:8000"}, "url"),
        ({"url": "http://"}, "url"),
        ({"timeout": 0}, "timeout"),
        ({"retries": -1}, "retries"),
    ],
)
def test_settings_out_of_range_are_named(settings: dict[str, Any], named: str) -> None:
    with pytest.raises(OptionError, match=f"{named} must be"):
        openai_compatible(**{"url": "http://localhost", "model": "small", **settings})
