"""Write the text of a verdict for each finding, with its example and its advice."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from itertools import takewhile
from typing import Any, TypeAlias

from exercise_checker._changes import copied
from exercise_checker._examination import Examination
from exercise_checker._mistake_search import Explanation
from exercise_checker._mistakes import NORMALISED, Mistake, name_of_order
from exercise_checker._rows import Row, keep_ordinary, keep_plainest_wrong
from exercise_checker._tasks import Case, Task
from exercise_checker._verdicts import Finding, Verdict
from exercise_checker.description import describe, show
from exercise_checker.guard import Run
from exercise_checker.messages import say, translated
from exercise_checker.outcomes import (
    Outcome,
    agree,
    in_words,
    nearly,
    outcome_of,
    show_both,
    show_outcome,
)
from exercise_checker.shrinking import Arguments, shrink, size

Beside: TypeAlias = Mapping[str, Any]
"""The fields of a verdict that say what else happens, and whether it happens only in corner cases; or nothing."""

_NOT_KNOWN = "This is not one of the mistakes that the checker knows."
_NOT_CALLABLE = "Which name before a bracket is not a function? A variable named sum hides Python's own sum."
_PRINTS = "It prints something, but print only shows a value. Use return to pass it on. "
_TOO_SLOW = "The function is too slow for the checker to find out why."

Shows: TypeAlias = Callable[[Arguments, Outcome], bool]
"""Decides whether an input with a wrong result shows the mistake that a verdict names first."""


def verdict_of(task: Task, finding: Finding, arguments: Arguments | None = None, **values: object) -> Verdict:
    """Write what was found, with the input that shows it. The values replace their names in the text."""
    texts = task.words.get(str(values.get("kind_of_error", finding)), (finding.headline, finding.advice))
    headline, advice = (say(text, None, None, task=task.name, **values) for text in texts)
    example = () if arguments is None else input_lines(task, arguments)
    return Verdict(task.name, finding, headline, example, tuple(advice.splitlines()))


def about_results(examination: Examination, finding: Finding, rows: list[Row], **beside: Any) -> Verdict:
    """Write what these results show: that they are not results at all, or in which way they are wrong."""
    task, shown = examination.task, smallest_row(examination, rows)
    prints = say(_PRINTS) if rows[0].run.printed else ""
    result = translated(task.result) or in_words(shown.case.outcome)
    why = say(_TOO_SLOW if examination.cut_short else _NOT_KNOWN)
    said = verdict_of(task, finding, value=shown.outcome.value, result=result, prints=prints, why=why)
    said = with_example(replace(said, **beside), task, shown)
    asked = first_step(examination, shown) if finding is Finding.UNKNOWN else ()
    return replace(said, example=(*said.example, *asked))


def first_step(examination: Examination, shown: Row) -> tuple[str, ...]:
    """Ask about the first intermediate result that may be wrong: all earlier ones led to right results on other inputs.

    For example, an input with the same number of n-grams had a right result, so this number is probably right, and the
    learner is asked for the next step, the sum of the clipped counts. An input whose right result is 0 does not count,
    because many mistakes also lead to 0.
    """
    steps = examination.task.steps
    ours = [step(*copied(shown.arguments)) for _, step in steps]
    right = [row.arguments for row in examination.rows if row.is_right() and row.right.value]
    alike = max((count_alike(steps, ours, arguments) for arguments in right), default=0)
    if alike == len(steps):
        return ()
    name, value = translated(steps[alike][0]), show(describe(ours[alike]))
    return (say("an intermediate result ({name}): {value}. Does your function get the same?", name=name, value=value),)


def count_alike(steps: Sequence[tuple[str, Callable[..., object]]], ours: list[object], arguments: Arguments) -> int:
    """Count the steps before the first one that has a different value for this input."""
    same = (step(*copied(arguments)) == our_value for (_, step), our_value in zip(steps, ours, strict=True))
    return sum(takewhile(bool, same))


def right_but_for_corners(task: Task, rows: list[Row]) -> Verdict:
    """Accept a function that is wrong only in corner cases which the text of the task leaves open."""
    happens, _ = what_happens(task, rows, [row for row in rows if not row.is_right()])
    remark = say("It is right for every ordinary input, but not for all inputs. {happens}", happens=happens)
    return replace(verdict_of(task, Finding.CORRECT), remarks=(remark,))


def stops_with_an_error(examination: Examination, rows: list[Row], **beside: Any) -> Verdict:
    """Write that the function stops with an error, and in which line."""
    task, (case, run, _) = examination.task, smallest_row(examination, rows)
    assert run.error is not None  # as in all of these rows
    kind = run.error.name
    said = verdict_of(task, Finding.ERROR, case.arguments, error=str(run.error), kind_of_error=kind)
    if "object is not callable" in run.error.message:
        said = replace(said, advice=(say(_NOT_CALLABLE),))
    where = (say("in your {line}", line=run.line),) if run.line else ()
    example = (
        *said.example,
        say("right: {right}", right=show_outcome(case.outcome, like=our_result(task, case))),
        *where,
    )
    return replace(said, example=example, error=kind, line=run.line, **beside)


def depends_on_the_calls_before(examination: Examination, row: Row) -> Verdict:
    """Write what a function does for an input after other calls and without them, or that it is random."""
    task, guard, rows = examination.task, examination.guard, examination.rows
    guard.restart()
    does_the_same = all(map(examination.repeats, rows))
    guard.restart()
    alone = examination.row(row.case)
    guard.restart()
    is_random = guard.uses_chance and not does_the_same
    said = verdict_of(task, Finding.RANDOM if is_random else Finding.REMEMBERS, row.arguments)
    is_stopped = alone.run.ended == "endless"  # so there is no result
    if is_stopped or not does_the_same or agree(alone.outcome, row.outcome):
        return said
    after, first = (error_of(run) or show(run.result) for run in (row.run, alone.run))
    both = say("yours, after other calls: {after}", after=after), say("yours, as the first call: {first}", first=first)
    return replace(said, example=(*said.example, *both, say("right: {right}", right=show_outcome(row.right))))


def changes_arguments(examination: Examination, changing: list[Arguments]) -> Verdict:
    """Write that the function changes its arguments, with the smallest input that shows it."""
    task = examination.task

    def still_changes(simpler: Arguments) -> bool:
        is_asked = not examination.too_slow and not task.leaves_open(simpler)
        return is_asked and bool(examination.run(simpler)[0].changed)

    smallest = shrink(task.neighbours, min(changing, key=size), still_changes)
    return verdict_of(task, Finding.CHANGES_ARGUMENTS, smallest)


# Mistakes of the catalogue.


def known_mistake(examination: Examination, explained: Explanation) -> Verdict:
    """Name the mistakes that were found, each with an input that shows it."""
    rows, first = explained.rows, explained.mistakes[0]
    beside = beside_these(examination, rows, explained.function)
    of_the_first = first_that_shows(ways_to_show(examination, explained, first), rows)
    shown = smallest_row(examination, rows, of_the_first or any_input)
    said = named(examination, headline_of(explained, beside), explained.mistakes, shown, beside)
    return replace(said, further=further_mistakes(examination, explained, first), more=explained.more)


def headline_of(explained: Explanation, beside: Beside) -> str:
    """Write how many mistakes are known, and list their names."""
    count, names = len(explained.mistakes), listed(explained.mistakes)
    if explained.are_synonyms:
        return say("wrong. This is a known mistake, which has {n} names here: {names}.", n=count, names=names)
    if explained.more:
        return say(
            "wrong. There is more than one mistake, and the checker knows one of them: {names}.",
            "wrong. There are more than {n} mistakes, and the checker knows {n} of them: {names}.",
            n=count,
            names=names,
        )
    if count == 1 and explained.mistakes[0].choice:
        if beside:
            return say("wrong. It also makes a choice that this task does not ask for: {names}.", names=names)
        return say("this makes a choice that the task does not ask for: {names}.", names=names)
    return say(
        "wrong. This is a known mistake: {names}.",
        "wrong. There are {n} known mistakes: {names}.",
        n=count,
        names=names,
    )


def listed(mistakes: Iterable[Mistake]) -> str:
    names = (translated(mistake.name) for mistake in mistakes)
    return reduce(lambda earlier, name: say("{earlier}; {name}", earlier=earlier, name=name), names)


def ways_to_show(examination: Examination, explained: Explanation, mistake: Mistake) -> tuple[Shows, ...]:
    """List the ways in which an input can show a mistake, the clearest first: alone, or together with others."""
    alone, decides = shows_alone(examination, mistake), shows_what_decides(examination.task, explained, mistake)
    return shows_both(alone, decides), alone, decides


def first_that_shows(ways: Iterable[Shows], rows: list[Row]) -> Shows | None:
    """Find the first of these ways that applies to some row."""
    return next((shows for shows in ways if any(shows(row.arguments, row.outcome) for row in rows)), None)


def shows_alone(examination: Examination, mistake: Mistake) -> Shows:
    """Accept inputs for which this mistake alone explains the result, or plain words make the result right."""
    task = examination.task

    def shows(arguments: Arguments, outcome: Outcome) -> bool:
        if mistake.name == NORMALISED:
            plain = task.plain(copied(arguments))
            return agree(examination.ask(plain), task.right(plain), nearly)
        does = outcome_of(task.read, mistake.function, arguments)
        return agree(does, outcome, nearly) and not agree(does, task.right(arguments))

    return shows


def shows_what_decides(task: Task, explained: Explanation, mistake: Mistake) -> Shows:
    """Accept inputs for which the other mistakes alone, without this one, do not explain the result."""
    others = [other for other in explained.mistakes if other is not mistake]
    without = list(task.with_all(others)) if all(other in task.mistakes for other in others) else []

    def shows(arguments: Arguments, outcome: Outcome) -> bool:
        explains = (agree(outcome_of(task.read, made, arguments), outcome, nearly) for made in without)
        with_it = outcome_of(task.read, explained.function, arguments)
        return bool(without) and agree(with_it, outcome, nearly) and not any(explains)

    return shows


_SHOWS = 'An input that shows "{name}":'
_SHOWS_WHEN_SWAPPED = 'An input that shows "{name}", when it is passed in the order that your function expects:'


def further_mistakes(
    examination: Examination, explained: Explanation, first: Mistake, swapped: bool = False
) -> tuple[str, ...]:
    """Write a separate input for each mistake but the first: one for which the first mistake alone does not explain
    the result."""
    task, lines = examination.task, list[str]()
    wrong = [row for row in explained.rows if not row.is_right()]
    others = [mistake for mistake in explained.mistakes if mistake is not first and not explained.are_synonyms]

    def is_more(arguments: Arguments, outcome: Outcome) -> bool:
        return not agree(outcome_of(task.read, first.function, arguments), outcome, nearly)

    for mistake in others[:2]:
        ways = (shows_both(is_more, shows) for shows in ways_to_show(examination, explained, mistake))
        shows = first_that_shows(ways, wrong)
        if shows is not None:
            example = lines_of_example(task, smallest_row(examination, wrong, shows))
            introduction = say(_SHOWS_WHEN_SWAPPED if swapped else _SHOWS, name=translated(mistake.name))
            lines += [introduction, *(f"  {line}" for line in example)]
    return tuple(lines)


def shows_both(first: Shows, other: Shows) -> Shows:
    return lambda arguments, outcome: first(arguments, outcome) and other(arguments, outcome)


def arguments_swapped(examination: Examination, other: Examination, explained: Explanation | None) -> Verdict:
    """Name the wrong order of the arguments, and what is still wrong when they are passed in that order."""
    task, swapped = examination.task, examination.task.general[name_of_order(other.order)]
    name = translated(swapped.name)
    headline = say("wrong. This is a known mistake: {name}.", name=name)
    more, further, usual = tuple[Mistake, ...](), tuple[str, ...](), keep_ordinary(task, other.rows)
    if explained is not None:
        headline = say(
            "wrong. This is a known mistake: {name}. Apart from that, there is another one: {names}.",
            "wrong. This is a known mistake: {name}. Apart from that, there are {n} other ones: {names}.",
            n=len(explained.mistakes),
            name=name,
            names=listed(explained.mistakes),
        )
        more, beside = explained.mistakes, beside_these(other, explained.rows, explained.function)
        further = further_mistakes(other, explained, swapped, swapped=True)
    elif not all(map(Row.is_right, usual)):
        headline = say(
            "wrong. This is a known mistake: {name}. Apart from that, there is one that the checker does not know.",
            name=name,
        )
        beside = beside_these(other, keep_plainest_wrong(task, other.rows))
    else:
        beside = beside_these(other, usual, task.function)

    def alone(arguments: Arguments, outcome: Outcome) -> bool:
        return agree(other.ask(arguments), task.right(arguments), nearly)

    right = {row.case for row in usual if row.is_right(nearly)}
    shown = [row for row in examination.wrong() if row.case in right]
    rows = [min(shown, key=lambda row: size(row.arguments))] if shown else examination.wrong()
    smallest = smallest_row(examination, rows, alone if shown else any_input)
    said = named(examination, headline, (swapped, *more), smallest, beside)
    return replace(said, further=further)


def named(
    examination: Examination, headline: str, mistakes: tuple[Mistake, ...], shown: Row, beside: Beside
) -> Verdict:
    """Write a verdict with the questions of all mistakes, and an input that shows the first one."""
    task, (first, *others) = examination.task, mistakes
    advice = tuple(line for mistake in mistakes for line in questions(task, mistake))
    kind = shown.run.error.name if shown.run.error else ""
    if kind in task.words:  # it may take its arguments in another form
        advice += (translated(task.words[kind][1]),)
    said = Verdict(task.name, Finding.KNOWN, headline, (), advice, first, tuple(others), **beside)
    return with_example(said, task, shown)


def questions(task: Task, mistake: Mistake) -> tuple[str, ...]:
    """Write the question of a mistake, and where to read about it: in this lesson or in another one."""
    question = say("Question: {question}", question=translated(mistake.question))
    if task.section and mistake.lesson == task.lesson:
        return question, say('Look again at the section "{section}".', section=translated(task.section))
    if mistake.lesson:
        return question, say("Lesson {lesson} explains this.", lesson=mistake.lesson.partition("_")[0])
    return (question,)


# What else happens.


def beside_these(examination: Examination, rows: list[Row], function: Callable[..., object] | None = None) -> Beside:
    """Write what else happens on inputs other than these, which are mostly corner cases.

    Results that the named mistakes explain are nothing new. If the mistake is not known, there is no `function` to
    compare with, and only a different error counts as new, because a wrong result may come from the same mistake.
    """
    task, said = examination.task, {row.case for row in rows}
    errors = {row.outcome for row in rows if row.outcome.kind == "error"}
    others = [row for row in examination.wrong() if row.case not in said]
    if function is None:
        others = [row for row in others if row.outcome.kind == "error" and row.outcome not in errors]
    else:
        does = (outcome_of(task.read, function, row.arguments) for row in others)
        others = [row for row, outcome in zip(others, does, strict=True) if not agree(outcome, row.outcome, nearly)]
    if not others:
        return {}
    happens, in_a_corner = what_happens(task, examination.rows, others)
    line = say("There is something else. {happens}", happens=happens)
    return {"beside": (line,), "corners": task.corners if in_a_corner else ""}


def what_happens(task: Task, rows: list[Row], wrong: list[Row]) -> tuple[str, bool]:
    """Write in one line what the function does on these inputs, and say whether a corner case is the cause.

    Errors come first. A corner case is not the cause if the function is right for another input of the same kind.
    """
    corners = {id(row): task.corner_of(row.arguments) for row in rows}
    harmless = {corners[id(row)] for row in rows if row.is_right()} - {None}

    def order(row: Row) -> tuple[bool, bool, tuple[bool, int]]:
        return row.outcome.kind != "error", corners[id(row)] in harmless, size(row.arguments)

    row = min(wrong, key=order)
    corner = corners[id(row)]
    if corner:
        which = translated(corner.words)
    elif row.right.value:
        which = ", ".join(input_lines(task, row.arguments))
    else:
        which = say("an input whose right result is {right}", right=show_outcome(row.right))
    if row.run.ended == "endless":
        happens = say("With {which}, it does not come to an end.", which=which)
    elif row.run.error is not None:
        happens = say("With {which}, it stops with {error}.", which=which, error=error_of(row.run))
    else:
        instead = "With {which}, it returns {yours} instead of {right}."
        said = "With {which}, it returns {yours}." if row.right.kind == "error" else instead
        happens = say(said, which=which, yours=show(row.run.result), right=show_outcome(row.right))
    return happens, task.corner is None or (corner is not None and corner not in harmless)


# The example.


def any_input(arguments: Arguments, outcome: Outcome) -> bool:
    return True


def with_example(said: Verdict, task: Task, shown: Row) -> Verdict:
    """Add an input with a wrong result to a verdict, together with both results."""
    error = shown.run.error.name if shown.run.error else ""
    return replace(said, example=lines_of_example(task, shown), error=error, line=shown.run.line)


def lines_of_example(task: Task, shown: Row) -> tuple[str, ...]:
    """Write an input, the result of the function, and the right result."""
    case, run, outcome = shown
    ours = our_result(task, case)
    yours, right = show_both(run.result, outcome, case.outcome, ours)
    results = say("yours: {yours}", yours=error_of(run) or yours), say("right: {right}", right=right)
    return *input_lines(task, case.arguments), *results


def our_result(task: Task, case: Case) -> object:
    """Return the result of the right function in its original form."""
    return None if case.outcome.kind == "error" else describe(task.function(*copied(case.arguments)))


def error_of(run: Run) -> str:
    """Write the error of a call, if it stopped with one, and the line of the learner's code that caused it."""
    if run.error is None:
        return ""
    return say("{error}, in your {line}", error=run.error, line=run.line) if run.line else str(run.error)


