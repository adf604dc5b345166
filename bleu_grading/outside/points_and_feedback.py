"""The points for a function, and what its student reads: the mistake is named, and no input is shown.

A student's process can send anything, and has seen the hidden inputs by then. So what is said is made of sentences and
names of ours, and three things come from there: which of a few errors it was, which line of a short cell, and a share
in tenths. A student who is wrong on purpose can tell one of `len(ERRORS) + 1` times `LAST_LINE_SHOWN + 1` times 11
things by them, which is less than it takes to write down one hidden input. Where points are lost, the page may also say
which cell stopped first, and with which of Python's errors; everything else in that sentence is read from the student's
own text.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from exercise_checker import Finding, Status, Task, Verdict


def feedback_text(verdict: Verdict, got: float, points: float, earlier: Sequence[str] = ()) -> str:
    """Write what a student reads below a test; `earlier` names the functions that ours stood in for.

    >>> from bleu_grading.outside.seed_and_answers import find_task
    >>> from exercise_checker import diagnose
    >>> verdict = diagnose(lambda candidate, references: 0.5, find_task("unigram_precision"), "a seed")
    >>> print(feedback_text(verdict, 0, 4))
    unigram_precision: wrong. This is not one of the mistakes that the checker knows.
    Try small inputs of your own for which you know the result: one word, no match, two references, an empty sentence.
    Right on fewer than one in ten of the inputs that were tried.
    0 of 4 points.
    """
    instead = ""
    if earlier:
        instead = f"Tested with our {' and '.join(earlier)}, not with yours: a mistake there costs points only there."
    said = (*without_inputs(verdict), share_of_inputs(verdict), instead, f"{got:g} of {points:g} points.")
    return "\n".join(filter(None, said))


def points_for(verdict: Verdict, points: float, shares: Mapping[str, float]) -> float:
    """Turn a verdict into points."""
    if verdict.status is Status.CORRECT:
        return float(points)
    of_kinds = sum(shares.get(kind, 0.0) for kind in verdict.tally.kinds)
    return float(points * max(shares.get(verdict.mistake, 0.0), of_kinds))


def refuse_shares(task: Task, shares: Mapping[str, float]) -> None:
    """Raise an error where a share would never be given, or where those of the kinds are more than a part."""
    names = {*(mistake.name for mistake in task.mistakes), *Finding, *task.kinds}
    unknown = [name for name in shares if name not in names]
    if unknown:
        raise ValueError(f"{task.name} has neither a mistake nor a kind of input called {unknown[0]!r}.")
    if sum(share for name, share in shares.items() if name in task.kinds) >= 1:
        raise ValueError(
            "the shares of the kinds of input must be less than 1 together: only a right function has all."
        )


# What may be said.


class Said(NamedTuple):
    """What a student hears: what was found, and what to do about it, if there is anything to say."""

    headline: str
    advice: str


_INSTEAD = {
    Finding.UNKNOWN: Said(
        "wrong. This is not one of the mistakes that the checker knows.",
        "Try small inputs of your own for which you know the result: one word, no match, two references, an empty "
        "sentence.",
    ),
    Finding.RETURNS_TEXT: Said(
        "your function returns a text for some inputs.",
        "Format a number only when you print it, and return the value itself.",
    ),
    Finding.ANOTHER_TYPE: Said(
        "your function returns a value of a different type from the one that the task asks for.",
        "What should your function return in the end, and what does it return?",
    ),
    Finding.TOO_LONG: Said(
        "your function was stopped, because it takes too long.",
        "What does it compute again and again although once would be enough?",
    ),
}
"""In place of a message that quotes an input, what the student's function made of one, or how many there were."""

ERRORS = (
    *("ArithmeticError", "AssertionError", "AttributeError", "FileNotFoundError", "ImportError", "IndexError"),
    *("KeyError", "LookupError", "MemoryError", "ModuleNotFoundError", "NameError", "OverflowError"),
    *("RecursionError", "RuntimeError", "TypeError", "UnboundLocalError", "ValueError", "ZeroDivisionError"),
)
"""The errors that are named: those that a function of words and numbers can meet."""

LAST_LINE_SHOWN = 99
"""A line with a larger number is not told. Few cells have so many."""


_BEFORE_THE_STUDENTS = Finding.OTHER_ARGUMENTS.advice.partition("{parameters}")[2].partition("{task}")[0]
"""What the checker writes between our parameters of a task and a student's."""

_NONE = Finding.NO_FUNCTION.headline.format(kind="None")


def without_inputs(verdict: Verdict) -> Said:
    """Write a verdict so that nothing in it comes from an input."""
    headline, advice = verdict.headline, "\n".join(verdict.advice)
    if verdict.status is Status.OPEN:
        advice = ""
    elif verdict.finding is Finding.ERROR:
        headline, advice = _of_an_error(verdict)
    elif verdict.finding is Finding.OTHER_ARGUMENTS:  # a student chose the names of the others
        advice = f"{advice.partition(_BEFORE_THE_STUDENTS)[0]})."
    elif verdict.finding is Finding.NO_FUNCTION and headline != _NONE:  # a class's name
        headline = "this is not a function."
    elif verdict.finding in _INSTEAD:
        headline, advice = _INSTEAD[verdict.finding]
    return Said(f"{verdict.task}: {headline}", advice)


def share_of_inputs(verdict: Verdict) -> str:
    """Say on how many of the inputs a function was right, where it is wrong and could be called.

    A function that is stopped may have been right on every input until then, which says nothing about the rest.
    """
    if verdict.tally.right == verdict.tally.tried:
        return ""
    return f"Right on {_in_tenths(verdict.tally.right, verdict.tally.tried)} of the inputs that were tried."


def _in_tenths(right: int, tried: int) -> str:
    """Write a share so that it says little: whole tenths, and never all where one is missing.

    >>> [_in_tenths(right, 413) for right in (0, 3, 206, 412)]
    ['none', 'fewer than one in ten', '4 in ten', '9 in ten']
    """
    tenths = 10 * right // tried
    return "none" if right == 0 else f"{tenths} in ten" if tenths else "fewer than one in ten"


def inputs_only(verdict: Verdict, parameters: Sequence[str]) -> list[str]:
    """Give the smallest failing input and what is right for it, without anything that a student's function made."""
    ours = (*(f"{name} = " for name in parameters), "right: ")
    return [line for line in verdict.example if line.startswith(ours)]


def _of_an_error(verdict: Verdict) -> Said:
    """Say the kind of an error and its line's number, where they are such as most errors have: the rest may quote."""
    name = verdict.error if verdict.error in ERRORS else "a rare error, or one of your own,"
    number = verdict.line.number if verdict.line else 0
    where = f", in line {number} of its cell" if 1 <= number <= LAST_LINE_SHOWN else ""
    values = "Which values can this line meet? " if where else ""
    return Said(f"your function stops with {name} for some inputs{where}.", f"{values}Try small inputs of your own.")
