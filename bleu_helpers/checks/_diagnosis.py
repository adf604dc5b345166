"""Decide what is wrong with a learner's function, by what it does and not by how it is written.

The order of the questions is the order of causes: a function that never ends has no results to compare, one that
returns None has no numbers, and only a function with results can have a known mistake.
"""

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from hashlib import md5
from types import CodeType
from typing import Any, NamedTuple, Protocol

from bleu_helpers.checks._causes import (
    FEWEST,
    MOST_CALLS,
    Budget,
    Explained,
    Row,
    explain,
    levels,
    longest_order,
    ordinary,
    possible,
    short,
)
from bleu_helpers.checks._drawing import Arguments
from bleu_helpers.checks._guard import Guard, Line, Run, describe_error, quiet
from bleu_helpers.checks._outcomes import (
    Outcome,
    agree,
    close,
    error_kind,
    nearly,
    outcome_of,
    show,
    show_both,
    show_result,
)
from bleu_helpers.checks._shrinking import shrink, size
from bleu_helpers.checks._tasks import PUBLIC_SEED, Case, Task, inputs_of
from bleu_helpers.checks.catalogue import Mistake, other_orders, reordered
from bleu_helpers.checks.exercises import EVERY_TASK, task_called

_REPEATED = 5
"""How many calls are made a second time, to see whether the function remembers something."""

ENOUGH_DRAWN = 40
"""A slow function is tried on so many drawn inputs at least, beside all the chosen ones."""


class Status(StrEnum):
    """How far a learner has come with a task."""

    OPEN = "open"
    WRONG = "wrong"
    CORRECT = "correct"


class Finding(StrEnum):
    """What can be found in a function. The value is its name, as those of the catalogue's mistakes are names."""

    CORRECT = "correct"
    NOT_ATTEMPTED = "not attempted"
    OURS = "our own function"
    NO_FUNCTION = "not a function"
    TOO_LONG = "takes too long"
    OTHER_ARGUMENTS = "other arguments"
    ENDLESS_LOOP = "endless loop"
    ENDLESS_RECURSION = "endless recursion"
    CHANGES_ARGUMENTS = "changes its arguments"
    REMEMBERS = "different results for the same input"
    RETURNS_NONE = "returns None"
    RETURNS_NAN = "returns NaN"
    RETURNS_TEXT = "returns a text"
    ANOTHER_TYPE = "another type"
    PERCENTAGES = "percentages"
    LAST_DIGITS = "only the last digits differ"
    KNOWN = "a mistake of the catalogue"
    ERROR = "error"
    UNKNOWN = "unknown"


_STATUS = {
    Finding.CORRECT: Status.CORRECT,
    Finding.NOT_ATTEMPTED: Status.OPEN,
    Finding.OURS: Status.OPEN,
}


_NOTHING_TO_COUNT = {Finding.NOT_ATTEMPTED, Finding.OURS, Finding.REMEMBERS}


class Tally(NamedTuple):
    """On how many of the inputs that were tried a function was right, and on which kinds of input it always was."""

    right: int = 0
    tried: int = 0
    kinds: tuple[str, ...] = ()


_NO_TALLY = Tally()


@dataclass(frozen=True)
class Verdict:
    """What there is to say about a function. `str()` of it is the message.

    The lines of `example` hold the input that shows the mistake: whoever hides the inputs leaves them out, and leaves
    out `beside` too, which says what else happens on short or empty sentences. `known` is the catalogue's mistake,
    where the finding is one, and `also` are those that the function makes beside it. Where the function stops with an
    error, `error` is the name of the exception's class, and `line` the learner's line that it came from. `remarks` hold
    what is no part of the verdict. `does` is the same for two functions that did the same for every input, and empty if
    none was called. `tally` is empty where results say nothing: no function was called, ours was, or it gives different
    results for the same input.
    """

    task: str
    finding: Finding
    headline: str
    example: tuple[str, ...] = ()
    advice: tuple[str, ...] = ()
    known: Mistake | None = None
    also: tuple[Mistake, ...] = ()
    beside: tuple[str, ...] = ()
    error: str = ""
    line: Line | None = None
    remarks: tuple[str, ...] = ()
    does: str = ""
    tally: Tally = _NO_TALLY

    @property
    def status(self) -> Status:
        """Whether the task is open, wrong or correct."""
        return _STATUS.get(self.finding, Status.WRONG)

    @property
    def mistake(self) -> str:
        """The name of what was found: the known mistake's, or the finding's own.

        With something else beside it, it is another name: who gives points for one mistake does not give them for two.
        """
        names = [self.known.name, *(one.name for one in self.also)] if self.known else [self.finding.value]
        return " and ".join([*names, *(["short or empty sentences"] if self.beside else [])])

    def __str__(self) -> str:
        example = [f"  {line}" for line in self.example]
        return "\n".join([f"{self.task}: {self.headline}", *example, *self.beside, *self.advice, *self.remarks])


