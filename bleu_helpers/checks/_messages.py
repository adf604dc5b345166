"""The messages: for each thing that can be found, the verdict with its example and its advice."""

import inspect
from collections.abc import Callable
from types import CodeType
from typing import Any

from bleu_helpers.checks._causes import Explained, Row, longest_order, most_ordinary, ordinary, short
from bleu_helpers.checks._drawing import Arguments
from bleu_helpers.checks._examination import Examination, Way
from bleu_helpers.checks._guard import describe_error
from bleu_helpers.checks._outcomes import Outcome, agree, nearly, outcome_of, show, show_both, show_result
from bleu_helpers.checks._shrinking import shrink, size
from bleu_helpers.checks._tasks import Case, Task
from bleu_helpers.checks._verdicts import Finding, Verdict
from bleu_helpers.checks._words import in_plain_words
from bleu_helpers.checks.catalogue import LOOKS, Mistake, mistake, reordered


def not_to_be_called(way: Way, task: Task) -> Verdict:
    """Say that this is no function, or one with other arguments."""
    if way.kind:
        headline = f"this is not a function but {way.kind}."
        advice = (f"Pass the function itself, without brackets after its name: check(my_function, {task.name!r}).",)
        return Verdict(task.name, Finding.NO_FUNCTION, headline, advice=advice)
    call = f"{task.name}({', '.join(task.parameters)})"
    headline = "your function cannot be called with the arguments of this task."
    advice = (f"It is called as {call}. Yours is written as {task.name}{way.parameters}.",)
    return Verdict(task.name, Finding.OTHER_ARGUMENTS, headline, advice=advice)


def ours(task: Task, called: CodeType | str) -> Verdict:
    """Say that a function of ours does the work."""
    headline = "this is the function of bleu_helpers itself, or it calls it."
    name = called if isinstance(called, str) else called.co_qualname
    # Another process may say any name: only one that does the work is said again.
    if name in {inspect.unwrap(function).__code__.co_qualname for function in task.same_work}:
        headline = f"your function runs {name} of bleu_helpers, which does the work that is asked for here."
    return Verdict(task.name, Finding.OURS, headline, advice=("Write your own, then check it again.",))


def slow_remark(task: Task, done: int) -> str:
    """Say that a function was not tried on everything."""
    return (
        f"Your function is slow: it was tried on {done} of {len(task.probes) + task.drawn} small inputs. "
        "Which work does it do again and again, though once would be enough?"
    )


def takes_too_long(task: Task, done: int) -> Verdict:
    """Say that the time was used up before enough was tried."""
    total = len(task.probes) + task.drawn
    headline = f"your function was stopped, because it takes too long: {done} of {total} small inputs were done."
    advice = ("Which work does it do again and again, though once would be enough?",)
    return Verdict(task.name, Finding.TOO_LONG, headline, advice=advice)


def endless(task: Task, arguments: Arguments, too_deep: bool) -> Verdict:
    """Say that one call did not come to an end."""
    if too_deep:
        headline = "your function was stopped, because it calls itself again and again."
        advice = ("For which input does it return without a call of itself, and does each call come closer to that?",)
        return Verdict(task.name, Finding.ENDLESS_RECURSION, headline, _input_lines(task, arguments), advice)
    headline = "your function was stopped, because it did not come to an end."
    advice = ("What changes from one round of your loop to the next, and when is it to stop?",)
    return Verdict(task.name, Finding.ENDLESS_LOOP, headline, _input_lines(task, arguments), advice)


NOT_ALWAYS_AN_END = "For some inputs it does not come to an end."
"""Said of a function whose mistake was recognised all the same."""


def gives_different_results(task: Task) -> Verdict:
    """Say that the function remembers something."""
    headline = "your function gives different results for the same input."
    advice = ("Does it keep something from one call to the next: a default such as counts={}, or a variable outside?",)
    return Verdict(task.name, Finding.REMEMBERS, headline, advice=advice)


def changes_arguments(examination: Examination, changing: list[Arguments]) -> Verdict:
    """Say that the function changes its arguments."""
    task = examination.task

    def still_changes(simpler: Arguments) -> bool:
        return not examination.tired and examination.run(simpler).run.changed

    arguments = shrink(task.neighbours, min(changing, key=size), still_changes)
    headline = "your function changes its arguments, so whoever calls it loses what was in them."
    advice = ("Which line changes a list that was passed in: with pop, remove, append, sort or =? Work on a copy.",)
    return Verdict(task.name, Finding.CHANGES_ARGUMENTS, headline, _input_lines(task, arguments), advice)


