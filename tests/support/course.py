"""What the tests of the problem sets share: the notebooks as students get them, and how they come back."""

import contextlib
import copy
import csv
import io
import json
import os
import re
import shutil
import sys
import threading
from functools import cache
from pathlib import Path

import limited
import pytest

from bleu_grading.inside import examiner_proxy
from bleu_grading.outside import examiner, grading_log, sandbox

posix = pytest.mark.skipif(os.name == "nt", reason="grading on Windows was not tried")

SUPPORT = Path(__file__).parent
ROOT = SUPPORT.parents[1]
ASSIGNMENTS = ROOT / "notebooks" / "assignments"
SETS = ["ps1", "ps2", "ps3"]
SEED = "a seed for the tests, and for nothing else"
STUB = "# YOUR CODE HERE\n    raise NotImplementedError()"


def source(name):
    """A problem set as it stands in the repository, with its solutions."""
    return json.loads((ASSIGNMENTS / "source" / name / f"{name}.ipynb").read_text(encoding="utf-8"))


def text(cell):
    return "".join(cell["source"])


def cell_of(notebook, grade_id):
    return next(c for c in notebook["cells"] if c["metadata"].get("nbgrader", {}).get("grade_id") == grade_id)


def released(name):
    """What nbgrader makes of a problem set (tests/grading/test_the_course.py compares the two)."""
    notebook = source(name)
    for cell in notebook["cells"]:
        stub = STUB if cell["cell_type"] == "code" else "YOUR ANSWER HERE"
        plain = re.sub(r"(?s)### BEGIN SOLUTION.*?### END SOLUTION", stub, text(cell))
        plain = re.sub(r"(?s)\n### BEGIN HIDDEN TESTS.*### END HIDDEN TESTS", "", plain)
        cell["source"] = plain.splitlines(keepends=True)
    return notebook


def handed_in(release, answers):
    """The students' notebook with their cells filled in: a dict of a cell's name and its text."""
    notebook = copy.deepcopy(release)
    for grade_id, answer in answers.items():
        cell_of(notebook, grade_id)["source"] = answer.splitlines(keepends=True)
    return notebook


def solutions(name):
    """The right answers, as a student would have written them."""
    return {
        cell["metadata"]["nbgrader"]["grade_id"]: re.sub(r" *### (BEGIN|END) SOLUTION\n?", "", text(cell))
        for cell in source(name)["cells"]
        if cell["metadata"].get("nbgrader", {}).get("solution")
    }


def doubled(notebook, grade_id):
    """A cell copied and pasted below itself, with everything that is in it."""
    place = notebook["cells"].index(cell_of(notebook, grade_id))
    notebook["cells"].insert(place + 1, copy.deepcopy(notebook["cells"][place]))
    return notebook


def without_metadata(notebook):
    """What is left after a program that keeps no cell metadata."""
    for cell in notebook["cells"]:
        cell["metadata"] = {}
    return notebook


def seen_by_nbgrader(notebook):
    """What nbgrader would see: for each of its cells, the data without the checksum, and the text."""
    return {
        cell["metadata"]["nbgrader"]["grade_id"]: (cell["metadata"]["nbgrader"], text(cell))
        for cell in notebook["cells"]
        if "nbgrader" in cell["metadata"]
    }


def instructors_machine(folder, monkeypatch):
    """A machine on which `grade` finds a seed and the answers. Gives the file with the seed."""
    seed = folder / "private" / "seed"
    seed.parent.mkdir()
    seed.write_text(SEED + "\n", encoding="utf-8")
    monkeypatch.setenv("BLEU_SEED_FILE", str(seed))
    monkeypatch.setenv("BLEU_ANSWERS_FILE", str(ASSIGNMENTS / "answers.py"))
    monkeypatch.setenv("BLEU_SANDBOX", "none")
    sandbox.kind.cache_clear()  # it may know another one from before
    return seed


