"""The glossary: each term in three languages, with its meaning and the lesson that introduces it."""

import re
from functools import cache

import pytest
from edition_rules import glossary
from notebook_rules import NOTEBOOKS, load, source

_, _, *ROWS = glossary()
NAMES = {"BLEU", "ROUGE-N", "ROUGE-L", "chrF"}
"""The names that are the same in every language."""


@cache
def prose():
    """Return the text of each lesson, by its number."""
    texts = ([source(cell) for cell in load(path)["cells"] if cell["cell_type"] == "markdown"] for path in NOTEBOOKS)
    return {path.stem[:2]: "\n".join(text) for path, text in zip(NOTEBOOKS, texts, strict=True)}


def lessons_that_introduce(term):
    """Yield the first lesson with a term, the first where bold text begins with it, and the first with this title."""
    for pattern in ("{}", r"\*\*{}", r"\A# \d\d {}\n"):
        occurrence = re.compile(pattern.format(re.escape(term)), re.IGNORECASE)
        yield next((lesson for lesson, text in prose().items() if occurrence.search(text)), None)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_term_occurs_in_its_lesson_and_is_translated(row):
    english, korean, chinese, meaning, lesson = row
    term = re.sub(r" \(.+\)$", "", english)
    assert lesson in lessons_that_introduce(term)
    assert term in NAMES or re.search("[가-힣]", korean) or "n-" in korean or "p-" in korean
    assert term in NAMES or re.search("[\u4e00-\u9fff]", chinese)
    assert meaning, f"{english} has no meaning"


def test_no_term_is_listed_twice_and_the_lessons_are_in_order():
    assert len({row[0].casefold() for row in ROWS}) == len(ROWS)
    assert [row[4] for row in ROWS] == sorted(row[4] for row in ROWS)
