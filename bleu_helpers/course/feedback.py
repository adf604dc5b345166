"""What nbgrader's configuration calls before grades are made and before feedback goes out.

nbgrader drops an exception that comes from its hooks, so what must stop it ends the program.
"""

import html
import os
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from bleu_helpers.checks._tasks import TASKS, Task, inputs_of
from bleu_helpers.course._grades import GRADEBOOK, scores_of
from bleu_helpers.course._secrets import ANSWERS_VARIABLE, answers, read_seed
from bleu_helpers.course.page import inputs_may_be_shown

WITHHELD = ".withheld"

LEAK_WORDS = 6
"""From so many words or numbers on, an input in a feedback file is no chance find."""

_seen: set[tuple[Path, int]] = set()
"""The pages that were looked through already, in the form that they had."""


def require_seed(**_: object) -> None:
    """End the program with a plain message if there is no seed, or no good one."""
    try:
        read_seed()
    except (OSError, ValueError) as problem:
        sys.exit(f"Nothing was graded: {problem}")


_warned: set[str] = set()
"""The assignments of which it was said already that a person has not read everything."""


def before_feedback(assignment: str, **_: object) -> None:
    """End the program if there is no seed or if the day for inputs is none; warn where answers wait for a person."""
    try:
        read_seed()
        inputs_may_be_shown(date.today())
    except (OSError, ValueError) as problem:
        sys.exit(f"There is no feedback: {problem}")
    if assignment in _warned:
        return
    _warned.add(assignment)
    cells = (score for of in scores_of(_course() / GRADEBOOK, assignment).values() for score in of.values())
    number = sum(score.waits for score in cells)
    if number:
        print(
            f"{assignment}: {number} written {'answer waits' if number == 1 else 'answers wait'} for a person, and the "
            f"points of these students will change. To grade them: fill in written-{assignment}.csv, then python -m "
            f"bleu_helpers.course grade {assignment}, then nbgrader generate_feedback with --force.",
            file=sys.stderr,
        )


def _course() -> Path:
    return Path(os.environ[ANSWERS_VARIABLE]).parent


def keep_feedback_clean(assignment: str, **_: object) -> None:
    """Look through the feedback of an assignment: only our pages stay, and a page that gives a secret away is renamed.

    nbgrader copies each file beside a graded notebook into the feedback, also one that a student's code made from what
    it saw. It calls this after each student, and says "*" in place of the student's name. So each page is read once.
    """
    seed, tasks = read_seed(), [*TASKS.values(), *answers().values()]
    if inputs_may_be_shown(date.today()):
        tasks = []
    course = _course()
    for path in sorted(course.glob(f"feedback/*/{assignment}/*")):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        elif path.suffix != WITHHELD and not _is_page(path, course):
            path.unlink()
    for path in sorted(course.glob(f"feedback/*/{assignment}/*.html")):
        if (path, path.stat().st_mtime_ns) in _seen:
            continue
        _seen.add((path, path.stat().st_mtime_ns))
        found = list(leaks(path.read_text(encoding="utf-8"), tasks, seed))
        if found:
            path.replace(path.with_name(path.name + WITHHELD))
            print(f"{path.relative_to(course)}: withheld, because it shows {', '.join(found)}.", file=sys.stderr)


def _is_page(path: Path, course: Path) -> bool:
    graded = course / "autograded" / path.relative_to(course / "feedback").with_suffix(".ipynb")
    return path.suffix == ".html" and not path.is_symlink() and graded.is_file()


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


_ITEM = r"(?:'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"|-?\d[\d.e+-]*)"
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
