"""The shape of the series, beside the rules for each lesson."""

import re

import learn
import pytest
from lesson_shape import DECIMAL, README, TITLES, answers, heading, minutes, short_road, way, words
from notebook_rules import NOTEBOOKS, ROOT, facts_file, load, source, texts


def test_minutes_count_words_lines_predictions_exercises_and_questions():
    prose = {"cell_type": "markdown", "source": "**Question " + "word " * 199}
    codes = ["guess = None  # a number", "def f():\n\n    raise NotImplementedError", "x = 1\n" * 17, "%pip install y"]
    assert minutes([prose, *({"cell_type": "code", "source": text} for text in codes)]) == 2 + 2 + 1 + 10 + 1
    assert minutes([{"cell_type": "code", "source": "x = np.zeros(3)\n" * 5}]) == 1


def test_the_short_road_to_bleu_is_as_long_as_the_readme_says():
    roads = [short_road(load(path)) for path in NOTEBOOKS[:5]]
    [told] = re.findall(r"The short road to BLEU takes (\d+)", README.read_text(encoding="utf-8"))
    assert int(told) - 2 <= sum(map(minutes, roads)) <= int(told) and sum(map(words, roads)) < 2900


def test_lesson_01_opens_with_a_real_sentence_in_few_words():
    cells = load(NOTEBOOKS[0])["cells"]
    places = [place for place, cell in enumerate(cells) if heading(cell).startswith(("1.", "2."))]
    opening = cells[slice(*places)]
    lines = [line for cell in opening for text in texts(cell) for line in text.splitlines()]
    assert 0 < words(opening) + sum(len(line.split()) for line in lines) <= 140, "with the sentences"
    assert [line.split(":")[0] for line in lines][:3] == ["Spanish", "good", "good"]


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
    assert shown, f"no cell of {path.name} before the exercises calls explain_bleu(…) at the beginning of a line"
    assert any("n-grams: + matched" in text for cell in shown for text in texts(cell)), (
        f"explain_bleu(…) has printed nothing in {path.name}: run `python3 run.py refresh {path.name}` first"
    )


def test_the_lessons_are_those_of_the_readme_in_its_order():
    rows = learn.ROWS.search(README.read_text(encoding="utf-8")).group()
    assert rows == "".join(map(learn.row, NOTEBOOKS)), "`python3 run.py learn` makes the table in README.md"
    assert [title[:2] for title in TITLES.values()] == [f"{number:02}" for number in range(1, len(TITLES) + 1)]


def test_every_lesson_has_all_its_files():
    missing = []
    for path in NOTEBOOKS:
        name = path.stem[3:]
        files = [f"bleu_helpers/checks/exercises/{name}.{kind}" for kind in ("py", "toml")]
        files += [f"tests/support/students/{name}.py", facts_file(path.stem)]
        if (ROOT / f"bleu_helpers/lessons/{name}.py").is_file():
            files.append(f"tests/lessons/test_{name}.py")
        missing += [file for file in files if not (ROOT / file).is_file()]
    assert not missing, f"these files of lessons are missing: {', '.join(missing)}"
