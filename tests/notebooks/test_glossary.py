"""The glossary: a word in three languages, what it means, and the lesson that brings it."""

import hashlib
import re
from functools import cache

import pytest
from notebook_rules import NOTEBOOKS, ROOT, load, source

PAGE = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
ROWS = [[part.strip() for part in line.strip("| ").split("|")] for line in PAGE.splitlines() if line.startswith("| ")][
    2:
]
NAMES = {"BLEU", "ROUGE-N", "ROUGE-L", "chrF"}
"""What is called so in every language."""


PROOFREAD = "548c39745dec"
"""The fingerprint of the terms in three languages when they were last proofread: no test can compute a translation."""


@cache
def prose():
    """The text of each lesson, by its number."""
    texts = ([source(cell) for cell in load(path)["cells"] if cell["cell_type"] == "markdown"] for path in NOTEBOOKS)
    return {path.stem[:2]: "\n".join(text) for path, text in zip(NOTEBOOKS, texts, strict=True)}


def brought_by(word):
    """The lessons that may bring a word: the first one that has it, or has it in bold, or is called so."""
    for way in ("{}", r"\*\*(?=\S)[^*\n]*{}[^*\n]*(?<=\S)\*\*", r"\A# \d\d {}\n"):
        has_it = re.compile(way.format(re.escape(word)), re.IGNORECASE)
        yield next((lesson for lesson, text in prose().items() if has_it.search(text)), None)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_word_stands_in_its_lesson_and_in_three_languages(row):
    english, korean, chinese, meaning, lesson = row
    word = re.sub(r" \(.+\)$", "", english)
    assert lesson in brought_by(word)
    assert word in NAMES or re.search("[가-힣]", korean) or "n-" in korean or "p-" in korean
    assert word in NAMES or re.search("[\u4e00-\u9fff]", chinese)
    assert meaning


def test_no_word_stands_there_twice_and_the_lessons_are_in_order():
    assert len({row[0].casefold() for row in ROWS}) == len(ROWS)
    assert [row[4] for row in ROWS] == sorted(row[4] for row in ROWS)


def test_the_terms_are_those_that_were_proofread():
    terms = "\n".join(sorted(" | ".join(row[:3]) for row in ROWS))
    assert hashlib.sha256(terms.encode()).hexdigest()[:12] == PROOFREAD, (
        "A term has changed. Have its row read by a person who knows the three languages, then update PROOFREAD."
    )
