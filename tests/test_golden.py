"""Chunks and records are the same on every machine: equal bytes in, equal bytes out.

After a change that is meant, ``pytest tests/test_golden.py --snapshot-update``.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from golden import all_golden
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.json import JSONSnapshotExtension

SCRIPT = Path(__file__).with_name("golden.py")
SETTINGS = {
    "one seed of hashes": {"PYTHONHASHSEED": "1"},
    "another seed of hashes": {"PYTHONHASHSEED": "4294967295"},
    "another locale": {
        "LC_ALL": "C",
        "LANG": "C",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONIOENCODING": "ascii",
    },
}


def test_fixtures_give_the_chunks_and_records_they_ever_gave(snapshot: SnapshotAssertion) -> None:
    assert all_golden() == snapshot(name="fixtures", extension_class=JSONSnapshotExtension)


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
def test_another_process_gives_the_same(settings: dict[str, str]) -> None:
    run = subprocess.run(
        [sys.executable, SCRIPT],
        capture_output=True,
        check=True,
        env={**os.environ, **settings},
    )
    assert json.loads(run.stdout) == all_golden()
