"""The section tree, and the scopes that heading paths are made of."""

from __future__ import annotations

from marksplit import parse
from marksplit.document.sections import common_scope, enclosing, scopes

TEXT = "lead\n\n# A\n\na\n\n### C\n\nc\n\n## B\n\n# D\n\n## E\n\ne\n"


def test_the_tree_has_body_children_and_spans() -> None:
    root = parse(TEXT).root
    assert (root.level, root.title, root.heading) == (0, "", None)
    assert [block.kind for block in root.body] == ["paragraph"]
    assert root.span == (0, len(TEXT) - 1)
    first, second = root.children
    assert TEXT[slice(*first.span)] == "# A\n\na\n\n### C\n\nc\n\n## B"
    assert [(child.title, child.level) for child in first.children] == [("C", 3), ("B", 2)]
    assert [TEXT[slice(*block.span)] for block in first.body] == ["a"]
    assert first.children[1].body == ()
    assert first.children[1].span == (TEXT.index("## B"), TEXT.index("## B") + 4)
    assert TEXT[slice(*second.span)] == "# D\n\n## E\n\ne"
    assert [TEXT[slice(*block.span)] for block in second.children[0].body] == ["e"]


def test_walking_gives_every_section_with_its_path() -> None:
    found = [(path, section.title) for path, section in parse(TEXT).root.walk()]
    assert found == [
        ((), ""),
        (("A",), "A"),
        (("A", "C"), "C"),
        (("A", "B"), "B"),
        (("D",), "D"),
        (("D", "E"), "E"),
    ]


def test_an_empty_document_has_an_empty_root() -> None:
    root = parse("").root
    assert (root.body, root.children, root.span) == ((), (), (0, 0))


def test_scopes_know_how_far_a_section_reaches() -> None:
    blocks = parse(TEXT).blocks
    found = scopes(TEXT, blocks)
    assert [scope.path for scope in found] == [
        (),
        ("A",),
        ("A",),
        ("A", "C"),
        ("A", "C"),
        ("A", "B"),
        ("D",),
        ("D", "E"),
        ("D", "E"),
    ]
    assert [(scope.first, scope.last) for scope in (found[0], found[1], found[3], found[5])] == [
        (0, 8),
        (1, 5),
        (3, 4),
        (5, 5),
    ]
    assert enclosing(found[3], 4, 3) is found[3]
    assert enclosing(found[3], 4, 2) is found[1]
    assert enclosing(found[3], 5, 3) is found[1]
    assert enclosing(found[3], 6, 3) is found[0]


def test_the_common_path_is_a_prefix_of_titles() -> None:
    text = "# A\n\n## X\n\na\n\n## X\n\nb\n\n## Y\n\nc\n"
    found = scopes(text, parse(text).blocks)
    assert common_scope([found[2], found[4]]).path == ("A", "X")
    assert common_scope([found[2], found[6]]).path == ("A",)
    assert common_scope([found[2]]).path == ("A", "X")
