"""Decide what is wrong with a learner's function, by what it does and not by how it is written.

The order of the questions is the order of causes: a function that never ends has no results to compare, one that
returns None has no numbers, and only a function with results can have a known mistake.
"""

import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from bleu_helpers.checks._guard import Guard, Run, describe_error, quiet
from bleu_helpers.checks._inputs import Arguments, shrink, size
from bleu_helpers.checks._outcomes import NO_RESULT, Outcome, agree, close, error_kind, outcome_of, show, show_both
from bleu_helpers.checks._tasks import PUBLIC_SEED, Task, inputs_of
from bleu_helpers.checks.catalogue import Mistake, mistakes, swap
from bleu_helpers.checks.exercises import EVERY_TASK

OPEN, WRONG, CORRECT = "open", "wrong", "correct"

_REPEATED = 5
"""How many calls are made a second time, to see whether the function remembers something."""


@dataclass(frozen=True)
class Verdict:
    """What there is to say about a function. `str()` of it is the message.

    The lines of `example` hold the input that shows the mistake: whoever hides the inputs leaves them out. `error` is
    the name of the exception's class, where the function stops with one.
    """

    task: str
    status: str
    headline: str
    mistake: str = ""
    example: tuple[str, ...] = ()
    advice: tuple[str, ...] = ()
    error: str = ""

    def __str__(self) -> str:
        return "\n".join([f"{self.task}: {self.headline}", *(f"  {line}" for line in self.example), *self.advice])


@dataclass
class _Examination:
    """One function, one task, and every call that was made: inputs, right outcomes, runs and their outcomes."""

    function: Callable[..., Any]
    task: Task
    names: tuple[str, ...]
    guard: Guard
    rows: list[tuple[Arguments, Outcome, Run, Outcome]] = field(default_factory=list)

    def run(self, arguments: Arguments) -> tuple[Run, Outcome]:
        """Call the function once. The last `names` of its arguments are passed by name."""
        split = len(arguments) - len(self.names)
        named = dict(zip(self.names, arguments[split:], strict=True))
        run = self.guard.call(self.function, list(arguments[:split]), named)
        return run, _outcome(self.task, run)

    def wrong(self) -> list[tuple[Arguments, Outcome, Run, Outcome]]:
        """The rows with a wrong outcome."""
        return [row for row in self.rows if not agree(row[3], row[1])]


def diagnose(function: Any, task: str | Task, seed: int | str = PUBLIC_SEED) -> Verdict:
    """Say whether a function is right, and if not, which mistake it makes.

    Args:
        function: what a learner wrote.
        task: the name of a lesson's task, for example "count_clip", or a task of one's own.
        seed: where the drawn inputs come from. Nobody knows the inputs who does not know the seed.

    Returns:
        A verdict with one message: the deepest cause that was found.

    Raises:
        ValueError: there is no such task.
    """
    if isinstance(task, str):
        if task not in EVERY_TASK:
            raise ValueError(f"there is no task {task!r}. The tasks are: {', '.join(EVERY_TASK)}.")
        task = EVERY_TASK[task]
    if not isinstance(task, Task):
        raise TypeError("task is not a name. Pass the function first, then the task: check(count_clip, 'count_clip').")
    problem, names = _how_to_call(function, task)
    if problem is not None:
        return problem
    with quiet():
        examination = _Examination(function, task, names, Guard(task.forbidden))
        return _first_trouble(examination, seed) or _from_results(examination)


def _how_to_call(function: Any, task: Task) -> tuple[Verdict | None, tuple[str, ...]]:
    """Find out whether the function takes the task's arguments, and which of them only by name."""
    call = f"{task.name}({', '.join(task.parameters)})"
    if not callable(function):
        kind = "None" if function is None else f"a value of type {type(function).__name__}"
        headline = f"this is not a function but {kind}."
        advice = (f"Pass the function itself, without brackets after its name: check(my_function, {task.name!r}).",)
        return Verdict(task.name, WRONG, headline, "not a function", advice=advice), ()
    names = keyword_names(function, task.parameters)
    if names is not None:
        return None, names
    signature = inspect.signature(function)
    headline = "your function cannot be called with the arguments of this task."
    advice = (f"It is called as {call}. Yours is written as {task.name}{_parameters(signature)}.",)
    return Verdict(task.name, WRONG, headline, "other arguments", advice=advice), ()


