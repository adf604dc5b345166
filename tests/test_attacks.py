"""What a student's cell may try while real nbgrader grades it, and what honest students do: each gets what is due."""

import json
import re

import pytest
from course import SEED, cell_of, handed_in, sandbox, solutions, write
from notebook_rules import load
from test_assignments import Course, points, table

from bleu_helpers.course import _log, _records

pytestmark = [
    pytest.mark.environments,
    pytest.mark.slow,
    pytest.mark.skipif(sandbox() == "none", reason="no sandbox starts here: grading stops, and nothing is tried"),
]

RIGHT = solutions("ps1")

EDITOR = """
for place in ["../../ada/ps1/ps1.ipynb", "/given/../ada", "COURSE/submitted/ada/ps1/ps1.ipynb",
              "COURSE/autograded/ada/ps1/ps1.ipynb", "COURSE/gradebook.db", "COURSE/grading.jsonl"]:
    try:
        with open(place, "r+") as file:
            file.truncate()
        print("CHANGED", place)
    except OSError:
        pass
# What nbgrader would write to later, if it were not a copy:
import os
os.remove("ps1.ipynb")
os.symlink("../../ada/ps1/ps1.ipynb", "ps1.ipynb")
"""

CALLER = """
import socket
for host in ["127.0.0.1", "192.0.2.1"]:
    try:
        socket.create_connection((host, PORT), 3)
        print("CONNECTED")
    except OSError as error:
        print(type(error).__name__)
"""

FORKER = """
import os, time
for _ in range(500):
    if os.fork() == 0:
        time.sleep(300)
        os._exit(0)
"""

EATER = """
try:
    held = bytearray(8 * 2**30)
    print("ATE")
except MemoryError:
    print("no more memory")
"""

PRINTER = 'print("x" * 100_000_000)\nfrom IPython.display import HTML, display\ndisplay(HTML("y" * 100_000_000))'

SPY = """
import gc, glob, os, pathlib, sys
seen = [value.encode() for value in os.environ.values()]
for path in [*glob.glob("/proc/*/environ"), *glob.glob("/proc/*/cmdline"), *glob.glob("/sockets/*"), *glob.glob("/*")]:
    try:
        seen.append(open(path, "rb").read())
    except OSError:
        pass
seen += [path.name.encode() for path in pathlib.Path.home().rglob("*")]
seen += [repr(value)[:10_000].encode() for value in gc.get_objects() if isinstance(value, (dict, str))]
print("FOUND" if any("NOTHING OF THE SEED".replace("NOTHING", "a seed").encode() in one for one in seen) else "no seed")
for name in ("answers", "_the_answers"):
    try:
        __import__(name)
        print("FOUND", name)
    except ImportError:
        print("no", name)
from bleu_helpers.course import _secrets
for look in (_secrets.read_seed, lambda: _secrets.find_task("overused")):
    try:
        print("FOUND", look())
    except (OSError, ValueError) as error:
        print(type(error).__name__)
"""

REPLACER = {
    "overused": "import bleu_helpers.course\n"
    "bleu_helpers.course.grade = lambda function, task, points, **more: float(points)\n"
    "def overused(candidate, references):\n    return {}\n"
}

LOOKER = {
    "credited": """
import sys
out, err = sys.stdout, sys.stderr

def credited(candidate, references):
    print("LOUD", candidate, file=out)
    print("LOUD", candidate, file=err)
    return [0]
"""
}

HONEST = {
    "overused": """
import asyncio, collections, logging, pickle, threading, time, sys
import numpy as np
import pandas as pd
import scipy.stats

logging.basicConfig(level=logging.DEBUG)
await asyncio.sleep(0.01)
files = !ls
pickle.dump({"a": 1}, open("a.pickle", "wb"))
assert pickle.load(open("a.pickle", "rb")) == {"a": 1} and files == ["ps1.ipynb"]

def noise():
    for _ in range(300):
        print("still here", file=sys.stderr)
        time.sleep(0.01)

threading.Thread(target=noise).start()

def overused(candidate, references):
    logging.debug("candidate %s", candidate)
    over = collections.Counter(candidate)
    for word in over:
        over[word] -= max(reference.count(word) for reference in references)
    return (+over).items()
""",
    "credited": """
import time
import matplotlib.pyplot as plt

time.sleep(12)
plt.plot([1, 2])
plt.show()
"""
    + RIGHT["credited"].replace("return marks", "return np.array(marks)"),
}

WRITER = {
    "overused": "%%writefile helper.py\ndef overused(candidate, references):\n    over = {}\n"
    "    for word in candidate:\n        extra = candidate.count(word) - max(r.count(word) for r in references)\n"
    "        if extra > 0:\n            over[word] = extra\n    return over\n",
    "credited": "from helper import overused\n" + RIGHT["credited"],
}

SUBMISSIONS = {
    "ada": {},
    "caller": {"overused": CALLER + RIGHT["overused"]},
    "eater": {"overused": EATER + RIGHT["overused"]},
    "editor": {"overused": EDITOR + RIGHT["overused"]},
    "forker": {"overused": FORKER + RIGHT["overused"]},
    "honest": HONEST,
    "looker": LOOKER,
    "printer": {"overused": PRINTER + "\n" + RIGHT["overused"]},
    "replacer": REPLACER,
    "sticker": {"credited": "import re\nre.match('(a*)*b', 'a' * 40)\n"},
    "spy": {"overused": SPY + RIGHT["overused"]},
    "writer": WRITER,
}

