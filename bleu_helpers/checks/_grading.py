"""What an instructor's hidden cells call: `grade`. It gives points, and names the mistake without showing an input.

Two things come from outside of this package: the seed, from which the hidden inputs are drawn, and the tasks of the
problem sets with their right answers. Environment variables say where they are; `nbgrader_config.py` sets them.
"""

import builtins
import html
import importlib.util
import math
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from bleu_helpers.checks._diagnosis import CORRECT, OPEN, Verdict, diagnose
from bleu_helpers.checks._tasks import TASKS, Task, inputs_of

SEED_VARIABLE = "BLEU_SEED_FILE"
"""Names the file with the seed. Without it: SEED_FILE in the home folder."""

SEED_FILE = ".bleu_grading_seed"
SHORTEST_SEED = 16

ANSWERS_VARIABLE = "BLEU_ANSWERS_FILE"
"""Names the Python file whose TASKS are those of the problem sets."""

MAKE_A_SEED = 'python -c "import secrets; print(secrets.token_hex(16))" > ' + SEED_FILE
LEAK_WORDS = 6
"""From so many words or numbers on, an input in a feedback file is no chance find."""


def grade(
    function: Any,
    task: str,
    points: float,
    seed: int | str | None = None,
    partial: Mapping[str, float] | None = None,
) -> float:
    """Grade a function: all the points if it is right on every input, else 0, or a share that the instructor allows.

    What is said goes to stdout, for the feedback: the mistake's name and a question, but neither an input nor
    anything that quotes one.

    Args:
        function: what a student wrote.
        task: the name of a lesson's task, or of one in the instructor's file of answers.
        points: what a right function gets.
        seed: where the hidden inputs come from. Without it: the instructor's file.
        partial: which share of the points a function keeps that makes exactly this known mistake, for example
            {"case kept": 0.5}. Every share is below 1.

    Returns:
        The points, as a float: nbgrader reads the last value of a cell.

    Raises:
        ValueError: the points or shares are no points or shares, or there is no such task.
        FileNotFoundError: there is no seed.

    >>> grade(lambda candidate, references: 0.5, "unigram_precision", points=4, seed="a seed for this example")
    unigram_precision: wrong, and not in a way that is known here.
    Try small inputs of your own, where you know the result: one word, no match, two references, an empty sentence.
    0 of 4 points.
    0.0
    """
    shares = dict(partial or {})
    if not (math.isfinite(points) and points >= 0) or any(not 0 <= share < 1 for share in shares.values()):
        raise ValueError("points are 0 or more, and the share that a mistake keeps is at least 0 and below 1.")
    verdict = diagnose(function, find_task(task), read_seed() if seed is None else seed)
    got = points_for(verdict, points, shares)
    print(f"{without_inputs(verdict)}\n{got:g} of {points:g} points.")
    return got


def points_for(verdict: Verdict, points: float, shares: Mapping[str, float]) -> float:
    """Turn a verdict into points."""
    if verdict.status == CORRECT:
        return float(points)
    return float(points * shares.get(verdict.mistake, 0.0))


# What may be said.

_INSTEAD = {
    "unknown": (
        "wrong, and not in a way that is known here.",
        "Try small inputs of your own, where you know the result: one word, no match, two references, an empty "
        "sentence.",
    ),
    "returns a text": (
        "your function returns a text for some inputs.",
        "Writing a number nicely is for print: return the value itself.",
    ),
    "another type": (
        "your function returns a value of another type than the task asks for.",
        "What is the last thing that your function should hand over, and what does it hand over?",
    ),
}
"""In place of a message that quotes an input, or what the student's function made of one."""


def without_inputs(verdict: Verdict) -> str:
    """Write a verdict so that nothing in it comes from an input."""
    if verdict.status == OPEN:
        return f"{verdict.task}: {verdict.headline}"
    headline, advice = verdict.headline, "\n".join(verdict.advice)
    if verdict.mistake == "error":
        headline, advice = _of_an_error(verdict), "Which values can this line meet? Try small inputs of your own."
    elif verdict.mistake in _INSTEAD:
        headline, advice = _INSTEAD[verdict.mistake]
    return f"{verdict.task}: {headline}" + (f"\n{advice}" if advice else "")