NO_RESULT = {
    "none": Finding.RETURNS_NONE,
    "nan": Finding.RETURNS_NAN,
    "text": Finding.RETURNS_TEXT,
    "shape": Finding.ANOTHER_TYPE,
}
"""What is found where an outcome is of a kind that is wrong whatever the task asks for, in the order of causes."""


def no_result(examination: Examination, finding: Finding, rows: list[Row]) -> Verdict:
    """Say that what the function returns is no result, whatever its value."""
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


def percentages(examination: Examination, rows: list[Row]) -> Verdict:
    """Say that the results are percentages."""
    headline = "your results are percentages, 100 times too large."
    advice = ("Every score of this course is a share from 0 to 1. Where do you multiply by 100?",)
    beside = _beside(examination, rows)
    return with_example(examination, Finding.PERCENTAGES, headline, advice, rows=rows, beside=beside)


def last_digits(examination: Examination, rows: list[Row]) -> Verdict:
    """Say that only the last digits differ."""
    headline = "only the last digits differ."
    advice = ("Where does your function round, or use a constant with a few digits, such as 2.718281828 for math.e?",)
    beside = _beside(examination, rows)
    return with_example(examination, Finding.LAST_DIGITS, headline, advice, rows=rows, beside=beside)


def right_but_for_short(examination: Examination, wrong: list[Row]) -> Verdict:
    """The words of the task do not say what is right for short or empty sentences."""
    remark = f"It is right for every input that is long enough. But {_what_happens(examination, wrong)}"
    return Verdict(examination.task.name, Finding.CORRECT, "correct.", remarks=(remark,))


def stops_with_an_error(examination: Examination, rows: list[Row], beside: tuple[str, ...]) -> Verdict:
    """Say that the function stops with an error, and in which line."""
    task = examination.task
    (arguments, _), run, _ = _smallest(examination, rows)
    again = examination.run(arguments).run
    if run.error is None or (again.error is None and not examination.spent):  # it does not fail twice
        return gives_different_results(task)
    headline = f"your function stops with an error: {describe_error(run.error)}."
    where = (f"in your {run.line}",) if run.line else ()
    lines = (*_input_lines(task, arguments), _right_line(task, arguments), *where)
    advice = ("What are the values in this line for this input?",)
    error = type(run.error).__name__
    return Verdict(task.name, Finding.ERROR, headline, lines, advice, beside=beside, error=error, line=run.line)


