"""Decide what is wrong with a learner's function from what it does, not from how it is written.

The questions are asked in the order of causes: a function that never ends has no results to compare, a function that
returns None has no numbers, and only a function with results can make a known mistake.
"""

import inspect
from collections.abc import Callable
from dataclasses import replace
from types import FunctionType
from typing import Any

from exercise_checker._changes import Surroundings
from exercise_checker._examination import Caller, Examination, Way, way_to_call
from exercise_checker._mistake_search import MAX_CALLS, Budget, Explanation
from exercise_checker._mistakes import PERCENTAGES
from exercise_checker._normalisation import normalises_words
from exercise_checker._orders import (
    explained_by,
    in_an_unknown_order,
    in_another_order,
    in_other_orders,
)
from exercise_checker._rows import MIN_ORDINARY, Row, keep_ordinary, keep_plainest_wrong, list_levels
from exercise_checker._tasks import PUBLIC_SEED, Case, Task, fault_of, inputs_of
from exercise_checker._verdict_text import (
    about_results,
    beside_these,
    changes_arguments,
    depends_on_the_calls_before,
    known_mistake,
    right_but_for_corners,
    stops_with_an_error,
    verdict_of,
)
from exercise_checker._verdicts import OFTEN, WAITING, Finding, Status, Tally, Verdict
from exercise_checker.code_origin import address_of, is_in
from exercise_checker.guard import Guard
from exercise_checker.messages import say, translated
from exercise_checker.notebook import silence_output
from exercise_checker.outcomes import NO_END, Outcome, agree, close, nearly, outcome_of
from exercise_checker.shrinking import size

_MAX_REPEATED = 5
"""At most this many calls with right results, and as many with wrong ones, are repeated to see whether the function
remembers something. If it does, the first few calls usually show it."""


_PERCENT_RATIO = 20
"""If the largest result is more than this many times as large as the largest right one, the results may be percentages.
This is below 100, because another mistake may make the results smaller."""

MIN_DRAWN = 40
"""A slow function is tried on at least this many drawn inputs, in addition to all the chosen ones, because the search
for several mistakes needs as many."""


_NO_RESULT = {
    "none": Finding.RETURNS_NONE,
    "nan": Finding.RETURNS_NAN,
    "text": Finding.RETURNS_TEXT,
    "shape": Finding.ANOTHER_TYPE,
}
"""The findings for kinds of outcome that are wrong in every task, in the order of causes."""


def diagnose(
    function: Any,
    task: Task,
    seed: int | str = PUBLIC_SEED,
    at_work: Callable[[str], None] | None = None,
    hurry: bool = True,
) -> Verdict:
    """Say whether a function is right, and if not, which mistake it makes.

    Args:
        function: what a learner wrote.
        task: what the function should do.
        seed: determines the drawn inputs. A secret seed keeps them secret.
        at_work: is called with a sentence if the check takes a while.
        hurry: whether a slow and wrong function is called less often, because a person is waiting for the verdict.

    Returns:
        A verdict with one message about the deepest cause that was found.
    """

    def examined(function: Any) -> Verdict:
        guard = Guard(task.forbidden, at_work, library=task.library)
        with silence_output(), guard.watched():
            return examine(function, way_to_call(function, task.parameters), task, guard, seed, hurry)

    verdict, used = examined(function), Surroundings(function, Guard(library=task.library).is_learners)
    for real in used.substitutes() if verdict.status == Status.WRONG else ():
        again, is_own = examined(used.function), type(real) is not FunctionType
        is_later = again.line and verdict.line and again.line.number > verdict.line.number
        if (verdict.error and (not again.error or is_later)) or (is_own and again.status == Status.CORRECT):
            said = verdict_of(task, Finding.OVERWRITTEN if is_own else Finding.CACHED, name=real.__name__)
            verdict = replace(said, example=verdict.example, line=verdict.line, does=verdict.does)
            break
    return verdict


def examine(function: Any, way: Way, task: Task, guard: Caller, seed: int | str, hurry: bool = False) -> Verdict:
    """Do what `diagnose` does for a function that `guard` calls, possibly in another process."""
    if way.names is None:
        finding = Finding.NO_FUNCTION if way.kind else Finding.OTHER_ARGUMENTS
        return verdict_of(task, finding, kind=way.kind, parameters=", ".join(task.parameters), yours=way.parameters)
    cases = inputs_of(task, seed)
    if fault := fault_of(task, cases):
        said = verdict_of(task, Finding.BROKEN, fault[0], kind_of_error=fault[1].name)
        return replace(said, example=(*said.example, say("error of the correct function: {error}", error=fault[1])))
    examination = Examination(function, task, way.names, guard, cases, hurry=hurry)
    trouble = first_trouble(examination)
    examination.cut_short = len(examination.rows) < len(task.probes)
    verdict = trouble or from_results(examination)
    packages = [work for work in task.same_work if isinstance(work, str) and ":" not in work]
    if guard.calls_ours and (verdict.status == Status.CORRECT or not is_in(guard.calls_ours, packages)):
        return ours(task, guard.calls_ours, packages)
    remarks, tried, total, chosen = verdict.remarks, len(examination.rows), len(examination.cases), len(task.probes)
    if tried < {Finding.CORRECT: total, Finding.UNKNOWN: chosen, Finding.ERROR: chosen}.get(verdict.finding, 0):
        slow = "Your function is slow: it was tried on only {tried} of {total} small inputs. {question}"
        question = translated(WAITING if guard.waits else OFTEN)
        remarks = (*remarks, say(slow, tried=tried, total=total, question=question))
    if any(row.run.printed for row in examination.rows) and verdict.finding is not Finding.RETURNS_NONE:
        remarks = (*remarks, say("Your function also prints something, but a check does not show it."))
    does, tally = f"{verdict.finding}, {examination.does()}", tally_of(examination, verdict.finding)
    return replace(verdict, remarks=remarks, does=does, tally=tally)


