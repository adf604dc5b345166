"""One function under examination: how it can be called, and every call of it that was made."""

import inspect
from dataclasses import dataclass, field
from hashlib import md5
from time import process_time
from types import CodeType
from typing import Any, NamedTuple, Protocol

from exercise_checker._causes import MAX_CALLS, Budget, Row
from exercise_checker._tasks import Case, Task
from exercise_checker.description import name_of
from exercise_checker.guard import Run
from exercise_checker.outcomes import Outcome, error_kind, show_outcome
from exercise_checker.shrinking import Arguments

SLOW_SECONDS, TOO_SLOW_SECONDS = 1.0, 2.0
"""A wrong function that is slow is tried on fewer inputs, and less is asked about it: its verdict is not to take long.
Most functions take a tenth of a second for all inputs together."""


class Caller(Protocol):
    """Who calls the function, here or in another process.

    `calls_ours` is the function of ours that it ran, or its name; `spent` says that it has used up its time, and
    `half_spent` half of it.
    """

    @property
    def calls_ours(self) -> CodeType | str | None:
        """The function of ours that was run."""

    @property
    def spent(self) -> bool:
        """Whether all calls together have taken what they may take."""

    @property
    def half_spent(self) -> bool:
        """Whether they have taken half of it."""

    def call(self, function: Any, arguments: list[Any], names: dict[str, Any] | None = None) -> Run:
        """Call the function with copies of the arguments, and say what happened."""


class Way(NamedTuple):
    """How a function can be called: which parameters it takes by name only, or None if it does not take these at all.

    `kind` says what there is if it is no function, and `parameters` how its own are written if they are others.
    """

    names: tuple[str, ...] | None
    kind: str = ""
    parameters: str = ""


@dataclass
class Examination:
    """One function, one task, the inputs that it is to be tried on, and every call that was made.

    `order` says which of our arguments each of its own is, `without_end` that one call did not come to an end, and
    `cut_short` that not even the chosen inputs were all tried, so that two mistakes may look the same.

    `budget` is the same for all orders, so that a check with many of them takes no longer than one with few. Without
    `hurry` no clock is asked: a grade does not depend on how fast a machine is.
    """

    function: Any
    task: Task
    names: tuple[str, ...]
    guard: Caller
    cases: tuple[Case, ...]
    rows: list[Row] = field(default_factory=list)
    order: tuple[int, ...] = ()
    budget: Budget = field(default_factory=lambda: Budget(MAX_CALLS))
    without_end: bool = False
    cut_short: bool = False
    hurry: bool = False

    def run(self, arguments: Arguments) -> tuple[Run, Outcome]:
        """Call the function once, with the last `names` of its arguments by name. Its result is read as an outcome."""
        arguments = tuple(arguments[place] for place in self.order) if self.order else arguments
        split = len(arguments) - len(self.names)
        named = dict(zip(self.names, arguments[split:], strict=True))
        start = process_time() if self.hurry else 0.0
        run = self.guard.call(self.function, list(arguments[:split]), named)
        self.budget.seconds += process_time() - start if self.hurry else 0.0
        return run, _outcome(self.task, run)

    def row(self, case: Case) -> Row:
        """Call the function once, and note what is right beside what it did."""
        return Row(case, *self.run(case.arguments))

    def ask(self, arguments: Arguments) -> Outcome:
        """Call the function once, for what it does."""
        return self.run(arguments)[1]

    @property
    def slow(self) -> bool:
        """Whether all calls so far have taken so long that a wrong function is tried on no further drawn inputs."""
        return self.budget.seconds >= SLOW_SECONDS

    @property
    def too_slow(self) -> bool:
        """Whether they have taken so long that nothing is asked any more but what a verdict needs."""
        return self.budget.seconds >= TOO_SLOW_SECONDS

    def does(self) -> str:
        """Write what the function did for each input, in few letters: the same for functions that did the same."""
        outcomes = repr([show_outcome(row.outcome, 17) for row in self.rows])
        return md5(outcomes.encode(), usedforsecurity=False).hexdigest()

    def wrong(self) -> list[Row]:
        """The rows with a wrong outcome."""
        return [row for row in self.rows if not row.is_right()]


def way_to_call(function: Any, parameters: tuple[str, ...]) -> Way:
    """Find out whether a function takes the parameters, and which of them only by name."""
    if not callable(function):
        return Way(None, kind="None" if function is None else f"a value of type {name_of(function)}")
    try:
        signature = inspect.signature(function)
    except Exception:  # some functions that are written in C do not tell, and a learner's object may do anything
        return Way(())
    for split in range(len(parameters), -1, -1):
        names = parameters[split:]
        try:
            signature.bind(*parameters[:split], **dict.fromkeys(names))
        except TypeError:
            continue
        return Way(names)
    return Way(None, parameters=_parameters(signature))


def _parameters(signature: inspect.Signature) -> str:
    """The parameters without their defaults and types, which may print as anything."""
    stars: dict[object, str] = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    names = [stars.get(parameter.kind, "") + parameter.name for parameter in signature.parameters.values()]
    return f"({', '.join(names)})"


def _outcome(task: Task, run: Run) -> Outcome:
    if run.ended == "endless":
        return Outcome("endless", "")
    if run.error is not None:
        return Outcome("error", error_kind(*run.error))
    try:
        return task.read(run.result)
    except Exception:  # another course's reader may expect something else
        return Outcome("shape", type(run.result).__name__)
