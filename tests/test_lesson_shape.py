"""The shape of each lesson: predictions that can be made, questions with reasons, a length to be read."""

import contextlib
import copy
import io
import re

import pytest
from broken_copies import every_broken_copy, found_in_a_copy
from lesson_shape import (
    DECIMAL,
    GUESS,
    README,
    SHAPE,
    TITLES,
    answers,
    before_the_appendix,
    heading,
    minutes,
    short_road,
    way,
    words,
)
from nbformat.v4 import new_output
from notebook_rules import NOTEBOOKS, ROOT, load, source, texts

import bleu_helpers
from bleu_helpers.display.prediction import reveal

every_lesson = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def place_of(notebook, text):
    """The place of the first cell that has a text in it."""
    return next(place for place, cell in enumerate(notebook["cells"]) if text in source(cell))


def rewrite(text, old, new):
    """Change the first cell that has a text in it."""

    def break_it(notebook):
        cell = notebook["cells"][place_of(notebook, text)]
        assert old in source(cell)
        cell["source"] = source(cell).replace(old, new)

    return break_it


def remove(text, offset=0):
    """Take out the first cell that has a text in it, or one that stands some places after it."""

    def break_it(notebook):
        del notebook["cells"][place_of(notebook, text) + offset]

    return break_it


def more_cells(notebook):
    notebook["cells"][2:2] = copy.deepcopy(notebook["cells"][2:3] * 20)


def more_words(notebook):
    notebook["cells"][2]["source"] = source(notebook["cells"][2]) + " and so on" * 300


def recap_first(notebook):
    cells = notebook["cells"]
    cells.insert(place_of(notebook, "Try it"), cells.pop(place_of(notebook, "What we have so far")))


def a_guess_in_the_record(notebook):
    cell = notebook["cells"][place_of(notebook, GUESS)]
    cell["source"] = "guess = 3  # a number"


def only_two_predictions(notebook):
    while sum(source(cell).startswith(GUESS) for cell in notebook["cells"]) > 2:
        place = place_of(notebook, GUESS)
        notebook["cells"][place - 1]["source"] = "No question."
        del notebook["cells"][place]


def a_decimal_told_before(notebook):
    with contextlib.redirect_stdout(io.StringIO()) as told:
        reveal(0.4321)
    notebook["cells"][place_of(notebook, GUESS) + 1]["outputs"] = [new_output("stream", text=told.getvalue())]
    notebook["cells"][2]["source"] = source(notebook["cells"][2]) + " It is 0.4321."


BREAKS = {
    "is_no_longer_than_a_lesson": {"too many cells": more_cells, "too many words": more_words},
    "has_its_parts_in_order": {
        "recap before the exercises": recap_first,
        "no agreement": rewrite("### Agreement", "### Agreement", "### NLTK"),
    },
    "has_its_title_and_numbers": {
        "another title": rewrite("# 02 ", "Clipping the counts", "Counts that are clipped"),
        "a number twice": rewrite("## 4. ", "## 4. ", "## 3. "),
        "no lesson next": rewrite("**Next:**", "**Next:**", "Then"),
    },
    "says_who_comes_first": {
        "dropped": rewrite(
            "**the references first**", "It takes **the references first**, then the candidate", "It does"
        ),
    },
    "asks_what_can_be_answered": {
        "no place for an answer": remove(GUESS),
        "the guess is not asked for": rewrite("reveal(", ", guess)", ")"),
        "only two": only_two_predictions,
        "a guess in the record": a_guess_in_the_record,
    },
    "tells_no_answer_before": {
        "a decimal told before": a_decimal_told_before,
        "a number told before": rewrite("## 1. ", "## 1. ", "## 1. 37 of 132 and "),
        "an answer that is written": rewrite(
            "reveal(count_clip", "reveal(count_clip(twice, CAT_REFERENCES).total()", "reveal(5"
        ),
        "a number in an assertion": rewrite("reveal(count_clip", "reveal(", "assert len(twice) == 12\nreveal("),
        "a fraction in what is printed": rewrite("reveal(count_clip", "reveal(", 'print("5/7")\nreveal('),
        "one of the choices named": rewrite('"smallest": first', '"smallest"', '"the smallest"'),
        "yes or no": rewrite('guess = None  # "sum"', '"sum", "smallest" or "once each"', '"yes" or "no"'),
    },
    "needs_nothing_of_what_is_more": {
        "in the recap": rewrite("scoreboard(unigram", "scoreboard(", "print(taken)\nscoreboard("),
    },
    "says_how_long_it_takes": {
        "too short": rewrite("**Time:**", "25 minutes", "15 minutes"),
        "no short road": rewrite("**Time:**", ", 4 on the short road", ""),
    },
    "has_three_questions_with_reasons": {
        "only two": remove("**Question 2.**"),
        "two right choices": rewrite("**Question 1.**", "No. ", "Yes. "),
    },
    "has_each_knob_below_its_figure": {
        "of another figure": rewrite("knobs.purse", "knobs.purse", "knobs.edit_path"),
        "not alone": rewrite("knobs.purse", "knobs.purse(", "print(1)\nknobs.purse("),
    },
    "links_the_glossary": {"no link": rewrite("docs/glossary.md", "docs/glossary.md", "docs/words.md")},
}