def _of_an_error(verdict: Verdict) -> str:
    """Say the kind of an error and its line's number. Its text, and the name of a class of one's own, may quote."""
    name = verdict.error if isinstance(getattr(builtins, verdict.error, None), type) else "an error of your own"
    place = re.search(r"^in your (line \d+)", verdict.example[-1] if verdict.example else "")
    where = f", in {place.group(1)} of its cell" if place else ""
    return f"your function stops with {name} for some inputs{where}."


# The seed.


def seed_file() -> Path:
    """Say where the seed is."""
    return Path(os.environ.get(SEED_VARIABLE) or Path.home() / SEED_FILE)


def read_seed() -> str:
    """Read the seed, and refuse one that others could know.

    Raises:
        FileNotFoundError: there is no file with a seed.
        ValueError: the seed is in a repository, or so short that one could guess it.
    """
    path = seed_file()
    if not path.is_file():
        raise FileNotFoundError(f"there is no seed for the hidden inputs. In your home folder, type: {MAKE_A_SEED}")
    if any((folder / ".git").exists() for folder in path.resolve().parents):
        raise ValueError(
            f"the seed is in a git repository, from which it can leak. Move it, and set {SEED_VARIABLE} to the file."
        )
    seed = path.read_text(encoding="utf-8").strip()
    if len(seed) < SHORTEST_SEED:
        raise ValueError(f"the seed has fewer than {SHORTEST_SEED} characters. To make another one: {MAKE_A_SEED}")
    return seed


# The tasks of the problem sets.


def find_task(name: str) -> Task:
    """Find a task by its name: among those of the lessons, then in the instructor's file of answers.

    Raises:
        ValueError: there is no such task.
    """
    own = answers()
    task = TASKS.get(name) or own.get(name)
    if task is None:
        where = "" if own else f" ({ANSWERS_VARIABLE} names no file of answers)"
        raise ValueError(f"there is no task {name!r}{where}. The tasks are: {', '.join([*TASKS, *own])}.")
    return task


def answers() -> dict[str, Task]:
    """Give the tasks of the instructor's file, if there is one."""
    path = os.environ.get(ANSWERS_VARIABLE)
    return _load(path) if path else {}


@cache
def _load(path: str) -> dict[str, Task]:
    spec = importlib.util.spec_from_file_location("_the_answers", path)
    if spec is None or spec.loader is None:
        raise ValueError(f"{ANSWERS_VARIABLE} names a file that is no Python file.")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return {task.name: task for task in module.TASKS}


# Whether a secret got out.


def leaks(text: str, tasks: Sequence[Task], seed: str) -> Iterator[str]:
    """Say what a page gives away: the seed, or a longer hidden input as Python prints it.

    >>> list(leaks("the seed is 0123456789abcdef", [], "0123456789abcdef"))
    ['the seed']
    """
    if seed in text:
        yield "the seed"
    shown = {f"[{found[1:-1]}]" for found in _LONG_LIST.findall(html.unescape(text))}
    for task in tasks:
        if shown & _hidden(task, seed):
            yield f"a hidden input of {task.name}"


_ITEM = r"(?:'[^'\n]*'|\"[^\"\n]*\"|-?\d[\d.e+-]*)"
_LONG_LIST = re.compile(rf"[\[(]{_ITEM}(?:, {_ITEM}){{{LEAK_WORDS - 1},}}[\])]")


@cache
def _hidden(task: Task, seed: str) -> frozenset[str]:
    """Write the longer lists among a task's drawn inputs as Python would print them, without the public ones."""
    public = {repr(items) for arguments in task.probes for items in _lists(arguments)}
    drawn = {
        repr(items)
        for arguments, _ in inputs_of(task, seed)[len(task.probes) :]
        for items in _lists(arguments)
        if len(items) >= LEAK_WORDS
    }
    return frozenset(drawn - public)


def _lists(value: Any) -> Iterator[Sequence[str | float]]:
    """Find every list of words or numbers in an argument, however deep."""
    if isinstance(value, list | tuple):
        if value and all(isinstance(item, str | int | float) for item in value):
            yield value
        else:
            for item in value:
                yield from _lists(item)
