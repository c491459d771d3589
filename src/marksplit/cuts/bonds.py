"""What belongs together: what introduces or explains a block, and the block.

Words and shapes only. How strong a bond is, is a matter of ranks; whether both fit, of the planner.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from marksplit.document import ATOMIC, Block

_LONGEST_LINE = 200
"""Code points that a title, a question or a caption may have."""
_COLONS = (":", "：", "︓", "﹕")
_QUESTIONS = ("?", "？", "؟", "\u037e", "⁇", "‽")
_CLOSERS = " \t*_~\"'”’»)"
_TITLE = re.compile(
    r"(\*\*\*|\*\*|\*|___|__|_)(?=[^\s*_])(?:(?!\1)[^\r\n])+(?<!\s)\1[ \t]*[:：.]?[ \t]*"
)
_ITALIC = re.compile(r"(?:\*[^*]|_[^_])")
_TABLE_WORDS = (
    "table|tab|tabelle|tableau|tabla|tabella|tabela|quadro|tabel|tabell|taulukko|tabulka|tablo"
    "|таблица|таблиця|табл|πίνακας|bảng|جدول|טבלה|तालिका|ตาราง|表|표"
)
_FIGURE_WORDS = (
    "figure|fig|listing|image|chart|diagram|exhibit|algorithm|photo|abbildung|abb|bild|figura"
    "|listado|listagem|immagine|figuur|afbeelding|figur|kuva|rysunek|rys|obrázek|obr|şekil"
    "|рисунок|рис|листинг|малюнок|σχήμα|εικόνα|hình|gambar|شكل|شکل|איור|चित्र|รูปที่|ภาพที่"
    "|图|圖|図|清单|リスト|그림"
)
_NUMBER = (
    r"\.?[ \t]*(?:[0-9]+|[IVXLC]+|[A-Z])(?:[.\-–][0-9]+)*[*_]*[ \t]*(?:[.:：．|—–-]|\Z|[ \t]*$)"
)
_CAPTION = re.compile(
    rf"[*_]*(?:(?P<table>{_TABLE_WORDS})|(?P<figure>{_FIGURE_WORDS}))(?:{_NUMBER}|[*_]*[ \t]*[:：])",
    re.I | re.M,
)
"""The words for table and figure in the languages that the sentence rules know, and a number."""
_IMAGES = re.compile(
    r"(?:\[?!\[[^\[\]]{0,500}\](?:\([^()\r\n]{0,2000}\)|\[[^\[\]]{0,500}\])?"
    r"(?:\](?:\([^()\r\n]{0,2000}\)|\[[^\[\]]{0,500}\]))?(?:\{[^{}]{0,500}\})?\s*)++"
)
_ATTRIBUTES = re.compile(r"\{:[^{}\r\n]*\}[ \t]*")
_OPENING_TAG = re.compile(
    r"\{%-?[ \t]*(?!end)\w+[^%\r\n]*%\}[ \t]*|\{\{[<%](?![ \t]*/)[^\r\n]*[>%]\}\}[ \t]*"
)
_CLOSING_TAG = re.compile(
    r"\{%-?[ \t]*end\w+[^%\r\n]*%\}[ \t]*|\{\{[<%][ \t]*/[^\r\n]*[>%]\}\}[ \t]*"
)
_WHERE = re.compile(
    r"(?:where|with|wobei|mit|où|avec|donde|dove|onde|где|де|waar|där|hvor|gdzie|kde)\b"
)
_FINAL = (".", "!", "。", "！", "．", "।", "؟", "?", "？")
_CAPTIONED = ATOMIC - {"definition", "front_matter", "indented_code"} | {
    "html_container",
    "container",
}
_INTRODUCED = ATOMIC - {"definition", "front_matter", "esm"} | {
    *("list", "blockquote", "container", "html_container"),
}
"""Kinds of blocks that a line can lead to."""
_NEVER_INTRODUCED = {"heading", "thematic_break", "definition", "footnote"}


def introduces(text: str, blocks: Sequence[Block], index: int) -> bool:
    """Whether the block before ``blocks[index]`` leads to it: a reader of one needs the other.

    So do a title line, a question, a caption above, what ends in a colon, an unfinished sentence
    before a formula, and an opening template tag. `blocks` follow each other in one parent.
    """
    left, right = blocks[index - 1], blocks[index]
    if right.kind in _NEVER_INTRODUCED:
        return False
    if left.kind == "list":
        return right.kind in _INTRODUCED and _ends_in_colon(text, _last(left))
    if left.kind != "paragraph":
        return False
    if right.kind == "math":
        return not _ends(text, left).endswith(_FINAL)
    if right.kind in _INTRODUCED and _ends_in_colon(text, left):
        return True
    line = _line(text, left)
    if not line:
        return False
    if _can_have_caption(text, right) and (caption := _CAPTION.match(line)):
        if caption["table"]:
            return right.kind in ("table", "html") or _is_image(text, right)
        return index < 2 or not _can_have_caption(text, blocks[index - 2])  # that of the one above
    if line[0] == "{":
        return _OPENING_TAG.fullmatch(line) is not None
    if line.startswith(("![", "[![")):
        return False
    leads = line.rstrip(_CLOSERS).endswith(_QUESTIONS) or (
        line[0] in "*_" and _TITLE.fullmatch(line) is not None
    )
    return leads and not (index > 1 and explains(text, blocks, index - 1))


def explains(text: str, blocks: Sequence[Block], index: int) -> bool:
    """Whether ``blocks[index]`` belongs to the block before it.

    So do a caption below, the text that says what the letters of a formula stand for, the meaning
    below a term, a line of attributes and a closing template tag. A thematic break stays with the
    text that it ends: the cut is after it (`Rank.RULE`).
    """
    left, right = blocks[index - 1], blocks[index]
    if right.kind == "thematic_break":
        return left.kind != "thematic_break"
    if right.kind != "paragraph" or left.kind in ("heading", "thematic_break"):
        return False
    first = text[right.start]
    if left.kind == "math":
        start = text[right.start : right.start + 12].lstrip()
        return start[:1].islower() or _WHERE.match(start.lower()) is not None
    if first == "{":
        line = _line(text, right)
        return bool(_ATTRIBUTES.fullmatch(line) or _CLOSING_TAG.fullmatch(line))
    if left.kind == "paragraph" and first == ":":
        return text.startswith((": ", ":\t"), right.start)
    if not _can_have_caption(text, left):
        return False
    line = _line(text, right)
    if caption := _CAPTION.match(line):
        above = index + 1 < len(blocks) and blocks[index + 1].kind == "table"
        return not (caption["table"] and above)  # the caption of the table below
    return _ITALIC.match(line) is not None and _TITLE.fullmatch(line) is not None


def _line(text: str, block: Block) -> str:
    """The text of a block that is one short line; else ``""``."""
    if block.end - block.start > _LONGEST_LINE:
        return ""
    line = text[block.start : block.end].strip(" \t")
    return "" if "\n" in line or "\r" in line else line


def _ends(text: str, block: Block) -> str:
    return text[max(block.start, block.end - 40) : block.end].rstrip(_CLOSERS)


def _ends_in_colon(text: str, block: Block) -> bool:
    end = _ends(text, block)
    return block.kind == "paragraph" and end.endswith(_COLONS) and not end.endswith("::")


def _last(block: Block) -> Block:
    while block.children:
        block = block.children[-1]
    return block


def _can_have_caption(text: str, block: Block) -> bool:
    return block.kind in _CAPTIONED or _is_image(text, block)


def _is_image(text: str, block: Block) -> bool:
    """Whether a paragraph consists of images."""
    if block.kind != "paragraph" or text[block.start] not in "![ \t":
        return False
    if block.end - block.start > 2000:
        return False
    return _IMAGES.fullmatch(text[block.start : block.end].strip()) is not None
