"""The examiner, which nbgrader starts as a notebook's kernel. It starts the real kernel in a sandbox.

  python -P -m bleu_grading.outside.examiner CONNECTION_FILE

It keeps the seed and the answers, calls the student's functions through `grade` in the sandbox, makes the verdicts, and
writes them to the course's log. It forwards interrupts to the kernel, and ends a sandbox that exceeds a limit. The
docstring of `inside.examiner_proxy` has an example of the messages.
"""

import contextlib
import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from bleu_exercises._tasks import TASKS
from bleu_grading.inside.examiner_proxy import EarlierParts
from bleu_grading.inside.protocol import Message, decode, encode
from bleu_grading.outside import sandbox
from bleu_grading.outside.grading_log import LeftOut, Log, last_runs, left_out
from bleu_grading.outside.points_and_feedback import feedback_text, inputs_only, points_for
from bleu_grading.outside.problem_set import HiddenTest, ProblemSet, earlier_parts, graded_in
from bleu_grading.outside.sandbox import ORPHANED, SOCKETS, Limits, descendants, watch
from bleu_grading.outside.seed_and_answers import SECRET_VARIABLES, find_task, instructors_tasks, read_seed
from bleu_grading.outside.student_function import NoAnswer, StudentFunction, read_way
from exercise_checker import Finding, Status, Task, Verdict, Way, examine
from exercise_checker.code_origin import address_of
from exercise_checker.guard import Guard

MAX_MESSAGE = 10_000_000
"""The maximum number of characters in a message, because a student's process could send an endless one."""

SOCKETS_PREFIX = "bleu-sandbox-"
"""The prefix of the folder that each kernel makes for its sockets, and removes at the end."""

MAX_QUESTION = 100_000
"""The maximum length of a substitute's arguments. Our inputs are shorter: longer ones only keep the examiner busy."""

MAX_SOURCE = 60
"""The maximum number of characters quoted from a cell's first line, so that a line of the log stays readable."""

NOT_A_TEST = "only the test cells of the problem set get a verdict, and only as they are in the instructor's source"
"""The reason for which a request from a student's cell is refused."""

NOT_TWICE = "this test cell has a verdict already, and the first verdict counts"

ENDLESS: Message = {"ended": "endless"}

SECONDS_TO_END = 8.0
"""A cell that is still running this long after an interrupt cannot be interrupted. nbgrader waits longer than this."""

SECONDS_TO_READ = 2.0
"""The maximum time for reading the last messages of a sandbox that has ended."""

UNSTOPPABLE = "a cell that does not end and cannot be interrupted"

KERNEL = [sys.executable, "-P", "-m", "bleu_grading.inside.kernel"]
"""The command that runs in the sandbox, followed by the path of the connection file."""


# Grading from outside the sandbox.


