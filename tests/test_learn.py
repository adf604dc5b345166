"""The learner's copies: equal to the record, without what it says, one for each lesson and no more."""

import shutil

import clean
import front_door
import learn
import pytest
import refresh
from notebook_rules import NOTEBOOKS, ROOT, load
from small_notebooks import SAVED, SHOWS, clear, edit, small_notebook


def is_without_outputs(copy, record):
    """Whether a copy has a record's cells, none of them run, and is written in the house's form."""
    wanted = load(record)
    clear(wanted)
    return copy.read_text(encoding="utf-8") == clean.written(clean.house_form(wanted))


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


def test_a_copy_without_a_record_is_deleted_whatever_is_asked_for(series):
    (series / "notebooks" / FIRST).unlink()
    [said] = learn.write_all([], series)
    assert said == f"notebooks/learn/en/{FIRST} (deleted: there is no notebooks/{FIRST})"


# The commands.


def test_a_record_that_cannot_be_read_stops_no_other(series, capsys):
    (series / "notebooks" / FIRST).write_text("<<<<<<< HEAD", encoding="utf-8")
    (series / learn.place(NOTEBOOKS[1].name)).unlink()
    before = (series / learn.place(FIRST)).read_bytes()
    assert learn.main([str(series / "notebooks")], series) == 1
    said = capsys.readouterr().out
    assert f"{FIRST}: this is no notebook that can be read (JSONDecodeError: " in said
    assert f"{learn.place(NOTEBOOKS[1].name)}\n" in said
    assert (series / learn.place(FIRST)).read_bytes() == before


@pytest.mark.parametrize("name", [learn.place(FIRST), "notebooks/learn/en", "notebooks/learn"])
@pytest.mark.parametrize("command", ["check", "refresh", "clean", "learn"])
def test_a_copy_is_not_taken_for_a_record(command, name, monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    assert front_door.main([command, name]) == 2
    assert f"'{name}' is a learner's copy: `python3 run.py learn` makes it" in capsys.readouterr().err


@pytest.mark.slow
def test_refresh_writes_the_copy_too(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(refresh, "ROOT", tmp_path)
    (tmp_path / "notebooks").mkdir()
    path = tmp_path / "notebooks" / "01_small.ipynb"
    small_notebook(path, {"a text": SHOWS["a text"]}, SAVED)
    for _ in range(2):
        assert refresh.main([path]) == 0
        [copy] = learn.copies("en", tmp_path)
        assert is_without_outputs(copy, path)
        copy.unlink()
    assert capsys.readouterr().out == "01_small.ipynb: running ... saved\n" * 2
