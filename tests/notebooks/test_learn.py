"""The learner's copies: equal to the record, without what it says, one for each lesson and no more."""

import shutil

import front_door
import learn
import pytest
from notebook_rules import NOTEBOOKS, ROOT, code_cells, load, source
from small_notebooks import edit


def is_without_outputs(copy, record):
    """Whether a copy has the cells of a record that are for learners and one link, none of them run."""
    cells, wanted = load(copy)["cells"], learn.for_learners(load(record)["cells"])
    assert f"/{record.stem}.html)" in source(cells[-1])
    return [cell["id"] for cell in cells[:-1]] == [cell["id"] for cell in wanted] and not any(
        cell["outputs"] or cell["execution_count"] for cell in code_cells({"cells": cells})
    )


@pytest.mark.parametrize("language", learn.LANGUAGES)
def test_every_copy_has_its_record(language):
    names = [path.name for path in learn.copies(language)]
    assert names == [path.name for path in NOTEBOOKS], "run `python3 run.py learn`"


@pytest.fixture
def series(tmp_path):
    """A small repository: the records of two lessons, and their copies."""
    (tmp_path / "notebooks").mkdir()
    for path in NOTEBOOKS[:2]:
        shutil.copy(path, tmp_path / "notebooks")
    learn.write_all(learn.record(tmp_path), tmp_path)
    return tmp_path


FIRST = NOTEBOOKS[0].name


def test_a_copy_that_is_missing_or_another_is_written_again(series):
    edit(series / "notebooks" / FIRST, lambda notebook: notebook["cells"][2].update(source="newer"))
    (series / learn.place(NOTEBOOKS[1].name)).unlink()
    assert learn.write_all(learn.record(series), series) == [learn.place(path.name) for path in NOTEBOOKS[:2]]
    assert load(series / learn.place(FIRST))["cells"][2]["source"] == ["newer"]
    assert is_without_outputs(series / learn.place(NOTEBOOKS[1].name), NOTEBOOKS[1])
    assert learn.write_all(learn.record(series), series) == []


def test_what_follows_from_an_answer_is_folded_up_to_the_next_heading_or_line():
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


def test_a_copy_has_no_appendix_and_no_cell_that_only_the_tests_need():
    texts = "1", "2", "## Appendix: for the sceptic", "3"
    cells = [{"source": text, "metadata": {"tags": [learn.RECORD]} if text == "2" else {}} for text in texts]
    assert learn.for_learners(cells) == cells[:1]


def test_a_copy_links_to_the_next_lesson_where_the_lesson_does_not():
    cells = learn.page_link(FIRST, [{"source": "**Next:** elsewhere"}]), learn.page_link(FIRST, [])
    assert [f"]({NOTEBOOKS[1].name})" in cell.source for cell in cells] == [False, True]
    assert "**Next:**" not in learn.page_link(NOTEBOOKS[-1].name, []).source


def test_a_copy_without_a_record_is_deleted_whatever_is_asked_for(series):
    (series / "notebooks" / FIRST).unlink()
    [said] = learn.write_all([], series)
    assert said == f"notebooks/learn/en/{FIRST} (deleted: there is no notebooks/{FIRST})"


@pytest.mark.parametrize("name", [learn.place(FIRST), "notebooks/learn/en", "notebooks/learn"])
@pytest.mark.parametrize("command", ["check", "refresh", "clean", "learn"])
def test_a_copy_is_not_taken_for_a_record(command, name, monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    assert front_door.main([command, name]) == 2
    assert f"'{name}' is a learner's copy, which `python3 run.py learn` makes" in capsys.readouterr().err