@dataclass(eq=False)
class Examiner:
    """Grades the functions for which the kernel in the sandbox sends a request."""

    read: IO[str]
    write: IO[str]
    log: Log
    seed: str
    tests: Sequence[HiddenTest]
    left_out: Sequence[LeftOut] = ()
    running: LeftOut = field(default_factory=dict)
    """What is running now: a cell, or the function for a task."""
    _next_request: Message | None = None
    _tests_asked: set[str] = field(default_factory=set)
    _cell: str = ""
    _correct: set[str] = field(default_factory=set)
    _disclosable: Collection[str] = ()
    """The tasks whose right results may be requested now."""
    _disclosed: set[str] = field(default_factory=set)
    """The tasks whose right results have been sent to the student's process."""

    def serve(self) -> None:
        """Answer requests until the kernel has ended."""
        with contextlib.suppress(OSError, ValueError):  # the kernel ended while a message was being sent
            names = [
                name for task in [*TASKS.values(), *instructors_tasks().values()] for name in solution_addresses(task)
            ]
            self._say({"ours": names, "left_out": [item["cell"] for item in self.left_out if "cell" in item]})
            while (request := self._request()) is not None:
                with contextlib.suppress(NoAnswer):
                    self._grade(request)

    def _request(self) -> Message | None:
        request, self._next_request = self._next_request, None
        while request is None or "grade" not in request:
            request = self._read_message()
            if request is None:
                return None
        return request

    def _grade(self, request: Message) -> None:
        number = request.get("number")
        try:
            task, points = find_task(str(request["grade"])), float(request["points"])
            shares = {str(name): float(share) for name, share in request["partial"].items()}
            grade_id = self._test_that_asks((task.name, points, shares))
        except (ValueError, TypeError, KeyError, AttributeError) as problem:
            self.log.write("refused", task=str(request["grade"])[:MAX_SOURCE], why=str(problem))
            self._say({"number": number, "refused": str(problem)})
            return
        self._tests_asked.add(grade_id)
        about = {"grade_id": grade_id, "task": task.name, "points": points, "shares": shares}
        self.log.write("asked", **about)
        verdict, replaced = self._examine(number, task, {}), list[str]()
        awarded = points_for(verdict, points, shares)
        earlier = earlier_parts(task.name, self.tests)
        wrong = {name: part for name, part in earlier.items() if part not in self._correct}
        if wrong and verdict.status is not Status.CORRECT:
            with contextlib.suppress(NoAnswer):  # the time of the cell is up, so the first verdict counts
                again, used = self._with_ours(number, task, wrong)
                more = points_for(again, points, shares)
                # An error says less than any other finding, because it may be due to how one part calls another.
                if used and (more, again.finding != Finding.ERROR) >= (awarded, verdict.finding != Finding.ERROR):
                    verdict, replaced, awarded = again, used, more
        if verdict.status is Status.CORRECT:
            self._correct.add(task.name)
        feedback = feedback_text(verdict, awarded, points, replaced)
        self.log.write(
            "graded",
            **about,
            awarded=awarded,
            finding=verdict.finding.name,
            mistake=verdict.mistake,
            feedback=feedback,
            example=inputs_only(verdict, task.parameters),
            earlier=replaced,
        )
        self._say({"number": number, "feedback": feedback, "awarded": awarded})

    def _test_that_asks(self, call: tuple[str, float, dict[str, float]]) -> str:
        """Return the name of the test cell that makes this request.

        The sandbox reports which cell is running, so a student's code can forge it. Each test cell is therefore
        answered only once: otherwise a student could have many functions graded. A cell could also use right results
        that were sent to its process to choose the function that it has graded. They are sent only while a later part
        is graded, so this does not happen in a notebook whose cells are in order.

        Raises:
            ValueError: no test cell makes this request, it has been answered already, or right results were sent.
        """
        matching = [test.grade_id for test in self.tests if (test.cell, test.call[1:]) == (self._cell, call)]
        if not matching:
            raise ValueError(NOT_A_TEST)
        unanswered = [grade_id for grade_id in matching if grade_id not in self._tests_asked]
        if not unanswered:
            raise ValueError(NOT_TWICE)
        if call[0] in self._disclosed:
            raise ValueError(f"our {call[0]} has replaced yours in a later test, so yours can no longer be graded")
        return unanswered[0]

    def _with_ours(self, number: Any, task: Task, wrong: EarlierParts) -> tuple[Verdict, list[str]]:
        """Grade a function with our version of the wrong earlier parts, and list the names of those that it called."""
        disclosed, self._disclosed = self._disclosed, set()
        try:
            verdict = self._examine(number, task, wrong)
            return verdict, [name for name, part in wrong.items() if part in self._disclosed]
        finally:
            self._disclosed |= disclosed

    def _examine(self, number: Any, task: Task, earlier: EarlierParts) -> Verdict:
        def ask(message: Message) -> Message:
            return self._ask(message | {"number": number}, number)

        if {"task": task.name} in self.left_out:
            return examine(None, Way(task.parameters, "", ""), task, StudentFunction(lambda _: ENDLESS), self.seed)
        self._disclosable = earlier.values()
        self.running = {"task": task.name}
        try:
            way = read_way(ask({"parameters": task.parameters, "ours": solution_addresses(task), "earlier": earlier}))
            if way.names is not None and way.names != task.parameters[len(task.parameters) - len(way.names) :]:
                raise NoAnswer
            return examine(None, way, task, StudentFunction(ask), self.seed)
        finally:
            self._disclosable = ()
            self.running = {}

    def _say(self, message: Mapping[str, Any]) -> None:
        self.write.write(json.dumps(message) + "\n")
        self.write.flush()

    def _ask(self, message: Message, number: Any) -> Message:
        """Send a message and return its answer. If a new request comes instead, `grade` was interrupted."""
        self._say(message)
        while (answer := self._read_message()) is not None:
            if "grade" in answer:
                self._next_request = answer
                raise NoAnswer
            if answer.get("number") != number:
                continue
            if "earlier" not in answer:
                return answer
            if answer["earlier"] in self._disclosable:
                self._disclosed.add(answer["earlier"])
            self._say(right_result(answer, self._disclosable) | {"number": number, "question": answer.get("question")})
        raise NoAnswer

    def _read_message(self) -> Message | None:
        """Return the next message, or None at the end. Lines that are not messages are skipped."""
        while line := self.read.readline(MAX_MESSAGE):
            with contextlib.suppress(ValueError, RecursionError):
                message = json.loads(line)
                if isinstance(message, dict) and "cell" in message:
                    self._cell = str(message["cell"])
                    source = str(message.get("source"))[:MAX_SOURCE]
                    self.running = {"cell": str(message["cell"])[:64], "source": source} if message["cell"] else {}
                elif isinstance(message, dict):
                    return message
        return None


