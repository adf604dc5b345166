"""The tool that undoes the changes that Colab makes to a notebook when it saves it."""

import json

import clean
import pytest
from colab_file import saved_by_colab
from notebook_rules import NOTEBOOKS, code_cells, load

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


def test_each_cell_keeps_its_id_or_gets_one_and_the_badge_of_colab_is_left_out():
    colab = saved_by_colab(load(NOTEBOOKS[1]))
    ids = [cell["metadata"]["id"] for cell in colab["cells"]]
    new = ({"cell_type": "markdown", "source": [], "metadata": metadata} for metadata in ({"id": ids[0]}, {}))
    badge = {"cell_type": "markdown", "source": [], "metadata": {"id": clean.COLABS_BADGE}}
    colab["cells"] = [badge, *colab["cells"], *new]
    made = [f"cell-{number}" for number in (len(ids) + 1, len(ids) + 2)]
    assert [cell["id"] for cell in clean.normalised(colab)["cells"]] == [*ids, *made]


def test_keeps_tags_and_errors(tmp_path):
    notebook = load(NOTEBOOKS[0])
    cell = code_cells(notebook)[3]
    cell["metadata"] = {"tags": ["raises-exception"]}
    cell["outputs"] = [{"output_type": "error", "ename": "TypeError", "evalue": "no", "traceback": ["TypeError: no"]}]
    cleaned = clean.written(clean.normalised(notebook))
    assert clean.written(clean.normalised(saved_by_colab(notebook))) == cleaned
    assert json.loads(cleaned)["cells"] == notebook["cells"]