def known_mistake(examination: Examination, explained: Explained) -> Verdict:
    """Name the mistakes that were found."""
    task, (first, *others) = examination.task, explained.mistakes
    headline = f"wrong. The mistake has a name: {first.name}."
    if first.choice:
        headline = f"another choice than the one that is asked for here. It has a name: {first.name}."
    if others:
        names = " And: ".join(f"{one.name}." for one in explained.mistakes)
        how_many = "two mistakes, and both have" if len(others) == 1 else "three mistakes, and each has"
        headline = f"wrong. There are {how_many} a name: {names}"
    elif explained.more:
        headline = f"wrong. There are two mistakes, and one of them has a name: {first.name}."

    def alone(arguments: Arguments, outcome: Outcome) -> bool:
        if first.name in task.examples and not task.examples[first.name](*arguments):
            return False
        does = outcome_of(task.read, first.function, arguments)
        return agree(does, outcome, nearly) and not agree(does, task.right(arguments))

    return with_example(
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


def looks_into_words(examination: Examination, rows: list[Row]) -> Verdict:
    """Say that the function is right with plain words only."""
    task = examination.task
    looks = mistake(task.name, LOOKS, task.function)

    def alone(arguments: Arguments, outcome: Outcome) -> bool:
        plain = in_plain_words(arguments)
        return agree(examination.ask(plain), task.right(plain), nearly)

    headline = f"wrong. The mistake has a name: {looks.name}."
    beside = _beside(examination, rows)
    return with_example(
        examination, Finding.KNOWN, headline, _questions(looks), rows, alone, known=looks, beside=beside
    )


def _questions(one: Mistake) -> tuple[str, ...]:
    treated = (f"This is treated in lesson {one.lesson}.",) if one.lesson else ()
    return (f"Question: {one.question}", *treated)


def _any_input(arguments: Arguments, outcome: Outcome) -> bool:
    return True


def arguments_swapped(examination: Examination, other: Examination, explained: Explained | None) -> Verdict:
    """Name the order of the arguments, and what is wrong with the function when they are exchanged."""
    task, order = examination.task, other.order
    exchanged = reordered(task.name, task.function, order)
    swapped = _named_as_its_parameters(examination, exchanged)
    where = "with the arguments exchanged" if swapped is exchanged else "beside it"
    headline = f"wrong. The mistake has a name: {swapped.name}."
    advice = _questions(swapped)
    also, beside = tuple[Mistake, ...](), _beside(other, ordinary(task, other.rows), task.function)
    if explained is not None:
        names = ", and ".join(one.name for one in explained.mistakes)
        headline += f" And {where} there is more: {names}."
        advice += tuple(line for one in explained.mistakes for line in _questions(one))
        also, beside = explained.mistakes, _beside(other, explained.rows, explained.function)
    elif not all(map(Row.is_right, ordinary(task, other.rows))):
        headline += f" And {where} it is still wrong, in a way that is not known here."
        beside = crash_beside(other, most_ordinary(task, other.rows))

    def alone(arguments: Arguments, outcome: Outcome) -> bool:
        return agree(other.ask(arguments), task.right(arguments), nearly)

    right = {row.case for row in ordinary(task, other.rows) if row.is_right(nearly)}
    shown = [row for row in examination.wrong() if row.case in right]
    rows = [min(shown, key=lambda row: size(row.arguments))] if shown else None
    shows = alone if shown else _any_input
    return with_example(
        examination, Finding.KNOWN, headline, advice, rows, shows, known=swapped, also=also, beside=beside
    )


def _named_as_its_parameters(examination: Examination, exchanged: Mistake) -> Mistake:
    """Find another name for an exchange of arguments where the function's own have the task's names and order."""
    task, function = examination.task, examination.function
    if not inspect.isfunction(function) or tuple(inspect.signature(function).parameters) != task.parameters:
        return exchanged
    does = [(row.arguments, outcome_of(task.read, exchanged.function, row.arguments)) for row in examination.rows]
    does_the_same = (
        one
        for one in task.mistakes
        if all(agree(outcome_of(task.read, one.function, arguments), outcome) for arguments, outcome in does)
    )
    return next(does_the_same, exchanged)


def _beside(examination: Examination, rows: list[Row], function: Callable[..., Any] | None = None) -> tuple[str, ...]:
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


def crash_beside(examination: Examination, rows: list[Row]) -> tuple[str, ...]:
    """Say which other error stops the function on other inputs than these, whose mistake nobody knows.

    A wrong result there may come from the same mistake, and so may the same error.
    """
    said = {row.outcome.value for row in rows if row.outcome.kind == "error"}
    crashes = [row for row in examination.wrong() if row.outcome.kind == "error" and row.outcome.value not in said]
    return (f"And: {_what_happens(examination, crashes)}",) if crashes else ()


def _what_happens(examination: Examination, rows: list[Row]) -> str:
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


def with_example(
    examination: Examination,
    finding: Finding,
    headline: str,
    advice: tuple[str, ...],
    rows: list[Row] | None = None,
    shows: Callable[[Arguments, Outcome], bool] = _any_input,
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
    wrong.sort(key=lambda row: size(row.arguments))
    showing = next((row for row in wrong if shows(row.arguments, row.outcome)), None)
    (arguments, expected), run, outcome = _smallest(examination, [showing or wrong[0]], shows if showing else None)
    yours, right = show_both(run.result, outcome, expected)
    if run.error is not None:
        yours = describe_error(run.error) + (f", in your {run.line}" if run.line else "")
    example = (*_input_lines(task, arguments), f"yours: {yours}", f"right: {right}")
    error = "" if run.error is None else type(run.error).__name__
    return Verdict(task.name, finding, headline, example, advice, known, also, beside, error, run.line)


def _smallest(
    examination: Examination, rows: list[Row], shows: Callable[[Arguments, Outcome], bool] | None = None
) -> Row:
    """Find the smallest input that fails in the same way as the smallest of these rows."""
    task = examination.task
    start = smallest = min(rows, key=lambda row: size(row.arguments))

    def still_fails(arguments: Arguments) -> bool:
        nonlocal smallest
        if examination.tired:
            return False
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