def solution_addresses(task: Task) -> list[str]:
    """List the addresses of the functions that solve a task. The instructor's own are not in the kernel."""
    return [address_of(function) for function in (task.function, *task.same_work)]


def right_result(question: Message, allowed: Collection[str]) -> Message:
    """Call our version of an earlier part for a substitute, and return its result or the error that it raises."""
    name = question.get("earlier")
    if name not in allowed:
        return {"error": "RuntimeError", "message": "there is no such part, or not now"}
    if len(json.dumps(question)) > MAX_QUESTION:
        return {"error": "ValueError", "message": "the arguments are too long"}
    try:
        arguments = [decode(argument) for argument in question["arguments"]]
        names = {key: decode(argument) for key, argument in question["names"].items()}
    except Exception:  # the student's process may send anything
        return {"error": "TypeError", "message": "the arguments cannot be read"}
    run = Guard(library=("bleu_helpers", "bleu_exercises")).call(find_task(str(name)).function, arguments, names)
    if run.error is not None:
        return {"error": run.error.name, "message": run.error.message}
    if run.ended == "endless":
        return {"error": "RuntimeError", "message": "it takes too long"}
    return {"result": encode(run.result)}


# The program.


def new_sockets_folder(address: str) -> Path:
    """Make a new folder for the sockets, in place of an old one.

    Raises:
        ValueError: the address was not made by our configuration, so the folder must not be deleted.
    """
    folder = Path(address).parent
    if not folder.name.startswith(SOCKETS_PREFIX):
        raise ValueError("nbgrader_config.py does not name the sandbox's sockets: use the file of this version")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700, parents=True)
    return folder


def main(arguments: list[str]) -> int:
    """Run one kernel until it ends, and return the exit code."""
    connection = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
    sockets = new_sockets_folder(connection["ip"])
    try:
        return _run(connection, sockets, Limits())
    except (OSError, ValueError, sandbox.NoSandbox) as problem:
        print(f"Not graded: {problem}", file=sys.stderr)
        return 1
    finally:
        shutil.rmtree(sockets, ignore_errors=True)


