"""The server: what it answers, what it refuses, and that it reads nothing from the disk."""

from __future__ import annotations

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from marksplit import ChunkOptions, Syntax, chunk
from marksplit.preview.server import build_app, listen

TEXT = "# A\n\nOne two three. Four five six.\n\n# B\n\n\ud800 😀"


@pytest.fixture
def client() -> TestClient:
    app = build_app([("a.md", TEXT)], ChunkOptions(max_size=20), Syntax(), limit=1000)
    return TestClient(app, base_url="http://127.0.0.1:8000")


def post(client: TestClient, *, host: str = "127.0.0.1:8000", **changes: Any) -> Any:
    asked = {"source": "b.md", "text": TEXT, "options": {}, "syntax": {}, **changes}
    headers = {"content-type": "application/json", "host": host}
    return client.post("/chunks", content=json.dumps(asked), headers=headers)


def test_chunks_are_those_of_the_library(client: TestClient) -> None:
    answer = post(client, options={"max_size": 30})
    assert answer.status_code == 200
    found = answer.json()
    chunks = chunk(TEXT, ChunkOptions(max_size=30))
    assert [each["id"] for each in found["chunks"]] == [each.id for each in chunks]
    assert "text" not in found
    assert found["settings"]["command"] == "marksplit chunk b.md --max-size 30"


def test_settings_that_are_not_sent_are_those_it_began_with(client: TestClient) -> None:
    found = post(client).json()
    assert len(found["chunks"]) == len(chunk(TEXT, ChunkOptions(max_size=20)))
    assert found["summary"]["limit"] == 20


def test_text_is_rendered_in_the_syntax_asked_for(client: TestClient) -> None:
    text = "| a |\n|---|"
    for syntax, tag in ({}, "table"), ({"tables": False}, "p"):
        answer = client.post("/rendered", json={"text": text, "syntax": syntax})
        assert answer.json()[0]["nodes"][0][0] == tag


@pytest.mark.parametrize(
    ("changes", "status", "field"),
    [
        ({"options": {"max_size": -1}}, 422, "max_size"),
        ({"options": {"max_size": "9"}}, 422, "max_size"),
        ({"options": {"overlap": 20}}, 422, "overlap"),
        ({"options": {"sizer": "hf:/etc/passwd"}}, 422, "sizer"),
        ({"options": {"sizer": "hf:../tokenizer.json"}}, 422, "sizer"),
        ({"options": {"nothing": 1}}, 422, "nothing"),
        ({"syntax": {"tables": 1}}, 422, "tables"),
        ({"options": [1]}, 400, None),
        ({"text": None}, 400, None),
        ({"source": 3}, 400, None),
        ({"text": "ä" * 501}, 413, None),
        ({"text": "\0" * 20_000}, 413, None),
    ],
    ids=str,
)
def test_what_is_wrong_is_told_with_its_field(
    client: TestClient, changes: dict[str, Any], status: int, field: str | None
) -> None:
    answer = post(client, **changes)
    assert (answer.status_code, answer.json()["field"]) == (status, field)
    assert answer.json()["message"]


def test_a_document_at_the_limit_is_taken(client: TestClient) -> None:
    assert post(client, text='"\n' * 500).status_code == 200


def test_a_body_without_end_is_not_read_to_its_end(client: TestClient) -> None:
    sent = 0

    def endless() -> Any:
        nonlocal sent
        while sent < 10_000_000:
            sent += 65536
            yield b"x" * 65536

    answer = client.post("/chunks", content=endless(), headers={"content-type": "application/json"})
    assert answer.status_code == 413


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"{}", "text/plain", 415),
        (b"{}", "application/x-www-form-urlencoded", 415),
        (b"{", "application/json", 400),
        (b"[]", "application/json", 400),
        (b"[" * 100_0, "application/json", 400),
        (b"\xff", "application/json", 400),
        (b"{}", "application/json; charset=utf-8", 400),
    ],
)
def test_what_is_no_request_of_the_page_is_refused(
    client: TestClient, body: bytes, kind: str, status: int
) -> None:
    answer = client.post("/chunks", content=body, headers={"content-type": kind})
    assert answer.status_code == status


@pytest.mark.parametrize("host", ["example.org", "127.0.0.1.example.org", "", "10.0.0.1:8000"])
def test_another_host_is_refused(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"host": host}).status_code == 400
    assert post(client, host=host).status_code == 400


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:8000"])
def test_loopback_is_answered_with_a_policy(client: TestClient, host: str) -> None:
    answer = client.get("/", headers={"host": host})
    assert answer.status_code == 200
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'sha256-" in policy
    assert "frame-ancestors 'none'" in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize(
    "path",
    ["/a.md", "/etc/passwd", "/../../etc/passwd", "/%2e%2e/etc/passwd", "/assets/main.js"],
)
def test_no_path_leads_to_a_file(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_other_methods_are_refused(client: TestClient) -> None:
    assert client.get("/chunks").status_code == 405
    assert client.options("/chunks").status_code == 405


def test_without_a_document_it_begins_with_an_empty_one() -> None:
    page = (
        TestClient(build_app([], ChunkOptions(), Syntax()), base_url="http://localhost")
        .get("/")
        .text
    )
    data = page.partition('id="document-0">')[2].partition("</script>")[0]
    assert json.loads(data)["text"] == ""


def test_it_listens_on_loopback_only() -> None:
    with listen(0) as listening:
        assert listening.getsockname()[0] == "127.0.0.1"
