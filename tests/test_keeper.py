"""The program outside of the sandbox: it starts a sandbox, and ends one that uses too much."""

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import pytest
from course import cell_of, in_adas_folder, logged, posix, source, write

from bleu_helpers.course import (
    _keeper,
    _log,
    _sandbox,
)
from bleu_helpers.course._sandbox import Limits, NoSandbox

course = pytest.fixture(in_adas_folder, name="course", autouse=True)


# What a sandbox uses.


@pytest.mark.skipif(sys.platform != "linux", reason="the processes of others are counted on Linux only")
def test_what_a_sandbox_uses_is_seen(tmp_path):
    code = "import subprocess, sys, time; print(subprocess.Popen(['sleep', '60']).pid, flush=True); time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        try:
            child = int(process.stdout.readline())
            assert _sandbox.descendants(process.pid) == [child]
            assert _sandbox.descendants(os.getpid())[-1] == child
            assert _sandbox.too_much(os.getpid(), tmp_path, Limits()) == ""
            assert _sandbox.too_much(os.getpid(), tmp_path / "none", Limits()) == ""
            assert _sandbox.too_much(os.getpid(), tmp_path, Limits(processes=1)) == "more than 1 processes"
            assert _sandbox.too_much(os.getpid(), tmp_path, Limits(megabytes=1)) == "more than 1 MB of memory"
            (tmp_path / "deeper").mkdir()
            for name, size in (("many", 0), ("large", 2**21)):
                for number in range(110 if name == "many" else 1):
                    (tmp_path / "deeper" / f"{name}{number}").write_bytes(bytes(size))
                assert "sockets" in _sandbox.too_much(os.getpid(), tmp_path, Limits())
                shutil.rmtree(tmp_path / "deeper")
                (tmp_path / "deeper").mkdir()
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
            process.kill()
    assert _sandbox._own_megabytes(2**30) == 0.0


# The program.


@pytest.mark.parametrize("length", [1, 70, 80, 200])
def test_the_address_of_the_sockets_is_never_too_long(tmp_path, length):
    """A home with a long path, as in a university's network: the operating system itself says what is too long."""
    home = tmp_path / ("h" * length)
    with tempfile.TemporaryDirectory(dir="/tmp") as short:
        address = Path(_keeper.socket_address(str(home), short))
        assert address.is_relative_to(short) or address.is_relative_to(home)
        address.parent.mkdir(parents=True)
        with contextlib.closing(socket.socket(socket.AF_UNIX)) as one:
            one.bind(f"{address}-12")
    assert _keeper.socket_address("/var", "/tmp").startswith("/var/"), "the first that will do"
    with pytest.raises(ValueError, match="set TMPDIR to a short one"):
        _keeper.socket_address(str(tmp_path / ("h" * 120)))


@pytest.fixture
def connection(tmp_path):
    """A file as nbgrader gives it to a kernel."""
    path = tmp_path / "connection.json"
    ip = _keeper.socket_address(str(tmp_path), "/tmp")
    path.write_text(json.dumps({"ip": ip, "transport": "ipc", "key": "k"}), encoding="utf-8")
    return path


@pytest.fixture
def handlers(monkeypatch):
    """What is to be called for each signal, without a signal."""
    kept = {}
    monkeypatch.setattr(_keeper.signal, "signal", kept.__setitem__)
    return kept


@posix
def test_tests_of_another_version_of_the_problem_set_are_not_graded(connection, course, monkeypatch, capsys):
    """nbgrader has its cells from the day of the release: refused one by one, they would cost everybody all points."""
    write(source("ps1"), Path("ps1.ipynb"))
    today = source("ps1")
    cell_of(today, "test_credited")["source"].append("\n# another test")
    write(today, course / "source" / "ps1" / "ps1.ipynb")
    assert _keeper.main([str(connection)]) == 1
    said = "Not graded: source/ps1 has changed since its release was made (test_credited). Make it again: "
    assert capsys.readouterr().err.startswith(said)


UNSTOPPABLE = """
import json, signal, sys, time
signal.signal(signal.SIGINT, signal.SIG_IGN)
print(json.dumps({"cell": "a digest", "source": "sum(count())"}), flush=True)
time.sleep(60)
"""


@posix
@pytest.mark.parametrize("ends", [True, False])
def test_what_an_interrupt_does_not_end_is_ended_and_the_log_says_where_it_was(
    ends, connection, course, monkeypatch, handlers
):
    code = UNSTOPPABLE.replace(
        "time.sleep(60)", 'print(\'{"cell": ""}\', flush=True); time.sleep(3)' if ends else "time.sleep(60)"
    )
    monkeypatch.setattr(_keeper, "KERNEL", [sys.executable, "-c", code])
    monkeypatch.setattr(_keeper, "SECONDS_TO_END", 1.0)
    touched = threading.Event()
    monkeypatch.setattr(_log.Log, "touch", lambda self: touched.set())

    def interrupt():
        touched.wait(30)
        time.sleep(0.5)
        handlers[signal.SIGINT]()

    threading.Thread(target=interrupt).start()
    assert (_keeper.main([str(connection)]) == 0) == ends
    stops = [event for event in logged(course) if event["event"] == "stopped"]
    assert [(one["why"], one["cell"], one["source"]) for one in stops] == [
        (_keeper.UNSTOPPABLE, "a digest", "sum(count())")
    ] * (not ends)


