"""The program outside of the sandbox: it grades whatever a kernel sends, and ends a sandbox that uses too much."""

import contextlib
import io
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
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest
import students_by_hand
from course import ASSIGNMENTS, SEED, cell_of, in_adas_folder, program_outside, source, write
from course import text as source_text
from traitlets.config import Config

from bleu_helpers.checks import _guard, catalogue
from bleu_helpers.course import (
    _held,
    _keeper,
    _kernel,
    _log,
    _outside,
    _parts,
    _remote,
    _sandbox,
    _watch,
    audit,
    configuration,
    grade,
)
from bleu_helpers.course._sandbox import Limits, NoSandbox

posix = pytest.mark.skipif(os.name == "nt", reason="grading on Windows was not tried")


@pytest.fixture(autouse=True)
def course(tmp_path, monkeypatch):
    """A course's folder, with a student's in it."""
    folder = in_adas_folder(tmp_path, monkeypatch)
    monkeypatch.setenv("BLEU_SANDBOX", "none")
    found = _sandbox.kind
    found.cache_clear()
    yield folder
    found.cache_clear()


def logged(course):
    return _log.events(course / _log.LOG).get("autograded/ada/ps1", [])


# Grading: a kernel and the program outside, here in one process.


@pytest.fixture
def kernel(course, monkeypatch):
    """What a student's kernel has in place of the seed and the answers."""
    with program_outside(monkeypatch) as from_kernel:
        yield from_kernel


def right(candidate, references):
    return sum(any(word in other for other in references) for word in candidate) / (len(candidate) or 1)


def loud(candidate, references):
    raise KeyError(f"HIDDEN {candidate}")


def nested(candidate, references):
    nested(candidate, references)


class Bad:
    def __float__(self):
        raise RuntimeError


@pytest.mark.parametrize(
    ("function", "task", "points"),
    [
        (right, "unigram_precision", 4.0),
        (lambda candidate, *, references: right(candidate, references), "unigram_precision", 4.0),
        (lambda candidate, references: 0.5, "unigram_precision", 0.0),
        (loud, "unigram_precision", 0.0),
        (nested, "unigram_precision", 0.0),
        (lambda candidate, references: print(candidate), "unigram_precision", 0.0),
        (lambda candidate, references: Bad(), "unigram_precision", 0.0),
        (lambda candidate, references: references.append(1) or 0.5, "unigram_precision", 0.0),
        (lambda candidate: 1, "unigram_precision", 0.0),
        (None, "unigram_precision", 0.0),
        *(
            pytest.param(function, task, 0.0, marks=pytest.mark.unmeasured)
            for function, task in (
                (catalogue.mistakes("count_clip")[0].function, "count_clip"),
                (students_by_hand.precision_over_words, "modified_precision"),
                (students_by_hand.two_at_once, "modified_precision"),
                (students_by_hand.nltk_order_shortest, "closest_ref_length"),
            )
        ),
    ],
)
def test_the_verdict_is_the_one_that_would_be_made_here(function, task, points, kernel, course, capsys, monkeypatch):
    assert grade(function, task, points=4) == points
    from_outside = capsys.readouterr().out
    monkeypatch.setattr(_outside, "outside", None)
    assert grade(function, task, points=4) == points
    assert capsys.readouterr().out == from_outside
    asked, graded = logged(course)
    assert (asked["event"], asked["task"], asked["points"], asked["shares"]) == ("asked", task, 4.0, {})
    assert (graded["event"], graded["got"], graded["said"] + "\n") == ("graded", points, from_outside)


def test_our_own_function_is_seen_from_outside(kernel, capsys):
    from bleu_helpers import count_clip

    assert grade(lambda c, rs, n: count_clip(c, rs, n), "count_clip", points=4) == 0.0
    assert "it calls it" in capsys.readouterr().out


def test_a_share_for_a_known_mistake(kernel, course):
    wrong = next(one for one in _keeper.find_task("normalise").mistakes if one.name == "case kept")
    assert grade(wrong.function, "normalise", points=2, partial={"case kept": 0.5}) == 1.0
    assert logged(course)[-1]["mistake"] == "case kept"


