"""The command that serves agents: wrong usage, and how it ends."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path

import pytest
from command import Command, process

from marksplit import _optional


def test_help_shows_how_to_serve_a_folder(command: Command) -> None:
    result = command("mcp", "--help")
    assert (result.code, result.err) == (0, "")
    assert "marksplit mcp --root docs/" in result.out


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["--root", "nowhere"], "--root must name a folder, not 'nowhere'"),
        (["--root", "a.md"], "--root must name a folder, not 'a.md'"),
        (["--http", "65536"], "--http must be a port from 0 to 65535, not 65536"),
        (["--http", "-1"], "--http must be a port from 0 to 65535, not -1"),
        (["--http", "localhost:80"], "argument --http: invalid int value"),
        (["a.md"], "unrecognized arguments: a.md"),
    ],
)
def test_wrong_usage_is_one_line(command: Command, argv: list[str], said: str) -> None:
    command.write("a.md")
    result = command("mcp", *argv)
    assert (result.code, result.out) == (2, "")
    assert said in result.err
    assert result.err.count("\n") == 1


def test_a_port_that_is_taken_is_named(command: Command) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = command("mcp", "--http", str(port))
    assert (result.code, result.out) == (2, "")
    assert result.err == f"marksplit: --http {port}: Address already in use\n"


def test_without_the_extra_the_pip_line_is_shown(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> object:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    for name in [name for name in sys.modules if name.startswith("marksplit.mcp")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(_optional, "import_module", missing)
    result = command("mcp")
    assert result.code == 2
    assert 'pip install "marksplit[mcp]"' in result.err


def test_the_server_ends_with_its_input(tmp_path: Path) -> None:
    run = process(tmp_path, "mcp")
    assert (run.returncode, run.stdout, run.stderr) == (0, b"", b"")


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("http", [False, True])
def test_an_interrupt_ends_the_server_without_a_trace(http: bool) -> None:
    argv = [sys.executable, "-m", "marksplit", "mcp", *(["--http", "0"] if http else [])]
    server = subprocess.Popen(
        argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    with server:
        assert server.stdin is not None
        assert server.stdout is not None
        assert server.stderr is not None
        if http:
            port = int(server.stderr.readline().rpartition(b"/mcp")[0].rpartition(b":")[2])
            connection = HTTPConnection("127.0.0.1", port, timeout=30)
            connection.request("GET", "/")
            assert connection.getresponse().status == 404
            connection.close()
        else:
            server.stdin.write(b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
            server.stdin.flush()
            server.stdout.readline()
        server.send_signal(signal.SIGINT)
        assert server.wait(30) == (130 if http else -signal.SIGINT)
        assert server.stderr.read() == b""