class _Trial(NamedTuple):
    """One call of the learner's function, and its result in a form that can be compared."""

    run: Run
    outcome: Outcome


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
class _Examination:
    """One function, one task, and every call that was made. `order` says which of our arguments each of its own is.

    `budget` is the same for all orders, so that a check with many of them takes no longer than one with few.
    """

    function: Any
    task: Task
    names: tuple[str, ...]
    guard: Caller
    rows: list[Row] = field(default_factory=list)
    order: tuple[int, ...] = ()
    budget: Budget = field(default_factory=lambda: Budget(MOST_CALLS))

    def run(self, arguments: Arguments) -> _Trial:
        """Call the function once. The last `names` of its arguments are passed by name."""
        arguments = tuple(arguments[place] for place in self.order) if self.order else arguments
        split = len(arguments) - len(self.names)
        named = dict(zip(self.names, arguments[split:], strict=True))
        run = self.guard.call(self.function, list(arguments[:split]), named)
        return _Trial(run, _outcome(self.task, run))

    def row(self, case: Case) -> Row:
        """Call the function once, and note what is right beside what it did."""
        return Row(case, *self.run(case.arguments))

    def ask(self, arguments: Arguments) -> Outcome:
        """Call the function once, for what it does."""
        return self.run(arguments).outcome

    @property
    def spent(self) -> bool:
        """Whether the function has used up its time, so that a further call of it says nothing."""
        return self.guard.spent

    def does(self) -> str:
        """Write what the function did for each input, in few letters: the same for functions that did the same."""
        return md5(repr([show(row.outcome, 17) for row in self.rows]).encode(), usedforsecurity=False).hexdigest()

    def wrong(self) -> list[Row]:
        """The rows with a wrong outcome."""
        return [row for row in self.rows if not row.is_right()]


def diagnose(
    function: Any, task: str | Task, seed: int | str = PUBLIC_SEED, at_work: Callable[[], None] | None = None
) -> Verdict:
    """Say whether a function is right, and if not, which mistake it makes.

    Args:
        function: what a learner wrote.
        task: the name of a lesson's task, for example "count_clip", or a task of one's own.
        seed: where the drawn inputs come from. Nobody knows the inputs who does not know the seed.
        at_work: is called once, if it takes a while.

    Returns:
        A verdict with one message: the deepest cause that was found.

    Raises:
        ValueError: there is no such task.
    """
    if isinstance(task, str):
        task = task_called(task)
    if not isinstance(task, Task):
        raise TypeError("task is not a name. Pass the function first, then the task: check(count_clip, 'count_clip').")
    with quiet():
        return examine(function, way_to_call(function, task.parameters), task, Guard(task.forbidden, at_work), seed)


def examine(function: Any, way: Way, task: Task, guard: Caller, seed: int | str) -> Verdict:
    """Say what `diagnose` says of a function that somebody else calls: it need not be in this process."""
    if way.names is None:
        return _not_to_be_called(way, task)
    examination = _Examination(function, task, way.names, guard)
    verdict = _first_trouble(examination, seed) or _from_results(examination)
    remarks = verdict.remarks
    if verdict.finding is Finding.CORRECT and len(examination.rows) < len(inputs_of(task, seed)):
        remarks = (*remarks, _slow(task, len(examination.rows)))
    if any(row.run.printed for row in examination.rows) and verdict.finding is not Finding.RETURNS_NONE:
        remarks = (*remarks, "Your function also prints something, which a check does not show.")
    tally = _tally(examination, verdict.finding, seed)
    return replace(verdict, remarks=remarks, does=f"{verdict.finding}, {examination.does()}", tally=tally)


