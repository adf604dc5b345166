"""The examiner: it grades the functions of one notebook, whose kernel runs in a sandbox.

It keeps the seed and the answers. `grade` in the sandbox sends a request; the examiner has the student's function
called there, input by input, makes the verdict, and writes it to the course's log. The docstring of
`inside.examiner_proxy` has an example of the messages.
"""

import contextlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import IO, Any

from bleu_exercises._lesson_tasks import TASKS
from bleu_grading.inside.examiner_proxy import EarlierParts
from bleu_grading.inside.protocol import Message, decode, encode
from bleu_grading.outside.grading_log import LeftOut, Log
from bleu_grading.outside.points_and_feedback import feedback_text, inputs_only, points_for
from bleu_grading.outside.problem_set import HiddenTest, earlier_parts
from bleu_grading.outside.seed_and_answers import find_task, instructors_tasks
from bleu_grading.outside.student_function import NoAnswer, StudentFunction, read_way
from exercise_checker import Finding, Status, Task, Verdict, Way, examine
from exercise_checker.code_origin import address_of
from exercise_checker.guard import Guard

MAX_MESSAGE = 10_000_000
"""The maximum number of characters in a message, because a student's process could send an endless one."""

MAX_QUESTION = 100_000
"""The maximum length of a substitute's arguments. Our inputs are shorter: longer ones only keep the examiner busy."""

MAX_SOURCE = 60
"""The maximum number of characters quoted from a cell's first line, so that a line of the log stays readable."""

NOT_A_TEST = "only the test cells of the problem set get a verdict, and only as they are in the instructor's source"
"""The reason for which a request from a student's cell is refused."""

NOT_TWICE = "this test cell has a verdict already, and the first verdict counts"

ENDLESS: Message = {"ended": "endless"}


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
    _cell: str = ""
    """The digest of the cell that is running, as the sandbox reports it."""
    _next_request: Message | None = None
    _tests_asked: set[str] = field(default_factory=set)
    _correct: set[str] = field(default_factory=set)
    _disclosable: Collection[str] = ()
    """The tasks whose right results may be requested now."""
    _used: set[str] = field(default_factory=set)
    """The tasks whose right results were sent for the function that is being examined."""
    _disclosed: set[str] = field(default_factory=set)
    """The tasks whose right results have been sent to the student's process."""

    def serve(self) -> None:
        """Answer requests until the kernel has ended."""
        with contextlib.suppress(OSError, ValueError):  # the kernel ended while a message was being sent
            tasks = [*TASKS.values(), *instructors_tasks().values()]
            ours = [address for task in tasks for address in solution_addresses(task)]
            self._say({"ours": ours, "left_out": [item["cell"] for item in self.left_out if "cell" in item]})
            while (request := self._request()) is not None:
                with contextlib.suppress(NoAnswer):
                    self._grade(request)

    # From a request to a verdict.

    def _grade(self, request: Message) -> None:
        number = request.get("number")
        try:
            test = self._test_that_asks(request)
        except (ValueError, TypeError, KeyError, AttributeError) as problem:
            self.log.write("refused", task=str(request["grade"])[:MAX_SOURCE], why=str(problem))
            self._say({"number": number, "refused": str(problem)})
            return
        self._tests_asked.add(test.grade_id)
        task, points, shares = find_task(test.call.task), test.call.points, dict(test.call.partial)
        about = {"grade_id": test.grade_id, "task": task.name, "points": points, "shares": shares}
        self.log.write("asked", **about)
        verdict, replaced = self._verdict(number, task, shares)
        if verdict.status is Status.CORRECT:
            self._correct.add(task.name)
        awarded = points_for(verdict, points, shares)
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

    def _test_that_asks(self, request: Message) -> HiddenTest:
        """Return the test that makes this request.

        The sandbox reports which cell is running, so a student's code can forge it. Each test cell is therefore
        answered only once: otherwise a student could have many functions graded. A cell could also use right results
        that were sent to its process to choose the function that it has graded. They are sent only while a later part
        is graded, so this does not happen in a notebook whose cells are in order.

        Raises:
            ValueError: no test cell makes this request, it has been answered already, or right results were sent.
            TypeError, KeyError, AttributeError: the request has another form than those of `grade`.
        """
        task, points = find_task(str(request["grade"])).name, float(request["points"])
        shares = {str(name): float(share) for name, share in request["partial"].items()}
        matching = [test for test in self.tests if (test.cell, *test.call[1:]) == (self._cell, task, points, shares)]
        if not matching:
            raise ValueError(NOT_A_TEST)
        unanswered = [test for test in matching if test.grade_id not in self._tests_asked]
        if not unanswered:
            raise ValueError(NOT_TWICE)
        if task in self._disclosed:
            raise ValueError(f"our {task} has replaced yours in a later test, so yours can no longer be graded")
        return unanswered[0]

    def _verdict(self, number: Any, task: Task, shares: Mapping[str, float]) -> tuple[Verdict, list[str]]:
        """Grade a function, and if it is wrong, grade it again with our version of the wrong earlier parts.

        Returns:
            The better verdict, and the names of the functions that were replaced with our version for it.
        """
        first = self._examine(number, task, {})
        earlier = earlier_parts(task.name, self.tests)
        wrong = {name: part for name, part in earlier.items() if part not in self._correct}
        if wrong and first.status is not Status.CORRECT:
            with contextlib.suppress(NoAnswer):  # the time of the cell is up, so the first verdict counts
                second = self._examine(number, task, wrong)
                used = [name for name, part in wrong.items() if part in self._used]

                def worth(verdict: Verdict) -> tuple[float, bool]:
                    # An error says less than any other finding, because it may be due to how one part calls another.
                    return points_for(verdict, 1, shares), verdict.finding != Finding.ERROR

                if used and worth(second) >= worth(first):
                    return second, used
        return first, []

    def _examine(self, number: Any, task: Task, earlier: EarlierParts) -> Verdict:
        """Have a function called in the sandbox, with our version of these earlier parts, and return the verdict."""

        def ask(message: Message) -> Message:
            return self._ask(message | {"number": number}, number)

        self._used = set()
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
            self.running = {}

    # The messages.

    def _say(self, message: Mapping[str, Any]) -> None:
        self.write.write(json.dumps(message) + "\n")
        self.write.flush()

    def _request(self) -> Message | None:
        """Return the next request of `grade`, or None at the end."""
        request, self._next_request = self._next_request, None
        while request is None or "grade" not in request:
            request = self._read_message()
            if request is None:
                return None
        return request

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
                self._used.add(answer["earlier"])
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


# Our functions.


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