def test_what_is_no_task_is_refused(kernel, course):
    with pytest.raises(ValueError, match="there is no task 'nothing'"):
        grade(right, "nothing", points=1)
    assert [event["event"] for event in logged(course)] == ["refused"]
    assert grade(right, "unigram_precision", points=1) == 1.0


def test_a_seed_of_ones_own_is_graded_here(kernel, course):
    assert grade(right, "unigram_precision", points=1, seed="an example") == 1.0
    assert logged(course) == []


def test_after_an_interrupt_the_next_function_is_graded(kernel, course, capsys):
    calls = []

    def interrupted(candidate, references):
        calls.append(candidate)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        grade(interrupted, "unigram_precision", points=1)
    kernel.write('{"number": 0, "half a li')
    assert grade(right, "unigram_precision", points=2) == 2.0
    assert [event["event"] for event in logged(course)] == ["asked", "asked", "graded"]


def test_an_interrupt_that_a_function_swallows_ends_its_cell_all_the_same(kernel, course):
    calls = []

    def swallows(candidate, references):
        calls.append(candidate)
        with contextlib.suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        return right(candidate, references)

    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        grade(swallows, "unigram_precision", points=1)
    assert len(calls) == 1 and signal.getsignal(signal.SIGINT) is before
    assert grade(right, "unigram_precision", points=2) == 2.0
    assert [event["event"] for event in logged(course)] == ["asked", "asked", "graded"]


def test_in_a_thread_no_interrupt_arrives(kernel):
    with ThreadPoolExecutor() as pool:
        assert pool.submit(grade, right, "unigram_precision", points=2).result() == 2.0


def served(course, *messages):
    """What the program outside says to a kernel that sends these lines and is gone."""
    said = io.StringIO()
    lines = "".join((message if isinstance(message, str) else json.dumps(message)) + "\n" for message in messages)
    _keeper.Examiner(io.StringIO(lines), said, _log.Log(Path.cwd(), "a run"), SEED).serve()
    return [json.loads(line) for line in said.getvalue().splitlines()][1:], [one["event"] for one in logged(course)]


ASK = {"number": 0, "grade": "unigram_precision", "points": 1, "partial": {}}


@pytest.mark.parametrize(
    "answers",
    [
        [],
        ["[" * 100_000, "[]", "nonsense"],
        [{"number": 9, "names": None, "kind": "what another call of grade was asked"}],
        [{"number": 0, "names": ["references", "candidate"]}],
        [{"number": 0, "names": ["a", "b", "c"]}],
        [{"number": 0, "names": []}, {"number": 5, "ended": "returned", "result": 1}],
    ],
)
def test_a_kernel_that_answers_nonsense_gets_no_verdict(answers, course):
    _, events = served(course, ASK, *answers)
    assert events == ["asked"]


def test_what_is_no_text_of_unicode_is_logged_and_answered_all_the_same(course):
    said, events = served(course, ASK | {"grade": "\ud800"}, ASK, {"number": 0, "names": None, "kind": "\ud800"})
    assert events == ["refused", "asked", "graded"] and r"\ud800" in said[0]["refused"]
    assert said[-1]["got"] == 0.0 and "\ud800" not in said[-1]["said"]  # which only our own words are in


def test_a_share_that_would_never_be_given_is_refused_and_not_dropped(kernel, course):
    wrong = next(one for one in _keeper.find_task("normalise").mistakes if one.name == "case kept")
    for partial, why in (
        ({"case keept": 0.5}, "normalise has neither a mistake nor a kind of input called 'case keept'"),
        ({"letters and single marks only": 0.99, "case kept": 0.5, "\ud800": 0.5}, "called '.ud800'"),
    ):
        with pytest.raises(ValueError, match=why):
            grade(wrong.function, "normalise", points=2, partial=partial)
    assert [event["event"] for event in logged(course)] == ["refused", "refused"]


@pytest.mark.parametrize(
    "request_", [{"grade": 3}, {"grade": "credited", "points": "x", "partial": {}}, ASK | {"partial": 3}]
)
def test_a_request_that_is_none_is_refused(request_, course):
    said, events = served(course, {"something": "else"}, {"number": 0} | request_)
    assert events == ["refused"] and list(said[0]) == ["number", "refused"]