def way_to_call(function: Any, parameters: tuple[str, ...]) -> Way:
    """Find out whether a function takes the parameters, and which of them only by name."""
    if not callable(function):
        return Way(None, kind="None" if function is None else f"a value of type {type(function).__name__}")
    names = keyword_names(function, parameters)
    return Way(names, parameters="" if names is not None else _parameters(inspect.signature(function)))


def _not_to_be_called(way: Way, task: Task) -> Verdict:
    if way.kind:
        headline = f"this is not a function but {way.kind}."
        advice = (f"Pass the function itself, without brackets after its name: check(my_function, {task.name!r}).",)
        return Verdict(task.name, Finding.NO_FUNCTION, headline, advice=advice)
    call = f"{task.name}({', '.join(task.parameters)})"
    headline = "your function cannot be called with the arguments of this task."
    advice = (f"It is called as {call}. Yours is written as {task.name}{way.parameters}.",)
    return Verdict(task.name, Finding.OTHER_ARGUMENTS, headline, advice=advice)


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
    """Run the function on every input, and stop at what makes all further questions idle.

    With a slow function, the drawn inputs end when half of its time is used up: slow is not wrong.
    """
    task, enough = examination.task, len(examination.task.probes) + ENOUGH_DRAWN
    for case in inputs_of(task, seed):
        arguments = case.arguments
        if len(examination.rows) >= enough and examination.guard.half_spent:
            return None
        if examination.spent:
            return _takes_too_long(task, len(examination.rows))
        run, outcome = examination.run(arguments)
        if examination.guard.calls_ours:
            return _ours(task, examination.guard.calls_ours)
        if isinstance(run.error, NotImplementedError) and not examination.rows:
            headline = "not attempted yet."
            advice = ("Replace the line with NotImplementedError by your own code, then run this cell again.",)
            return Verdict(task.name, Finding.NOT_ATTEMPTED, headline, advice=advice)
        if run.ended == "endless":
            done = len(examination.rows)
            return _takes_too_long(task, done) if examination.spent else _endless(task, arguments, run.too_deep)
        examination.rows.append(Row(case, run, outcome))
    return None


def _ours(task: Task, called: CodeType | str) -> Verdict:
    headline = "this is the function of bleu_helpers itself, or it calls it."
    name = called if isinstance(called, str) else called.co_qualname
    # Another process may say any name: only one that does the work is said again.
    if name in {inspect.unwrap(function).__code__.co_qualname for function in task.same_work}:
        headline = f"your function runs {name} of bleu_helpers, which does the work that is asked for here."
    return Verdict(task.name, Finding.OURS, headline, advice=("Write your own, then check it again.",))


def _slow(task: Task, done: int) -> str:
    return (
        f"Your function is slow: it was tried on {done} of {len(task.probes) + task.drawn} small inputs. "
        "Which work does it do again and again, though once would be enough?"
    )


def _takes_too_long(task: Task, done: int) -> Verdict:
    total = len(task.probes) + task.drawn
    headline = f"your function was stopped, because it takes too long: {done} of {total} small inputs were done."
    advice = ("Which work does it do again and again, though once would be enough?",)
    return Verdict(task.name, Finding.TOO_LONG, headline, advice=advice)


def _endless(task: Task, arguments: Arguments, too_deep: bool) -> Verdict:
    if too_deep:
        headline = "your function was stopped, because it calls itself again and again."
        advice = ("For which input does it return without a call of itself, and does each call come closer to that?",)
        return Verdict(task.name, Finding.ENDLESS_RECURSION, headline, _input_lines(task, arguments), advice)
    headline = "your function was stopped, because it did not come to an end."
    advice = ("What changes from one round of your loop to the next, and when is it to stop?",)
    return Verdict(task.name, Finding.ENDLESS_LOOP, headline, _input_lines(task, arguments), advice)


