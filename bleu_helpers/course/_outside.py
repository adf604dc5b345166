"""What `grade` does in a student's notebook in the sandbox: it calls the function when the program outside asks."""

import contextlib
import itertools
import json
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, TextIO

from bleu_helpers.checks._examination import way_to_call
from bleu_helpers.checks._guard import Guard, quiet
from bleu_helpers.course._earlier import in_place
from bleu_helpers.course._log import digest_of
from bleu_helpers.course._student import MANY_STEPS, answer, code_of, say
from bleu_helpers.course._values import Message, decode

LEFT_OUT = "this cell did not end and could not be interrupted, so the notebook was run again without it"


class Outside:
    """The program outside of the sandbox that grades, as `grade` in a student's notebook speaks to it.

    It keeps the seed and the right results. All that is done here is to call the student's function when it asks.
    `silent` keeps what the function writes away from the notebook, also to a stream that it kept from before.
    """

    def __init__(self, read: TextIO, write: TextIO) -> None:
        self._read, self._write = read, write
        self.silent: Callable[[], contextlib.AbstractContextManager[None]] = contextlib.nullcontext
        self._numbers = itertools.count()
        told = json.loads(read.readline())
        self._ours = {name: code_of([name]) for name in told["ours"]}
        self._left_out = frozenset(told.get("left_out", []))

    def begin(self, source: str) -> None:
        """Tell the program outside which cell begins."""
        say(self._write, {"cell": digest_of(source), "source": source.strip().partition("\n")[0]})

    def end(self) -> None:
        """Tell it that the cell has ended."""
        say(self._write, {"cell": ""})

    def without_left_out(self, lines: list[str]) -> list[str]:
        """Put an error in the place of a cell that could not be interrupted in an earlier run."""
        return [f"raise RuntimeError({LEFT_OUT!r})\n"] if digest_of("".join(lines)) in self._left_out else lines

    def grade(self, function: Any, task: str, points: float, shares: Mapping[str, float]) -> tuple[str, float]:
        """Have a function graded: what is said of it, and its points.

        Raises:
            ValueError: the program outside refuses, and says why.
            EOFError: the program outside is gone.
        """
        number = next(self._numbers)
        guard = Guard()
        answered: Message = {"grade": task, "points": points, "partial": dict(shares)}
        with quiet(), self.silent(), _interrupts() as interrupts, contextlib.ExitStack() as earlier:
            while True:
                message = self._ask(answered | {"number": number}, number)
                if "parameters" in message:
                    forbidden = frozenset().union(*(self._ours[name] for name in message["ours"]))
                    guard = Guard(forbidden, steps=MANY_STEPS)
                    answered = way_to_call(function, tuple(message["parameters"]))._asdict()
                    earlier.close()  # the functions of the last round
                    earlier.enter_context(in_place(function, message["earlier"], partial(self._question, number)))
                elif "arguments" in message:
                    named = {name: decode(value) for name, value in message["names"].items()}
                    answered = answer(guard, function, decode(message["arguments"]), named)
                    if interrupts:  # also one that the function, or what it called, has swallowed
                        raise KeyboardInterrupt
                elif "refused" in message:
                    raise ValueError(message["refused"])
                else:
                    return message["said"], float(message["got"])

    def _ask(self, message: Message, number: int) -> Message:
        """Send a message, and wait for what answers it: what belongs to another was interrupted."""
        self._write.write("\n")  # what an interrupt left of a line ends here
        say(self._write, message)
        for line in self._read:
            came: Message = json.loads(line)
            if came["number"] == number and came.get("question") == message.get("question"):
                return came
        raise EOFError("the program that grades is gone")

    def _question(self, number: int, question: Message) -> Message:
        """Ask for what is right of an earlier part, while a later one is graded."""
        return self._ask(question | {"number": number, "question": next(self._numbers)}, number)


@contextlib.contextmanager
def _interrupts() -> Iterator[list[int]]:
    """Note each interrupt, besides what it does: the time of the cell is up then, whatever a function makes of it."""
    noted: list[int] = []

    def note(number: int, frame: Any) -> None:
        noted.append(number)
        raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():  # where no signal arrives
        yield noted
        return
    before = signal.signal(signal.SIGINT, note)
    try:
        yield noted
    finally:
        signal.signal(signal.SIGINT, before)


outside: Outside | None = None
"""In a sandbox, where `grade` sends what it is asked. Without one, it grades here."""
