"""The exercises' checker: it runs a learner's function, says whether it is right, and names the mistake if it knows it.

`check(function, "count_clip")` prints one message. `progress()` prints what is done and what is open. `diagnose` is
what `check` prints, as a value: a `Verdict`. `in_form` makes a task of a course's own form of it. What grades a course
is in `bleu_grading`, which imports from here; nothing here imports from there.
"""

from bleu_helpers.checks._forms import in_form
from bleu_helpers.checks._session import check, diagnose, progress
from exercise_checker import Finding, Verdict

__all__ = ["Finding", "Verdict", "check", "diagnose", "in_form", "progress"]
