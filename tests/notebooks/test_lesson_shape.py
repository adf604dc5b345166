"""What the lessons promise together; the rules for a single lesson are in tests/support/lesson_shape.py."""

import re

import address
import lab
import learn
import pytest
from lesson_shape import DECIMAL, answers, way
from notebook_rules import NOTEBOOKS, ROOT, facts_file, load, source, texts

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_short_road_to_bleu_is_as_long_as_the_readme_says():
    lessons = [load(path) for path in NOTEBOOKS[:5]]
    roads = [int(re.search(r"(\d+) on the short road", source(lesson["cells"][0]))[1]) for lesson in lessons]
    for text in (README, source(lessons[0]["cells"][0])):
        assert re.findall(r"The short road to BLEU takes (\d+)", text) == [str(sum(roads))]


def test_a_lesson_takes_as_long_as_the_readme_says():
    minutes = [int(re.search(lab.MINUTES, source(load(path)["cells"][0]))[1]) for path in NOTEBOOKS]
    assert f"A lesson takes {min(minutes)} to {max(minutes)} minutes." in README


def test_no_earlier_lesson_gives_an_answer_away():
    answers_of = {
        path: [answer for _, answer in answers(load(path)) if re.fullmatch(DECIMAL, answer)] for path in NOTEBOOKS
    }
    assert any(answers_of.values()), "no answer is a decimal"
    for place, earlier in enumerate(NOTEBOOKS):
        read = "\n".join(text for cell in load(earlier)["cells"] for text in (source(cell), *texts(cell)))
        for path in NOTEBOOKS[place + 1 :]:
            known = [answer for answer in answers_of[path] if answer in read]
            assert not known, f"{earlier.name} already contains {known}, the answer to a prediction in {path.name}"


@pytest.mark.parametrize("path", NOTEBOOKS[4:], ids=lambda path: path.stem)
def test_every_lesson_from_bleu_on_calls_explain_bleu(path):
    shown = [cell for cell in way(load(path)) if "\nexplain_bleu(" in source(cell) and cell["cell_type"] == "code"]
    assert shown, f"no cell of {path.name} before the exercises calls explain_bleu(…) at the beginning of a line"
    assert any("n-grams: + matched" in text for cell in shown for text in texts(cell)), (
        f"explain_bleu(…) printed nothing in {path.name}: run `python3 run.py refresh {path.name}` first"
    )


def test_the_readme_lists_every_lesson_in_order():
    rows = "".join(learn.ROWS.findall(README))
    assert address.shown(learn.readme()) == README, "run `python3 run.py learn`, which writes the tables in README.md"
    assert re.findall(r"(?m)^\| \[(\d\d)", rows) == [f"{number:02}" for number in range(1, len(NOTEBOOKS) + 1)]


def test_every_lesson_has_all_its_files():
    missing = []
    for path in NOTEBOOKS:
        name = path.stem[3:]
        files = [f"bleu_exercises/exercises/{name}.py", facts_file(path.stem)]
        if (ROOT / f"bleu_helpers/lessons/{name}.py").is_file():
            files.append(f"tests/lessons/test_{name}.py")
        missing += [file for file in files if not (ROOT / file).is_file()]
    assert not missing, f"these files of the lessons are missing: {', '.join(missing)}"
