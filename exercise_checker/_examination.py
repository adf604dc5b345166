"""Hold one function that is being checked: how it can be called, and every call that was made."""

import inspect
from dataclasses import dataclass, field
from hashlib import md5
from time import process_time
from types import BuiltinFunctionType, MethodDescriptorType
from typing import Any, NamedTuple, Protocol

from exercise_checker._mistake_search import MAX_CALLS, Budget
from exercise_checker._rows import Row
from exercise_checker._tasks import Case, Task
from exercise_checker.description import describe, name_of
from exercise_checker.guard import Run
from exercise_checker.messages import say
from exercise_checker.outcomes import Outcome, agree, error_kind, show_outcome
from exercise_checker.shrinking import Arguments

SLOW_SECONDS, TOO_SLOW_SECONDS = 1.0, 2.0
"""A slow and wrong function is tried on fewer inputs, and with fewer further calls, so that its verdict comes soon.
Most functions take a tenth of a second for all inputs together."""


class Caller(Protocol):
    """The object that calls the function, in this process or in another one."""

    @property
    def calls_ours(self) -> str:
        """The address of the function that was called although it does the learner's work."""

    @property
    def waits(self) -> bool:
        """Whether the calls have mostly waited."""

    @property
    def uses_chance(self) -> bool:
        """Whether the function uses names such as `random` and `time`, so that its results may differ by chance."""

    @property
    def used(self) -> float:
        """The share of their limit that all calls together have used up."""

    def call(self, function: Any, arguments: list[Any], names: dict[str, Any] | None = None) -> Run:
        """Call the function with copies of the arguments, and describe what happened."""

    def restart(self) -> None:
        """Restore what the function keeps between calls."""


class Way(NamedTuple):
    """How a function can be called: which parameters it takes only by name, or None if it does not accept them.

    `kind` describes the object if it is not a function, and `parameters` are the function's own if they do not fit.
    """

    names: tuple[str, ...] | None
    kind: str = ""
    parameters: str = ""


@dataclass
class Examination:
    """One function, one task, the inputs to try, and every call that was made.

    `order` gives our position of each argument that the function takes. `without_end` means that one call did not come
    to an end, and `cut_short` that not even all chosen inputs were tried, so that two mistakes may look the same.

    `budget` is shared by all orders of the arguments, so that a check with many orders takes no longer than one with
    few. Without `hurry`, no time is measured, so that a grade does not depend on the speed of a machine.
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
        """Call the function once, passing the arguments in `names` by name, and read the result as an outcome."""
        arguments = tuple(arguments[place] for place in self.order) if self.order else arguments
        split = len(arguments) - len(self.names)
        named = dict(zip(self.names, arguments[split:], strict=True))
        start = process_time() if self.hurry else 0.0
        run = self.guard.call(self.function, list(arguments[:split]), named)
        self.budget.seconds += process_time() - start if self.hurry else 0.0
        if self.task.changes:
            order = self.order or range(len(arguments))
            place = order.index(self.task.parameters.index(self.task.changes))
            result = run.changed.get(place, describe(arguments[place])) if run.ended == "returned" else run.result
            others = {other: value for other, value in run.changed.items() if other != place}
            run = run._replace(result=result, changed=others)
        return run, outcome_of_run(self.task, run)

    def row(self, case: Case) -> Row:
        """Call the function once, and store its outcome together with the right one."""
        return Row(case, *self.run(case.arguments))

    def ask(self, arguments: Arguments) -> Outcome:
        """Call the function once, and return only the outcome."""
        return self.run(arguments)[1]

    def repeats(self, row: Row, alone: bool = False) -> bool:
        """Whether a further call leads to the same result, after all other calls or as the first call of all."""
        if alone:
            self.guard.restart()
        return agree(self.ask(row.arguments), row.outcome) or self.spent

    @property
    def slow(self) -> bool:
        """Whether the calls have taken so long that a wrong function is not tried on any more drawn inputs."""
        return self.budget.seconds >= SLOW_SECONDS

    @property
    def too_slow(self) -> bool:
        """Whether they have taken so long that only the calls are made which a verdict needs."""
        return self.budget.seconds >= TOO_SLOW_SECONDS

    def does(self) -> str:
        """Write a short hash of everything that the function did: it is equal for functions that did the same."""
        outcomes = repr([show_outcome(row.outcome, 17) for row in self.rows])
        return md5(outcomes.encode(), usedforsecurity=False).hexdigest()

    @property
    def spent(self) -> bool:
        """Whether the calls have used up their limit."""
        return self.guard.used >= 1

    def wrong(self) -> list[Row]:
        """List the rows with a wrong outcome."""
        return [row for row in self.rows if not row.is_right()]


def way_to_call(function: Any, parameters: tuple[str, ...]) -> Way:
    """Find out whether a function accepts the parameters, and which of them only by name."""
    if not callable(function):
        return Way(None, kind="None" if function is None else say("a value of type {kind}", kind=name_of(function)))
    if issubclass(type(function), (type, BuiltinFunctionType, MethodDescriptorType)):
        return Way(None, kind=say("{name}, a class or a built-in function", name=function.__name__))
    try:
        if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
            return Way(None, kind=say("an async function"))
        signature = inspect.signature(function)
    except Exception:  # some functions in C have no signature, and a learner's object may do anything
        return Way(())
    for split in range(len(parameters), -1, -1):
        names = parameters[split:]
        try:
            signature.bind(*parameters[:split], **dict.fromkeys(names))
        except TypeError:
            continue
        return Way(names)
    return Way(None, parameters=parameters_of(signature))


def parameters_of(signature: inspect.Signature) -> str:
    """Write the parameters without their defaults and types, which may print as anything."""
    plain = (inspect.Parameter(parameter.name, parameter.kind) for parameter in signature.parameters.values())
    return str(inspect.Signature([*plain]))


def outcome_of_run(task: Task, run: Run) -> Outcome:
    if run.ended == "endless":
        return Outcome("endless", "")
    if run.error is not None:
        return Outcome("error", error_kind(*run.error))
    try:
        return task.read(run.result)
    except Exception:  # the reader of another course may expect something else
        return Outcome("shape", type(run.result).__name__)
