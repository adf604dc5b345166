"""The function `grade`, which an instructor's hidden cells call.

In a sandbox, it only calls the student's function, and the examiner outside grades it. Without one, it grades here.
"""

import math
from collections.abc import Mapping
from typing import Any

from bleu_grading.inside import examiner_proxy
from bleu_grading.outside.points_and_feedback import feedback_text, points_for, refuse_shares
from bleu_grading.outside.seed_and_answers import find_task, read_seed
from exercise_checker import diagnose


def grade(function: Any, task: str, points: float, partial: Mapping[str, float] | None = None) -> float:
    """Grade a function: all points if it is right on every input, otherwise 0 or a share that the instructor allows.

    The feedback is printed: the name of the mistake and a question, but neither an input nor anything that quotes one.
    In a sandbox, the function is only called here, and the examiner outside grades it.

    Args:
        function: the student's function.
        task: the name of a lesson's task, or of one in the instructor's file of answers.
        points: the points for a right function.
        partial: the share of the points, below 1, that a wrong function keeps, by the name of the known mistake that
            it makes, such as {"the case is kept": 0.5}.

    Returns:
        The points as a float, because nbgrader reads the last value of a cell.

    Raises:
        ValueError: the points or a share are out of range, or there is no such task.
        FileNotFoundError: there is no seed.
    """
    shares = dict(partial or {})
    if not (math.isfinite(points) and points >= 0) or any(not 0 <= share < 1 for share in shares.values()):
        raise ValueError("points must be 0 or more, and a share must be at least 0 and below 1.")
    if examiner_proxy.examiner is not None:
        feedback, awarded = examiner_proxy.examiner.grade(function, task, points, shares)
    else:
        graded_task = find_task(task)
        refuse_shares(graded_task, shares)
        verdict = diagnose(function, graded_task, read_seed(), hurry=False)
        awarded = points_for(verdict, points, shares)
        feedback = feedback_text(verdict, awarded, points)
    print(feedback)
    return awarded