def _run(connection: Mapping[str, Any], sockets: Path, limits: Limits) -> int:
    problem_set, student = graded_in(Path.cwd())
    log, tests, name = Log(problem_set, student, secrets.token_hex(8)), problem_set.tests(), problem_set.name
    if not problem_set.source.is_file():
        raise ValueError(f"there is no source/{name}/{name}.ipynb: put the problem set back")
    if problem_set.outdated():  # else the release's tests would be refused, and all would lose points
        how = f"Make it again: python -m bleu_grading release {name}"
        raise ValueError(f"source/{name} has changed since its release was made. {how}")
    seed = read_seed()
    folder = str(sockets) if sandbox.kind() == "none" else SOCKETS
    inside = json.dumps({**connection, "ip": f"{folder}/k"})
    (sockets / "connection.json").write_text(inside, encoding="utf-8")
    command = [*sandbox.command(sandbox.kind(), Path.cwd(), limits, sockets), *KERNEL, f"{folder}/connection.json"]
    # Jupyter passes the id of the process that started this one, which may have ended already.
    parent = int(os.environ.get("JPY_PARENT_PID") or os.getppid())
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
        env={name: value for name, value in os.environ.items() if name not in SECRET_VARIABLES},
        start_new_session=True,  # an interrupt reaches only this process, which forwards it
    )
    leaves_out = log_start(log, problem_set, student)
    ended_here = threading.Event()

    def end() -> None:
        ended_here.set()
        _end(process.pid)

    def stop(why: str, **more: Any) -> None:
        if why != ORPHANED:  # the notebook did not cause this
            log.write("stopped", why=why, **more)
        end()

    assert process.stdin is not None and process.stdout is not None
    examiner = Examiner(process.stdout, process.stdin, log, seed, tests, leaves_out)

    def interrupt() -> None:
        _interrupt(process.pid)
        threading.Thread(target=_stop_if_still, args=(examiner, examiner.running, stop), daemon=True).start()

    signal.signal(signal.SIGINT, lambda *_: interrupt())
    signal.signal(signal.SIGTERM, lambda *_: end())
    serving = threading.Thread(target=examiner.serve, daemon=True)
    serving.start()
    threading.Thread(target=watch, args=(process, limits, stop, sockets, parent), daemon=True).start()
    try:
        return process.wait()
    finally:
        _end(process.pid)
        sandbox.stop(command)
        serving.join(SECONDS_TO_READ)
        log.write("ended", **({} if ended_here.is_set() or not examiner.running else {"at": examiner.running}))


def log_start(log: Log, problem_set: ProblemSet, student: str) -> list[LeftOut]:
    """Log that a notebook starts and what its grade depends on, and return what this run leaves out."""
    leaves_out = left_out(last_runs(problem_set).get(student, []))
    log.write("started", sandbox=sandbox.kind(), digests=problem_set.digests(student), left_out=leaves_out)
    return leaves_out


def _interrupt(pid: int) -> None:
    """Interrupt the kernel, which is the only child of bwrap. A container's process forwards the signal."""
    processes = descendants(pid)[:1] if sandbox.kind() == "bwrap" else [pid]
    for process in processes:
        os.kill(process, signal.SIGINT)


def _stop_if_still(examiner: Examiner, at: LeftOut, stop: Callable[..., None]) -> None:
    """End a sandbox that is still running the cell or function in which it was interrupted."""
    time.sleep(SECONDS_TO_END)
    if at and examiner.running is at:
        stop(UNSTOPPABLE, **at)


def _end(pid: int) -> None:
    with contextlib.suppress(OSError):
        os.killpg(pid, signal.SIGKILL)


if __name__ == "__main__":  # pragma: no cover - runs in a separate process
    sys.exit(main(sys.argv[1:]))
