"""The program that nbgrader starts as a kernel: it starts a sandbox, and ends one that uses too much."""

import json
import os
import signal
import sys

import limited
import pytest
from course import in_adas_folder, logged, posix, write

from bleu_grading.outside import kernel_launcher, sandbox
from bleu_grading.outside.problem_set import is_test
from bleu_grading.outside.sandbox import Limits

course = pytest.fixture(in_adas_folder, name="course", autouse=True)


# Resources that a sandbox uses.


@pytest.mark.skipif(sys.platform != "linux", reason="the processes are counted on Linux only")
def test_measures_what_a_sandbox_uses(tmp_path):
    code = "import subprocess, sys, time; print(subprocess.Popen(['sleep', '60']).pid, flush=True); time.sleep(60)"
    with limited.started([sys.executable, "-c", code]) as program:
        program.until(program.output, 60)
        child = int(program.output())
        assert sandbox.descendants(program.process.pid) == [child]
        assert sandbox.descendants(os.getpid())[-1] == child
        assert sandbox.exceeded_limit(os.getpid(), tmp_path, Limits()) == ""
        assert sandbox.exceeded_limit(os.getpid(), tmp_path, Limits(processes=1)) == "more than 1 processes"
        assert sandbox.exceeded_limit(os.getpid(), tmp_path, Limits(megabytes=1)) == "more than 1 MB of memory"
        for many, size in ((110, 0), (1, 2**21)):
            folder = tmp_path / str(many)
            folder.mkdir()
            for number in range(many):
                (folder / str(number)).write_bytes(bytes(size))
            assert "sockets" in sandbox.exceeded_limit(os.getpid(), folder, Limits())
    assert sandbox._own_megabytes(2**30) == 0.0


# The program.


@pytest.fixture
def connection(tmp_path):
    """Write a connection file as nbgrader does for a kernel."""
    path = tmp_path / "connection.json"
    ip = tmp_path / f"{kernel_launcher.SOCKETS_PREFIX}1" / "k"
    path.write_text(json.dumps({"ip": str(ip), "transport": "ipc", "key": "k"}), encoding="utf-8")
    return path


@pytest.fixture
def handlers(monkeypatch):
    """Collect the handler of each signal instead of installing it."""
    kept = {}
    monkeypatch.setattr(kernel_launcher.signal, "signal", kept.__setitem__)
    return kept


KERNEL_THAT_ENDS = """
import sys
sys.stdin.readline()
print('{"cell": "a digest", "source": "os._exit(0)"}', flush=True)
"""


@posix
def test_logs_the_cell_in_which_a_kernel_ended(connection, course, monkeypatch, handlers):
    monkeypatch.setattr(kernel_launcher, "KERNEL", [sys.executable, "-c", KERNEL_THAT_ENDS])
    assert kernel_launcher.main([str(connection)]) == 0
    assert logged(course)[-1]["event"] == "ended"
    assert logged(course)[-1]["at"] == {"cell": "a digest", "source": "os._exit(0)"}


@posix
def test_grades_a_problem_set_of_written_answers_but_not_a_missing_one(
    connection, course, monkeypatch, handlers, capsys
):
    monkeypatch.setattr(kernel_launcher, "KERNEL", [sys.executable, "-c", ""])
    path = course / "source" / "ps1" / "ps1.ipynb"
    problem_set = json.loads(path.read_text(encoding="utf-8"))
    problem_set["cells"] = [cell for cell in problem_set["cells"] if not is_test(cell)]
    write(problem_set, path)
    assert kernel_launcher.main([str(connection)]) == 0
    assert [event["event"] for event in logged(course)] == ["started", "ended"]
    path.unlink()
    assert kernel_launcher.main([str(connection)]) == 1
    assert "there is no source/ps1/ps1.ipynb" in capsys.readouterr().err


@posix
def test_ends_the_sandbox_when_it_is_terminated(connection, course, monkeypatch, handlers):
    monkeypatch.setattr(
        kernel_launcher, "KERNEL", [sys.executable, "-c", KERNEL_THAT_ENDS + "import time; time.sleep(60)"]
    )
    monkeypatch.setattr(kernel_launcher.Examiner, "_request", lambda self: handlers[signal.SIGTERM]())
    assert kernel_launcher.main([str(connection)]) == -signal.SIGKILL


@posix
def test_ends_the_sandbox_when_nbgrader_has_ended(connection, course, monkeypatch, handlers):
    """If a dropped connection ends nbgrader, a student's endless loop must not run for ever."""
    monkeypatch.setattr(kernel_launcher, "KERNEL", [sys.executable, "-c", "import time; time.sleep(60)"])
    monkeypatch.setenv("JPY_PARENT_PID", str(2**22 + 1))
    assert kernel_launcher.main([str(connection)]) == -signal.SIGKILL
    assert [event["event"] for event in logged(course)] == ["started", "ended"]


def test_empties_only_the_folder_of_the_sockets(connection, tmp_path):
    (tmp_path / "kept").touch()
    connection.write_text(json.dumps({"ip": str(tmp_path / "k")}))
    with pytest.raises(ValueError, match="the sandbox's sockets"):
        kernel_launcher.main([str(connection)])
    assert (tmp_path / "kept").exists()