def _from_results(examination: _Examination) -> Verdict:
    """Find the deepest cause in what the function did on all inputs."""
    task, rows = examination.task, examination.rows
    changing = [row.arguments for row in rows if row.run.changed]
    if changing:
        return _changes_arguments(examination, changing)
    wrong = examination.wrong()
    if not wrong:
        return Verdict(task.name, Finding.CORRECT, "correct.")
    if not all(_same_again(examination, row) for row in (*rows[:_REPEATED], *wrong[:_REPEATED])):
        return _remembers(task)
    others = list(_exchanged(examination))
    swapped = _in_another_order(examination, others)
    if swapped is not None:
        return swapped
    usual = [row for row in ordinary(task, rows) if not row.is_right()]
    for kind, finding in _NO_RESULT.items():
        without = [row for row in usual or wrong if row.outcome.kind == kind]
        if without:
            return _no_result(examination, finding, without)
    if not usual and not task.asks_for_short:
        return _right_but_for_short(examination, wrong)
    for level in levels(task, rows):
        if _are_percentages(level):
            return _percentages(examination, level)
    explained = _without_another_order(examination, _explained(examination))
    if explained is not None:
        return _known(examination, explained)
    return _in_an_unknown_order(examination, others) or _unknown(examination)


def _unknown(examination: _Examination) -> Verdict:
    """Say what there is to say about a mistake without a name."""
    for level in levels(examination.task, examination.rows):
        if len(level) >= FEWEST and all(row.is_right(nearly) for row in level) and not all(map(Row.is_right, level)):
            return _last_digits(examination, level)
    wrong = _most_ordinary(examination)
    beside = _crash_beside(examination, wrong)
    raising = [row for row in wrong if row.outcome.kind == "error"]
    if raising:
        return _raises(examination, raising, beside)
    headline = "wrong, and not in a way that is known here."
    advice = ("Go through your code with this input, by hand, line by line. Where does it leave the right way?",)
    return _with_example(examination, Finding.UNKNOWN, headline, advice, rows=wrong, beside=beside)


def _most_ordinary(examination: _Examination) -> list[Row]:
    """The wrong rows of the most ordinary inputs that have any."""
    every = [[row for row in level if not row.is_right()] for level in levels(examination.task, examination.rows)]
    return next(wrong for wrong in reversed(every) if wrong)


def _outcome(task: Task, run: Run) -> Outcome:
    if run.ended == "endless":
        return Outcome("endless", "")
    if run.error is not None:
        return Outcome("error", error_kind(run.error))
    try:
        return task.read(run.result)
    except Exception:  # a result of the learner's own class can do anything
        return Outcome("shape", type(run.result).__name__)


def _tally(examination: _Examination, finding: Finding, seed: int | str) -> Tally:
    """Count the inputs on which a function was right and left its arguments alone."""
    if finding in _NOTHING_TO_COUNT:
        return _NO_TALLY
    task, rows = examination.task, examination.rows
    right = [row.is_right() and not row.run.changed for row in rows]
    everything = inputs_of(task, seed)
    stopped = finding in (Finding.ENDLESS_LOOP, Finding.ENDLESS_RECURSION)
    known = [*right, *([False] * (len(everything) - len(rows)) if stopped or finding is Finding.TOO_LONG else [])]
    kinds = []
    for name, is_one in task.kinds.items():
        of_kind = [good for case, good in zip(everything, known, strict=False) if is_one(*case.arguments)]
        kinds += [name] if of_kind and all(of_kind) else []
    return Tally(sum(right), len(rows) + stopped, tuple(kinds))


def _same_again(examination: _Examination, row: Row) -> bool:
    return agree(examination.run(row.arguments).outcome, row.outcome) or examination.spent


def _in_another_order(examination: _Examination, others: list[_Examination]) -> Verdict | None:
    """See that the arguments stand in another order: it hides whatever else is wrong, so it is looked at first.

    A function with nothing else wrong is right when they are exchanged. Where exchanging them makes another kind of
    thing of each, as a sentence for a list of sentences, a function that fails on most inputs, and on none when they
    are exchanged, has at least this mistake.
    """
    task, rows = examination.task, examination.rows
    broken = _is_broken(task, rows)
    for other in others:
        if all(map(Row.is_right, other.rows)):
            # Two numbers or two sentences can trade places without an error, and then it may have a name of its own.
            own = task.name not in EVERY_TASK or not all(row.outcome.kind == "error" for row in rows)
            explained = _explained(examination) if own and not broken else None
            if explained is not None and len(explained.rows) == len(rows) and len(explained.mistakes) == 1:
                return _known(examination, explained)
            return _swapped(examination, other, None)
    for other in others if broken else ():
        explained = _explained(other)
        if explained is not None or _is_often_right(task, other.rows):
            return _swapped(examination, other, explained)
    nowhere = _gives_always_the_same(task, rows) and not _is_often_right(task, rows)
    for other in others if nowhere else ():  # as where sentences are looked for among words
        if _is_another_shape(task, other.order) and _is_often_right(task, other.rows):
            return _swapped(examination, other, _explained(other))
    return None


