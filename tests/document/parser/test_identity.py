"""The lean parse gives exactly what the stock parse gives: blocks, titles and definitions."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path
from random import Random

import pytest
from dialects import FIXTURES
from hostile import HOSTILE
from standard import examples, needs_standard

from marksplit import Syntax
from marksplit.document.blocks import Block
from marksplit.document.parser.dialects import holds_dialect
from marksplit.document.parser.inline import Definitions, title
from marksplit.document.parser.lean import parse_lean, scan_source
from marksplit.document.parser.rules.titles import heading_title
from marksplit.document.parser.stock import Parsed, parse_source
from marksplit.spans import Source

ROOT = Path(__file__).resolve().parents[3]
SHARED = ROOT.parent / "shared"
CORPUS = sorted((SHARED / "corpus").glob("*.md"))
SPECS = sorted((SHARED / "spec").glob("*.md"))
CASES = SHARED / "cases" / "cases.jsonl"

MARKERS = (
    *("> ", ">", "- ", "* ", "+ ", "1. ", "2. ", "10) ", "  ", "   ", "    ", "     ", " ", "\t"),
    *(">\t", "-\t", "- - ", "> > ", "[^1]: ", "    - ", "1.\t", "-     ", ">  "),
)
TEXTS = (
    *("", "", "", "", "a", "para *x*", "text with words", "# h", "## h `c` #", "#", "###### [x]"),
    *("#5 bolt", "####### h", "# h #x", "# h \\#", "# a_b & c! [d](/e) <b>f</b> `g` ##"),
    *("=", "===", "--", "---", "- - -", "***", "* * *", "_ _ _", "- - - x", "* - *"),
    *("```", "```py", "``", "````", "    ```", "~~~", "~~~ x `", "``` x `"),
    *("$$", "$$ x", "x $$", "$$ a $$", "$$ a", "x $$ (eq)", "$$ y $$ (e q)", "$$$", "$$ a $$ b"),
    *("| a | b |", "a | b", "|a", "-|-", "|-|-|", ":-:", "|---|---|", "--|", "|", "- a | b"),
    *("a \\| b | c", "<div>", "</div>", "<b>", "<!-- c", "-->", "<script>", "</script>", "<?p"),
    *("?>", "<!A", "<![CDATA[", "]]>", "<pre>", "x</pre> y", "<a href='x'>", "<SCRIPT", "<hr/>"),
    *("[a]: /u", "[a]: /u 't'", '[a]: <x y> "t"', "[b]:", "  /v", "[c]: /u 't", "t'", "[A]: #q"),
    *("[d]: http://x.y/z", "[d]: https://x.y/z?a=b#c (t)", "[^1]: note", "[^n]:", "[^x y]: z"),
    *(
        "[^q]:text",
        "[a]",
        "[a\\]: x",
        "[x\ny]: /u",
        "[ ]: /u",
        "[e]: /u 't' x",
        "[f]: javascript:x",
    ),
    *("[!NOTE]", "[!tip]  ", "[!note] x", "\u00a0", "\x0c", "\x0b", "\u3000", "\0", "é", "# t\0x"),
    *("1.", "1)", "2. x", "1. x", "-", "+", "*", "1234567890. x", "123456789. x", "\\", "日本"),
    *("    code", "        code", "\tcode", "# [a]", "### [^1] x", "[a] h", "foo\n---", "\ufeff"),
    *("foo [a]\n===", "a  ", "`x`: y", ": x", "=x", "+++", "...", "title: x", "**b**", "__", "~"),
)
INLINE = (
    *("a", "b c", " ", "_", "__", "`", "``", "[", "]", "(", ")", "[a]", "[b]", "[a b]", "(/u)"),
    *(
        "(http://x.y/z)",
        "(#q)",
        "!",
        "^",
        "&",
        "&amp;",
        "<",
        "<b>",
        "</b>",
        '<a name="x">',
        "<br/>",
    ),
    *(
        "<br />",
        "<http://x.y>",
        ">",
        "*",
        "$",
        "\\",
        "x_y",
        "**",
        "*a b.*",
        "/*a-b*/",
        "[`c`]",
        "[[a]]",
        "[[b] c](#q)",
        "[<b>x</b>](#q)",
        "{",
        "\\s",
        "**c**",
        "\\*",
        "&nbsp;",
        "&x;",
        "(/a_(b)c)",
        "(http://x.y(b))",
        "a_",
        "[^1]",
        "é",
        "。",
        "$x$",
        "\u00a0",
    ),
    *("#", "-", ":", "'", '"', "=", "/"),
)


def line_mix(rng: Random) -> str:
    """A document of few kinds of lines, so that they meet; markers, tabs, blank lines and ends."""
    texts, markers = rng.sample(TEXTS, rng.randint(2, 9)), rng.sample(MARKERS, rng.randint(1, 4))
    often = rng.choice((0, 0.3, 0.6, 0.9))
    lines: list[str] = []
    for _ in range(rng.randint(1, 14)):
        line = ""
        while rng.random() < often and len(line) < 12:
            line += rng.choice(markers if rng.random() < 0.85 else MARKERS)
        line += rng.choice(texts if rng.random() < 0.8 else TEXTS)
        if rng.random() < 0.05:
            line += rng.choice(("  ", "\t", " x", " |"))
        lines.append(line)
    text = "\n".join(lines) + rng.choice(("", "\n"))
    if rng.random() < 0.03:
        text = "---\na: b\n---\n" + text
    if rng.random() < 0.02:
        text = "\ufeff" + text
    return text if rng.random() < 0.85 else text.replace("\n", rng.choice(("\r\n", "\r")))


def known(parsed: Parsed) -> tuple[object, ...]:
    """All that is compared: blocks, definitions, and which footnotes there are."""
    env = parsed.definitions.env()
    return parsed.blocks, env["references"], env["footnotes"]["refs"]


def differs(text: str, syntax: Syntax) -> bool:
    source = Source(text)
    try:
        return known(scan_source(source, syntax)) != known(parse_source(source, syntax))
    except Exception:
        return True


def smallest(text: str, syntax: Syntax) -> str:
    """A document that still differs and has no line or character to spare."""
    for pattern in (r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+", r"(?s)."):
        parts = re.findall(pattern, text)
        index = 0
        while index < len(parts):
            fewer = parts[:index] + parts[index + 1 :]
            if differs("".join(fewer), syntax):
                parts, index = fewer, 0
            else:
                index += 1
        text = "".join(parts)
    return text


def tree(blocks: Sequence[Block], depth: int = 1) -> Iterator[str]:
    for block in blocks:
        yield f"{'   ' * depth}{block.kind} {block.start}-{block.end} {block.level} {block.label!r}"
        yield from tree(block.children, depth + 1)


def require_same(texts: Iterable[str], syntax: Syntax = Syntax()) -> None:
    for text in texts:
        if not differs(text, syntax):
            continue
        small = smallest(text, syntax)
        report = [f"the parses differ on {small!r} in {syntax}", "stock:"]
        report += tree(parse_source(Source(small), syntax).blocks)
        try:
            report += ["lean:", *tree(scan_source(Source(small), syntax).blocks)]
        except Exception as error:
            report.append(f"   {error!r}")
        pytest.fail("\n".join(report))


def read(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "surrogateescape")


def test_fixtures_parse_alike() -> None:
    require_same(map(read, FIXTURES))


@pytest.mark.skipif(not CORPUS, reason="real documents are not part of the repository")
def test_real_documents_parse_alike() -> None:
    require_same(map(read, CORPUS))


@pytest.mark.skipif(not CASES.exists(), reason="collected cases are not part of the repository")
def test_collected_cases_parse_alike() -> None:
    cases = [json.loads(line) for line in read(CASES).split("\n") if line]
    require_same(value for case in cases for value in case.values() if isinstance(value, str))


@needs_standard
def test_the_examples_of_the_standard_parse_alike() -> None:
    require_same(examples())


@pytest.mark.skipif(not SPECS, reason="other specifications are not part of the repository")
def test_the_examples_of_other_specifications_parse_alike() -> None:
    for path in SPECS:
        text = read(path)
        found = re.findall(r"(?m)^`{20,} example.*\n([\s\S]*?)^\.$", text)
        require_same([text, *(example.replace("→", "\t") for example in found)])


@pytest.mark.parametrize("seed", range(4))
def test_random_documents_parse_alike(seed: int) -> None:
    require_same(line_mix(Random(f"{seed} {number}")) for number in range(2500))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 120))
def test_very_many_random_documents_parse_alike(seed: int) -> None:
    require_same(line_mix(Random(f"{seed} {number}")) for number in range(10_000))


@pytest.mark.parametrize("family", HOSTILE)
def test_hostile_documents_parse_alike(family: str) -> None:
    require_same(HOSTILE[family](n) for n in (1, 7, 40, 230))


def test_the_limit_on_filled_cells_is_that_of_the_parser() -> None:
    head = "|a" * 300 + "|\n" + "|-" * 300 + "|\n"
    require_same([head + "|b\n" * 300, head + ("|b\n" + "|c" * 900 + "|\n") * 200])


def test_the_limit_on_nesting_is_that_of_the_parser() -> None:
    for depth in (98, 99, 100, 101, 198, 199, 200, 201):
        tails = ("x\n\n# h\n", "x\ny\n", "\n", "# h\n> z\n")
        marks = ("- ", "1. ", "> ", "- > ", "[^a]: ", "> - ")
        require_same(mark * depth + tail for mark in marks for tail in tails)


@pytest.mark.parametrize("seed", range(2))
def test_simple_titles_are_those_of_the_inline_parser(seed: int) -> None:
    references = {label: {"title": "", "href": "/u"} for label in ("A", "A B")}
    notes = {"refs": {":1": -1}, "list": {}}
    definitions = Definitions({"references": references, "footnotes": notes}, Syntax())
    rng = Random(seed)
    for _ in range(3000):
        pool = rng.sample(INLINE, rng.randint(2, 7))
        content = "".join(rng.choice(pool) for _ in range(rng.randint(1, 9))).strip()
        expected = title(content, definitions)
        assert heading_title(content, definitions, references) == expected, content


def test_a_nearly_full_stack_is_no_hindrance() -> None:
    source = Source("> " * 190 + "x\n\n# h\n")
    expected = parse_source(source, Syntax()).blocks

    def sink(left: int) -> Parsed:
        return sink(left - 1) if left else parse_lean(source, Syntax())

    depth = len(_frames())
    assert sink(sys.getrecursionlimit() - depth - 120).blocks == expected


def _frames() -> list[object]:
    frames: list[object] = []
    frame = sys._getframe()
    while frame.f_back is not None:
        frames.append(frame)
        frame = frame.f_back
    return frames


SWITCHES = ("tables", "alerts", "footnotes", "math", "front_matter", "html_containers")
PLAIN = [
    Syntax(**dict(zip(SWITCHES, values, strict=True)))
    for values in product((False, True), repeat=len(SWITCHES))
]
"""All syntax without dialects."""


@pytest.mark.parametrize("seed", range(2))
def test_random_documents_parse_alike_in_every_plain_syntax(seed: int) -> None:
    for number, syntax in enumerate(PLAIN):
        rng = Random(f"{seed} {number}")
        require_same((line_mix(rng) for _ in range(50)), syntax)


@pytest.mark.long
@pytest.mark.parametrize("syntax", PLAIN, ids=str)
def test_very_many_random_documents_parse_alike_in_every_plain_syntax(syntax: Syntax) -> None:
    require_same((line_mix(Random(f"{syntax} {number}")) for number in range(1500)), syntax)


@pytest.mark.parametrize("family", HOSTILE)
def test_hostile_documents_parse_alike_by_the_bare_standard(family: str) -> None:
    require_same([HOSTILE[family](40)], Syntax.commonmark())


DIALECTS = (Syntax.mkdocs(), Syntax.mdx(), Syntax.myst())
MARKS = (
    *("!!! note", "??? x", '=== "T"', ":::", "::: a", "```{note}", "(a)=", "<Tab>", "import a"),
    *("{/* c */}", "\\[", "\\begin{a}", "[^1]: ::: a", "1. !!! n", "> \\[ x \\]", "export x"),
)


@pytest.mark.parametrize("syntax", DIALECTS, ids=("mkdocs", "mdx", "myst"))
def test_documents_with_and_without_marks_of_a_dialect_parse_alike(syntax: Syntax) -> None:
    rng = Random(1)
    lean = 0
    for _ in range(1500):
        lines = line_mix(rng).split("\n")
        if rng.random() < 0.3:
            lines.insert(rng.randint(0, len(lines)), rng.choice(MARKERS) + rng.choice(MARKS))
        source = Source("\n".join(lines))
        lean += not holds_dialect(source.text, syntax)
        found, expected = parse_lean(source, syntax), parse_source(source, syntax)
        assert known(found) == known(expected), repr(source.text)
    assert 300 < lean < 1400