def test_every_rule_has_a_copy_that_breaks_it():
    assert set(BREAKS) == {rule.__name__ for rule in SHAPE}


@every_broken_copy(SHAPE, BREAKS)
def test_a_rule_fails_on_a_broken_copy(rule, break_it):
    assert found_in_a_copy(rule, break_it) != []


def test_words_are_counted_without_addresses_and_formulas():
    text = "One [two](https://x.y/z) $a + b$ **three**.\n\n$$\nc = d\n$$\n\n| four | 5 |\n| --- | --- |\n<b>six"
    assert words([{"cell_type": "markdown", "source": text}, {"cell_type": "code", "source": "no words"}]) == 6


def test_minutes_are_reckoned_of_words_lines_guesses_and_exercises():
    prose = {"cell_type": "markdown", "source": "word " * 260}
    codes = ["guess = None  # a number", "def f():\n\n    raise NotImplementedError", "x = 1\n" * 17, "%pip install y"]
    assert minutes([prose, *({"cell_type": "code", "source": text} for text in codes)]) == 2 + 1 + 0.5 + 6


def test_the_page_for_contributors_says_how_long_each_lesson_is():
    """To a tenth of the words and to five minutes, so that a lesson may change a little."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = {
        name: [*map(int, row)]
        for name, *row in re.findall(r"^\| (\d\d) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|", page, re.M)
    }
    assert [*rows] == [path.stem[:2] for path in NOTEBOOKS]
    for path in NOTEBOOKS:
        notebook, said = load(path), rows[path.stem[:2]]
        for cells, (some_words, some_minutes) in (
            (before_the_appendix(notebook), said[:2]),
            (short_road(notebook), said[2:]),
        ):
            assert some_words == pytest.approx(words(cells), rel=0.1), path.stem
            assert some_minutes == pytest.approx(minutes(cells), abs=5), path.stem


def test_the_short_road_to_bleu_is_as_long_as_the_readme_says():
    roads = [short_road(load(path)) for path in NOTEBOOKS[:5]]
    [told] = re.findall(r"The short road to BLEU takes (\d+)", README.read_text(encoding="utf-8"))
    assert abs(sum(map(minutes, roads)) - int(told)) < 3 and sum(map(words, roads)) < 2700


def test_lesson_01_opens_with_a_real_sentence_in_few_words():
    cells = load(NOTEBOOKS[0])["cells"]
    places = [place for place, cell in enumerate(cells) if heading(cell).startswith(("1.", "2."))]
    opening = cells[slice(*places)]
    lines = [line for cell in opening for text in texts(cell) for line in text.splitlines()]
    assert 0 < words(opening) + sum(len(line.split()) for line in lines) <= 120, "with the sentences"
    assert [line.split(":")[0] for line in lines] == [
        "Spanish",
        "good",
        "good",
        "to score 1",
        "to score 2",
        "to score 3",
    ]


def told_in(lessons, answer):
    """The lessons that have an answer in a cell or in what a cell says."""
    return [
        lesson.stem
        for lesson in lessons
        if any(answer in text for cell in load(lesson)["cells"] for text in (source(cell), *texts(cell)))
    ]


def test_no_earlier_lesson_tells_an_answer():
    told = {
        (path.stem, answer): told_in(NOTEBOOKS[:place], answer)
        for place, path in enumerate(NOTEBOOKS)
        for _, answer in answers(load(path))
        if re.fullmatch(DECIMAL, answer)
    }
    assert told and not any(told.values()), told


@pytest.mark.parametrize("path", NOTEBOOKS[4:], ids=lambda path: path.stem)
def test_from_bleu_on_each_lesson_takes_a_score_apart(path):
    shown = [cell for cell in way(load(path)) if "\nexplain_bleu(" in source(cell) and cell["cell_type"] == "code"]
    assert any("n-grams: + matched" in text for cell in shown for text in texts(cell))


def test_the_lessons_are_those_of_the_readme_in_its_order():
    assert [*TITLES] == [path.name for path in NOTEBOOKS]
    assert [title[:2] for title in TITLES.values()] == [f"{number:02}" for number in range(1, len(TITLES) + 1)]


def test_the_front_page_and_the_package_say_who_comes_first():
    assert "The candidate comes first, the references second" in README.read_text(encoding="utf-8")
    assert "takes the candidate first and the references second" in bleu_helpers.__doc__
