"""Compute the points for a function, and write the student's feedback, which names the mistake but shows no input.

The student's process can send anything, and it has seen the hidden inputs. Therefore the feedback consists of our own
sentences and names, and only three things in it come from that process: one of a few errors, the number of a line in a
short cell, and a share in tenths. A function that is wrong on purpose can use them to send one of `len(ERRORS) + 1`
times `LAST_LINE_SHOWN + 1` times 11 messages, which is too few to encode one hidden input. If points are lost, the page
may also name the cell that stopped first, and one of Python's errors; everything else in that sentence is taken from
the student's own text.
"""

from collections.abc import Mapping, Sequence

from exercise_checker import Finding, Status, Task, Verdict


def feedback_text(verdict: Verdict, awarded: float, points: float, earlier: Sequence[str] = ()) -> str:
    """Write the feedback below a test; `earlier` names the functions that were replaced with our version.

    >>> from bleu_grading.outside.seed_and_answers import find_task
    >>> from exercise_checker import diagnose
    >>> verdict = diagnose(lambda candidate, references: 0.5, find_task("unigram_precision"), "a seed")
    >>> print(feedback_text(verdict, 0, 4))
    unigram_precision: wrong. This is not one of the mistakes that the checker knows.
    Try small inputs of your own for which you know the result: one word, no match, two references, an empty sentence.
    Right on fewer than one in ten of the inputs that were tried.
    0 of 4 points.
    """
    replaced = ""
    if earlier:
        replaced = f"Tested with our {' and '.join(earlier)}, not with yours: a mistake there costs points only there."
    parts = (*without_inputs(verdict), share_of_inputs(verdict), replaced, f"{awarded:g} of {points:g} points.")
    return "\n".join(filter(None, parts))


def points_for(verdict: Verdict, points: float, shares: Mapping[str, float]) -> float:
    """Compute the points for a verdict."""
    if verdict.status is Status.CORRECT:
        return float(points)
    return float(points * shares.get(verdict.mistake, 0.0))


def refuse_shares(task: Task, shares: Mapping[str, float]) -> None:
    """Raise a ValueError if a share could never be given."""
    names = {*(mistake.name for mistake in task.mistakes), *Finding}
    unknown = [name for name in shares if name not in names]
    if unknown:
        raise ValueError(f"{task.name} has no mistake called {unknown[0]!r}.")


# What the feedback may say.


Wording = tuple[str, str]
"""What was found in a function, and what to do about it, which may be empty."""

_WITHOUT_INPUTS = {
    Finding.UNKNOWN: (
        "wrong. This is not one of the mistakes that the checker knows.",
        "Try small inputs of your own for which you know the result: one word, no match, two references, an empty "
        "sentence.",
    ),
    Finding.RETURNS_TEXT: (
        "your function returns a text for some inputs.",
        "Format a number only when you print it, and return the value itself.",
    ),
    Finding.ANOTHER_TYPE: (
        "your function returns a value of a different type from the one that the task asks for.",
        "What should your function return in the end, and what does it return?",
    ),
    Finding.TOO_LONG: (
        "your function was stopped, because it takes too long.",
        "What does it compute again and again although once would be enough?",
    ),
}
"""Messages that replace the checker's own, which may quote an input, a result, or the number of inputs."""

ERRORS = (
    *("ArithmeticError", "AssertionError", "AttributeError", "FileNotFoundError", "ImportError", "IndexError"),
    *("KeyError", "LookupError", "MemoryError", "ModuleNotFoundError", "NameError", "OverflowError"),
    *("RecursionError", "RuntimeError", "TypeError", "UnboundLocalError", "ValueError", "ZeroDivisionError"),
)
"""The errors that the feedback names: those that a function of words and numbers can raise."""

LAST_LINE_SHOWN = 99
"""The largest line number that the feedback shows. Few cells have more lines."""


_HEADLINE_FOR_NONE = Finding.NO_FUNCTION.headline.format(kind="None")


def without_inputs(verdict: Verdict) -> Wording:
    """Write a verdict without anything that comes from an input."""
    headline, advice = verdict.headline, "\n".join(verdict.advice)
    if verdict.status is Status.OPEN:
        advice = ""
    elif verdict.finding is Finding.ERROR:
        headline, advice = _of_an_error(verdict)
    elif verdict.finding is Finding.OTHER_ARGUMENTS:  # the second line has names that the student chose
        advice = verdict.advice[0]
    elif verdict.finding is Finding.NO_FUNCTION and headline != _HEADLINE_FOR_NONE:  # it has a class's name
        headline = "this is not an ordinary function that you wrote."
    elif verdict.finding in _WITHOUT_INPUTS:
        headline, advice = _WITHOUT_INPUTS[verdict.finding]
    return f"{verdict.task}: {headline}", advice


def share_of_inputs(verdict: Verdict) -> str:
    """Write the share of inputs on which a wrong function was right, or an empty string if it was right on all.

    A function that was stopped may have been right on every input before that, which says nothing about the rest.
    """
    if verdict.tally.right == verdict.tally.tried:
        return ""
    return f"Right on {_in_tenths(verdict.tally.right, verdict.tally.tried)} of the inputs that were tried."


def _in_tenths(right: int, tried: int) -> str:
    """Write a share in whole tenths, so that it reveals little. It is ten tenths only if every input is right.

    >>> [_in_tenths(right, 413) for right in (0, 3, 206, 412)]
    ['none', 'fewer than one in ten', '4 in ten', '9 in ten']
    """
    tenths = 10 * right // tried
    return "none" if right == 0 else f"{tenths} in ten" if tenths else "fewer than one in ten"


def inputs_only(verdict: Verdict, parameters: Sequence[str]) -> list[str]:
    """Return the smallest failing input and the right result, without anything that the student's function returned."""
    ours = (*(f"{name} = " for name in parameters), "right: ")
    return [line for line in verdict.example if line.startswith(ours)]


def _of_an_error(verdict: Verdict) -> Wording:
    """Write which error occurred and in which line. Rare errors and lines are left out: they may hide an input."""
    name = verdict.error if verdict.error in ERRORS else "a rare error, or one of your own,"
    number = verdict.line.number if verdict.line else 0
    where = f", in line {number} of its cell" if 1 <= number <= LAST_LINE_SHOWN else ""
    values = "Which values can this line meet? " if where else ""
    return (f"your function stops with {name} for some inputs{where}.", f"{values}Try small inputs of your own.")
