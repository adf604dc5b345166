"""See that a function looks into the words: it is right, or makes a known mistake, as soon as all of them are plain.

A word is nothing but equal to another one or not. So the same input with plain words in their places has the same
result, whatever else is wrong with a function that takes words as they come.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import repeat

from bleu_helpers.checks._drawing import Arguments
from bleu_helpers.checks._recipe import BUILD
from bleu_helpers.checks._tasks import Case, Task
from bleu_helpers.checks._words import in_plain_words
from bleu_helpers.checks.catalogue import CAPITALS, NORMALISED, functions_with, mistake
from exercise_checker._causes import FEWEST, Explained, Row, levels
from exercise_checker._examination import Examination
from exercise_checker._messages import known_mistake
from exercise_checker._orders import explained_by
from exercise_checker._verdicts import Verdict
from exercise_checker.outcomes import Outcome, agree, nearly, outcome_of


def normalises_words(examination: Examination) -> Verdict | None:
    """Name it that plain words lead to another result, and the mistakes that the function makes with plain ones too."""
    task, rows = examination.task, examination.rows
    if examination.too_slow or not all(map(_leave_the_result_as_it_is, repeat(task), rows)):
        return None
    other = replace(examination, rows=[_in_plain_words_too(examination, row) for row in rows])
    if examination.guard.spent or not any(map(_is_another, rows, other.rows)):
        return None
    normalised = mistake(task.name, NORMALISED, task.function)
    as_it_is = {id(plain): row for row, plain in zip(rows, other.rows, strict=True)}
    for level in levels(task, other.rows):
        own = [as_it_is[id(row)] for row in level]
        if len(level) >= FEWEST and all(map(Row.is_right, level)) and not all(map(Row.is_right, own)):
            explained = Explained((normalised,), own, task.function)
            return known_mistake(examination, explained, _right_in_plain_words(examination))
    found = explained_by(other)
    if found is None:
        return None
    own = [as_it_is[id(row)] for row in found.rows]
    if all(agree(outcome_of(task.read, found.function, row.arguments), row.outcome, nearly) for row in own):
        return None
    of_case = _capitals_beside(task, found, own)
    if of_case is not None:
        return known_mistake(examination, of_case)
    return known_mistake(examination, found._replace(mistakes=(*found.mistakes, normalised), rows=own))


def _right_in_plain_words(examination: Examination) -> Callable[[Arguments, Outcome], bool]:
    def shows(arguments: Arguments, outcome: Outcome) -> bool:
        plain = in_plain_words(arguments)
        return agree(examination.ask(plain), examination.task.right(plain), nearly)

    return shows


def _capitals_beside(task: Task, explained: Explained, rows: list[Row]) -> Explained | None:
    """See that it is only their capitals that words lose, beside the mistakes that are made with plain words too."""
    slips = [one.slip for one in explained.mistakes if one.slip]
    for one in task.mistakes:
        if one.name == CAPITALS and one.slip and one.task in BUILD and len(slips) == len(explained.mistakes):
            for function in map(task.form, functions_with(one.task, *slips, one.slip)):
                if all(agree(outcome_of(task.read, function, row.arguments), row.outcome, nearly) for row in rows):
                    mistakes = tuple(sorted((*explained.mistakes, one), key=task.mistakes.index))
                    return explained._replace(mistakes=mistakes, rows=rows, function=function)
    return None


def _in_plain_words_too(examination: Examination, row: Row) -> Row:
    case = _in_plain_words(examination.task, row.case)
    return row if case is row.case else examination.row(case)


def _is_another(row: Row, plain: Row) -> bool:
    """Whether a wrong function may do something else with plain words. Of counts, only an explanation can tell."""
    if row.is_right(nearly) or plain is row:
        return False
    both_numbers = row.outcome.kind == plain.outcome.kind == "number"
    return not (both_numbers and agree(row.outcome, plain.outcome, nearly))


def _leave_the_result_as_it_is(task: Task, row: Row) -> bool:
    """Whether plain words do not change a number: they do where the task itself asks what a word looks like."""
    return row.right.kind != "number" or agree(_in_plain_words(task, row.case).outcome, row.right)


@cache
def _in_plain_words(task: Task, case: Case) -> Case:
    arguments = in_plain_words(case.arguments)
    return case if arguments is case.arguments else Case(arguments, task.right(arguments))
