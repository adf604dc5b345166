"""The learner's copies: there is exactly one for each lesson, with its cells for learners and without their outputs."""

import shutil

import commands
import learn
import pytest
from notebook_rules import NOTEBOOKS, ROOT, load
from small_notebooks import edit


@pytest.mark.parametrize("language", learn.LANGUAGES)
def test_every_lesson_has_a_copy(language):
    names = [path.name for path in learn.copies(language)]
    assert names == [path.name for path in NOTEBOOKS], "run `python3 run.py learn`, and delete a copy without a lesson"


FIRST = NOTEBOOKS[0].name


def test_writes_a_missing_or_outdated_copy_again(tmp_path, monkeypatch):
    monkeypatch.setattr(learn, "LANGUAGES", ("en",))
    (tmp_path / "notebooks").mkdir()
    for path in NOTEBOOKS[:2]:
        shutil.copy(path, tmp_path / "notebooks")
    both = [learn.place(path.name) for path in NOTEBOOKS[:2]]
    assert learn.write_all(learn.lessons(tmp_path), tmp_path) == both
    edit(tmp_path / "notebooks" / FIRST, lambda notebook: notebook["cells"][2].update(source="newer"))
    assert learn.write_all(learn.lessons(tmp_path), tmp_path) == both[:1]
    assert load(tmp_path / both[0])["cells"][2]["source"] == ["newer"]
    assert learn.write_all(learn.lessons(tmp_path), tmp_path) == []


def test_an_output_gives_an_answer_away_until_the_next_heading():
    texts = "reveal(5, guess)", "Five.", "print(5)", "## 4.", "print(6)"
    cells = [{"cell_type": "code" if ")" in text else "markdown", "source": text} for text in texts]
    assert [cell["source"] for cell in learn.fold_what_follows(cells)] == ["print(5)"]


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


@pytest.mark.parametrize("name", [learn.place(FIRST), "notebooks/learn/en", "notebooks/learn"])
@pytest.mark.parametrize("command", ["check", "refresh", "clean", "learn"])
def test_a_command_refuses_a_learners_copy(command, name, monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    assert commands.main([command, name]) == 2
    assert f"'{name}' is a learner's copy" in capsys.readouterr().err