def smallest_row(examination: Examination, rows: list[Row], shows: Shows = any_input) -> Row:
    """Make the smallest of these rows that shows the mistake even smaller, as long as it fails in the same way.

    If no row shows the mistake, start from the smallest one with a wrong result.
    """
    task = examination.task
    wrong = [row for row in rows if not row.is_right()] or examination.wrong()
    wrong.sort(key=lambda row: size(row.arguments))
    showing = next((row for row in wrong if shows(row.arguments, row.outcome)), None)
    start = smallest = showing or wrong[0]

    def still_fails(arguments: Arguments) -> bool:
        nonlocal smallest
        if examination.too_slow or task.leaves_open(arguments):
            return False
        right, (run, outcome) = task.right(arguments), examination.run(arguments)
        in_the_same_way = outcome.kind == start.outcome.kind and (outcome.kind != "error" or outcome == start.outcome)
        is_wrong = in_the_same_way and right.kind != "error" and not agree(outcome, right)
        if not is_wrong or (showing and not shows(arguments, outcome)):
            return False
        smallest = Row(Case(arguments, right), run, outcome)
        return True

    shrink(task.neighbours, start.arguments, still_fails)
    return smallest


def input_lines(task: Task, arguments: Arguments) -> tuple[str, ...]:
    # All digits are written, so that the input does the same when it is pasted into a cell.
    return tuple(f"{name} = {argument!r}" for name, argument in zip(task.parameters, arguments, strict=True))