@pytest.mark.parametrize(
    ("cell", "changed", "answered"),
    [
        ("test_overused", {}, True),
        ("test_overused", {"points": 6}, False),
        ("test_overused", {"partial": {"unknown": 0.5}}, False),
        ("test_overused", {"grade": "credited"}, False),
        ("test_overused", {"grade": "unigram_precision"}, False),
        ("overused", {}, False),
        ("", {}, False),
    ],
)
def test_only_what_a_test_cell_asks_is_answered_and_only_while_it_runs(cell, changed, answered, course):
    """Else a cell could try one function after the other, or leave in the log what suits it."""
    begun = {"cell": _log.digest_of(source_text(cell_of(source("ps1"), cell))) if cell else "", "source": ""}
    asked = {"number": 0, "grade": "overused", "points": 3, "partial": {}} | changed
    lines = "".join(json.dumps(one) + "\n" for one in (begun, asked, {"number": 0, "names": None, "kind": "int"}))
    tests, log = _parts.questions(ASSIGNMENTS, "ps1"), _log.Log(Path.cwd(), "a run")
    _keeper.Examiner(io.StringIO(lines), io.StringIO(), log, SEED, tests).serve()
    assert [(one["event"], one["task"]) for one in logged(course)] == [
        (event, asked["grade"]) for event in (["asked", "graded"] if answered else ["refused"])
    ]
    assert answered or "only the test cells" in logged(course)[0]["why"]


def test_the_kernel_notices_that_the_program_outside_is_gone(monkeypatch):
    outside = _outside.Outside(io.StringIO('{"ours": []}\n{"number": 7}\n'), io.StringIO())
    with pytest.raises(EOFError, match="is gone"):
        outside.grade(right, "unigram_precision", 1.0, {})


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ({"error": "UnicodeDecodeError", "message": "m"}, "UnicodeDecodeError"),
        ({"error": "Own", "message": "m"}, "Own"),
        ({"error": "<script>"}, "script"),
        ({"error": "print"}, "print"),
        ({"error": ""}, "Error"),
    ],
)
def test_an_error_from_the_other_process_keeps_its_name(answer, kind):
    run = _remote.run_of(answer)
    assert type(run.error).__name__ == kind and isinstance(run.error, Exception) and run.line is None


def test_a_result_that_cannot_be_read_is_none_that_a_task_asks_for():
    for result in ({"d": [[[1], 2]]}, {"d": 3}, {"i": [1]}):
        assert type(_remote.run_of({"result": result}).result) is object
    assert _remote.run_of({"ended": "endless", "deep": 1}).too_deep


def test_how_much_time_was_used_is_measured_here(monkeypatch):
    """Else a process that says that its time is up would be asked for fewer inputs."""
    now = [0.0]
    monkeypatch.setattr(_remote.time, "monotonic", lambda: now[0])
    remote = _remote.Remote(lambda message: {"result": 1, "spent": True, "half_spent": True})
    for seconds, spent in ((0.0, (False, False)), (_guard.MAX_SECONDS / 2, (True, False)), (99.0, (True, True))):
        remote.call(None, [])
        now[0] = seconds
        assert (remote.half_spent, remote.spent) == spent
    assert not _remote.Remote(dict).spent


# The log, and the notebook that nbgrader keeps.


def test_the_log_has_the_last_run_of_each_folder(course, tmp_path):
    assert _log.events(course / _log.LOG) == {}
    for run in ("1", "2"):
        for folder in (course / "autograded" / "eve" / "ps1", tmp_path):
            _log.Log(folder, run).write("started", sandbox="bwrap")
    read = _log.events(course / _log.LOG)
    assert {folder: [event["run"] for event in events] for folder, events in read.items()} == {
        "autograded/eve/ps1": ["2"],
        tmp_path.resolve().as_posix(): ["2"],
    }


def cell(source, *outputs, grade=True, kind="code", **data):
    metadata = {"nbgrader": {"grade": grade, "grade_id": "x"} | data}
    return {"cell_type": kind, "source": source, "metadata": metadata, "outputs": list(outputs), "execution_count": 3}


def text(value, name="stdout"):
    return {"output_type": "stream", "name": name, "text": value}


