"""The learner's copies: equal to the record, without what it says, one for each lesson and no more."""

import json
import os
import shutil
import subprocess
import sys

import clean
import front_door
import learn
import pytest
import refresh
from notebook_rules import NOTEBOOKS, ROOT, code_cells, load
from small_notebooks import SAVED, SHOWS, small_notebook

MAKE = "python3 run.py learn"


def problems(root, language):
    """What is wrong with the copies in a language, each with the command that mends it."""
    records = {path.name: path for path in learn.record(root)}
    copies = {path.name: path for path in learn.copies(language, root)}
    for name in sorted(copies.keys() - records.keys()):
        yield f"{learn.place(name, language)} has no record in notebooks: run `{MAKE}`"
    for name, path in records.items():
        if name not in copies:
            yield f"{learn.place(name, language)} is missing: run `{MAKE} {name}`"
        elif wrong := list(differences(load(copies[name]), load(path))):
            yield f"{learn.place(name, language)}: {', '.join(wrong)}: run `{MAKE} {name}`"
        elif copies[name].read_text(encoding="utf-8") != clean.written(clean.house_form(load(copies[name]))):
            yield f"{learn.place(name, language)} is not in the house's form: run `{MAKE} {name}`"


def differences(copy, record):
    """In what a copy is not the record's cells without outputs."""
    same = ("id", "cell_type", "source", "metadata")
    cells, ours = ([[cell.get(key) for key in same] for cell in one["cells"]] for one in (record, copy))
    if len(cells) != len(ours):
        yield f"it has {len(ours)} cells and the record {len(cells)}"
    for number, (cell, its_copy) in enumerate(zip(cells, ours, strict=False), 1):
        if cell != its_copy:
            yield f"cell {number} is another one"
    if {**record, "cells": []} != {**copy, "cells": []}:
        yield "what stands around the cells is different"
    for cell in code_cells(copy):
        if cell["outputs"] or cell["execution_count"] is not None:
            yield f"cell {cell['id']} has an output or a count"


@pytest.mark.parametrize("language", learn.LANGUAGES)
def test_every_record_has_its_copy_and_every_copy_its_record(language):
    assert list(problems(ROOT, language)) == []


# The check can fail, and the command that it names mends it.


@pytest.fixture
def series(tmp_path):
    """A small repository: the records of two lessons, and their copies."""
    for path in NOTEBOOKS[:2]:
        (tmp_path / "notebooks").mkdir(exist_ok=True)
        shutil.copy(path, tmp_path / "notebooks")
    learn.write_all(learn.record(tmp_path), tmp_path)
    return tmp_path


FIRST = NOTEBOOKS[0].name


def edit(series, change, folder="notebooks/learn/en"):
    path = series / folder / FIRST
    notebook = load(path)
    change(notebook)
    path.write_text(clean.written(clean.house_form(notebook)), encoding="utf-8")


BREAKS = {
    "is missing": lambda series: (series / learn.place(FIRST)).unlink(),
    "has no record": lambda series: (series / "notebooks" / NOTEBOOKS[1].name).unlink(),
    "cell 3 is another one": lambda series: edit(
        series, lambda notebook: notebook["cells"][2].update(source="newer"), "notebooks"
    ),
    "has an output or a count": lambda series: edit(
        series, lambda notebook: code_cells(notebook)[1].update(outputs=SAVED["a text"])
    ),
    "house's form": lambda series: (series / learn.place(FIRST)).write_text(
        json.dumps(load(series / learn.place(FIRST))), encoding="utf-8"
    ),
}


@pytest.mark.parametrize("expected", BREAKS)
def test_what_is_wrong_is_named_with_the_command_that_mends_it(expected, series):
    assert list(problems(series, "en")) == []
    BREAKS[expected](series)
    [problem] = problems(series, "en")
    assert expected in problem
    assert MAKE in problem
    assert learn.write_all(learn.record(series), series) != []
    assert list(problems(series, "en")) == []
    assert learn.write_all(learn.record(series), series) == []


def test_a_copy_without_a_record_is_deleted_whatever_is_asked_for(series):
    (series / "notebooks" / FIRST).unlink()
    [said] = learn.write_all([], series)
    assert said == f"notebooks/learn/en/{FIRST} (deleted: there is no notebooks/{FIRST})"


# The commands.


def run(*command, cwd=ROOT):
    return subprocess.run(
        [sys.executable, *command], cwd=cwd, env=dict(os.environ), capture_output=True, text=True, encoding="utf-8"
    )


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
    assert refresh.main([path]) == 0
    assert list(problems(tmp_path, "en")) == []
    learn.copies("en", tmp_path)[0].unlink()
    assert refresh.main([path]) == 0
    assert list(problems(tmp_path, "en")) == []
    assert capsys.readouterr().out == "01_small.ipynb: running ... saved\n" * 2
