"""The pages whose examples are run, and the folder that they run in. No test is here."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGES = {
    path.stem: path.read_text(encoding="utf-8")
    for path in (ROOT / "README.md", *sorted((ROOT / ".github" / "docs").glob("*.md")))
}
"""Their text, by name."""
EXAMPLES = {
    name: re.findall(r"```python\n(.*?)```\n\n```\n(.*?)```", page, re.S)
    for name, page in PAGES.items()
}
"""Python code and what it prints, for each page."""
SYNC = re.findall(r"^marksplit (sync docs/ .*)$", "\n".join(PAGES.values()), re.M)
"""How the pages call ``marksplit sync``."""

TEA = """# Tea

## Storing

In a tin.

## Brewing

Steep it for three minutes.
"""
COFFEE = "# Coffee\n\nGrind the beans just before use.\n"


def make_docs(folder: Path) -> Path:
    """Two small documents in the folder ``docs``."""
    docs = folder / "docs"
    docs.mkdir()
    (docs / "tea.md").write_text(TEA, encoding="utf-8")
    (docs / "coffee.md").write_text(COFFEE, encoding="utf-8")
    return docs


def run_command(line: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
    """Run ``marksplit`` with arguments as they are typed."""
    return subprocess.run(
        [sys.executable, "-m", "marksplit", *shlex.split(line)],
        capture_output=True,
        cwd=folder,
        check=False,
    )
