"""The list of the fixtures tells of each of them, and of nothing else."""

from __future__ import annotations

import re

from dialects import FIXTURES, FOLDER


def test_the_list_of_fixtures_has_each_file_once() -> None:
    listed = re.findall(r"^\| `(.+?\.md)` \|", (FOLDER / "README.md").read_text("utf-8"), re.M)
    assert sorted(listed) == sorted(path.relative_to(FOLDER).as_posix() for path in FIXTURES)