def _in_an_unknown_order(examination: _Examination, others: list[_Examination]) -> Verdict | None:
    """See that the arguments stand in another order where the function fails on no input because of it."""
    task = examination.task
    for other in others:
        if _is_another_shape(task, other.order) and not _is_often_right(task, other.rows):
            continue  # in no order is it right: that is no sign of this one
        explained = _explained(other)
        if explained is not None or all(map(Row.is_right, ordinary(task, other.rows))):
            return _swapped(examination, other, explained)
    for other in _orders(examination):
        explained = _with_one_mistake(examination, other)
        if explained is not None:
            return _swapped(examination, other, explained)
    return None


def _with_one_mistake(examination: _Examination, other: _Examination) -> Explained | None:
    """Find one mistake that says all that the function does in this order, be it most often an error."""
    task, left = examination.task, list(examination.task.mistakes)
    for row in ordinary(task, examination.rows):
        left = possible(task, other.row(row.case), left)
        if not left:
            return None
    other.rows.extend(other.row(row.case) for row in examination.rows)
    if not _is_another_shape(task, other.order):
        says_something = not _gives_always_the_same(task, other.rows)
    else:  # lists as keys stop any function, but not where there is no n-gram
        says_something = _is_broken(task, other.rows) and sum(map(Row.is_right, other.rows)) >= FEWEST
    return explain(task, other.rows, other.ask, other.budget, most=1) if says_something else None


def _without_another_order(examination: _Examination, explained: Explained | None) -> Explained | None:
    """Of two mistakes, keep those that are made for certain: one with the arguments exchanged may do the same."""
    if explained is None or len(explained.mistakes) < 2:
        return explained
    task, names = examination.task, {one.name for one in explained.mistakes}
    for other in _orders(examination):
        instead = None if _is_another_shape(task, other.order) else _with_one_mistake(examination, other)
        if instead is not None and names.isdisjoint(one.name for one in instead.mistakes):
            exchanged = reordered(task.name, task.function, other.order).function
            rows = [row._replace(outcome=outcome_of(task.read, exchanged, row.arguments)) for row in explained.rows]
            swaps = [one for one in explained.mistakes if all(possible(task, row, [one]) for row in rows)]
            return explained._replace(mistakes=tuple(swaps), more=True) if swaps else None
    return explained


def _explained(examination: _Examination) -> Explained | None:
    """Explain what the function did. Of one that gives always the same, two mistakes at once say nothing."""
    task, rows = examination.task, examination.rows
    most = 1 if _gives_always_the_same(task, rows) else 2
    return explain(task, rows, examination.ask, examination.budget, most)


def _gives_always_the_same(task: Task, rows: list[Row]) -> bool:
    """Whether all results are equal, on the inputs that tell most."""
    first, *others = [row.outcome for row in _telling(task, rows)]
    return bool(others) and all(agree(other, first) for other in others)


def _exchanged(examination: _Examination) -> Iterator[_Examination]:
    """Call the function with its arguments in every other order, as long as its results are of the right kind.

    Where the arguments are things of the same kind, that says nothing: then they have to be right.
    """
    task = examination.task
    telling = {id(row) for row in _telling(task, examination.rows)}
    for other in _orders(examination):
        same_shape = not _is_another_shape(task, other.order)
        for row in examination.rows:
            exchanged = other.row(row.case)
            failed = id(row) in telling and exchanged.outcome.kind != row.right.kind
            if failed or (same_shape and not exchanged.is_right()):
                break
            other.rows.append(exchanged)
        else:
            yield other


def _orders(examination: _Examination) -> Iterator[_Examination]:
    """The function with its arguments in every other order, before a call of it."""
    by_place = len(examination.task.parameters) - len(examination.names)
    for order in other_orders(by_place):
        yield replace(examination, order=(*order, *range(by_place, len(examination.task.parameters))), rows=[])


