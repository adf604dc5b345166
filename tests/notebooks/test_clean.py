"""The tool that undoes the changes that Colab makes to a notebook when it saves it."""

import copy
import json
import shutil
import subprocess

import clean
import pytest
from colab_file import saved_by_colab
from notebook_rules import NOTEBOOKS, code_cells, load, source

every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])


def written_by_colab(path, notebook):
    path.write_text(json.dumps(notebook, indent=2, ensure_ascii=False), encoding="utf-8")


@pytest.fixture
def lesson(tmp_path):
    """Return the path of a lesson that is in git's index."""
    path = tmp_path / NOTEBOOKS[1].name
    shutil.copy(NOTEBOOKS[1], path)
    for command in (["init", "--quiet"], ["add", "."]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    return path


@every_notebook
def test_undoes_what_colab_adds_to_the_byte(path, tmp_path, capsys):
    copied = tmp_path / path.name
    written_by_colab(copied, saved_by_colab(load(path)))
    for result in ("cleaned", "nothing changed"):
        clean.main([str(copied)])
        assert capsys.readouterr().out == f"{path.name}: {result}\n"
        assert copied.read_bytes() == path.read_bytes()


def ids(path):
    return [cell["id"] for cell in load(path)["cells"]]


def test_keeps_an_edit_in_colab_and_all_other_ids(lesson):
    before = ids(lesson)
    colab = saved_by_colab(load(lesson), ids_made_up=True)
    edited = colab["cells"][4]
    edited["source"] = ["an edited cell"]
    new = {"cell_type": "markdown", "source": ["a new cell"], "metadata": {"id": "AbC-123_xyz"}}
    colab["cells"].insert(9, new)
    del colab["cells"][20]
    written_by_colab(lesson, colab)
    clean.main([str(lesson)])
    expected = [*before[:3], edited["metadata"]["id"], *before[4:8], "AbC-123_xyz", *before[8:]]
    del expected[19]
    assert ids(lesson) == expected
    assert source(load(lesson)["cells"][3]) == "an edited cell"


def test_gives_a_new_id_to_a_cell_whose_text_was_moved_to_another_cell(lesson):
    before = ids(lesson)
    colab = saved_by_colab(load(lesson))
    place = next(place for place, cell in enumerate(colab["cells"]) if cell["cell_type"] == "code")
    colab["cells"].insert(place, copy.deepcopy(colab["cells"][place]))
    colab["cells"][place]["metadata"]["id"], colab["cells"][place + 1]["source"] = "AbC-123_xyz", "a new text"
    written_by_colab(lesson, colab)
    clean.main([str(lesson)])
    assert ids(lesson) == [*before[: place + 1], f"cell-{place + 2}", *before[place + 1 :]]


def test_keeps_tags_and_errors(tmp_path):
    notebook = load(NOTEBOOKS[0])
    cell = code_cells(notebook)[3]
    cell["metadata"] = {"tags": ["raises-exception"]}
    cell["outputs"] = [{"output_type": "error", "ename": "TypeError", "evalue": "no", "traceback": ["TypeError: no"]}]
    cleaned = clean.written(clean.normalised(notebook))
    assert clean.written(clean.normalised(saved_by_colab(notebook))) == cleaned
    assert json.loads(cleaned)["cells"] == notebook["cells"]
