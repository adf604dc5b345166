"""The program outside of the sandbox: it starts a sandbox, and ends one that uses too much."""

import contextlib
import json
import os
import signal
import subprocess
import sys

import pytest
from course import in_adas_folder, logged, posix, write

from bleu_grading.outside import examiner, sandbox
from bleu_grading.outside.cells import is_test
from bleu_grading.outside.sandbox import Limits

course = pytest.fixture(in_adas_folder, name="course", autouse=True)


# What a sandbox uses.


@pytest.mark.skipif(sys.platform != "linux", reason="the processes of others are counted on Linux only")
def test_what_a_sandbox_uses_is_seen(tmp_path):
    code = "import subprocess, sys, time; print(subprocess.Popen(['sleep', '60']).pid, flush=True); time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        try:
            child = int(process.stdout.readline())
            assert sandbox.descendants(process.pid) == [child]
            assert sandbox.descendants(os.getpid())[-1] == child
            assert sandbox.too_much(os.getpid(), tmp_path, Limits()) == ""
            assert sandbox.too_much(os.getpid(), tmp_path, Limits(processes=1)) == "more than 1 processes"
            assert sandbox.too_much(os.getpid(), tmp_path, Limits(megabytes=1)) == "more than 1 MB of memory"
            for many, size in ((110, 0), (1, 2**21)):
                folder = tmp_path / str(many)
                folder.mkdir()
                for number in range(many):
                    (folder / str(number)).write_bytes(bytes(size))
                assert "sockets" in sandbox.too_much(os.getpid(), folder, Limits())
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
            process.kill()
    assert sandbox._own_megabytes(2**30) == 0.0


# The program.


@pytest.fixture
def connection(tmp_path):
    """A file as nbgrader gives it to a kernel."""
    path = tmp_path / "connection.json"
    ip = tmp_path / f"{examiner.SOCKETS_PREFIX}1" / "k"
    path.write_text(json.dumps({"ip": str(ip), "transport": "ipc", "key": "k"}), encoding="utf-8")
    return path


@pytest.fixture
def handlers(monkeypatch):
    """What is to be called for each signal, without a signal."""
    kept = {}
    monkeypatch.setattr(examiner.signal, "signal", kept.__setitem__)
    return kept


AWAY = """
import sys
sys.stdin.readline()
print('{"cell": "a digest", "source": "os._exit(0)"}', flush=True)
"""


@posix
def test_a_kernel_that_ends_in_the_middle_of_a_cell_is_noted_with_the_place(connection, course, monkeypatch, handlers):
    monkeypatch.setattr(examiner, "KERNEL", [sys.executable, "-c", AWAY])
    assert examiner.main([str(connection)]) == 0
    assert logged(course)[-1]["event"] == "ended"
    assert logged(course)[-1]["at"] == {"cell": "a digest", "source": "os._exit(0)"}


@posix
def test_a_problem_set_of_written_answers_alone_is_graded_and_one_that_is_gone_is_not(
    connection, course, monkeypatch, handlers, capsys
):
    monkeypatch.setattr(examiner, "KERNEL", [sys.executable, "-c", ""])
    path = course / "source" / "ps1" / "ps1.ipynb"
    problem_set = json.loads(path.read_text(encoding="utf-8"))
    problem_set["cells"] = [cell for cell in problem_set["cells"] if not is_test(cell)]
    write(problem_set, path)
    assert examiner.main([str(connection)]) == 0 and [event["event"] for event in logged(course)] == [
        "started",
        "ended",
    ]
    path.unlink()
    assert examiner.main([str(connection)]) == 1
    assert capsys.readouterr().err == "Not graded: there is no source/ps1/ps1.ipynb: put the problem set back\n"


@posix
def test_a_sandbox_ends_when_this_program_is_asked_to(connection, course, monkeypatch, handlers):
    monkeypatch.setattr(examiner, "KERNEL", [sys.executable, "-c", AWAY + "import time; time.sleep(60)"])
    monkeypatch.setattr(examiner.Examiner, "_request", lambda self: handlers[signal.SIGTERM]())
    assert examiner.main([str(connection)]) == -signal.SIGKILL


@posix
def test_a_sandbox_ends_with_whoever_waits_for_it(connection, course, monkeypatch, handlers):
    """A connection that drops takes nbgrader with it, and nobody would ever end the student's endless loop."""
    monkeypatch.setattr(examiner, "KERNEL", [sys.executable, "-c", "import time; time.sleep(60)"])
    monkeypatch.setenv("JPY_PARENT_PID", str(2**22 + 1))
    assert examiner.main([str(connection)]) == -signal.SIGKILL
    assert [event["event"] for event in logged(course)] == ["started", "ended"]


def test_no_folder_but_ours_is_emptied(connection, tmp_path):
    (tmp_path / "kept").touch()
    connection.write_text(json.dumps({"ip": str(tmp_path / "k")}))
    with pytest.raises(ValueError, match="where the sandbox's sockets are"):
        examiner.main([str(connection)])
    assert (tmp_path / "kept").exists()