def held(*cells):
    notebook = {"cells": list(cells)}
    _held.hold_to_the_log(notebook, {"metadata": {"path": str(Path.cwd())}})
    return [one["outputs"] for one in notebook["cells"]]


TEST = 'grade(overused, "overused", points=3)'


def test_a_test_cell_shows_its_verdict_and_nothing_else(course):
    log = _log.Log(Path.cwd(), "a run")
    log.write("started")
    log.write("graded", task="overused", points=3.0, shares={}, got=1.5, said="overused: said.")
    noisy = cell(TEST, text("noise", "stderr"), {"output_type": "execute_result", "data": {"text/plain": "3.0"}})
    [[said, value]] = held(noisy)
    assert (said["name"], said["text"]) == ("stdout", "overused: said.\n")
    assert (value["data"], value["execution_count"]) == ({"text/plain": "1.5"}, 3)


@pytest.mark.parametrize(
    "outputs",
    [
        [],  # a displayhook that shows nothing, for which nbgrader gives all points
        [{"output_type": "execute_result", "data": {"text/plain": "1.33"}}],  # %precision 2
        [{"output_type": "execute_result", "data": {"text/plain": "1,33"}}],  # a formatter, for which it gives all too
        [{"output_type": "execute_result", "data": {"text/html": "<b>1.33</b>"}}],
        [text("=> 1.3333333333333333")],  # sys.displayhook = print
        [{"output_type": "error", "ename": "E", "evalue": "", "traceback": []}],  # for which it gives none
    ],
)
def test_however_a_student_has_numbers_shown_the_points_are_those_of_the_log(outputs, course):
    _log.Log(Path.cwd(), "a run").write("graded", task="overused", points=3.0, shares={}, got=4 / 3, said="said")
    [found] = held(shown := cell(TEST, *outputs))
    assert audit.recorded_points(shown, 3.0) == 4 / 3 and [one["output_type"] for one in found][1:] == [
        "execute_result"
    ]


@pytest.mark.parametrize(
    "other",
    [
        cell('grade(overused, "overused", points=4)', text("x")),
        cell('grade(overused, "overused", points=3, partial={"case kept": 0.5})', text("x")),
        cell(TEST, text("x"), grade=False),
        cell(TEST, text("x"), solution=True),
        cell(TEST + "\n" + TEST, text("x")),
        cell("grade(", text("x")),
        cell("grade(f)", text("x")),
        cell("grade(f, points=1)", text("x")),
        cell("grade(f, name, points=1)", text("x")),
        cell("x = 1", text("x")),
    ],
)
def test_a_cell_without_a_verdict_stays_as_it_is(other, course):
    _log.Log(Path.cwd(), "a run").write("graded", task="overused", points=3.0, shares={}, got=3.0, said="said")
    assert held(other, cell("text", kind="markdown")) == [[text("x")], []]


def test_what_is_too_long_is_not_kept():
    error = {"output_type": "error", "ename": "E", "evalue": "", "traceback": ["x" * 2_000_000]}
    plain = {"output_type": "error", "ename": "E", "evalue": "", "traceback": []}
    long, short = text("x" * 2_000_000), text("y")
    assert held(cell("a", short)) == [[short]]
    first, second, third = held(cell("a", long, short), cell("a", error), cell("a", long, plain))
    assert "is not kept" in first[0]["text"] and first[1:] == [short]
    assert [output["output_type"] for output in second] == ["stream", "error"]
    assert third[1:] == [plain]


# The kernel in the sandbox.


def test_a_cell_prints_so_much_and_while_it_is_graded_nothing(monkeypatch):
    monkeypatch.setattr(_kernel, "MOST_CHARACTERS", 5)
    stream, new_cell = SimpleNamespace(write=(kept := []).append), []
    shell = SimpleNamespace(events=SimpleNamespace(register=lambda event, call: new_cell.append(call)))
    measured = _kernel.measure(shell, stream)
    assert [stream.write("abc"), stream.write("def"), stream.write("ghi")] == [3, 3, 3]
    assert kept == ["abc", "de" + _kernel.CUT]
    new_cell[0](None)
    with measured.silent():
        stream.write("hidden")
    stream.write("x")
    assert kept[2:] == ["x"]