def _telling(task: Task, rows: list[Row]) -> list[Row]:
    """The rows without any corner, or all where hardly any is."""
    telling = levels(task, rows)[-1]
    return telling if len(telling) >= FEWEST else rows


def _is_another_shape(task: Task, order: tuple[int, ...]) -> bool:
    """Whether the arguments in this order are things of other kinds than those in the task's."""
    shapes = [_shape(argument) for argument in task.probes[0]]
    return shapes != [shapes[place] for place in order]


def _shape(argument: Any) -> str:
    return f"list of {_shape(argument[0])}" if isinstance(argument, list) and argument else type(argument).__name__


def _is_broken(task: Task, rows: list[Row]) -> bool:
    """Whether most results are of another kind than the right ones, such as errors."""
    telling = _telling(task, rows)
    return sum(row.outcome.kind != row.right.kind for row in telling) > len(telling) / 2


def _is_often_right(task: Task, rows: list[Row]) -> bool:
    telling = _telling(task, rows)
    return sum(map(Row.is_right, telling)) > len(telling) / 10


def _are_percentages(rows: list[Row]) -> bool:
    """Whether every result is 100 times the right one, as it is or rounded to so many digits."""
    if len(rows) < FEWEST or any(row.outcome.kind != "number" or row.right.kind != "number" for row in rows):
        return False
    values = [(row.outcome.value, 100 * row.right.value) for row in rows]
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
    return Verdict(task.name, Finding.REMEMBERS, headline, advice=advice)


def _changes_arguments(examination: _Examination, changing: list[Arguments]) -> Verdict:
    task = examination.task
    arguments = shrink(task.neighbours, min(changing, key=size), lambda simpler: examination.run(simpler).run.changed)
    headline = "your function changes its arguments, so whoever calls it loses what was in them."
    advice = ("Which line changes a list that was passed in: with pop, remove, append, sort or =? Work on a copy.",)
    return Verdict(task.name, Finding.CHANGES_ARGUMENTS, headline, _input_lines(task, arguments), advice)


_NO_RESULT = {
    "none": Finding.RETURNS_NONE,
    "nan": Finding.RETURNS_NAN,
    "text": Finding.RETURNS_TEXT,
    "shape": Finding.ANOTHER_TYPE,
}
"""What is found where an outcome is of a kind that is wrong whatever the task asks for, in the order of causes."""


def _no_result(examination: _Examination, finding: Finding, rows: list[Row]) -> Verdict:
    task = examination.task
    (arguments, _), run, outcome = _smallest(examination, rows)
    if finding is Finding.RETURNS_NONE:
        headline = f"your function returns {outcome.value}."
        printed = rows[0].run.printed
        question = "It prints something. But print shows a value, return hands it over. " if printed else ""
        advice = (question + "Does every way through your function end in a return?",)
    elif finding is Finding.RETURNS_NAN:
        headline = "your function returns NaN, which means: not a number."
        advice = ("Which division is 0/0 here, and what should its result be?",)
    elif finding is Finding.RETURNS_TEXT:
        headline = f"your function returns a text, and the result is {task.result}."
        shown = show_result(run.result)
        advice = (f"It returns {shown}. Writing it nicely is for print: return the value itself.",)
    else:
        headline = f"your function returns something of type {outcome.value}, and the result is {task.result}."
        advice = ("What is the last thing that your function should hand over, and what does it hand over?",)
    yours = () if finding in (Finding.RETURNS_NONE, Finding.RETURNS_TEXT) else (f"yours: {show_result(run.result)}",)
    example = (*_input_lines(task, arguments), *yours, _right_line(task, arguments))
    return Verdict(task.name, finding, headline, example, advice)


def _percentages(examination: _Examination, rows: list[Row]) -> Verdict:
    headline = "your results are percentages, 100 times too large."
    advice = ("Every score of this course is a share from 0 to 1. Where do you multiply by 100?",)
    beside = _beside(examination, rows)
    return _with_example(examination, Finding.PERCENTAGES, headline, advice, rows=rows, beside=beside)


def _last_digits(examination: _Examination, rows: list[Row]) -> Verdict:
    headline = "only the last digits differ."
    advice = ("Where does your function round, or use a constant with a few digits, such as 2.718281828 for math.e?",)
    beside = _beside(examination, rows)
    return _with_example(examination, Finding.LAST_DIGITS, headline, advice, rows=rows, beside=beside)


