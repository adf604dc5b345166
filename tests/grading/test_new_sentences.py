"""The sentences of a problem set, drawn from the instructor's seed, and the docs' example of changed rules."""

import contextlib
import io
import json
import re
import runpy
import shutil

import pytest
from course import ASSIGNMENTS, SEED, SETS, instructors_machine, source, text
from notebook_rules import python

from bleu_exercises import diagnose
from bleu_grading.instructor import command
from bleu_grading.instructor.new_sentences import with_new_sentences
from bleu_grading.outside import seed_and_answers

SENTENCES = runpy.run_path(str(ASSIGNMENTS / "answers.py"))["SENTENCES"]


@pytest.fixture(params=SETS)
def name(request):
    return request.param


def printed(notebook):
    """Return what a notebook with its solutions prints, without the hidden tests."""
    space = {}
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code" and "HIDDEN TESTS" not in text(cell):
                exec(python(cell), space)
    return out.getvalue()


def assert_what_is_printed_is_right(notebook):
    lines = printed(notebook).strip().split("\n")
    checked = [line.split("  right: ") for line in lines if "  right: " in line]
    assert checked and all(got == right for got, right in checked)
    numbers = [f"{n} {value}" for n, value in re.findall(r"(?m)^(\d) (0\.\d+)$", "\n".join(lines))]
    listed = [line for line in lines if line.startswith("right: 1 ")]
    assert listed == (["right: " + ", then ".join(numbers)] if listed else [])


def test_drawn_sentences_have_right_results(name, seed="another seed"):
    assert_what_is_printed_is_right(source(name))
    notebook = with_new_sentences(source(name), SENTENCES[name], seed)
    assert_what_is_printed_is_right(notebook)
    assert notebook != source(name)
    again = with_new_sentences(notebook, SENTENCES[name], seed)
    if name != "ps2":  # whose new sentence always differs from the one before
        assert again == notebook
    assert [cell["metadata"] for cell in notebook["cells"]] == [cell["metadata"] for cell in source(name)["cells"]]


def test_twenty_seeds_draw_different_sentences(name):
    drawn = {json.dumps(with_new_sentences(source(name), SENTENCES[name], f"seed {number}")) for number in range(20)}
    assert len(drawn) >= (5 if name == "ps2" else 19)


def test_draw_command_changes_the_sentences_or_says_why_not(tmp_path, monkeypatch, capsys):
    instructors_machine(tmp_path, monkeypatch)
    folder = tmp_path / "course"
    shutil.copytree(ASSIGNMENTS, folder)
    monkeypatch.chdir(folder)
    monkeypatch.delenv("BLEU_ANSWERS_FILE")
    path = folder / "source" / "ps1" / "ps1.ipynb"
    before = path.read_text(encoding="utf-8")
    assert command.main(["draw", "ps1"]) == 0
    assert "drawn from your seed" in capsys.readouterr().out
    assert json.loads(path.read_text(encoding="utf-8")) == with_new_sentences(
        json.loads(before), SENTENCES["ps1"], SEED
    )
    assert path.read_text(encoding="utf-8").count("\n") == before.count("\n")
    path.write_text(before.replace("0.7619", "0.7"), encoding="utf-8")
    assert command.main(["draw", "ps1"]) == 2
    assert "does not contain '0.7619'" in capsys.readouterr().out
    (folder / "source" / "ps9").mkdir()
    (folder / "source" / "ps9" / "ps9.ipynb").write_text(before, encoding="utf-8")
    assert command.main(["draw", "ps9"]) == 2 and command.main(["draw", "ps8"]) == 2
    out = capsys.readouterr().out
    assert "the SENTENCES of the file of answers have no ps9" in out and "ps8.ipynb" in out


# The example of changed rules in docs/instructors.md.


def changes():
    """Yield the file of each block of the example, with its pairs of old and new text."""
    page = (ASSIGNMENTS.parent.parent / "docs" / "instructors.md").read_text(encoding="utf-8")
    for file, block in re.findall(r"(?s)`((?:answers\.py|source/ps1/ps1\.ipynb))`[^\n]*:\n\n```diff\n(.*?)```", page):
        pairs = re.findall(r"((?:^-.*\n)+)((?:^\+.*\n)+)", block, flags=re.MULTILINE)
        yield file, [tuple(re.sub("(?m)^[-+]", "", part).rstrip("\n") for part in pair) for pair in pairs]


def changed(before, pairs):
    for old, new in pairs:
        assert before.count(old) == 1, old
        before = before.replace(old, new)
    return before


def test_the_example_of_changed_rules_works(tmp_path, monkeypatch):
    instructors_machine(tmp_path, monkeypatch)
    found = dict(changes())
    assert set(found) == {"answers.py", "source/ps1/ps1.ipynb"}
    answers = tmp_path / "answers.py"
    answers.write_text(changed((ASSIGNMENTS / "answers.py").read_text(encoding="utf-8"), found["answers.py"]))
    notebook = source("ps1")
    mark = "\n\0\n"
    cells = changed(mark.join(map(text, notebook["cells"])), found["source/ps1/ps1.ipynb"]).split(mark)
    for cell, new in zip(notebook["cells"], cells, strict=True):
        cell["source"] = new.splitlines(keepends=True)
    assert_what_is_printed_is_right(notebook)
    monkeypatch.setenv("BLEU_ANSWERS_FILE", str(answers))
    task = seed_and_answers.find_task("credited")
    old, new = ({}, {})
    for space, problem_set in ((old, source("ps1")), (new, notebook)):
        exec(next(text(cell) for cell in problem_set["cells"] if "def credited" in text(cell)), space)
    assert diagnose(new["credited"], task, SEED).status == "correct"
    assert diagnose(old["credited"], task, SEED).mistake == "earlier words count first"