AWAY = """
import os
print('{"cell": "a digest", "source": "os._exit(0)"}', flush=True)
"""


@posix
@pytest.mark.parametrize(
    ("code", "at"),
    [(AWAY, {"cell": "a digest", "source": "os._exit(0)"}), (AWAY + 'print(\'{"cell": ""}\', flush=True)', None)],
)
def test_a_kernel_that_ends_in_the_middle_of_a_cell_is_noted_with_the_place(
    code, at, connection, course, monkeypatch, handlers
):
    monkeypatch.setattr(_keeper, "KERNEL", [sys.executable, "-c", code])
    assert _keeper.main([str(connection)]) == 0
    assert logged(course)[-1].get("at") == at and logged(course)[-1]["event"] == "ended"


@posix
def test_a_kernel_that_ends_before_it_is_spoken_to_is_noted_with_the_place(connection, course, monkeypatch, handlers):
    def say(examiner, message):
        raise BrokenPipeError

    monkeypatch.setattr(_keeper.Examiner, "_say", say)
    monkeypatch.setattr(_keeper, "KERNEL", [sys.executable, "-c", AWAY])
    assert _keeper.main([str(connection)]) == 0
    assert logged(course)[-1]["at"] == {"cell": "a digest", "source": "os._exit(0)"}


@posix
def test_a_sandbox_ends_when_this_program_is_asked_to(connection, course, monkeypatch, handlers):
    monkeypatch.setattr(_keeper, "KERNEL", [sys.executable, "-c", AWAY + "import time; time.sleep(60)"])
    monkeypatch.setattr(_log.Log, "touch", lambda self: handlers[signal.SIGTERM]())
    assert _keeper.main([str(connection)]) == -signal.SIGKILL


@posix
@pytest.mark.parametrize("dropped", ["before", "meanwhile"])
def test_a_sandbox_ends_with_whoever_waits_for_it(dropped, connection, course, monkeypatch, handlers):
    """A connection that drops takes nbgrader with it, and nobody would ever end the student's endless loop."""
    monkeypatch.setattr(_keeper, "KERNEL", [sys.executable, "-c", "import time; time.sleep(60)"])
    if dropped == "before":  # while this program was being loaded
        monkeypatch.setenv("JPY_PARENT_PID", str(2**22 + 1))
    else:
        monkeypatch.delenv("JPY_PARENT_PID", raising=False)
        parents = iter([os.getppid()] * 3)
        monkeypatch.setattr(_sandbox.os, "getppid", lambda: next(parents, 1))
    assert _keeper.main([str(connection)]) == -signal.SIGKILL
    assert [event["event"] for event in logged(course)] == ["started", "ended"]


@posix
def test_a_sandbox_with_too_much_is_ended_and_the_log_says_why(connection, course, monkeypatch, handlers):
    monkeypatch.setattr(_keeper, "KERNEL", [sys.executable, "-c", AWAY + "import time; time.sleep(60)"])
    in_a_cell = threading.Event()
    monkeypatch.setattr(_log.Log, "touch", lambda self: in_a_cell.set())
    monkeypatch.setattr(_sandbox, "too_much", lambda *asked: "more than can be" if in_a_cell.is_set() else "")
    assert _keeper.main([str(connection)]) == -signal.SIGKILL
    assert [event.get("why") for event in logged(course)] == [None, "more than can be", None]
    assert "at" not in logged(course)[-1], "it did not end by itself"


@posix
def test_bubblewraps_child_is_what_is_interrupted(monkeypatch):
    killed = []
    monkeypatch.setattr(_keeper.os, "kill", lambda *asked: killed.append(asked))
    monkeypatch.setattr(_keeper, "descendants", lambda pid: [8, 9])
    monkeypatch.setattr(_sandbox, "kind", lambda: "bwrap")
    _keeper._interrupt(7)
    monkeypatch.setattr(_sandbox, "kind", lambda: "docker")
    _keeper._interrupt(7)
    assert killed == [(8, signal.SIGINT), (7, signal.SIGINT)]
    _keeper._end(2**22 + 1)


def test_without_the_instructors_notebook_nothing_is_graded(connection, course, capsys):
    shutil.rmtree(course / "source")
    assert _keeper.main([str(connection)]) == 1
    assert capsys.readouterr().err.startswith("Not graded: source/ps1/ps1.ipynb asks for nothing")


def test_where_nothing_can_start_a_line_says_why(connection, monkeypatch, capsys):
    def kind():
        raise NoSandbox("no sandbox: a reason")

    monkeypatch.setattr(_sandbox, "kind", kind)
    assert _keeper.main([str(connection)]) == 1
    assert capsys.readouterr().err == "Not graded: no sandbox: a reason\n"


def test_no_folder_but_ours_is_emptied(connection, tmp_path):
    (tmp_path / "kept").touch()
    connection.write_text(json.dumps({"ip": str(tmp_path / "k")}))
    with pytest.raises(ValueError, match="where the sandbox's sockets are"):
        _keeper.main([str(connection)])
    assert (tmp_path / "kept").exists()
