"""What comes from outside of this package: the seed of the hidden inputs, and the tasks of the problem sets.

Environment variables say where the two files are; `nbgrader_config.py` sets them.
"""

import os
import runpy
from functools import cache
from pathlib import Path

from bleu_helpers.checks._tasks import TASKS, no_such_task
from exercise_checker import Task

SEED_VARIABLE = "BLEU_SEED_FILE"
"""Names the file with the seed. Without it: SEED_FILE in the home folder."""

SEED_FILE = ".bleu_grading_seed"
SHORTEST_SEED = 16

ANSWERS_VARIABLE = "BLEU_ANSWERS_FILE"
"""Names the Python file whose TASKS are those of the problem sets."""

MAKE_A_SEED = 'python -c "import secrets; print(secrets.token_hex(16))" > ' + SEED_FILE


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
    if not path.is_file() and os.environ.get(SEED_VARIABLE):
        raise FileNotFoundError(f"{SEED_VARIABLE} names {path} as the file with the seed, but there is no such file")
    if not path.is_file():
        raise FileNotFoundError(f"there is no seed for the hidden inputs. In your home folder, type: {MAKE_A_SEED}")
    if any((folder / ".git").exists() for folder in path.resolve().parents):
        raise ValueError(
            f"the seed is in a git repository, where it can leak. Move it, and set {SEED_VARIABLE} to the file."
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
    own = instructors_tasks()
    task = TASKS.get(name) or own.get(name)
    if task is None:
        where = "" if own else f" ({ANSWERS_VARIABLE} names no file of answers)"
        raise no_such_task(name, [*TASKS, *own], where)
    return task


def answers_file() -> Path:
    """Say where the instructor's file of answers is."""
    return Path(os.environ[ANSWERS_VARIABLE]).resolve()


def instructors_tasks() -> dict[str, Task]:
    """Give the tasks of the instructor's file, if there is one."""
    path = os.environ.get(ANSWERS_VARIABLE)
    return _load(path) if path else {}


@cache
def _load(path: str) -> dict[str, Task]:
    return {task.name: task for task in runpy.run_path(path)["TASKS"]}


def find_answers(course: Path) -> None:
    """Say that the answers are in a course's folder, unless somebody said already where they are."""
    if ANSWERS_VARIABLE not in os.environ and (course / "answers.py").is_file():
        os.environ[ANSWERS_VARIABLE] = str((course / "answers.py").resolve())
