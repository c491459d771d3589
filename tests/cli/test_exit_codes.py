"""How the command ends: exit codes, help, failures, closed pipes and interrupts."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from command import Command, process

from marksplit import LawError
from marksplit.cli import main


def test_the_help_shows_examples_and_exit_codes(command: Command) -> None:
    code, out, err = command("--help")
    assert (code, err) == (0, "")
    assert "examples:\n  marksplit chunk guide.md " in out
    assert "exit codes:\n  0 " in out
    assert max(map(len, out.splitlines())) <= 81


@pytest.mark.parametrize("name", ["chunk", "outline", "check", "preview"])
def test_the_help_of_a_command_shows_examples(command: Command, name: str) -> None:
    code, out, err = command(name, "--help")
    assert (code, err) == (0, "")
    assert f"examples:\n  marksplit {name} " in out


def test_version(command: Command) -> None:
    code, out, err = command("--version")
    assert (code, err) == (0, "")
    assert out.startswith("marksplit ")


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        ([], "marksplit: the following arguments are required: COMMAND"),
        (["cut"], "marksplit: argument COMMAND: invalid choice: 'cut'"),
        (["chunk", "--colour"], "marksplit: unrecognized arguments: --colour"),
        (["chunk", "--max", "3"], "marksplit: unrecognized arguments: --max"),
        (["chunk", "--format", "xml"], "marksplit chunk: argument --format: invalid choice: 'xml'"),
        (["outline", "--format", "jsonl"], "marksplit outline: argument --format: invalid choice"),
        (
            ["check", "--encoding", "latin-99"],
            "marksplit check: --encoding must be the name of a text encoding, not 'latin-99'",
        ),
        (["chunk", "--encoding", "base64"], "marksplit chunk: --encoding must be the name of a"),
    ],
)
def test_wrong_usage_ends_with_2_and_one_line(
    command: Command, argv: list[str], message: str
) -> None:
    code, out, err = command(*argv)
    assert (code, out) == (2, "")
    assert err.startswith(message)
    assert err.endswith('--help")\n')
    assert err.count("\n") == 1


@pytest.mark.parametrize("name", ["chunk", "outline", "check"])
def test_a_failed_input_ends_with_1_and_the_others_are_done(command: Command, name: str) -> None:
    command.write("a.md")
    command.write("b.md", b"\xff")
    command.write("c.md")
    code, out, err = command(name, "a.md", "b.md", "none.md", "c.md")
    assert code == 1
    assert [line.split(": ")[1] for line in err.splitlines()] == ["b.md", "none.md"]
    if name == "check":
        assert out.startswith("2 documents, 2 chunks: all ")
    else:
        assert "a.md" in out
        assert "c.md" in out


def test_a_fault_of_the_chunks_is_a_failure_of_the_input(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise LawError(3, 1, "lost 'x'")

    monkeypatch.setattr("marksplit.cli.check.check", broken)
    command.write("a.md")
    code, out, err = command("check", "a.md")
    assert code == 1
    assert err == (
        "marksplit: a.md: law 3, chunk 1: lost 'x' (a fault in marksplit: please report it)\n"
    )
    assert out.startswith("0 documents, 0 chunks: nothing was checked\n")
    assert out.endswith("1 failed, not among these\n")


def test_a_failure_is_one_line_whatever_the_name(command: Command) -> None:
    code, _, err = command("chunk", "a\nb\x1b[31m.md")
    assert code == 1
    assert err == "marksplit: a b[31m.md: no such file or folder\n"


def test_an_interrupt_ends_with_130(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("marksplit.cli.cutting.chunk_outline", interrupted)
    command.write("a.md")
    command.write("out.jsonl", "old")
    assert command("chunk", "a.md", "-o", "out.jsonl") == (130, "", "")
    assert sorted(path.name for path in command.folder.iterdir()) == ["a.md", "out.jsonl"]
    assert (command.folder / "out.jsonl").read_text(encoding="utf-8") == "old"


def test_a_caller_may_put_a_text_stream_in_place_of_standard_output(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    command.write("a.md", "# Ä\n")
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stdout", stream)
    assert main(["chunk", "a.md"]) == 0
    assert json.loads(stream.getvalue())["heading"] == "Ä"


def test_a_closed_standard_output_is_named(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    command.write("a.md")
    with monkeypatch.context() as context:
        context.setattr(sys, "stdout", None)
        assert main(["chunk", "a.md"]) == 2


def test_the_module_runs_as_a_command(tmp_path: Path) -> None:
    run = process(tmp_path, "chunk", stdin="# Ä\r\n\r\ntext\r\n".encode())
    assert (run.returncode, run.stderr) == (0, b"")
    assert b'"text": "# \xc3\x84\\r\\n\\r\\ntext"' in run.stdout
    assert run.stdout.endswith(b"}\n")
    assert process(tmp_path, "chunk", "none.md").returncode == 1
    assert process(tmp_path, "chunk", "--max-size", "-1").returncode == 2


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX signal")
def test_an_interrupted_process_shows_no_traceback(tmp_path: Path) -> None:
    code = (
        "import os, signal, sys; from marksplit.cli import cutting, main\n"
        "cutting.chunk_outline = lambda *_, **__: os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.exit(main(['chunk', '-o', 'out.jsonl']))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, input=b"# A", capture_output=True, check=False
    )
    assert (run.returncode, run.stdout, run.stderr) == (130, b"", b"")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX pipe")
def test_a_reader_that_stops_early_is_no_failure(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# A\n\n" + "word " * 200_000, encoding="utf-8")
    run = subprocess.Popen(
        [sys.executable, "-m", "marksplit", "chunk", "a.md"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert run.stdout is not None
    assert run.stderr is not None
    run.stdout.readline()
    run.stdout.close()
    assert run.stderr.read() == b""
    run.stderr.close()
    assert run.wait(timeout=60) == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_a_full_device_is_named(tmp_path: Path) -> None:
    with open("/dev/full", "wb") as full:
        run = subprocess.run(
            [sys.executable, "-m", "marksplit", "chunk"],
            input=b"# A",
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert run.returncode == 2
    assert run.stderr == b"marksplit: standard output: No space left on device\n"


def test_output_is_utf_8_whatever_the_platform_prefers(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# Größe 大\n", encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "marksplit", "outline", "a.md", "größe.md"],
        cwd=tmp_path,
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        check=False,
    )
    assert "# Größe 大\n".encode() in run.stdout
    assert run.stderr == "marksplit: größe.md: no such file or folder\n".encode()
