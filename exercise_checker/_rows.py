"""Hold what a function did for each input, and set the inputs aside on which most functions go wrong.

An empty list and a result of 0 stop many functions, whatever else is wrong with them. So a mistake is looked for on all
inputs first, and then on the rows of fewer and fewer inputs, which are called levels.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from exercise_checker._tasks import Case, Task
from exercise_checker.guard import Run
from exercise_checker.outcomes import Outcome, agree, close
from exercise_checker.shrinking import Arguments

MIN_ORDINARY = 8
"""At least this many ordinary inputs are needed to name a mistake."""


class Row(NamedTuple):
    """One input with its right outcome, and what the learner's function did."""

    case: Case
    run: Run
    outcome: Outcome

    @property
    def arguments(self) -> Arguments:
        """The input."""
        return self.case.arguments

    @property
    def right(self) -> Outcome:
        """The right outcome."""
        return self.case.outcome

    def is_right(self, alike: Callable[[float, float], bool] = close) -> bool:
        """Whether the learner's function is right for this input."""
        return agree(self.outcome, self.right, alike)


def list_levels(task: Task, rows: list[Row]) -> list[list[Row]]:
    """List all rows, and then the rows that are left after removing more and more of the corner cases."""
    ordinary = [level_of(task, row.case) for row in rows]
    return [[row for row, level in zip(rows, ordinary, strict=True) if level >= least] for least in range(4)]


@cache
def level_of(task: Task, case: Case) -> int:
    """Say how ordinary an input is: 0 or 1 for a corner case, 2 if the right result contains a 0, and 3 otherwise.

    If the result is True or False, both are equally ordinary.
    """
    corner, right = task.corner_of(case.arguments), case.outcome
    if corner is not None:
        return corner.level
    if right.value is False:
        return 3
    return 3 if (all(right.value) if right.kind == "numbers" else right.value) else 2


def keep_ordinary(task: Task, rows: list[Row]) -> list[Row]:
    """List the rows that are not corner cases."""
    return list_levels(task, rows)[2]


def keep_plainest_wrong(task: Task, rows: list[Row]) -> list[Row]:
    """List the wrong rows of the most ordinary inputs that have any."""
    every = [[row for row in level if not row.is_right()] for level in list_levels(task, rows)]
    return next(wrong for wrong in reversed(every) if wrong)
