"""The command that writes or serves the page."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import urllib.request
import webbrowser

import pytest
from command import Command, process


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that the browser was to show."""
    found: list[str] = []

    def show(address: str) -> bool:
        found.append(address)
        return True

    monkeypatch.setattr(webbrowser, "open", show)
    return found


def test_a_page_is_written(command: Command, opened: list[str]) -> None:
    command.write("a.md", "# A\n\nsome text\n")
    assert command("preview", "a.md") == (0, "", "marksplit: wrote preview.html\n")
    page = (command.folder / "preview.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert "some text" in page
    assert opened == []


def test_all_files_of_a_folder_are_on_one_page(command: Command) -> None:
    command.write("docs/a.md", "# A\n")
    command.write("docs/b.md", "# B\n")
    assert command("preview", "docs", "none.md", "-o", "out.html").code == 1
    page = (command.folder / "out.html").read_text(encoding="utf-8")
    assert '"source":"docs/a.md"' in page
    assert '"source":"docs/b.md"' in page


def test_the_page_goes_to_standard_output(command: Command) -> None:
    command.write("a.md")
    code, out, err = command("preview", "a.md", "-o", "-", "--max-size", "50")
    assert (code, err) == (0, "")
    assert out.endswith("</html>\n")
    assert '"limit":50' in out


def test_it_is_opened_on_request(command: Command, opened: list[str]) -> None:
    command.write("a.md")
    assert command("preview", "a.md", "-o", "x y.html", "--open") == (0, "", "")
    assert opened == [(command.folder / "x y.html").as_uri()]
    wrong = command("preview", "a.md", "-o", "-", "--open")
    assert wrong.code == 2
    assert "--open needs a FILE to show" in wrong.err


def test_without_a_browser_it_says_so(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webbrowser, "open", lambda address: False)
    command.write("a.md")
    assert "no browser was found to show it" in command("preview", "a.md", "--open").err


def test_the_old_page_stays_when_every_input_failed(command: Command) -> None:
    command.write("preview.html", "old")
    assert command("preview", "none.md").code == 1
    assert (command.folder / "preview.html").read_text(encoding="utf-8") == "old"


def test_the_page_of_a_text_that_utf8_lacks_is_written(command: Command) -> None:
    command.write("b.md", rb"# \ud800")
    out = command("preview", "b.md", "--encoding", "unicode_escape", "-o", "-").out
    assert '"text":"# \\ud800"' in out


def test_it_serves_until_it_is_interrupted(command: Command) -> None:
    command.write("a.md", "# A\n\nsome text\n")
    with subprocess.Popen(
        [sys.executable, "-m", "marksplit", "preview", "a.md", "--serve", "--port", "0"],
        cwd=command.folder,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        try:
            assert running.stderr
            said = running.stderr.readline()
            assert said.startswith("marksplit: serving http://127.0.0.1:")
            with urllib.request.urlopen(said.split()[2], timeout=20) as answer:
                assert "some text" in answer.read().decode()
        finally:
            running.send_signal(signal.SIGINT)
        assert running.wait(20) == 0
        assert running.stderr.read() == ""


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (("--serve", "-o", "x.html"), "--serve writes no FILE"),
        (("--serve", "--port", "99999"), "--port must be from 0 to 65535, not 99999"),
        (("--serve", "--overlap", "9999"), "--overlap must be smaller than --max-size (1000)"),
    ],
)
def test_wrong_usage_is_told(command: Command, given: tuple[str, ...], reason: str) -> None:
    command.write("a.md")
    result = command("preview", "a.md", *given)
    assert result.code == 2
    assert reason in result.err


def test_a_port_that_is_taken_is_named(command: Command) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = command("preview", "--serve", "--port", str(port))
    assert result.code == 2
    assert f"--port {port}: Address already in use" in result.err


def test_nothing_is_served_when_every_input_failed(command: Command) -> None:
    assert command("preview", "none.md", "--serve").code == 1


def test_a_missing_extra_is_named(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "starlette", None)
    result = command("preview", "--serve")
    assert result.code == 2
    assert 'pip install "marksplit[preview]"' in result.err


def test_other_commands_do_not_wait_for_it(command: Command) -> None:
    code = "import sys, marksplit.cli; print([n for n in sys.modules if 'preview' in n or 'rich' in n])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "['marksplit.cli.preview']\n"
    assert process(command.folder, "preview", "--help").returncode == 0