def first_trouble(examination: Examination) -> Verdict | None:
    """Run the function on every input, and stop at a problem that makes all further questions pointless.

    For a slow function, no more drawn inputs are tried when half of its time is used up, because slow is not wrong. For
    a slow and wrong function they end sooner, and for a very slow one, even the chosen inputs do.
    """
    task, guard, rows, without_end = examination.task, examination.guard, examination.rows, False
    for case in examination.cases:
        is_slow = guard.used >= 0.5 or (examination.slow and examination.wrong())
        if is_slow and len(rows) >= len(task.probes) + MIN_DRAWN:
            return None
        if examination.too_slow and not all(map(Row.is_right, keep_ordinary(task, rows))):
            return None
        if examination.spent:
            return too_long(examination)
        if without_end and task.leaves_open(case.arguments):
            continue
        run, outcome = examination.run(case.arguments)
        if run.error and run.error.name == "NotImplementedError" and not rows:
            return verdict_of(task, Finding.NOT_ATTEMPTED)
        if run.ended == "endless" and task.leaves_open(case.arguments):
            without_end = True
        elif run.ended == "endless":
            if examination.spent or guard.waits:
                return too_long(examination)
            examination.without_end = True
            finding = Finding.ENDLESS_RECURSION if run.too_deep else Finding.ENDLESS_LOOP
            return named_though_endless(examination, case) or verdict_of(task, finding, case.arguments)
        rows.append(Row(case, run, outcome))
    return None


def ours(task: Task, called: str, packages: list[str]) -> Verdict:
    module = inspect.unwrap(task.function).__module__ or "__main__"
    home = module.partition(".")[0].replace("__main__", "the task")
    what = say("this is the correct function from {home}, or it calls that function.", home=home)
    # Another process may report any address, so only that of a function that does the work is repeated.
    others = {address_of(inspect.unwrap(work) if callable(work) else work) for work in task.same_work}
    module, _, name = called.partition(":")
    source = module.partition(".")[0].replace("__main__", "the task")
    if called in others and (name, source) != (task.name, home):
        what = say("your function calls {name} from {home}, which does the work of this task.", name=name, home=source)
    if is_in(called, packages):
        what = say("your function uses {home}, which does the work of this task.", home=source)
    return verdict_of(task, Finding.OURS, what=what)


def too_long(examination: Examination) -> Verdict:
    done, total = len(examination.rows), len(examination.cases)
    finding = Finding.WAITS if examination.guard.waits else Finding.TOO_LONG
    return verdict_of(examination.task, finding, done=done, total=total)


def named_though_endless(examination: Examination, endless: Case) -> Verdict | None:
    """Find the known mistake that is also endless for this input, and that does the same for all other inputs."""
    task = examination.task
    for mistake in task.mistakes:
        if outcome_of(task.read, mistake.function, endless.arguments) != NO_END:
            continue
        rows = []
        for case in examination.cases:
            does = outcome_of(task.read, mistake.function, case.arguments)
            if does != NO_END:
                rows.append(examination.row(case))
                if not agree(rows[-1].outcome, does, nearly):
                    break
        else:
            wrong = [row for row in rows if not row.is_right()]
            if wrong:
                verdict = known_mistake(examination, Explanation((mistake,), wrong, mistake.function))
                return replace(verdict, remarks=(say("For some inputs, it does not come to an end."),))
    return None


