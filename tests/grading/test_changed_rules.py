"""What the problem sets print is right, and so is the docs' example of changed rules."""

import re

import pytest
from course import ASSIGNMENTS, SEED, SETS, instructors_machine, source, text
from notebook_rules import python

from bleu_exercises import diagnose
from bleu_grading.outside import seed_and_answers


def run_and_compare(notebook, capsys):
    """Run a notebook with its solutions, and compare what it prints with what it says is right. Return its names."""
    names = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code" and "HIDDEN TESTS" not in text(cell):
            exec(python(cell), names)
    lines = capsys.readouterr().out.strip().split("\n")
    checked = [line.split("  right: ") for line in lines if "  right: " in line]
    assert checked and all(got == right for got, right in checked)
    numbers = [f"{n} {value}" for n, value in re.findall(r"(?m)^(\d) (0\.\d+)$", "\n".join(lines))]
    listed = [line for line in lines if line.startswith("right: 1 ")]
    assert listed == (["right: " + ", then ".join(numbers)] if listed else [])
    return names


@pytest.mark.parametrize("name", SETS)
def test_the_problem_sets_print_right_results(name, capsys):
    run_and_compare(source(name), capsys)


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


def test_the_example_of_changed_rules_works(tmp_path, monkeypatch, capsys):
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
    old, new = (run_and_compare(problem_set, capsys) for problem_set in (source("ps1"), notebook))
    monkeypatch.setenv("BLEU_ANSWERS_FILE", str(answers))
    task = seed_and_answers.find_task("credited")
    assert diagnose(new["credited"], task, SEED).status == "correct"
    assert diagnose(old["credited"], task, SEED).mistake == "earlier words count first"
