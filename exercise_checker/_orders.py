"""Recognise arguments in the wrong order, and find what else is wrong when they are passed in that order.

`in_other_orders` calls the function with its arguments in every other order. Before the search for known mistakes,
`in_another_order` looks for an order in which the function is right, or, if it fails in the task's order, one in which
it works. After a search that has found nothing, `in_an_unknown_order` also accepts an order in which known mistakes
explain what the function does, and one in which it no longer looks into words as if they were sentences.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

from exercise_checker._examination import Examination
from exercise_checker._mistake_search import Explanation, explain, keep_possible
from exercise_checker._mistakes import other_orders
from exercise_checker._rows import MIN_ORDINARY, NO_ZEROS, Row, keep_ordinary, list_levels
from exercise_checker._tasks import PUBLIC_SEED, Task
from exercise_checker._verdict_text import arguments_swapped, known_mistake
from exercise_checker._verdicts import Verdict
from exercise_checker.outcomes import UNHASHABLE, agree

_MAX_LENGTHENED = 20
"""On at most this many inputs, another argument or longer words are tried, to see whether the function looks at them.
Each input is another call of the learner's function."""


def in_another_order(examination: Examination, others: list[Examination]) -> Verdict | None:
    """Recognise arguments in the wrong order. This hides whatever else is wrong, so it is checked first.

    A function without other mistakes is right when its arguments are swapped. If swapping changes the type of each
    argument, such as a sentence for a list of sentences, then a function that fails on most inputs, but on none when
    they are swapped, makes at least this mistake.
    """
    task, rows = examination.task, examination.rows
    broken = is_broken(task, rows)
    for other in others:
        if all(map(Row.is_right, other.rows)):
            # Two numbers or two sentences can be swapped without an error, and then the mistake may have another name.
            explained = None if broken else explained_by(examination)
            if explained is not None and len(explained.rows) == len(rows) and len(explained.mistakes) == 1:
                return known_mistake(examination, explained)
            return arguments_swapped(examination, other, None)
    for other in others if broken else ():
        explained = explained_by(other)
        if explained is not None or is_often_right(task, other.rows) or works_with_words(other):
            return arguments_swapped(examination, other, explained)
    return None


def in_an_unknown_order(examination: Examination, others: list[Examination]) -> Verdict | None:
    """Recognise arguments in the wrong order in a function that does not fail because of it."""
    task = examination.task
    by_words = {other.order: other for other in others if sees_letters(examination) and works_with_words(other)}
    for other in others:
        in_no_order = is_another_shape(task, other.order) and not is_often_right(task, other.rows)
        if in_no_order and other.order not in by_words:
            continue  # being wrong in every order says nothing about this order
        if gives_always_the_same(task, other.rows):
            continue  # some results may be right by chance
        explained = explained_by(other)
        if explained is not None or all(map(Row.is_right, keep_ordinary(task, other.rows))):
            return arguments_swapped(examination, other, explained)
    for other in orders_tried(examination):
        explained = None if examination.too_slow else with_one_mistake(examination, other)
        if explained is not None:
            return arguments_swapped(examination, other, explained)
    return next((arguments_swapped(examination, other, None) for other in by_words.values()), None)


def works_with_words(other: Examination) -> bool:
    """Whether the results depend on the words and not on their letters, whether they are right or not.

    A function that treats a word as a sentence counts its letters, and one that treats sentences as sentences never
    looks into a word. The results must depend on both arguments, or the function did not mistake one for the other.
    """
    task = other.task
    says_something = is_another_shape(task, other.order) and not gives_always_the_same(task, other.rows)
    return says_something and not sees_letters(other) and all(looks_at(other, place) for place in (0, 1))


def looks_at(examination: Examination, place: int) -> bool:
    """Whether another argument at this position leads to another result."""
    rows = telling_rows(examination.task, examination.rows)[:_MAX_LENGTHENED]
    for row, another in pairwise(rows):
        outcome = examination.ask((*row.arguments[:place], another.arguments[place], *row.arguments[place + 1 :]))
        if outcome.kind != "error" and not agree(outcome, row.outcome):
            return True
    return False


def sees_letters(examination: Examination) -> bool:
    rows = telling_rows(examination.task, examination.rows)[:_MAX_LENGTHENED]
    return any(not agree(examination.ask(tuple(map(longer, row.arguments))), row.outcome) for row in rows)