def _right_but_for_short(examination: _Examination, wrong: list[Row]) -> Verdict:
    """The words of the task do not say what is right for short or empty sentences."""
    remark = f"It is right for every input that is long enough. But {_what_happens(examination, wrong)}"
    return Verdict(examination.task.name, Finding.CORRECT, "correct.", remarks=(remark,))


def _raises(examination: _Examination, rows: list[Row], beside: tuple[str, ...]) -> Verdict:
    task = examination.task
    (arguments, _), run, _ = _smallest(examination, rows)
    again = examination.run(arguments).run
    if run.error is None or (again.error is None and not examination.spent):  # it does not fail twice
        return _remembers(task)
    headline = f"your function stops with an error: {describe_error(run.error)}."
    where = (f"in your {run.line}",) if run.line else ()
    lines = (*_input_lines(task, arguments), _right_line(task, arguments), *where)
    advice = ("What are the values in this line for this input?",)
    error = type(run.error).__name__
    return Verdict(task.name, Finding.ERROR, headline, lines, advice, beside=beside, error=error, line=run.line)


def _known(examination: _Examination, explained: Explained) -> Verdict:
    task, (first, *others) = examination.task, explained.mistakes
    headline = f"wrong. The mistake has a name: {first.name}."
    if first.choice:
        headline = f"another choice than the one that is asked for here. It has a name: {first.name}."
    if others:
        names = " And: ".join(f"{one.name}." for one in explained.mistakes)
        headline = f"wrong. There are two mistakes, and both have a name: {names}"
    elif explained.more:
        headline = f"wrong. There are two mistakes, and one of them has a name: {first.name}."

    def alone(arguments: Arguments, outcome: Outcome) -> bool:
        does = outcome_of(task.read, first.function, arguments)
        return agree(does, outcome, nearly) and not agree(does, task.right(arguments))

    return _with_example(
        examination,
        Finding.KNOWN,
        headline,
        tuple(line for one in explained.mistakes for line in _questions(one)),
        rows=explained.rows,
        shows=alone,
        known=first,
        also=tuple(others),
        beside=_beside(examination, explained.rows, explained.function),
    )


def _questions(mistake: Mistake) -> tuple[str, ...]:
    treated = (f"This is treated in lesson {mistake.lesson}.",) if mistake.lesson else ()
    return (f"Question: {mistake.question}", *treated)


def _swapped(examination: _Examination, other: _Examination, explained: Explained | None) -> Verdict:
    """Name the order of the arguments, and what is wrong with the function when they are exchanged."""
    task, order = examination.task, other.order
    swapped = reordered(task.name, task.function, order)
    headline = f"wrong. The mistake has a name: {swapped.name}."
    advice = _questions(swapped)
    also, beside = tuple[Mistake, ...](), _beside(other, ordinary(task, other.rows), task.function)
    if explained is not None:
        names = ", and ".join(one.name for one in explained.mistakes)
        headline += f" And with the arguments exchanged there is more: {names}."
        advice += tuple(line for one in explained.mistakes for line in _questions(one))
        also, beside = explained.mistakes, _beside(other, explained.rows, explained.function)
    elif not all(map(Row.is_right, ordinary(task, other.rows))):
        headline += " And with the arguments exchanged it is still wrong, in a way that is not known here."
        beside = _crash_beside(other, _most_ordinary(other))
    return _with_example(examination, Finding.KNOWN, headline, advice, known=swapped, also=also, beside=beside)


def _beside(examination: _Examination, rows: list[Row], function: Callable[..., Any] | None = None) -> tuple[str, ...]:
    """Say what else happens on the inputs that are not among these rows: short and empty ones, most often.

    Args:
        examination: the calls that were made.
        rows: the rows on which all is said.
        function: makes the mistakes that are named, so that what it does elsewhere too is nothing new.
    """
    task, said = examination.task, {id(row) for row in rows}
    others = [
        row
        for row in examination.wrong()
        if id(row) not in said
        and not (function and agree(outcome_of(task.read, function, row.arguments), row.outcome, nearly))
    ]
    return (f"And: {_what_happens(examination, others)}",) if others else ()