@posix
def test_the_kernel_takes_its_channels_and_finds_the_program_outside(monkeypatch, tmp_path):
    done, numbers = [], []
    app = SimpleNamespace(
        initialize=lambda arguments: done.append(arguments),
        start=lambda: done.append("started"),
        shell=SimpleNamespace(
            events=SimpleNamespace(register=lambda event, call: calls.append((event, call))),
            input_transformers_cleanup=["IPython's own"],
        ),
    )
    calls = []
    fake = SimpleNamespace(IPKernelApp=SimpleNamespace(instance=lambda: app))
    monkeypatch.setitem(sys.modules, "ipykernel.kernelapp", fake)
    monkeypatch.setattr(_outside, "outside", None)
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    monkeypatch.setattr(sys, "path", ["a"])
    (tmp_path / "in").write_text('{"ours": []}\n')
    into, out = os.open(tmp_path / "in", os.O_RDONLY), os.open(tmp_path / "out", os.O_WRONLY | os.O_CREAT)
    with monkeypatch.context() as one:
        one.setattr(_kernel.os, "dup", lambda number: (into, out)[number])
        one.setattr(_kernel.os, "dup2", lambda _, number: numbers.append(number))
        _kernel.main(["connection.json"])
    assert isinstance(_outside.outside, _outside.Outside) and numbers == [0, 1, 2]
    assert sys.path == ["", "a"]
    assert done == [["-f", "connection.json", "--HistoryManager.hist_file=:memory:"], "started"]
    for event, call in calls:
        call(SimpleNamespace(raw_cell="a = 1\nb") if event == "pre_run_cell" else None)
    began, ended = map(json.loads, filter(None, (tmp_path / "out").read_text().splitlines()))
    assert began["cell"] == _log.digest_of("a = 1\nb") and began["source"] == "a = 1" and ended == {"cell": ""}
    assert app.shell.input_transformers_cleanup[0]("a = 1") == "a = 1"
    with _outside.outside.silent():
        sys.stdout.write("x")
    sys.stdout.write("y")
    assert sys.stdout.getvalue() == "y"


def test_a_cell_that_could_not_be_interrupted_is_an_error_in_the_next_run():
    stuck = "sum(count())  # endless\n"
    told = {"ours": [], "left_out": [_log.digest_of(stuck)]}
    outside = _outside.Outside(io.StringIO(json.dumps(told) + "\n"), io.StringIO())
    [line] = outside.without_left_out([stuck])
    with pytest.raises(RuntimeError, match="could not be interrupted"):
        exec(line)
    assert outside.without_left_out(["sum(count())\n"]) == ["sum(count())\n"]


def test_a_function_that_could_not_be_interrupted_is_not_called_in_the_next_run(monkeypatch, course):
    log = _log.Log(Path.cwd(), "first")
    log.write("started", left_out=[{"cell": "a digest", "source": "x"}])
    log.write("stopped", why="...", task="unigram_precision")
    assert log.left_out() == [{"cell": "a digest", "source": "x"}, {"task": "unigram_precision"}]
    said = io.StringIO()
    kernel = io.StringIO(json.dumps(ASK) + "\n")
    _keeper.Examiner(kernel, said, _log.Log(Path.cwd(), "second"), SEED, left_out=log.left_out()).serve()
    first, verdict = map(json.loads, said.getvalue().splitlines())
    assert first["left_out"] == ["a digest"]
    assert verdict["got"] == 0 and "it did not come to an end" in verdict["said"]


def test_the_program_outside_knows_which_cell_runs_and_which_function_is_called(course):
    at = []

    class Kernel(io.StringIO):
        def readline(self, longest=-1):
            at.append(examiner.at)
            return super().readline(longest)

    begun = {"cell": "d" * 99, "source": "s" * 99}
    kernel = Kernel("".join(json.dumps(one) + "\n" for one in (begun, {"cell": ""}, begun, ASK, {"cell": ""})))
    examiner = _keeper.Examiner(kernel, io.StringIO(), _log.Log(Path.cwd(), "a run"), SEED)
    examiner.serve()
    cell = {"cell": "d" * 64, "source": "s" * 60}
    assert at == [{}, cell, {}, cell, {"task": "unigram_precision"}, {}, {}]


# What a sandbox uses.


