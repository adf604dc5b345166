"""A notebook that nbgrader runs with our kernel and the program outside, here without a sandbox."""

import json
import sys
from unittest.mock import patch

import pytest
from course import cell_of, filled_in, in_adas_folder, logged, posix, released, solutions, source, write
from nbconvert.preprocessors import ExecutePreprocessor
from nbformat import reads
from traitlets.config import Config

from bleu_grading.inside import kernel
from bleu_grading.instructor import configuration
from bleu_grading.outside import sandbox
from bleu_grading.outside.problem_set import ProblemSet, grade_id, is_test
from exercise_checker import guard

FIRST_ANSWER = """
import os

assert os.environ.keys() & {"BLEU_SEED_FILE", "BLEU_ANSWERS_FILE"} == set(), "they contain the paths of the secrets"
print("x" * 300_000)
print("x" * 300_000)

class Bad:
    def __float__(self):
        raise RuntimeError

def overused(candidate, references):
    print("HIDDEN", candidate)
    return right(candidate, references) if candidate else Bad()
"""

LAST_LINES = """
import helper

from IPython.display import HTML, display

assert [*helper.files.upload().items()] == []
exit()
display(HTML("x" * 2_000_000), HTML("short"))
"""


@posix
def test_grades_a_whole_notebook(tmp_path, monkeypatch):
    course = in_adas_folder(tmp_path, monkeypatch)
    right = solutions("ps1")["overused"].replace("def overused(", "def right(")
    endless = "import time\n\ntime.sleep(60)\n"
    last = "%%timeit -n 1\n\ufeff" + solutions("ps1")["text_precision"] + LAST_LINES
    answers = {"overused": right + FIRST_ANSWER, "credited": endless, "text_precision": last}
    notebook = filled_in(released("ps1"), answers)
    for cell in filter(is_test, source("ps1")["cells"]):  # as nbgrader does
        cell_of(notebook, grade_id(cell))["source"] = cell["source"]
    folder = course / "autograded" / "ada" / "ps1"
    write(notebook, folder / "ps1.ipynb")
    (folder / "helper.py").write_text("from google.colab import drive, files\ndrive.mount('/x')", encoding="utf-8")
    c = Config({"Execute": {"timeout": 3}})
    configuration.use_sandbox(c)
    how = {"interrupt_on_timeout": True, "allow_errors": True, "timeout_func": c.Execute.timeout_func}
    run = ExecutePreprocessor(config=c, kernel_name=c.Execute.kernel_name, **how)
    graded, resources = run.preprocess(reads(json.dumps(notebook), as_version=4), {"metadata": {"path": str(folder)}})
    assert "HIDDEN" not in str(cell_of(graded, "test_overused")["outputs"])
    configuration.insert_verdicts(graded, resources)
    events = logged(course)
    kinds = [event["event"] for event in events]
    assert kinds == ["started", "asked", "graded", "asked", "graded", "ended", "kept"]
    assert [event["awarded"] for event in events if event["event"] == "graded"] == [0.0, 3.0]
    assert events[0]["digests"] == ProblemSet(course, "ps1").digests("ada")
    printed = "".join(output["text"] for output in cell_of(graded, "overused")["outputs"])
    assert "not kept" in printed and len(printed) < 210_000
    assert "a different type" in cell_of(graded, "test_overused")["outputs"][0]["text"]
    assert cell_of(graded, "credited")["outputs"][0]["ename"] == "KeyboardInterrupt"
    cut, short = cell_of(graded, "text_precision")["outputs"]  # Colab's modules stopped nothing
    assert "not kept" in cut["text"] and short["data"]["text/html"] == "short"
    test, value = cell_of(graded, "test_credited")["outputs"]
    assert "a function credited" in test["text"]
    assert value["data"]["text/plain"] == "0.0"


def test_a_test_cell_has_time_to_report_a_slow_function():
    """An interrupted cell gets no verdict, and if it does not end soon, nbgrader drops the notebook."""
    c = Config({"Execute": {"timeout": 20}})
    configuration.use_sandbox(c)
    other, test = ({"cell_type": "code", "metadata": {"nbgrader": {"grade": grade}}} for grade in (False, True))
    assert [c.Execute.timeout_func(cell) for cell in (other, test)] == [20, configuration.SECONDS_OF_A_TEST]
    assert c.Execute.iopub_timeout > guard.MAX_SECONDS_PER_CALL
    assert configuration.SECONDS_OF_A_TEST > 2 * (guard.MAX_SECONDS_PER_CHECK + guard.MAX_SECONDS_PER_CALL)


def test_skips_cells_but_runs_tests_after_the_time_limit(monkeypatch):
    now, test = [100.0], configuration.SECONDS_OF_A_TEST
    monkeypatch.setattr(configuration.time, "monotonic", lambda: now[0])
    c = Config({"Execute": {"timeout": 20}})
    configuration.use_sandbox(c, notebook_seconds=50)
    cells = [{"cell_type": "code", "metadata": {"nbgrader": {"grade": grade}}} for grade in (0, 0, 1, 0, 0, 0, 1)]
    for number, cell in [*enumerate(cells)] * 2:  # the second notebook has its own time
        c.Execute.on_cell_start(cell=cell, cell_index=number)
        cell["seconds"] = c.Execute.timeout_func(cell)
        now[0] += 16
    assert [cell["seconds"] for cell in cells] == [20, 20, test, 18, 2, 1, test]
    assert [cell["metadata"].get("tags") for cell in cells] == [None] * 5 + [["skip-execution"], None]
    assert "50 s" in cells[5]["outputs"][0]["evalue"]


def test_grading_needs_a_seed_and_a_sandbox_that_hides_it(tmp_path, monkeypatch, capsys):
    in_adas_folder(tmp_path, monkeypatch)
    configuration.before_grading(assignment="ps1")
    assert capsys.readouterr().err.startswith("Not protected: ")
    monkeypatch.setattr(sandbox, "kind", lambda: "bwrap")
    configuration.before_grading()
    assert capsys.readouterr() == ("", "")
    monkeypatch.setattr(sandbox, "is_visible_inside", lambda path: path.name == "course")
    with pytest.raises(SystemExit, match=r"every notebook can read .*course"):
        configuration.before_grading()
    (tmp_path / "private" / "seed").unlink()
    with pytest.raises(SystemExit, match="Nothing was graded: BLEU_SEED_FILE names "):
        configuration.before_grading()


# Modules that only Colab has.


@pytest.mark.parametrize(
    ("source", "there"),
    [
        ("from google.colab import drive", True),
        ("import google.colab.files as files", True),
        ("from google import colab", True),
        ("%load_ext google.colab.data_table", True),
        ("try:\n    import google.colab\nexcept ImportError:\n    here = 0", False),  # it handles the error
    ],
)
def test_provides_colabs_modules_to_a_cell_that_needs_them(source, there):
    with patch.dict(sys.modules):
        kernel.install_fake_colab(source)
        assert ("google.colab" in sys.modules) is there
        exec(source.replace("%load_ext ", "import "), {})
