"""The fixtures, and the syntax each is read with: a folder of `fixtures/` for each dialect."""

from __future__ import annotations

from pathlib import Path

from marksplit import Syntax

FOLDER = Path(__file__).resolve().parent.parent / "fixtures"
FIXTURES = sorted(path for path in FOLDER.rglob("*.md") if path.name != "README.md")
DIALECTS = {
    "mkdocs": Syntax.mkdocs(),
    "mdx": Syntax.mdx(),
    "myst": Syntax.myst(),
    "html-containers": Syntax(html_containers=True),
}


def syntax_of(fixture: Path) -> Syntax:
    """That of the fixture's folder; the default for those at the top."""
    return DIALECTS.get(fixture.parent.name, Syntax())


def name_of(fixture: Path) -> str:
    """The fixture's folder, if it has one, and its name."""
    folder = fixture.parent.name
    return f"{folder}-{fixture.stem}" if folder in DIALECTS else fixture.stem