@pytest.mark.skipif(sys.platform != "linux", reason="the processes of others are counted on Linux only")
def test_what_a_sandbox_uses_is_seen(tmp_path):
    code = "import subprocess, sys, time; print(subprocess.Popen(['sleep', '60']).pid, flush=True); time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        try:
            child = int(process.stdout.readline())
            assert _watch.descendants(process.pid) == [child]
            assert _watch.descendants(os.getpid())[-1] == child
            assert _watch.too_much(os.getpid(), tmp_path, Limits()) == ""
            assert _watch.too_much(os.getpid(), tmp_path / "none", Limits()) == ""
            assert _watch.too_much(os.getpid(), tmp_path, Limits(processes=1)) == "more than 1 processes"
            assert _watch.too_much(os.getpid(), tmp_path, Limits(megabytes=1)) == "more than 1 MB of memory"
            (tmp_path / "deeper").mkdir()
            for name, size in (("many", 0), ("large", 2**21)):
                for number in range(110 if name == "many" else 1):
                    (tmp_path / "deeper" / f"{name}{number}").write_bytes(bytes(size))
                assert "sockets" in _watch.too_much(os.getpid(), tmp_path, Limits())
                shutil.rmtree(tmp_path / "deeper")
                (tmp_path / "deeper").mkdir()
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
            process.kill()
    assert _watch._own_megabytes(2**30) == 0.0


# The program.


def test_a_process_that_ends_while_it_is_looked_at_has_no_children(monkeypatch):
    def gone(*_):
        raise FileNotFoundError("/proc/6022/task")

    monkeypatch.setattr(_watch.Path, "glob", gone)
    assert _watch.descendants(os.getpid()) == []


@pytest.mark.parametrize("length", [1, 40, 60, 70, 80, 120, 200])
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


HELLO = """
import json, sys
print(json.dumps({"number": 0, "grade": "unigram_precision", "points": 1, "partial": {}}), flush=True)
sys.stdin.readline(), sys.stdin.readline()
told = json.load(open(sys.argv[1]))
import os
assert told["key"] == "k" and os.path.dirname(told["ip"]) == os.path.dirname(sys.argv[1])
assert "BLEU_SEED_FILE" not in os.environ and "BLEU_ANSWERS_FILE" not in os.environ
"""


@posix
@pytest.mark.parametrize("changed", [True, False])
def test_tests_of_another_version_of_the_problem_set_are_not_graded(changed, connection, course, monkeypatch, capsys):
    """nbgrader has its cells from the day of the release: refused one by one, they would cost everybody all points."""
    monkeypatch.setattr(_keeper, "KERNEL", [sys.executable, "-c", ""])
    monkeypatch.setattr(_keeper.signal, "signal", lambda *_: None)
    write(source("ps1"), Path("ps1.ipynb"))
    today = source("ps1")
    if changed:
        cell_of(today, "test_credited")["source"].append("\n# another test")
    write(today, course / "source" / "ps1" / "ps1.ipynb")
    assert _keeper.main([str(connection)]) == changed
    said = "Not graded: source/ps1 has changed since its release was made (test_credited). Make it again: "
    assert capsys.readouterr().err.startswith(said) == changed


@posix
def test_a_kernel_from_its_start_to_its_end(connection, course, monkeypatch, handlers, tmp_path):
    monkeypatch.setattr(_keeper, "KERNEL", [sys.executable, "-c", HELLO])
    assert _keeper.main([str(connection)]) == 0
    assert [event["event"] for event in logged(course)] == ["started", "asked", "ended"]
    assert sorted(handlers) == [signal.SIGINT, signal.SIGTERM]
    assert list(tmp_path.glob("bleu-sandbox-*")) == []