def from_results(examination: Examination) -> Verdict:
    """Find the deepest cause in the results for all inputs."""
    task, rows = examination.task, examination.rows
    changing = [row.arguments for row in rows if row.run.changed and not task.leaves_open(row.arguments)]
    if changing:
        return changes_arguments(examination, changing)
    wrong = examination.wrong()
    if not wrong:
        return verdict_of(task, Finding.CORRECT)
    again = wrong[:1] if examination.too_slow else [*rows[:_MAX_REPEATED], *wrong[:_MAX_REPEATED]]
    otherwise = [row for row in again[::-1] if not examination.repeats(row)]
    if otherwise := [row for row in again if not examination.repeats(row, alone=True)] or otherwise:
        return depends_on_the_calls_before(examination, min(otherwise, key=lambda row: size(row.arguments)))
    if not task.asks_for_corners:
        examination = replace(examination, rows=keep_ordinary(task, rows))
        if not examination.wrong():
            return right_but_for_corners(task, rows)
        wrong = examination.wrong()
    others = list(in_other_orders(examination))
    if swapped := in_another_order(examination, others):
        return swapped
    usual = keep_ordinary(task, wrong)
    for kind, finding in _NO_RESULT.items():
        without = [row for row in usual or wrong if row.outcome.kind == kind]
        if without and all(row.right.kind != kind for row in rows):
            return named_beside(examination, kind) or about_results(examination, finding, without)
    if percentages := about_a_level(examination, Finding.PERCENTAGES, are_percentages):
        return percentages
    if examination.cut_short:
        return unknown(examination)
    return (
        named_beside_percentages(examination)
        or known_if_explained(examination, explained_by(examination))
        or normalises_words(examination)
        or about_a_level(examination, Finding.LAST_DIGITS, are_right_but_for_the_last_digits)
        or in_an_unknown_order(examination, others)
        or unknown(examination)
    )


def named_beside(examination: Examination, kind: str) -> Verdict | None:
    """Find the known mistake that leads to None or NaN, or occurs with it. NumPy turns 0/0 into NaN and goes on."""
    if kind not in ("none", "nan"):
        return None
    stops = Outcome("error", "ZeroDivisionError")
    return known_if_explained(
        examination, explained_with(examination, lambda outcome: stops if outcome.kind == "nan" else outcome)
    )


def known_if_explained(examination: Examination, explained: Explanation | None) -> Verdict | None:
    return explained and known_mistake(examination, explained)


def explained_with(examination: Examination, changed: Callable[[Outcome], Outcome]) -> Explanation | None:
    """Explain the results after a change to each of them. The explained rows have the unchanged results."""
    before = {row.case: row for row in examination.rows}
    rows = [row._replace(outcome=changed(row.outcome)) for row in examination.rows]
    explained = explained_by(replace(examination, rows=rows, budget=Budget(MAX_CALLS)))
    return explained and explained._replace(rows=[before[row.case] for row in explained.rows])


def named_beside_percentages(examination: Examination) -> Verdict | None:
    """Find the known mistake of a function that also multiplies by 100."""
    task = examination.task
    numbers = [row for row in examination.rows if row.outcome.kind == row.right.kind == "number"]
    largest_right = max((row.right.value for row in numbers), default=0.0)
    if not any(row.outcome.value > _PERCENT_RATIO * largest_right for row in numbers):
        return None
    explained = explained_with(examination, as_share)
    if explained is None:
        return None
    percentages = replace(task.general[PERCENTAGES], function=lambda *given: 100 * task.function(*given))
    both = explained._replace(
        mistakes=(*explained.mistakes, percentages), function=lambda *given: 100 * explained.function(*given)
    )
    return known_mistake(examination, both)


def as_share(outcome: Outcome) -> Outcome:
    """Divide a number by 100."""
    return Outcome("number", outcome.value / 100) if outcome.kind == "number" else outcome


def about_a_level(examination: Examination, finding: Finding, is_so: Callable[[list[Row]], bool]) -> Verdict | None:
    """Write what all results of a level have in common, if there is such a level, and what else happens elsewhere."""
    task = examination.task
    for level in list_levels(task, examination.rows):
        if len(level) >= MIN_ORDINARY and is_so(level):
            return about_results(examination, finding, level, **beside_these(examination, level, task.function))
    return None


def unknown(examination: Examination) -> Verdict:
    """Write a verdict on a mistake that is not known."""
    wrong = keep_plainest_wrong(examination.task, examination.rows)
    beside = beside_these(examination, wrong)
    raising = [row for row in wrong if row.outcome.kind == "error"]
    if raising:
        return stops_with_an_error(examination, raising, **beside)
    return about_results(examination, Finding.UNKNOWN, wrong, **beside)


def are_percentages(rows: list[Row]) -> bool:
    """Whether every result is 100 times the right one, either exactly or rounded to some number of digits."""
    if any(row.outcome.kind != "number" or row.right.kind != "number" for row in rows):
        return False
    values = [(row.outcome.value, 100 * row.right.value) for row in rows]
    return all(close(value, percent) for value, percent in values) or any(
        all(
            close(value, round(value, digits)) and abs(value - percent) <= 0.5001 / 10**digits
            for value, percent in values
        )
        for digits in range(5)
    )


def are_right_but_for_the_last_digits(rows: list[Row]) -> bool:
    return all(row.is_right(nearly) for row in rows) and not all(map(Row.is_right, rows))


def tally_of(examination: Examination, finding: Finding) -> Tally:
    """Count the inputs on which a function was right and did not change its arguments."""
    if finding in (Finding.NOT_ATTEMPTED, Finding.OURS, Finding.REMEMBERS, Finding.RANDOM):
        return Tally()
    rows = examination.rows
    right = [row.is_right() and not row.run.changed for row in rows]
    return Tally(sum(right), len(rows) + examination.without_end)
