"""``marksplit mcp``: the tools for AI agents, served until the client leaves."""

from __future__ import annotations

import argparse
import os
import signal

from marksplit import MissingExtraError, OptionError
from marksplit.cli.arguments import Commands, Parser, add_bare_command
from marksplit.cli.writing import OutputError, Report, complain, drop_unwritten

_EXAMPLES = """\
examples:
  marksplit mcp                      tools that take text only
  marksplit mcp --root docs/         and list, search and read the files below a folder
  marksplit mcp --root docs/ --http 8000
      over HTTP, at http://127.0.0.1:8000/mcp, for programs of this machine

An agent's configuration names this command; the agent starts it and talks to it over
standard input and output. Everything below a root can be read, hidden files too, and
nothing else. Over HTTP, every user of this machine can ask. A call that takes over 30
seconds is ended."""


def add_to(commands: Commands[Parser]) -> None:
    """Add the command and its arguments."""
    parser = add_bare_command(
        commands,
        "mcp",
        "serve AI agents over the Model Context Protocol",
        _EXAMPLES,
        more=": list, find, outline, read, chunk",
    )
    parser.add_argument(
        "--root",
        action="append",
        default=[],
        metavar="DIR",
        help="a folder below which files may be read (may be given more than once)",
    )
    parser.add_argument(
        "--http",
        type=int,
        metavar="PORT",
        help="serve HTTP on the loopback interface instead; 0 takes a free port",
    )
    parser.set_defaults(run=_run, parser=parser, encoding="utf-8")


def _run(arguments: argparse.Namespace, report: Report) -> None:
    if arguments.http is not None and not 0 <= arguments.http <= 65535:
        arguments.parser.error(f"--http must be a port from 0 to 65535, not {arguments.http}")
    try:
        from marksplit.mcp.server import create_server  # an extra, loaded when it is asked for
    except MissingExtraError as error:
        arguments.parser.error(str(error))
    try:
        server = create_server(arguments.root)
    except OptionError as error:
        arguments.parser.error(f"--root must name a folder, not {error.value!r}")
    if arguments.http is None:
        # The server waits for its input in a thread that no KeyboardInterrupt would end.
        before = signal.signal(signal.SIGINT, signal.SIG_DFL)
        try:
            server.run("stdio")
        except* BrokenPipeError:  # the client has left
            drop_unwritten()
        finally:
            signal.signal(signal.SIGINT, before)
        return
    from marksplit.mcp.loopback import serve

    try:
        serve(server, arguments.http, lambda url: complain(f"serving {url}, stop with Ctrl-C"))
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise OutputError(f"--http {arguments.http}: {reason}") from error
