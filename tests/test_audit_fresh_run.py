"""A fresh run of the audit: one function in a process that knows neither seed nor answers, and may send anything."""

import contextlib
import io
import os
import queue
import signal
import sys
import tempfile
import textwrap
from types import SimpleNamespace

import pytest
from course import SEED, instructors_machine, solutions, write
from graded_notebooks import FULL, as_graded, audited
from notebook_rules import ROOT

from bleu_helpers.checks import _examination
from bleu_helpers.checks._guard import Endless
from bleu_helpers.checks.exercises import EVERY_TASK
from bleu_helpers.course import _sandbox, audit


@pytest.fixture(autouse=True)
def seed_file(tmp_path, monkeypatch):
    return instructors_machine(tmp_path, monkeypatch)


# One function in a process of its own.


def call(function, code, task="unigram_precision", points=2.0, shares=None):
    return audit.Call("test", function, task, points, shares or {}, [code], points, True)


RIGHT = """
def f(candidate, references):
    return sum(any(word in other for other in references) for word in candidate) / (len(candidate) or 1)
"""


def test_a_function_that_is_not_there():
    assert audit.regrade(call("g", "def f(:"), SEED) == audit.Regrade(0.0, "there is no function g to call")


def test_a_process_that_ends_in_its_cells_and_one_that_takes_too_long(monkeypatch):
    assert audit.regrade(call("f", "import os\nos._exit(1)"), SEED) == audit.Regrade(0.0, audit.GONE)
    monkeypatch.setattr(audit, "SECONDS", 2.0)
    sleeper = "import itertools, collections\ndef f(candidate, references):\n"
    sleeper += "    collections.deque(itertools.count(), maxlen=0)"
    assert audit.regrade(call("f", sleeper), SEED) == audit.Regrade(0.0, audit.GONE)


def test_endless_loops_and_errors_get_what_they_get_in_nbgrader():
    loop = "def f(candidate, references):\n    while True:\n        len(candidate)"
    assert audit.regrade(call("f", loop), SEED).why.endswith("it did not come to an end.")
    for error in (
        "1 / 0",
        "raise UnicodeDecodeError('a', b'', 0, 1, 'b')",
        "class Own(Exception): pass\n    raise Own",
    ):
        fresh = audit.regrade(call("f", f"def f(candidate, references):\n    {error}"), SEED)
        assert fresh.points == 0 and "stops with" in fresh.why


@pytest.mark.parametrize("protected", [True, False])
def test_what_a_notebook_can_print_can_be_printed_here_too(protected, monkeypatch):
    if not protected:
        monkeypatch.setattr(audit, "sandboxed", lambda folder: [])
    assert audit.regrade(call("f", r"print('\ud83d')" + RIGHT), SEED).points == 2


def test_no_clock_is_asked_for_the_grade_of_a_fresh_run(monkeypatch):
    """As in grading, or a share for a known mistake would depend on how fast each of the two was."""
    monkeypatch.setattr(_examination, "process_time", None)
    wrong = RIGHT.replace("return", "return 0.5 *")
    assert audit.regrade(call("f", wrong), SEED).why.startswith("unigram_precision: wrong")


def test_our_function_in_a_students_notebook():
    fresh = audit.regrade(call("f", "from bleu_helpers import unigram_precision as f"), SEED)
    assert fresh == audit.Regrade(0.0, audit.OURS)


@pytest.mark.parametrize("protected", [True, False])
def test_neither_the_seed_nor_the_course_is_known_to_the_students_process(protected, tmp_path, monkeypatch):
    spy = """
import os, pathlib
found = sorted(path.name for path in pathlib.Path.home().iterdir())
found += [name for name, value in os.environ.items() if "/course" in value]
try:
    found.append(os.readlink(f"/proc/{os.getppid()}/cwd"))
except OSError:
    found.append("nowhere")
def f(candidate, references):
    raise KeyError(", ".join(found))
"""
    course = tmp_path / "course"
    course.mkdir()
    monkeypatch.chdir(course)
    for name in ("PWD", "OLDPWD", "JUPYTER_CONFIG_DIR", "BLEU_ANSWERS_FILE"):
        monkeypatch.setenv(name, str(course))
    if not protected:
        monkeypatch.setattr(audit, "sandboxed", lambda folder: [])
    with tempfile.TemporaryDirectory() as folder:
        within = bool(audit.sandboxed(folder))
        remote = audit.Remote(call("f", spy), EVERY_TASK["unigram_precision"], folder)
        with pytest.raises(KeyError) as caught:
            remote(["a"], [["a"]])
        remote.close()
    *found, parent = str(caught.value).strip("'\"").split(", ")
    # In a sandbox the home is an empty /tmp, but for what leads to this repository, if it lies there.
    assert {*found} - {*ROOT.parts} == {".ipython"} and (not within or str(course) not in parent)


def test_a_fresh_run_is_in_the_sandbox_where_there_is_one(monkeypatch):
    monkeypatch.setattr(audit._sandbox, "command", lambda folder, environment: ["sandbox", folder])
    for kind, line in (("bwrap", ["sandbox", "here"]), ("none", [])):
        monkeypatch.setattr(audit._sandbox, "kind", lambda: kind)  # noqa: B023 - called in this round
        assert audit.sandboxed("here") == line


