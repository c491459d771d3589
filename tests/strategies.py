"""Markdown made up for tests: Hypothesis strategies for documents, and a fast seeded mix of lines.

Both reach for what trips a chunker: words that open blocks, nesting, odd line ends.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from itertools import pairwise
from random import Random
from typing import Any, Literal, get_args, get_origin, get_type_hints
from zlib import crc32

from hypothesis import strategies as st

from marksplit import ChunkOptions, Syntax
from marksplit.sizing import Sizer
from marksplit.spans import Span

LINE_ENDS = ("\n", "\r\n", "\r")

PLAIN_WORDS = ("alpha", "beta.", "Gamma", "delta,", "e.g.", "Dr.", "3.14", "end!", "why?", "naïve")
RISKY_WORDS = (
    *("-", "+", "*", "#", "##", ">", "|", "=", "===", "---", "```", "~~~", "$$", "1.", "1)", "10."),
    *("-|-", "|-|", "a|b", "<div>", "<!--", "-->", "<b>", "[x]", "[a]:", "[^n]:", "[^n]", ":::"),
    *("\\", "&amp;", "+++", "***", "___", "_", "- - -", "[!NOTE]", "2019.", ":", "?>", "<?php"),
)
INLINE = (
    *("`co de`", "``a ` b``", "[link text](u v)", "[a b](<u v> 'ti tle')", "![alt text](i.png)"),
    *("**bold text**", "_it al_", "<https://e.com/a>", "https://e.com/x?y=1.", "$x + y$", "H~2~O"),
    *("<span a='b c'>", "[ref to][a]", "a@b.org", "hard  ", "back\\", "日本語。次の文！", "नमस्ते।"),
    *("👩‍👩‍👧", "🇩🇪🇫🇷", "e\u0301\u0301", "a\u00a0b", "a\u000cb", "a\u0085b", "\ufeff#", "\u0301"),
)
_LINES = (
    *("", "", "", "", "   ", "# One", "## Two", "### Three ###", "#### Four", "# One", "#", "##"),
    *("Title", "=====", "---", "--- x", "===", "***", "- item", "* item", "1. first", "2. second"),
    *("10) tenth", "- [ ] task", "-", "+", "> quote", ">", "> > deep", "> - in quote", ">\t- tab"),
    *("```", "```py", "~~~", "````", "    code", "\tcode", "| a | b |", "|---|---|", "| 1 | 2 |"),
    *("a | b", "- | -", "-|-", "- a | b", "<div>", "</div>", "<!-- c", "-->", "<pre>", "</pre>"),
    *("<script>", "[a]: /u", "[a]: /u 'title'", "[b]:", "  /v", "'open", "title'", "[^n]: note"),
    *('<a name="x"></a>', "<!-- c -->", "**Title**", "*Note*", "Table 1: what", "Figure 2. who"),
    *(
        "Why not?",
        "![i](i.png)",
        "{: .x }",
        "{% raw %}",
        "{% endraw %}",
        ": meaning",
        "where x is y",
    ),
    *("$$", "$$ x $$", "x = y", "+++", "...", "para one.", "para two; it goes on. And on!"),
    *(
        "For example:",
        "  two",
        "   three",
        "     five",
        "- - - x",
        "- - ```",
        "1. > - a",
        "[!NOTE]",
    ),
    *(
        "> [!WARNING]",
        "> ```",
        "> | a |",
        "> |---|",
        "- ```",
        "  ```",
        "  | a |",
        "  |---|",
        "&nbsp;",
    ),
)
_PREFIXES = (
    "",
    "",
    "",
    "",
    "",
    "",
    "> ",
    "- ",
    "  ",
    "   ",
    "    ",
    "1. ",
    "> - ",
    "> > ",
    "\t",
    ">",
)


DIALECT_LINES: dict[str, tuple[str, ...]] = {
    "admonitions": (
        *("!!! note", '!!! warning "Title"', "??? tip", '???+ x "T"', '=== "Tab"', "    !!! note"),
        *(
            "    body text",
            "    # no section",
            "        deep",
            '    === "In"',
            "!!!",
            '!!! a "b" c',
        ),
        *("- !!! note", "      in item", "> ??? note", ">     body", '???"T"', "    - item"),
    ),
    "colon_containers": (
        *(":::", "::::", "::: note", ":::tip[Title]", ":::: {.wide}", "> ::: note", "> :::"),
        *(":::{note}", "- ::: a", "  :::", "::: a :::", "::: 1", ":::x y", "> - ::: n"),
    ),
    "directives": (
        *(":::{note} T", "```{note}", "````{tip} T", "```{code-block} py", ":::{math}", ":::"),
        *(
            ":class: x",
            "(a-target)=",
            "(b)=",
            "- (c)=",
            "> (d)=",
            "(e)= f",
            "```",
            "````",
            "~~~{x}",
        ),
        *("~~~{figure} i.png", "  ```{note}", "> ```{note}", ":::{figure} i.png", "---"),
    ),
    "jsx": (
        *("import A from 'a'", "export const a = {", "}", "export default a", "<Foo>", "</Foo>"),
        *("<Foo a={1}", "/>", "<Bar/>", "<Bar /> <Foo>x</Foo>", "<Foo>x</Foo> text", "<A.B c='>'>"),
        *("</A.B>", "{/* note", "*/}", "- <Foo>", "  </Foo>", "> <Foo>", "> </Foo>", "x</Foo> y"),
        *("export const b = `", "import duties rise", "<DIV>", "</Bar>"),
    ),
    "tex_math": (
        *("\\[", "\\]", "\\[ x \\]", "\\[ x \\] y", "x \\]", "> \\[", "- \\[", "  \\]", "\\[x\\]"),
        *("\\begin{align}", "\\end{align}", "\\begin{a}", "\\end{a} b", "\\begin{a} x \\end{a}"),
        *("> \\begin{a}", "> \\end{a}", "\\end"),
    ),
    "html_containers": (
        *("<details>", "</details>", "<summary>S</summary>", "</div>", "<div>", "<div><p>"),
        *(
            "</p></div>",
            "</td><td>",
            "<table><tr><td>",
            "</td></tr></table>",
            "- <div>",
            "  </div>",
        ),
        *("> <div>", "> </div>", "</div><div>", "<br>", "<DIV a='<'>", "\n</div>\n", "\n<div>\n"),
        *(
            "\n<details>\n",
            "\n</details>\n",
            "- <div>\n",
            "\n  </div>\n",
            "> <div>\n>",
            ">\n> </div>",
        ),
    ),
}
"""By switch of `Syntax`: lines that mean something with it alone."""


def random_markdown(rng: Random, *, max_lines: int = 24, marks: Sequence[str] = ()) -> str:
    """A mix of lines, fast enough for tens of thousands of documents; `marks`: more of them."""
    pool = rng.sample(_LINES, rng.randint(3, 14))
    pool += rng.sample(marks, rng.randint(1, len(marks))) if marks else []
    ends = LINE_ENDS if rng.random() < 0.05 else (rng.choices(LINE_ENDS, (8, 2, 1))[0],)
    parts = ["\ufeff"] if rng.random() < 0.04 else []
    if rng.random() < 0.08:
        mark = rng.choice(("---", "+++"))
        parts += [mark, rng.choice(ends), "title: x", rng.choice(ends), mark, rng.choice(ends)]
    for _ in range(rng.randint(1, max_lines)):
        kind = rng.random()
        if kind < 0.25:
            line = " ".join(
                rng.choice(rng.choice((PLAIN_WORDS, PLAIN_WORDS, RISKY_WORDS, INLINE)))
                for _ in range(rng.randint(1, 14))
            )
        elif kind < 0.5:
            line = rng.choice(_PREFIXES) + rng.choice(_LINES)
        else:
            line = rng.choice(pool)
        parts += [line, rng.choice(ends)]
    if rng.random() < 0.3:
        parts.pop()
    return "".join(parts)


def utf8_size(text: str) -> int:
    """A sizer in which characters differ in size."""
    return len(text.encode("utf-8", "surrogatepass"))


def lumpy(text: str) -> int:
    """A sizer that is not additive and sometimes falls as a text grows."""
    return 3 + len(text) // 2 + (2 if text.endswith(("a", "e", ".")) else 0)


SIZERS: tuple[Sizer | str, ...] = (len, len, "chars", "words", "approx_tokens", utf8_size, lumpy)


def random_scores(text: str, spans: Sequence[Span]) -> list[float]:
    """Scores that say nothing, the same for the same text; the units are held to the contract."""
    assert len(spans) > 1
    assert all(a.start < a.end <= b.start < b.end <= len(text) for a, b in pairwise(spans))
    rng = Random(crc32(text[spans[0].start : spans[-1].end].encode("utf-8", "surrogatepass")))
    return [rng.choice((0.0, 0.0, rng.random(), -rng.random())) for _ in spans[1:]]


def after_each_stop(paragraph: str) -> list[int]:
    """Where sentences start to someone who knows no abbreviations."""
    return [match.end() for match in re.finditer(r"[.!?]\s+(?=\S)", paragraph)]


Chosen = Mapping[str, Any]
Value = Callable[[Random, Chosen], object]
"""A value for a field, which may depend on those chosen for the fields before it."""

_VALUES: dict[str, Value] = {
    "max_size": lambda rng, _: rng.choice((0, 1, 4, 9, 17, 30, 30, 60, 60, 120, 400)),
    "max_heading_depth": lambda rng, _: rng.choice((0, 1, 2, 3, 3, 6)),
    "min_size": lambda rng, c: rng.randint(0, c["max_size"]) if rng.random() < 0.3 else 0,
    "overlap": lambda rng, c: (
        rng.randrange(c["max_size"]) if c["max_size"] and rng.random() < 0.4 else 0
    ),
    "sizer": lambda rng, _: rng.choice(SIZERS),
    "split_blocks": lambda rng, c: (
        not c["min_size"] and not c["merge_sections"] and rng.random() < 0.25
    ),
    "oversize": lambda rng, _: "split" if rng.random() < 0.3 else "keep",  # "error" raises
    "sentences": lambda rng, _: after_each_stop if rng.random() < 0.1 else None,
    "cuts": lambda rng, _: random_scores if rng.random() < 0.1 else None,
}
"""By field: what its type alone does not say."""


def values_of(options: type) -> dict[str, Value]:
    """A way to choose a value for each field of a dataclass.

    Raises:
        LookupError: neither the name of a field nor its type says what it may be.
    """
    hints = get_type_hints(options)
    return {field.name: _values_of(field.name, hints[field.name]) for field in fields(options)}


def _values_of(name: str, hint: object) -> Value:
    if name in _VALUES:
        return _VALUES[name]
    if hint is bool:
        return lambda rng, _: rng.random() < 0.25
    if get_origin(hint) is Literal:
        return lambda rng, _: rng.choice(get_args(hint))
    raise LookupError(f"say in strategies._VALUES what {name}: {hint} may be")


_OPTIONS = values_of(ChunkOptions)


def random_options(rng: Random) -> ChunkOptions:
    """Options that are allowed, small sizes mostly; every field takes all kinds of values."""
    chosen: dict[str, Any] = {}
    for name, value in _OPTIONS.items():
        chosen[name] = value(rng, chosen)
    return ChunkOptions(**chosen)


def random_syntax(rng: Random) -> Syntax:
    """The default mostly, else some switches off."""
    if rng.random() < 0.7:
        return Syntax()
    return Syntax(
        tables=rng.random() < 0.5,
        alerts=rng.random() < 0.5,
        footnotes=rng.random() < 0.5,
        math=rng.random() < 0.5,
        front_matter=rng.random() < 0.5,
    )


def random_dialect(rng: Random) -> tuple[str, Syntax]:
    """A document with the marks of a few dialects, and a syntax that reads most of them."""
    switches = rng.sample(list(DIALECT_LINES), rng.choice((1, 1, 2, 2, len(DIALECT_LINES))))
    marks = [line for switch in switches for line in DIALECT_LINES[switch]]
    on = {switch: rng.random() < 0.9 for switch in switches}
    return random_markdown(rng, marks=marks), replace(random_syntax(rng), **on)


_generators = st.integers(0, 2**32).map(Random)
options = _generators.map(random_options)
"""Any options that are allowed."""

words = st.one_of(
    st.sampled_from(PLAIN_WORDS), st.sampled_from(RISKY_WORDS), st.sampled_from(INLINE)
)
lines = st.lists(words, min_size=1, max_size=12).map(" ".join)
paragraphs = st.lists(lines, min_size=1, max_size=4).map("\n".join)
_breaks = st.sampled_from(("---", "***", "_ _ _"))


@st.composite
def _headings(draw: st.DrawFn) -> str:
    title = draw(lines)
    if draw(st.booleans()):
        return f"{'#' * draw(st.integers(1, 6))} {title}{draw(st.sampled_from(('', ' #', ' ##')))}"
    return f"{title}\n{draw(st.sampled_from(('===', '---', '=', '   ---')))}"


@st.composite
def _fences(draw: st.DrawFn) -> str:
    mark = draw(st.sampled_from(("```", "~~~", "`````")))
    body = draw(st.lists(st.one_of(lines, st.just("")), max_size=5))
    close = [mark] if draw(st.integers(0, 5)) else []
    return "\n".join([mark + draw(st.sampled_from(("", "py", " a b"))), *body, *close])


@st.composite
def _tables(draw: st.DrawFn) -> str:
    columns = draw(st.integers(1, 3))
    cells = st.sampled_from((*PLAIN_WORDS, "`a|b`", "x \\| y", "", "-"))
    rows = draw(
        st.lists(st.lists(cells, min_size=columns, max_size=columns), min_size=1, max_size=5)
    )
    table = [f"| {' | '.join(row)} |" for row in rows]
    table.insert(1, "|" + "---|" * columns)
    return "\n".join(table)


_html = st.sampled_from(
    (
        *(
            "<div>\n<p>a b</p>\n</div>",
            "<!-- a\n\n# not a heading\n-->",
            "<details>\n\ntext\n\n</details>",
        ),
        *(
            "<pre>\n\n- x\n</pre>",
            "<script>\nx\n</script>",
            "<?php\n\nx ?>",
            "<br>",
            "<!-- open\n\nx",
        ),
    )
)
_definitions = st.sampled_from(
    ("[a]: /u", "[a]: /u 'ti\ntle'", "[b]:\n  /v\n[c]: <w x>", "[a]: /again", "[ é ]: /u")
)
_math = st.sampled_from(("$$\na = b\n$$", "$$ x $$", "$$\n\nx\n$$", "$$\nopen"))
_leaves = st.one_of(
    paragraphs, paragraphs, _headings(), _fences(), _tables(), _html, _definitions, _math, _breaks
)


def _prefixed(text: str, first: str, rest: str) -> str:
    head, *tail = text.split("\n")
    return "\n".join([first + head, *(rest + line if line else "" for line in tail)])


@st.composite
def _containers(draw: st.DrawFn, inner: st.SearchStrategy[str]) -> str:
    items = draw(st.lists(inner, min_size=1, max_size=3))
    between = draw(st.sampled_from(("\n", "\n\n")))
    kind = draw(st.sampled_from(("quote", "alert", "bullet", "ordered", "task", "footnote")))
    if kind in ("quote", "alert"):
        text = "\n\n".join(items)
        text = f"[!NOTE]\n{text}" if kind == "alert" else text
        lazy = draw(st.booleans())
        quoted = [f"> {line}" if line or not lazy else ">" for line in text.split("\n")]
        return "\n".join(quoted)
    if kind == "footnote":
        return _prefixed("\n\n".join(items), "[^n]: ", "    ")
    markers = {"bullet": "- ", "task": "- [ ] ", "ordered": "1. "}
    width = 3 if kind == "ordered" else 2
    return between.join(_prefixed(item, markers[kind], " " * width) for item in items)


blocks = st.recursive(_leaves, _containers, max_leaves=6)


@st.composite
def _deep(draw: st.DrawFn) -> str:
    """A few containers in each other, deeper than blocks usually go."""
    text = draw(paragraphs)
    for _ in range(draw(st.integers(5, 12))):
        first, rest = draw(st.sampled_from((("> ", "> "), ("- ", "  "), ("1. ", "   "))))
        text = _prefixed(text, first, rest)
    return text


@st.composite
def documents(draw: st.DrawFn) -> str:
    """A document of blocks, with any line ends, front matter and byte order mark at times."""
    if not draw(st.integers(0, 5)):
        text = draw(soup)
    else:
        found = draw(st.lists(st.one_of(blocks, blocks, _headings(), _deep()), max_size=10))
        text = draw(st.sampled_from(("\n\n", "\n\n", "\n", "\n\n \n"))).join(found)
    front = draw(
        st.sampled_from(("", "", "", "---\na: 1\n---\n", "+++\na = 1\n+++\n\n", "---\na\n"))
    )
    text = front + text + draw(st.sampled_from(("", "\n", "\n\n", "\n  ")))
    end = draw(st.sampled_from(("\n", "\n", "\r\n", "\r", "mixed")))
    if end == "mixed":
        rng = draw(_generators)
        text = "".join(rng.choice(LINE_ENDS) if mark == "\n" else mark for mark in text)
    else:
        text = text.replace("\n", end)
    return draw(st.sampled_from(("", "", "", "\ufeff"))) + text


soup = st.one_of(
    st.lists(
        st.sampled_from((*RISKY_WORDS, *INLINE, *PLAIN_WORDS, *LINE_ENDS, " ", "  ", "\t", "\0")),
        max_size=40,
    ).map("".join),
    st.text(alphabet="\n\n\r \t#->*+=`~|:$[]()!<&\\_^a1.\0é", max_size=80),
)

_USES = (
    *("[a]", "[A]", "[text][a]", "[a][]", "[`co]de` *text*][b]", "![alt][b]", "![b]", "![c][]"),
    *("[two words]", "[x][two\nwords]", "[ é ]", "[É][]", "[^n]", "[^m]", "[^k]", "[^none]"),
    *("[none]", "[x][none]", "[x [a] y][b]", "[![i][a]][b]", "![x [a] y](u)", "^[put in [a][^n]]"),
    *("`[a]`", "\\[a]", "[a\\]", "<b title='[a]'>", "$[a]$", "https://e.com/[a]", "[a](own)"),
)
_DEFINING = (
    *("[a]: /a", "[a]: /again 'no'", "[A]:\n  </a b>\n  'ti\ntle'", "[b]: <> (t)", "[b]: /b(1)"),
    *(
        '[c]: c&amp;copy;d "q \\" &amp;lt; \\\\"',
        "[two\nwords]: /two",
        "[ é ]: /é?ü=%zz 'x&#10;&#10;y'",
    ),
    *("[^n]: note [a] and [^m]", "[^n]: again [b]", "[^m]: one [^n]\n\n    two [b]\nlazy [a]"),
    *("[^m]:\n\n        code [a]\n\n    text", "[^k]: ```\n    [a] open", "[^k]: > quote [b]"),
    *(
        "[^k]:\n    - item [a]\n\n      [c]: /inner",
        "[^k]:",
        "[^k]: | [a] |\n    |---|\n    | [^n] |",
    ),
)
_HIDING = (
    *("```\n[a] [^n]\n```", "    [a]: /code", "<!-- [a] -->", "<div>\n[a]\n</div>", "$$\n[a]\n$$"),
    *("<div>\n\n[a]\n\n</div>", "~~~ [a]\n\n~~~~"),
)
_OPEN = (
    "```\nopen [a]",
    "~~~~\n\n~~~",
    "<!-- [a]",
    "<pre>\n\n[a]",
    "<?php [a]",
    "<![CDATA[ [a]",
    "<!X",
)
_texts = st.lists(st.sampled_from(("word", *_USES)), min_size=2, max_size=6).map(" ".join)
_referring_leaves = st.one_of(
    _texts,
    _texts,
    _texts.map(lambda text: "# " + text.replace("\n", " ")),
    _texts.map(lambda text: f"{text}\n---"),
    _texts.map(lambda text: text.replace("\n", " ")).map(
        lambda text: f"| {text} |\n|---|\n| {text} |"
    ),
    st.sampled_from(_DEFINING),
    st.sampled_from(_DEFINING),
    st.sampled_from(_HIDING),
)
_referring = st.recursive(_referring_leaves, _containers, max_leaves=4)


@st.composite
def referring(draw: st.DrawFn) -> str:
    """A document whose sections define links and footnotes, and use those of each other."""
    parts = []
    for _ in range(draw(st.integers(2, 5))):
        parts.append(draw(st.sampled_from(("# Part", "## Part", "Part\n==="))))
        parts += [draw(_texts), *draw(st.lists(_referring, max_size=2))]
        parts += draw(st.lists(st.sampled_from(_DEFINING), max_size=2))
    parts += draw(st.sampled_from(((), (), *((end,) for end in _OPEN))))
    text = draw(st.sampled_from(("\n\n", "\n\n", "\n"))).join(parts)
    return text.replace("\n", draw(st.sampled_from(("\n", "\n", "\r\n"))))