def longer(argument: Any) -> Any:
    """Make each word longer. Equal words stay equal, and different words stay different."""
    if not isinstance(argument, list):
        return argument
    return [f"{item}-longer" if isinstance(item, str) else longer(item) for item in argument]


def with_one_mistake(examination: Examination, other: Examination) -> Explanation | None:
    """Find one mistake that explains all that the function does in this order, even if it mostly raises errors."""
    task, left = examination.task, list(examination.task.mistakes)
    for row in keep_ordinary(task, examination.rows):
        left = keep_possible(task, other.row(row.case), left)
        if not left:
            return None
    other.rows.extend(other.row(row.case) for row in examination.rows)
    if not is_another_shape(task, other.order):
        says_something = not gives_always_the_same(task, other.rows)
    else:  # lists as keys stop any function, except where nothing is counted, so look for other errors there
        elsewhere = [row for row in other.rows if row.outcome != ("error", UNHASHABLE)]
        errors = {row.outcome.value for row in telling_rows(task, examination.rows) if row.outcome.kind == "error"}
        says_something = UNHASHABLE in errors and len(elsewhere) >= MIN_ORDINARY
    return explain(task, other.rows, other.budget, most=1) if says_something else None


def explained_by(examination: Examination) -> Explanation | None:
    """Explain what the function did. If it always returns the same, an explanation by two mistakes means nothing."""
    task, rows = examination.task, examination.rows
    most = 1 if gives_always_the_same(task, rows) else 2
    return explain(task, rows, examination.budget, most)


def gives_always_the_same(task: Task, rows: list[Row]) -> bool:
    """Whether all results are equal, on the inputs that show the most."""
    first, *others = [row.outcome for row in telling_rows(task, rows)]
    return bool(others) and all(agree(other, first) for other in others)


def in_other_orders(examination: Examination) -> Iterator[Examination]:
    """Call the function with its arguments in every other order, as long as its results have the right type.

    If the arguments have the same type, a result of the right type means nothing, so it must be right.
    """
    task = examination.task
    telling = {id(row) for row in telling_rows(task, examination.rows)}
    for other in orders_tried(examination):
        same_shape = not is_another_shape(task, other.order)
        for row in examination.rows:
            if examination.too_slow:
                return
            exchanged = other.row(row.case)
            failed = id(row) in telling and exchanged.outcome.kind != row.right.kind
            if failed or (same_shape and not exchanged.is_right()):
                break
            other.rows.append(exchanged)
        else:
            yield other


def orders_tried(examination: Examination) -> Iterator[Examination]:
    """Yield an examination for every other order of the arguments, without any calls yet.

    Nothing is yielded if the function is right for every ordinary input.
    """
    if all(map(Row.is_right, telling_rows(examination.task, examination.rows))):
        return
    by_place = len(examination.task.parameters) - len(examination.names)
    for order in other_orders(by_place):
        yield replace(examination, order=(*order, *range(by_place, len(examination.task.parameters))), rows=[])


def telling_rows(task: Task, rows: list[Row]) -> list[Row]:
    """Return the rows that are not corner cases, or all rows if there are too few of these."""
    telling = list_levels(task, rows)[NO_ZEROS]
    return telling if len(telling) >= MIN_ORDINARY else rows


def is_another_shape(task: Task, order: tuple[int, ...]) -> bool:
    """Whether the arguments have other types in this order than in the task's order."""
    arguments = task.probes[0] if task.probes else task.draw(Random(PUBLIC_SEED))
    shapes = [shape(argument) for argument in arguments]
    return shapes != [shapes[place] for place in order]


def shape(argument: Any) -> str:
    return f"list of {shape(argument[0])}" if isinstance(argument, list) and argument else type(argument).__name__


def is_broken(task: Task, rows: list[Row]) -> bool:
    """Whether most outcomes are of another kind than the right ones, such as errors."""
    telling = telling_rows(task, rows)
    return sum(row.outcome.kind != row.right.kind for row in telling) > len(telling) / 2


def is_often_right(task: Task, rows: list[Row]) -> bool:
    telling = telling_rows(task, rows)
    return sum(map(Row.is_right, telling)) > len(telling) / 10