def _crash_beside(examination: _Examination, rows: list[Row]) -> tuple[str, ...]:
    """Say which other error stops the function on other inputs than these, whose mistake nobody knows.

    A wrong result there may come from the same mistake, and so may the same error.
    """
    said = {row.outcome.value for row in rows if row.outcome.kind == "error"}
    crashes = [row for row in examination.wrong() if row.outcome.kind == "error" and row.outcome.value not in said]
    return (f"And: {_what_happens(examination, crashes)}",) if crashes else ()


def _what_happens(examination: _Examination, rows: list[Row]) -> str:
    """Say in a line what the function does on short or empty sentences, the errors first."""
    task = examination.task
    row = min(rows, key=lambda row: (row.outcome.kind != "error", size(row.arguments)))
    which, lacking = "an input whose right result is 0", short(task, row.arguments)
    if lacking:
        name = min(lacking, key=lambda name: "reference" in name)  # most functions stumble over the candidate
        kind, enough = _KINDS.get(name, name), longest_order(task, row.arguments)
        which = f"a {kind} of fewer than {enough} words" if lacking[name] else f"an empty {kind}"
    if row.run.error is not None:
        where = f", in your {row.run.line}" if row.run.line else ""
        return f"{which} stops it with {describe_error(row.run.error)}{where}."
    return f"for {which} it returns {show_result(row.run.result)}, and right is {show(row.right)}."


_KINDS = {
    "tokens": "sentence",
    "candidates": "candidate",
    "references": "reference",
    "references_per_candidate": "reference",
}
"""What one of the sentences in an argument is called."""


def _with_example(
    examination: _Examination,
    finding: Finding,
    headline: str,
    advice: tuple[str, ...],
    rows: list[Row] | None = None,
    shows: Callable[[Arguments, Outcome], bool] = lambda arguments, outcome: True,
    known: Mistake | None = None,
    also: tuple[Mistake, ...] = (),
    beside: tuple[str, ...] = (),
) -> Verdict:
    """Make a verdict that shows the smallest input with a wrong result, and both results.

    Args:
        examination: the calls that were made.
        finding: what was found.
        headline: the verdict in a sentence.
        advice: what to do.
        rows: where the example comes from; without them, any input with a wrong result.
        shows: says whether an input with a wrong result shows what the verdict says first.
        known: the known mistake.
        also: further ones.
        beside: what happens on short or empty sentences.
    """
    task = examination.task
    wrong = [row for row in rows or () if not row.is_right()] or examination.wrong()
    showing = [row for row in wrong if shows(row.arguments, row.outcome)]
    (arguments, expected), run, outcome = _smallest(examination, showing or wrong, shows if showing else None)
    yours, right = show_both(run.result, outcome, expected)
    if run.error is not None:
        yours = describe_error(run.error) + (f", in your {run.line}" if run.line else "")
    example = (*_input_lines(task, arguments), f"yours: {yours}", f"right: {right}")
    error = "" if run.error is None else type(run.error).__name__
    return Verdict(task.name, finding, headline, example, advice, known, also, beside, error, run.line)


def _smallest(
    examination: _Examination, rows: list[Row], shows: Callable[[Arguments, Outcome], bool] | None = None
) -> Row:
    """Find the smallest input that fails in the same way as the smallest of these rows."""
    task = examination.task
    start = smallest = min(rows, key=lambda row: size(row.arguments))

    def still_fails(arguments: Arguments) -> bool:
        nonlocal smallest
        run, outcome = examination.run(arguments)
        same = outcome.kind == start.outcome.kind and (outcome.kind != "error" or outcome == start.outcome)
        right = task.right(arguments)
        if not same or right.kind == "error" or agree(outcome, right):  # no rule says what is right: not an input
            return False
        if shows is not None and not shows(arguments, outcome):
            return False
        smallest = Row(Case(arguments, right), run, outcome)
        return True

    shrink(task.neighbours, start.arguments, still_fails)
    return smallest


def _input_lines(task: Task, arguments: Arguments) -> tuple[str, ...]:
    # In full, so that what is pasted into a cell shows the same: a rounded share can lie on the other side of a border.
    return tuple(f"{name} = {argument!r}" for name, argument in zip(task.parameters, arguments, strict=True))


def _right_line(task: Task, arguments: Arguments) -> str:
    return f"right: {show(task.right(arguments))}"
