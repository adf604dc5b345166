"""Recognise a function whose result depends on how words are spelled.

All that should matter about two words is whether they are equal, so replacing every word with a plain one should not
change the result, whatever else is wrong with the function. Some functions remove marks or ignore case. Such a function
is right, or makes a known mistake, as soon as all words are plain.
"""

from dataclasses import replace
from functools import cache
from itertools import repeat

from exercise_checker._changes import copied
from exercise_checker._examination import Examination
from exercise_checker._mistake_search import Explanation
from exercise_checker._mistakes import NORMALISED
from exercise_checker._orders import explained_by
from exercise_checker._rows import MIN_ORDINARY, Row, list_levels
from exercise_checker._tasks import Case, Task
from exercise_checker._verdict_text import known_mistake
from exercise_checker._verdicts import Verdict
from exercise_checker.outcomes import Outcome, agree, nearly, outcome_of


def normalises_words(examination: Examination) -> Verdict | None:
    """Report that plain words lead to another result, and which mistakes are made even with plain words."""
    task, rows = examination.task, examination.rows
    if examination.too_slow or not all(map(leave_the_result_as_it_is, repeat(task), rows)):
        return None
    other = replace(examination, rows=[in_plain_words_too(examination, row) for row in rows])
    if examination.spent:
        return None
    normalised = replace(task.general[NORMALISED], function=task.function)
    as_it_is = {id(plain): row for row, plain in zip(rows, other.rows, strict=True)}
    for level in list_levels(task, other.rows):
        originals = [as_it_is[id(row)] for row in level]
        if len(level) >= MIN_ORDINARY and all(map(Row.is_right, level)) and not all(map(Row.is_right, originals)):
            return known_mistake(examination, Explanation((normalised,), originals, task.function))
    found = explained_by(other)
    if found is None:
        return None
    originals = [as_it_is[id(row)] for row in found.rows]
    if all(agree(outcome_of(task.read, found.function, row.arguments), row.outcome, nearly) for row in originals):
        return None
    return known_mistake(examination, found._replace(mistakes=(*found.mistakes, normalised), rows=originals))


def in_plain_words_too(examination: Examination, row: Row) -> Row:
    case = in_plain_words(examination.task, row.case)
    return row if case is row.case else examination.row(case)


def leave_the_result_as_it_is(task: Task, row: Row) -> bool:
    """Whether plain words leave the right result unchanged. They do not if the task itself is about spelling."""
    return agree(without_words(in_plain_words(task, row.case).outcome), without_words(row.right))


def without_words(outcome: Outcome) -> Outcome:
    """Keep the numbers of a result, which are the same whatever its words look like."""
    if outcome.kind == "counts":
        return Outcome("numbers", tuple(sorted(outcome.value.values())))
    return Outcome("number", len(outcome.value)) if outcome.kind == "words" else outcome


@cache
def in_plain_words(task: Task, case: Case) -> Case:
    arguments = task.plain(copied(case.arguments))
    return case if arguments == case.arguments else Case(arguments, task.right(arguments))
