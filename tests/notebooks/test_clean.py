"""The tool that undoes the changes that Colab makes to a notebook when it saves it."""

import json

import clean
import pytest
from colab_file import saved_by_colab
from notebook_rules import NOTEBOOKS, load, source

every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])


def written_by_colab(path, notebook):
    path.write_text(json.dumps(notebook, indent=2, ensure_ascii=False), encoding="utf-8")


@every_notebook
def test_undoes_what_colab_adds_to_the_byte(path, tmp_path, capsys):
    copied = tmp_path / path.name
    written_by_colab(copied, saved_by_colab(load(path)))
    for result in ("cleaned", "nothing changed"):
        clean.main([str(copied)])
        assert capsys.readouterr().out == f"{path.name}: {result}\n"
        assert copied.read_bytes() == path.read_bytes()


def test_removes_the_badge_of_github_and_keeps_an_edit_and_the_ids(tmp_path):
    path, lesson = tmp_path / "lesson.ipynb", load(NOTEBOOKS[1])
    colab = saved_by_colab(lesson, to_github=True)
    colab["cells"][4]["source"] = ["an edited cell"]
    colab["cells"].insert(9, {"cell_type": "markdown", "source": ["new"], "metadata": {"id": "AbC-123_xyz"}})
    colab["cells"].append({"cell_type": "markdown", "source": ["without an id"], "metadata": {}})
    written_by_colab(path, colab)
    clean.main([str(path)])
    ids, cells = [cell["id"] for cell in lesson["cells"]], load(path)["cells"]
    assert [cell["id"] for cell in cells] == [*ids[:8], "AbC-123_xyz", *ids[8:], f"cell-{len(cells)}"]
    assert source(cells[3]) == "an edited cell"
