"""Hold what a function did for each input, and set the inputs aside on which most functions go wrong.

An empty list and a result of 0 stop many functions, whatever else is wrong with them. So a mistake is looked for on all
inputs first, and then on the rows of fewer and fewer inputs, which are called levels:

0. all inputs
1. without the corner cases, such as an empty candidate (`NO_CORNERS`)
2. also without the inputs whose right result is or contains a 0 (`NO_ZEROS`)
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from exercise_checker._tasks import Case, Task
from exercise_checker.guard import Run
from exercise_checker.outcomes import Outcome, agree, close
from exercise_checker.shrinking import Arguments

NO_CORNERS, NO_ZEROS = 1, 2
"""The numbers of the two higher levels."""

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
    """List the rows of each level, beginning with all of them."""
    ordinary = [level_of(task, row.case) for row in rows]
    return [[row for row, level in zip(rows, ordinary, strict=True) if level >= least] for least in range(NO_ZEROS + 1)]


@cache
def level_of(task: Task, case: Case) -> int:
    """Return the number of the highest level that contains an input. The result False is not a 0."""
    right = case.outcome
    if task.corner_of(case.arguments) is not None:
        return 0
    not_0 = all(right.value) if right.kind == "numbers" else right.value or right.value is False
    return NO_ZEROS if not_0 else NO_CORNERS


def keep_ordinary(task: Task, rows: list[Row]) -> list[Row]:
    """List the rows that are not corner cases."""
    return list_levels(task, rows)[NO_CORNERS]


def keep_plainest_wrong(task: Task, rows: list[Row]) -> list[Row]:
    """List the wrong rows of the most ordinary inputs that have any."""
    every = [[row for row in level if not row.is_right()] for level in list_levels(task, rows)]
    return next(wrong for wrong in reversed(every) if wrong)
