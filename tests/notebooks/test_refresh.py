"""The tool behind `python3 run.py refresh`, and the pictures that it saves for the README."""

import base64
import re

import clean
import pytest
import refresh
from notebook_rules import NOTEBOOKS, ROOT, load
from small_notebooks import SAVED, SHOWS, clear, edit, small_notebook


@pytest.mark.slow
def test_refresh_restores_every_byte(tmp_path, monkeypatch, capsys):
    path, picture = tmp_path / "01_small.ipynb", tmp_path / "docs" / "picture-01.png"
    picture.parent.mkdir()
    picture.write_bytes(b"stale")
    monkeypatch.setattr(refresh, "ROOT", tmp_path)
    small_notebook(path, {"a picture": SHOWS["a picture"], "a text": SHOWS["a text"]}, SAVED)
    edit(path, lambda notebook: notebook["cells"][0]["metadata"].update(tags=["readme-picture"]))
    before = clean.normalised(load(path))
    edit(path, clear)
    edit(path, lambda notebook: notebook["metadata"].update(widgets={}, colab={"provenance": []}))
    assert refresh.main([path]) == 0
    assert capsys.readouterr().out == f"{path.name}: running ... saved\n"
    after, restored = path.read_bytes(), load(path)
    # Versions of matplotlib differ in a few pixels, so the saved picture is replaced with the new one.
    drawn, saved = (notebook["cells"][0]["outputs"][0]["data"] for notebook in (restored, before))
    assert picture.read_bytes() == base64.b64decode("".join(drawn["image/png"]))
    saved["image/png"] = drawn["image/png"]
    assert clean.written(clean.normalised(restored)) == after.decode() == clean.written(before)
    monkeypatch.setattr(refresh, "execute", lambda notebook, folder: None)  # the same outputs again
    assert refresh.main([path]) == 0
    assert capsys.readouterr().out == f"{path.name}: running ... nothing changed\n"
    assert path.read_bytes() == after


def test_refresh_does_not_change_a_notebook_that_fails(tmp_path, capsys):
    path = tmp_path / "fails.ipynb"
    small_notebook(path, {"fine": "print(1)", "fails": "1 / 0"}, {"fine": [], "fails": []})
    before = path.read_bytes()
    assert refresh.main([path]) == 1
    assert "ZeroDivisionError: division by zero" in capsys.readouterr().out
    assert path.read_bytes() == before
    assert [*tmp_path.iterdir()] == [path]


def test_a_translated_lesson_prints_the_numbers_of_the_lesson(tmp_path, monkeypatch):
    small_notebook(tmp_path / "small.ipynb", {"a text": SHOWS["a text"]}, SAVED)
    lesson, copy = clean.read(tmp_path / "small.ipynb"), clean.read(tmp_path / "small.ipynb")
    monkeypatch.setattr(refresh, "execute", lambda notebook, folder: None)  # the outputs are those below
    copy.cells[0].outputs[0].text = "0.2857을 받는 문장"
    refresh.execute_translated(copy, lesson, tmp_path)
    copy.cells[0].outputs[0].text = "0.2858을 받는 문장"
    with pytest.raises(ValueError, match=f"the cell {copy.cells[0].id} does not print the numbers of the lesson"):
        refresh.execute_translated(copy, lesson, tmp_path)


def test_the_readme_shows_the_pictures_of_the_lessons():
    pictures = {
        f"picture-{path.stem[:2]}.png": picture
        for path in NOTEBOOKS
        for picture in refresh.readme_pictures(clean.read(path))
    }
    assert pictures == {path.name: path.read_bytes() for path in (ROOT / "docs").glob("picture-*.png")}
    shown = re.findall(r"\]\(docs/(picture-.+?)\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert sorted(shown) == sorted(pictures)