# What each gets for overused, credited and text_precision. The function of `writer` is in a file when it is tested.
GRADES = {name: (3.0, 4.0, 3.0) for name in SUBMISSIONS if name not in ("forker", "looker", "sticker", "writer")}
GRADES |= {"looker": (3.0, 0.0, 3.0), "replacer": (0.0, 0.0, 0.0)}


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    import socket

    course = Course(tmp_path_factory.mktemp("attacks") / "bleu")
    course.nbgrader("generate_assignment", "ps1")
    release = load(course.folder / "release" / "ps1" / "ps1.ipynb")
    with socket.create_server(("127.0.0.1", 0)) as server:
        for name, answers in SUBMISSIONS.items():
            notebook = handed_in(release, RIGHT | answers)
            for cell in notebook["cells"]:
                text = "".join(cell["source"])
                text = text.replace("COURSE", str(course.folder)).replace("PORT", str(server.getsockname()[1]))
                cell["source"] = text.splitlines(keepends=True)
            write(notebook, course.folder / "submitted" / name / "ps1" / "ps1.ipynb")
        course.before = (course.folder / "submitted" / "ada" / "ps1" / "ps1.ipynb").read_bytes()
        course.code, course.said = course.run("nbgrader", "autograde", "ps1")
        course.nbgrader("export")
    return course


def shown(course, student, grade_id):
    """What a cell of a graded notebook shows."""
    return json.dumps(cell_of(course.autograded(student, "ps1"), grade_id)["outputs"], ensure_ascii=False)


def events(course, student):
    return [one["event"] for one in _log.events(course.folder / _log.LOG)[f"autograded/{student}/ps1"]]


def test_everybody_gets_what_is_due_and_nobody_changes_what_is_anothers(course):
    assert {name: points(course.autograded(name, "ps1")) for name in GRADES} == GRADES
    scores = {student: float(row["score"]) for (_, student), row in table(course).items()}
    sums = {name: sum(grades) for name, grades in GRADES.items()}
    assert scores == sums | {"forker": 0.0, "sticker": 6.0, "writer": 7.0}
    assert (course.folder / "submitted" / "ada" / "ps1" / "ps1.ipynb").read_bytes() == course.before
    assert "CHANGED" not in shown(course, "editor", "overused")


@pytest.mark.parametrize(
    ("student", "said"),
    [
        ("caller", ["ConnectionRefusedError", "OSError"]),
        ("eater", ["no more memory"]),
        ("spy", ["no seed", "no answers", "no _the_answers", "FileNotFoundError", "ValueError"]),
    ],
)
def test_what_a_cell_tries_fails(student, said, course):
    outputs = cell_of(course.autograded(student, "ps1"), "overused")["outputs"]
    assert "".join(text for output in outputs for text in output["text"]).split("\n")[:-1] == said


def test_whoever_starts_five_hundred_processes_is_stopped_and_named(course):
    assert course.code == 1 and "There was an error processing assignment 'ps1' for student 'forker'" in course.said
    stopped = _log.events(course.folder / _log.LOG)["autograded/forker/ps1"]
    assert [event["why"] for event in stopped if event["event"] == "stopped"] == ["more than 64 processes"]
    assert not _records.fold(course.folder, "ps1", ["forker"])["forker"].kept


def test_a_hundred_megabytes_are_not_kept(course):
    assert "is not kept" in shown(course, "printer", "overused")
    assert (course.folder / "autograded" / "printer" / "ps1" / "ps1.ipynb").stat().st_size < 1_000_000


def test_who_replaces_grade_has_no_points_and_is_noted(course):
    assert sorted(events(course, "ada")) == sorted(["started", *["asked", "graded"] * 3, "ended", "kept"])
    assert sorted(events(course, "replacer")) == sorted(["started", *["shown"] * 3, "ended", "kept"])


def test_what_a_function_prints_is_in_no_test_cell(course):
    assert "LOUD" in shown(course, "looker", "try_credited")
    assert "LOUD" not in shown(course, "looker", "test_credited")
    assert "still here" not in shown(course, "honest", "test_overused")


def test_what_holds_the_interpreter_is_interrupted_and_the_next_cells_run(course):
    assert "KeyboardInterrupt" in shown(course, "sticker", "credited")
    assert events(course, "sticker").count("graded") == 2


def test_nothing_is_left_behind(course):
    assert list((course.folder.parent / "home").rglob("bleu-sandbox-*")) == []
    assert not [path for path in course.folder.rglob("*") if path.name in ("a.pickle", "helper.py")]
    log = course.folder / _log.LOG
    assert not log.is_file() or SEED not in log.read_text(encoding="utf-8")


def test_without_a_sandbox_grading_needs_a_flag(course):
    before = dict(course.environment)
    try:
        course.environment["BLEU_SANDBOX"] = "podman"
        course.environment["PATH"] = str(course.python.parent)
        code, said = course.run("nbgrader", "autograde", "ps1", "--student", "ada", "--force")
        assert code != 0 and re.search("Nothing was graded: no sandbox: podman does not start .*No such file", said)
        course.environment = before | {"BLEU_SANDBOX": "none"}
        code, said = course.run("nbgrader", "autograde", "ps1", "--student", "ada", "--force")
        assert code == 0 and "Not protected: a student's cell can change other students' notebooks" in said
        assert points(course.autograded("ada", "ps1")) == (3.0, 4.0, 3.0)
        assert events(course, "ada").count("graded") == 3
    finally:
        course.environment = before
