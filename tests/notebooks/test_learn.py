"""The learner's copies: there is exactly one for each lesson, with its cells for learners and without their outputs."""

import re
import shutil

import commands
import learn
import pytest
from notebook_rules import NOTEBOOKS, ROOT, code_cells, load, source
from small_notebooks import edit


@pytest.mark.parametrize("language", learn.LANGUAGES)
def test_every_lesson_has_a_copy(language):
    names = [path.name for path in learn.copies(language)]
    assert names == [path.name for path in NOTEBOOKS], "run `python3 run.py learn`, and delete a copy without a lesson"


@pytest.fixture
def series(tmp_path, monkeypatch):
    """Return a small repository with two lessons and their copies in English."""
    monkeypatch.setattr(learn, "LANGUAGES", ("en",))
    (tmp_path / "notebooks").mkdir()
    for path in NOTEBOOKS[:2]:
        shutil.copy(path, tmp_path / "notebooks")
    learn.write_all(learn.lessons(tmp_path), tmp_path)
    return tmp_path


FIRST = NOTEBOOKS[0].name


def test_writes_a_missing_or_outdated_copy_again(series):
    edit(series / "notebooks" / FIRST, lambda notebook: notebook["cells"][2].update(source="newer"))
    (series / learn.place(NOTEBOOKS[1].name)).unlink()
    assert learn.write_all(learn.lessons(series), series) == [learn.place(path.name) for path in NOTEBOOKS[:2]]
    assert load(series / learn.place(FIRST))["cells"][2]["source"] == ["newer"]
    assert learn.write_all(learn.lessons(series), series) == []


def test_a_copy_has_the_cells_for_learners_without_their_outputs_and_a_link_to_the_lessons_page(series):
    *cells, last = load(series / learn.place(FIRST))["cells"]
    assert re.search(rf"/{NOTEBOOKS[0].stem}\.(html|ipynb)\)", source(last))
    assert [cell["id"] for cell in cells] == [cell["id"] for cell in learn.for_learners(load(NOTEBOOKS[0])["cells"])]
    assert not any(cell["outputs"] or cell["execution_count"] for cell in code_cells({"cells": cells}))


def test_folds_the_text_after_an_answer_up_to_the_next_heading_or_line():
    lesson = (
        "Before.",
        "reveal(5, guess)",
        "Five.",
        "print(5)",
        "So.\n\n---\n\nThen.",
        "Now.",
        "reveal(5, guess)",
        "## 4.",
    )
    cells = [{"cell_type": "code" if ")" in text else "markdown", "source": text} for text in lesson]
    assert [cell["source"] for cell in learn.fold_what_follows(cells)] == ["print(5)"]
    folded = f"<details>\n<summary>{learn.FOLDED}</summary>\n\n{{}}\n\n</details>".format
    texts = [cell["source"] for cell in cells if cell["cell_type"] == "markdown"]
    assert texts == ["Before.", folded("Five."), folded("So.") + "\n\nThen.", "Now.", "## 4."]


def test_leaves_out_the_appendix_and_cells_that_only_the_tests_need():
    texts = "1", "2", "## Appendix: for the sceptic", "3", "2"
    cells = [{"source": text, "metadata": {"tags": [learn.TESTS_ONLY]} if text == "2" else {}} for text in texts]
    assert learn.for_learners(cells) == cells[:1]
    assert learn.for_the_site(cells) == cells[:-1]


@pytest.mark.parametrize(("language", "order"), [("en", "abcde"), ("ko", "abcde"), ("zh", "acdbe")])
def test_the_examples_in_the_language_of_an_edition_come_first(language, order):
    tags = {"a": [], "b": ["ko"], "c": ["zh"], "d": ["zh"], "e": []}
    cells = [{"id": name, "metadata": {"tags": tag}} for name, tag in tags.items()]
    assert "".join(cell["id"] for cell in learn.own_examples_first(cells, language)) == order


def test_links_to_the_next_lesson_if_the_lesson_does_not():
    cells = learn.page_link(FIRST, [{"source": "**Next:** elsewhere"}]), learn.page_link(FIRST, [])
    assert [f"]({NOTEBOOKS[1].name})" in cell.source for cell in cells] == [False, True]
    assert "**Next:**" not in learn.page_link(NOTEBOOKS[-1].name, []).source


@pytest.mark.parametrize("name", [learn.place(FIRST), "notebooks/learn/en", "notebooks/learn"])
@pytest.mark.parametrize("command", ["check", "refresh", "clean", "learn"])
def test_a_command_refuses_a_learners_copy(command, name, monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    assert commands.main([command, name]) == 2
    assert f"'{name}' is a learner's copy" in capsys.readouterr().err