def test_without_a_sandbox_nothing_is_audited_until_somebody_says_so(tmp_path, capsys, monkeypatch):
    write(as_graded("ps1", solutions("ps1"), FULL["ps1"]), tmp_path / "ps1.ipynb")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("BLEU_SANDBOX")
    audit._sandbox.kind.cache_clear()
    code, out = audited(tmp_path, capsys)
    assert code == 2 and out.startswith("Stopped: no sandbox: bwrap does not start") and "set it to none" in out
    monkeypatch.setenv("BLEU_SANDBOX", "none")
    assert audit.main([str(tmp_path)]) == 0
    said = capsys.readouterr()
    assert said.err == f"Not protected: {audit._sandbox.NOT_PROTECTED}.\n" and "0 to look at" in said.out


def test_a_container_is_ended_with_its_process(monkeypatch):
    ended = []
    monkeypatch.setattr(audit._sandbox, "stop", ended.append)
    monkeypatch.setattr(audit, "sandboxed", lambda folder: [])
    audit.regrade(call("f", "def f(: "), SEED)
    assert ended == [[]]


@pytest.fixture
def left_behind(tmp_path, monkeypatch):
    """The code of a cell that leaves a process behind, and the file that this process makes if it comes to its end.

    Without a sandbox, in which it could not write that file, and would end with the others.
    """
    monkeypatch.setattr(audit, "sandboxed", lambda folder: [])
    number, over = tmp_path / "number", tmp_path / "over"

    def code(away):
        return f"""
import os, pathlib, time
if os.fork() == 0:
    {away}
    pathlib.Path({str(number)!r}).write_text(str(os.getpid()))
    time.sleep(30)
    pathlib.Path({str(over)!r}).touch()
    os._exit(0)
"""

    yield code, over
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        os.kill(int(number.read_text()), signal.SIGKILL)


@pytest.mark.skipif(os.name == "nt", reason="there is no fork on Windows")
@pytest.mark.parametrize("away", ["pass", "os.setsid()"])
def test_what_a_students_process_leaves_behind_does_not_hold_the_audit_up(away, left_behind):
    code, over = left_behind
    assert audit.regrade(call("f", code(away) + RIGHT), SEED).points == 2
    assert not over.exists()


@pytest.mark.skipif(os.name == "nt", reason="there is no fork on Windows")
@pytest.mark.parametrize("away", ["pass", "os.setsid()"])
def test_what_keeps_the_channel_open_in_place_of_an_answer_does_not_hold_the_audit_up(away, left_behind, monkeypatch):
    monkeypatch.setattr(audit, "SECONDS", 2.0)
    code, over = left_behind
    in_the_function = textwrap.indent(code(away) + "os._exit(0)", "    ")
    assert audit.regrade(call("f", f"def f(candidate, references):\n{in_the_function}"), SEED).why == audit.GONE
    assert not over.exists()


@pytest.mark.skipif(os.name == "nt", reason="the numbers of the channels are those of POSIX")
def test_an_answer_that_is_no_answer():
    forged = "import os\nfor number in range(3, 12):\n    try:\n        os.write(number, b'[' * 50_000 + b'\\n')\n"
    assert audit.regrade(call("f", forged + "    except OSError:\n        pass\n" + RIGHT), SEED).why == audit.GONE


@pytest.mark.skipif(sys.platform != "linux", reason="the processes of others are counted on Linux only")
def test_the_processes_of_a_fresh_run_have_one_limit_together(monkeypatch):
    """Each may have the memory that one may have: it is the sum that fills a machine."""
    monkeypatch.setattr(audit, "Limits", lambda: _sandbox.Limits(processes=20))
    many = "import subprocess, time\nfor one in range(30):\n    subprocess.Popen(['sleep', '60'])\ntime.sleep(9)\n"
    for code in (many + RIGHT, RIGHT.replace("    return", textwrap.indent(many, "    ") + "    return")):
        fresh = audit.regrade(call("f", code), SEED)
        assert fresh.gone and fresh.why == "it was stopped: it had more than 20 processes"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux is known to keep to the limit")
def test_a_function_that_wants_all_the_memory_gets_none(monkeypatch):
    monkeypatch.setattr(audit, "MEGABYTES", 1024)
    greedy = "def f(candidate, references):\n    return len(bytearray(2**31))"
    assert "stops with MemoryError" in audit.regrade(call("f", greedy), SEED).why


# What goes between the two processes.


def test_every_answer_of_a_students_process_is_understood(monkeypatch):
    """Called here without the guard, whose hook takes the place of the one that measures coverage."""
    remote = audit.Remote.__new__(audit.Remote)
    remote.ours = False
    said = []
    monkeypatch.setattr(remote, "_ask", lambda request: said.pop(0), raising=False)
    said.append({"ended": "endless"})
    with pytest.raises(Endless):
        remote([])
    words = ["a"]
    said.append({"changed": True, "ours": True, "result": {"t": [1]}})
    assert remote(2, words) == (1,) and words == ["a", None] and remote.ours
    for name, kind in (("KeyError", "KeyError"), ("Own", "Own"), ("UnicodeDecodeError", "UnicodeDecodeError")):
        said.append({"error": name, "message": "m"})
        with pytest.raises(Exception, match="m") as caught:
            remote([])
        assert type(caught.value).__name__ == kind


def test_a_process_that_no_longer_listens():
    class Closed(io.StringIO):
        def write(self, _):
            raise BrokenPipeError

    remote = audit.Remote.__new__(audit.Remote)
    remote._process = SimpleNamespace(stdin=Closed(), stdout=io.StringIO())
    remote._requests, remote._answers = queue.SimpleQueue(), queue.SimpleQueue()
    for request in ("{}", None):
        remote._requests.put(request)
    remote._talk()
    assert remote._answers.get(timeout=1) == ""