def course_of(tmp_path, monkeypatch, *names):
    """Go to a course with these problem sets, on an instructor's machine. Gives its folder."""
    instructors_machine(tmp_path, monkeypatch)
    course = tmp_path / "course"
    for name in names:
        write(source(name), course / "source" / name / f"{name}.ipynb")
    for file in ("answers.py", "nbgrader_config.py"):
        (course / file).write_bytes((ASSIGNMENTS / file).read_bytes())
    monkeypatch.setenv("BLEU_ANSWERS_FILE", str(course / "answers.py"))
    monkeypatch.chdir(course)
    return course


def in_adas_folder(tmp_path, monkeypatch, name="ps1"):
    """Go where ada's notebook is graded. Gives the course's folder."""
    course = course_of(tmp_path, monkeypatch, name)
    folder = course / "autograded" / "ada" / name
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    return course


def logged(course, name="ps1"):
    """The events of ada's last run."""
    return grading_log.events(course / grading_log.LOG).get(f"autograded/ada/{name}", [])


@contextlib.contextmanager
def program_outside(monkeypatch, tests=None):
    """Have `grade` ask the program outside, both in this process. Gives the stream on which it asks."""
    with pipe() as (to_kernel, from_examiner), pipe() as (to_examiner, from_kernel):
        grading = examiner.Examiner(to_examiner, from_examiner, grading_log.Log(Path.cwd(), "a run"), SEED, tests)
        thread = threading.Thread(target=grading.serve)
        thread.start()
        monkeypatch.setattr(examiner_proxy, "examiner", examiner_proxy.ExaminerProxy(to_kernel, from_kernel))
        try:
            yield from_kernel
        finally:
            from_kernel.close()
            thread.join()


@contextlib.contextmanager
def pipe():
    """Give the two ends of a pipe: where one reads, and where one writes."""
    read, write = os.pipe()
    with os.fdopen(read, encoding="utf-8") as out, os.fdopen(write, "w", encoding="utf-8") as into:
        yield out, into


@cache
def instructors_python():
    """The Python of an instructor's environment, which is made where there is none."""
    code, said = limited.run([sys.executable, str(ROOT / "run.py"), "instructor"], seconds=1800)
    assert code == 0, said
    return Path(said.rpartition("use this Python: ")[2].partition("\n")[0])


def table(folder, platform, name="ps1"):
    """The rows of the table for a platform."""
    raw = (folder / f"grades-{name}-{platform}.csv").read_text(encoding="utf-8-sig")
    return list(csv.DictReader(io.StringIO(raw)))


def canvas(folder, name="ps1"):
    """The number of each student in the table for Canvas."""
    return {row["SIS Login ID"]: row[name] for row in table(folder, "canvas", name)[1:]}


def runs(folder):
    """In which run each student was graded, also one who was stopped."""
    return {path.stem: json.loads(path.read_text("utf-8"))["run"] for path in folder.glob("records/ps1/*.json")}


def anew(folder, before):
    """Who was graded since then."""
    return sorted(student for student, run in runs(folder).items() if before.get(student) != run)


def write(notebook, path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(notebook), encoding="utf-8")


class Course:
    """A folder as an instructor has it, and the commands of the README."""

    def __init__(self, folder):
        self.folder = folder
        shutil.copytree(
            ASSIGNMENTS,
            folder,
            ignore=shutil.ignore_patterns("release", "downloaded", "submitted", "autograded", "feedback", "*.db"),
        )
        home = folder.parent / "home"
        home.mkdir()
        (home / ".bleu_grading_seed").write_text(SEED, encoding="utf-8")
        self.python = instructors_python()
        path = os.pathsep.join([str(self.python.parent), os.environ["PATH"]])
        theirs = ("BLEU_", "JUPYTER_", "IPYTHON")
        plain = {name: value for name, value in os.environ.items() if not name.startswith(theirs)}
        self.environment = plain | {"HOME": str(home), "PATH": path}

    def run(self, *command, seconds=limited.SECONDS):
        line = [str(self.python), "-m", *command]
        return limited.run(line, seconds, cwd=self.folder, env=self.environment)

    def nbgrader(self, *command):
        code, said = self.run("nbgrader", *command)
        assert code == 0, said
        return said

    def feedback(self, student, name):
        return (self.folder / "feedback" / student / name / f"{name}.html").read_text(encoding="utf-8")