@posix
@pytest.mark.parametrize("which", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_is_handed_on(which, connection, monkeypatch, handlers):
    monkeypatch.setattr(_keeper, "KERNEL", [sys.executable, "-c", "import time; time.sleep(60)"])
    log_write = _log.Log.write

    def write(self, event, **more):
        log_write(self, event, **more)
        if event == "started":
            threading.Thread(target=send).start()

    def send():
        while which not in handlers:
            time.sleep(0.01)
        time.sleep(0.5)
        handlers[which]()

    monkeypatch.setattr(_log.Log, "write", write)
    assert _keeper.main([str(connection)]) != 0


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
@pytest.mark.parametrize("dropped", ["before", "meanwhile"])
def test_a_sandbox_ends_with_whoever_waits_for_it(dropped, connection, course, monkeypatch, handlers):
    """A connection that drops takes nbgrader with it, and nobody would ever end the student's endless loop."""
    monkeypatch.setattr(_keeper, "KERNEL", [sys.executable, "-c", "import time; time.sleep(60)"])
    if dropped == "before":  # while this program was being loaded
        monkeypatch.setenv("JPY_PARENT_PID", str(2**22 + 1))
    else:
        monkeypatch.delenv("JPY_PARENT_PID", raising=False)
        parents = iter([os.getppid()] * 3)
        monkeypatch.setattr(_watch.os, "getppid", lambda: next(parents, 1))
    assert _keeper.main([str(connection)]) == -signal.SIGKILL
    assert [event["event"] for event in logged(course)] == ["started", "ended"]


@posix
def test_a_sandbox_with_too_much_is_ended_and_the_log_says_why(connection, course, monkeypatch, handlers):
    monkeypatch.setattr(_keeper, "KERNEL", [sys.executable, "-c", AWAY + "import time; time.sleep(60)"])
    in_a_cell = threading.Event()
    monkeypatch.setattr(_log.Log, "touch", lambda self: in_a_cell.set())
    monkeypatch.setattr(_watch, "too_much", lambda *asked: "more than can be" if in_a_cell.is_set() else "")
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


# nbgrader's configuration.


def test_the_configuration_names_our_kernel_and_all_of_nbgraders_steps(monkeypatch):
    monkeypatch.setenv("JUPYTER_PATH", "somewhere")
    c = Config()
    for _ in range(2):  # nbgrader loads it several times
        configuration.use_sandbox(c)
    first, *others = os.environ["JUPYTER_PATH"].split(os.pathsep)
    assert others == ["somewhere"] and c.KernelManager.transport == "ipc"
    kernel = json.loads((Path(first) / "kernels" / c.Execute.kernel_name / "kernel.json").read_text(encoding="utf-8"))
    assert kernel["argv"][1:4] == ["-P", "-m", "bleu_helpers.course._keeper"]
    assert c.Autograde.autograde_preprocessors[1] is _held.hold_to_the_log
    assert len(c.Autograde.autograde_preprocessors) == 8


@pytest.mark.parametrize("timeout", [{}, {"timeout": 20}])
def test_a_test_says_takes_too_long_before_its_cell_is_interrupted(timeout):
    """An interrupted cell has no verdict, and where it does not end soon, nbgrader drops the whole notebook."""
    c = Config({"Execute": timeout})
    configuration.use_sandbox(c)
    own, test = cell("x = 1", grade=False), cell(TEST)
    assert [c.Execute.timeout_func(one) for one in (own, test)] == [20, configuration.SECONDS_OF_A_TEST]
    assert c.Execute.iopub_timeout > _guard.MAX_SECONDS_PER_CALL
    assert configuration.SECONDS_OF_A_TEST > 2 * (_guard.MAX_SECONDS + _guard.MAX_SECONDS_PER_CALL)


def test_grading_starts_with_a_seed_and_a_sandbox_or_not_at_all(monkeypatch, capsys, tmp_path):
    configuration.before_grading(assignment="ps1")
    assert capsys.readouterr().err.startswith("Not protected: a student's cell can change other students' notebooks")
    monkeypatch.setattr(_sandbox, "kind", lambda: "bwrap")
    configuration.before_grading()
    assert capsys.readouterr() == ("", "")

    def kind():
        raise NoSandbox("no sandbox: a reason")

    monkeypatch.setattr(_sandbox, "kind", kind)
    with pytest.raises(SystemExit, match="Nothing was graded: no sandbox: a reason"):
        configuration.before_grading()
    monkeypatch.setattr(_sandbox, "shows", lambda path: path.name == "course")
    with pytest.raises(SystemExit, match=r"every notebook may read the folder in which .*course is"):
        configuration.before_grading()
    (tmp_path / "private" / "seed").unlink()
    with pytest.raises(SystemExit, match="Nothing was graded: there is no seed"):
        configuration.before_grading()