def keyword_names(function: Callable[..., Any], parameters: tuple[str, ...]) -> tuple[str, ...] | None:
    """Say which parameters a function takes by name only, or None if it does not take these parameters at all."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return ()  # some functions that are written in C do not tell
    for by_name in range(len(parameters) + 1):
        split = len(parameters) - by_name
        names = parameters[split:]
        try:
            signature.bind(*parameters[:split], **dict.fromkeys(names))
        except TypeError:
            continue
        return names
    return None


def _parameters(signature: inspect.Signature) -> str:
    """The parameters without their defaults and types, which may print as anything."""
    stars: dict[object, str] = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    names = [stars.get(parameter.kind, "") + parameter.name for parameter in signature.parameters.values()]
    return f"({', '.join(names)})"


def _first_trouble(examination: _Examination, seed: int | str) -> Verdict | None:
    """Run the function on every input, and stop at what makes all further questions idle."""
    task = examination.task
    for arguments, right in inputs_of(task, seed):
        run, outcome = examination.run(arguments)
        if examination.guard.calls_ours:
            headline = "this is the function of bleu_helpers itself, or it calls it."
            advice = ("Write your own, then check it again.",)
            return Verdict(task.name, OPEN, headline, "our own function", advice=advice)
        if isinstance(run.error, NotImplementedError) and not examination.rows:
            headline = "not attempted yet."
            advice = ("Replace the line with NotImplementedError by your own code, then run this cell again.",)
            return Verdict(task.name, OPEN, headline, advice=advice)
        if run.ended == "endless":
            return _endless(task, arguments, run.too_deep)
        examination.rows.append((arguments, right, run, outcome))
    return None


def _endless(task: Task, arguments: Arguments, too_deep: bool) -> Verdict:
    if too_deep:
        headline = "your function was stopped, because it calls itself again and again."
        advice = ("For which input does it return without a call of itself, and does each call come closer to that?",)
        return Verdict(task.name, WRONG, headline, "endless recursion", _input_lines(task, arguments), advice)
    headline = "your function was stopped, because it did not come to an end."
    advice = ("What changes from one round of your loop to the next, and when is it to stop?",)
    return Verdict(task.name, WRONG, headline, "endless loop", _input_lines(task, arguments), advice)


def _from_results(examination: _Examination) -> Verdict:
    """Find the deepest cause in what the function did on all inputs."""
    task, rows = examination.task, examination.rows
    changing = [arguments for arguments, _, run, _ in rows if run.changed]
    if changing:
        return _changes_arguments(examination, changing)
    wrong = examination.wrong()
    if not wrong:
        return Verdict(task.name, CORRECT, "correct.")
    if any(not _same_again(examination, row) for row in (*rows[:_REPEATED], *wrong[:_REPEATED])):
        return _remembers(task)
    for kind in NO_RESULT:
        without = [row for row in wrong if row[3].kind == kind]
        if without:
            return _no_result(examination, without)
    swapped = swap(task.name)
    if swapped is not None and _right_when_swapped(examination):
        return _known(examination, swapped)
    if _are_percentages([(outcome, right) for _, right, _, outcome in rows]):
        return _percentages(examination)
    mistake = known_mistake(task, [(arguments, outcome) for arguments, _, _, outcome in (*wrong, *rows)])
    if mistake is not None:
        return _known(examination, mistake)
    raising = [row for row in wrong if row[3].kind == "error"]
    if raising:
        return _raises(examination, raising)
    headline = "wrong, and not in a way that is known here."
    advice = ("Go through your code with this input, by hand, line by line. Where does it leave the right way?",)
    return Verdict(task.name, WRONG, headline, "unknown", _smallest_example(examination), advice)


def known_mistake(task: Task, outcomes: Iterable[tuple[Arguments, Outcome]]) -> Mistake | None:
    """Find the first mistake of the catalogue that does the same for every input."""
    left = [*mistakes(task.name), *task.mistakes]
    for arguments, outcome in outcomes:
        left = [mistake for mistake in left if agree(outcome_of(task.read, mistake.function, arguments), outcome)]
        if not left:
            return None
    return left[0]


def _outcome(task: Task, run: Run) -> Outcome:
    if run.ended == "endless":
        return Outcome("endless", "")
    if run.error is not None:
        return Outcome("error", error_kind(run.error))
    try:
        return task.read(run.result)
    except Exception:  # a result of the learner's own class can do anything
        return Outcome("shape", type(run.result).__name__)


def _same_again(examination: _Examination, row: tuple[Arguments, Outcome, Run, Outcome]) -> bool:
    return agree(examination.run(row[0])[1], row[3])


def _right_when_swapped(examination: _Examination) -> bool:
    """Whether the function is right on every input when its first two arguments trade places."""
    first = {examination.task.parameters[0], examination.task.parameters[1]}
    if first & set(examination.names):
        return False
    return all(
        agree(examination.run((arguments[1], arguments[0], *arguments[2:]))[1], right)
        for arguments, right, _, _ in examination.rows
    )


def _are_percentages(pairs: list[tuple[Outcome, Outcome]]) -> bool:
    """Whether every result is 100 times the right one, as it is or rounded to so many digits."""
    if any(outcome.kind != "number" or right.kind != "number" for outcome, right in pairs):
        return False
    values = [(outcome.value, 100 * right.value) for outcome, right in pairs]
    return all(close(value, percent) for value, percent in values) or any(
        all(
            close(value, round(value, digits)) and abs(value - percent) <= 0.5001 / 10**digits
            for value, percent in values
        )
        for digits in range(5)
    )


# The messages.


def _remembers(task: Task) -> Verdict:
    headline = "your function gives different results for the same input."
    advice = ("Does it keep something from one call to the next: a default such as counts={}, or a variable outside?",)
    return Verdict(task.name, WRONG, headline, "different results for the same input", advice=advice)


def _changes_arguments(examination: _Examination, changing: list[Arguments]) -> Verdict:
    task = examination.task
    arguments = shrink(task.parameters, min(changing, key=size), lambda simpler: examination.run(simpler)[0].changed)
    headline = "your function changes its arguments, so whoever calls it loses what was in them."
    advice = ("Which line changes a list that was passed in: with pop, remove, append, sort or =? Work on a copy.",)
    return Verdict(task.name, WRONG, headline, "changes its arguments", _input_lines(task, arguments), advice)


def _no_result(examination: _Examination, rows: list[tuple[Arguments, Outcome, Run, Outcome]]) -> Verdict:
    task = examination.task
    kind = rows[0][3].kind
    arguments, outcome = _smallest(examination, rows)
    if kind == "none":
        headline = f"your function returns {outcome.value}."
        printed = rows[0][2].printed
        question = "It prints something. But print shows a value, return hands it over. " if printed else ""
        advice = (question + "Does every way through your function end in a return?",)
    elif kind == "nan":
        headline = "your function returns NaN, which means: not a number."
        advice = ("Which division is 0/0 here, and what should its result be?",)
    elif kind == "text":
        headline = f"your function returns a text, and the result is {task.result}."
        advice = (f"It returns {outcome.value}. Writing it nicely is for print: return the value itself.",)
    else:
        headline = f"your function returns something of type {outcome.value}, and the result is {task.result}."
        advice = ("What is the last thing that your function should hand over, and what does it hand over?",)
    example = (*_input_lines(task, arguments), _right_line(task, arguments))
    return Verdict(task.name, WRONG, headline, _NO_RESULT_NAMES[kind], example, advice)


_NO_RESULT_NAMES = {"none": "returns None", "nan": "returns NaN", "text": "returns a text", "shape": "another type"}


def _percentages(examination: _Examination) -> Verdict:
    headline = "your results are percentages, 100 times too large."
    advice = ("Every score of this course is a share from 0 to 1. Where do you multiply by 100?",)
    task = examination.task.name
    return Verdict(task, WRONG, headline, "percentages", _smallest_example(examination), advice)


def _raises(examination: _Examination, rows: list[tuple[Arguments, Outcome, Run, Outcome]]) -> Verdict:
    task = examination.task
    arguments, _ = _smallest(examination, rows)
    run, _ = examination.run(arguments)
    if run.error is None:  # it does not fail twice
        return _remembers(task)
    headline = f"your function stops with an error: {describe_error(run.error)}."
    where = (f"in your {run.line}",) if run.line else ()
    lines = (*_input_lines(task, arguments), _right_line(task, arguments), *where)
    advice = ("What are the values in this line for this input?",)
    return Verdict(task.name, WRONG, headline, "error", lines, advice, type(run.error).__name__)


def _known(examination: _Examination, mistake: Mistake) -> Verdict:
    advice = (f"Question: {mistake.question}", f"This is treated in lesson {mistake.lesson}.")
    headline = f"wrong. The mistake has a name: {mistake.name}."
    return Verdict(mistake.task, WRONG, headline, mistake.name, _smallest_example(examination), advice)


def _smallest(
    examination: _Examination, rows: list[tuple[Arguments, Outcome, Run, Outcome]]
) -> tuple[Arguments, Outcome]:
    """Find the smallest input that fails in the same way as the smallest of these rows."""
    task = examination.task
    start = min(rows, key=lambda row: size(row[0]))
    seen = start[3]

    def still_fails(arguments: Arguments) -> bool:
        nonlocal seen
        _, outcome = examination.run(arguments)
        same = outcome.kind == start[3].kind and (outcome.kind != "error" or outcome == start[3])
        right = task.right(arguments)
        if not same or right.kind == "error" or agree(outcome, right):  # no rule says what is right: not an input
            return False
        seen = outcome
        return True

    return shrink(task.parameters, start[0], still_fails), seen


def _smallest_example(examination: _Examination) -> tuple[str, ...]:
    task = examination.task
    arguments, outcome = _smallest(examination, examination.wrong())
    run, _ = examination.run(arguments)
    yours, right = show_both(outcome, task.right(arguments))
    if run.error is not None:
        yours = describe_error(run.error) + (f", in your {run.line}" if run.line else "")
    return (*_input_lines(task, arguments), f"yours: {yours}", f"right: {right}")


def _input_lines(task: Task, arguments: Arguments) -> tuple[str, ...]:
    return tuple(f"{name} = {_show(argument)}" for name, argument in zip(task.parameters, arguments, strict=True))


def _right_line(task: Task, arguments: Arguments) -> str:
    return f"right: {show(task.right(arguments))}"


def _show(argument: Any) -> str:
    """Write an argument so that it can be pasted into a cell, with numbers short."""
    if isinstance(argument, tuple):
        return f"({', '.join(_show(item) for item in argument)}{',' if len(argument) == 1 else ''})"
    return f"{argument:.6g}" if isinstance(argument, float) else repr(argument)
