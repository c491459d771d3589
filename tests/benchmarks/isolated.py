"""Peak memory and import time of one contender alone: measured in processes of their own.

Run as a program it is such a process: it cuts one document and prints its peak.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

from contenders import CONTENDERS, Contender

_IN_MB = 2**20 if sys.platform == "darwin" else 2**10  # ru_maxrss is in bytes there, else in KB

_SMALL = "import subprocess, sys; subprocess.run(sys.argv[1:], check=True)"
"""Starts a process. On Linux one begins with the peak of its starter, so that has to be small."""


def peak_memory(contender: Contender | None, document: Path) -> float:
    """MB that Python holds at most while it cuts `document`; None: while it only reads it."""
    name = [contender.name] if contender else []
    command = [sys.executable, "-c", _SMALL, sys.executable, __file__, str(document), *name]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(run.stdout)


def import_time(contender: Contender | None) -> float:
    """CPU seconds of a Python that imports the contender's module and ends; None: of a bare one."""
    code = f"import {contender.module}" if contender else ""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _main(document: str, name: str = "") -> None:
    found = [contender for contender in CONTENDERS if contender.name == name]
    run = found[0].load() if found else len
    text = Path(document).read_bytes().decode("utf-8")
    result = run(text)
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _IN_MB)
    del result


if __name__ == "__main__":
    _main(*sys.argv[1:])
