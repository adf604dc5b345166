"""The exercises' checker: it runs a learner's function, says whether it is right, and names the mistake if it knows it.

`check(function, "count_clip")` prints one message. `progress()` prints what is done and what is open. In a course,
`grade(function, "count_clip", points=4)` gives points, on inputs that nobody knows.
"""

from bleu_helpers.checks._grading import grade
from bleu_helpers.checks._session import check, progress

__all__ = ["check", "grade", "progress"]
