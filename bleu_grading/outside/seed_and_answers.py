"""Read the two files that are not part of this package: the seed of the hidden inputs, and the file of answers.

Environment variables contain the paths of the two files; `nbgrader_config.py` sets them.
"""

import os
import runpy
from functools import cache
from pathlib import Path

from bleu_exercises._lesson_tasks import TASKS, no_such_task
from exercise_checker import Task

SEED_VARIABLE = "BLEU_SEED_FILE"
"""Contains the path of the file with the seed. The default is SEED_FILE in the home folder."""

SEED_FILE = ".bleu_grading_seed"
MIN_SEED = 16
"""The minimum number of characters in a seed, so that it cannot be guessed by trying. MAKE_A_SEED makes one of 32."""

ANSWERS_VARIABLE = "BLEU_ANSWERS_FILE"
"""Contains the path of the file of answers, a Python file whose TASKS are the tasks of the problem sets."""

SECRET_VARIABLES = {SEED_VARIABLE, ANSWERS_VARIABLE}
"""The variables that a student's process must not see, because they tell where the secrets are."""

MAKE_A_SEED = 'python -c "import secrets; print(secrets.token_hex(16))" > ' + SEED_FILE


# The seed.


def seed_file() -> Path:
    """Return the path of the file with the seed."""
    return Path(os.environ.get(SEED_VARIABLE) or Path.home() / SEED_FILE)


def read_seed() -> str:
    """Read the seed, and refuse one that others could know.

    Raises:
        FileNotFoundError: there is no file with a seed.
        ValueError: the seed is in a git repository, or so short that it could be guessed.
    """
    path = seed_file()
    if not path.is_file() and os.environ.get(SEED_VARIABLE):
        raise FileNotFoundError(f"{SEED_VARIABLE} names {path} as the file with the seed, but there is no such file")
    if not path.is_file():
        raise FileNotFoundError(f"there is no seed for the hidden inputs. In your home folder, type: {MAKE_A_SEED}")
    if any((folder / ".git").exists() for folder in path.resolve().parents):
        raise ValueError(
            f"the seed is in a git repository, where it can leak. Move it, and set {SEED_VARIABLE} to the file."
        )
    seed = path.read_text(encoding="utf-8").strip()
    if len(seed) < MIN_SEED:
        raise ValueError(f"the seed has fewer than {MIN_SEED} characters. To make another one: {MAKE_A_SEED}")
    return seed


# The tasks of the problem sets.


def find_task(name: str) -> Task:
    """Find a task by its name: among those of the lessons, then in the instructor's file of answers.

    Raises:
        ValueError: there is no such task.
    """
    from_answers = instructors_tasks()
    task = TASKS.get(name) or from_answers.get(name)
    if task is None:
        hint = "" if from_answers else f" ({ANSWERS_VARIABLE} names no file of answers)"
        raise no_such_task(name, [*TASKS, *from_answers], hint)
    return task


def answers_file() -> Path:
    """Return the path of the instructor's file of answers, which is in the folder of the course.

    Raises:
        FileNotFoundError: no path is set. The current folder is no default, because it may be a student's.
    """
    path = os.environ.get(ANSWERS_VARIABLE)
    if not path:
        raise FileNotFoundError(f"{ANSWERS_VARIABLE} names no file of answers")
    return Path(path).resolve()


def instructors_tasks() -> dict[str, Task]:
    """Return the tasks in the instructor's file of answers, or none if there is no such file."""
    path = os.environ.get(ANSWERS_VARIABLE)
    return _load(path) if path else {}


@cache
def _load(path: str) -> dict[str, Task]:
    return {task.name: task for task in runpy.run_path(path)["TASKS"]}


def find_answers(course: Path) -> None:
    """Use the file of answers in a course's folder, unless the environment variable is already set."""
    if ANSWERS_VARIABLE not in os.environ and (course / "answers.py").is_file():
        os.environ[ANSWERS_VARIABLE] = str((course / "answers.py").resolve())
