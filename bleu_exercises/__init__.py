"""Check the exercises: run a learner's function, say whether it is right, and name the mistake if it is known.

`check(function, "count_clip")` prints one message, and `progress()` prints which tasks are done and which are open.
`diagnose` returns what `check` prints, but as a value (a `Verdict`). `in_form` adapts a task to the form that a course
uses.
Grading is in `bleu_grading`, which imports from here. Nothing here imports from there.
"""

from bleu_exercises._forms import in_form
from bleu_exercises._session import check, diagnose, progress
from exercise_checker import Finding, Verdict

__all__ = ["Finding", "Verdict", "check", "diagnose", "in_form", "progress"]
