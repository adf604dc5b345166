"""Check whether a learner's function is right, and name the mistake if it is known.

The package runs the function on drawn inputs, and compares its results with those of the right function and of known
mistakes. `Task` and `Mistake` describe what is right and what can go wrong, `check` and `progress` are for use in a
notebook, and `diagnose` returns what `check` prints as a value. The package does not depend on any course, and it needs
only the standard library.
"""

from exercise_checker._check import check, progress
from exercise_checker._diagnosis import diagnose, examine
from exercise_checker._examination import Way, way_to_call
from exercise_checker._in_form import in_form
from exercise_checker._mistakes import Mistake, general_mistakes, with_keywords
from exercise_checker._plain_words import plain_word
from exercise_checker._review import review
from exercise_checker._tasks import Corner, Hint, Task, pick
from exercise_checker._verdicts import Finding, Status, Verdict
from exercise_checker.messages import set_language
from exercise_checker.outcomes import Outcome, read_counts, read_number, read_numbers, read_text, read_words
from exercise_checker.shrinking import Arguments

__all__ = [
    "Arguments",
    "Corner",
    "Finding",
    "Hint",
    "Mistake",
    "Outcome",
    "Status",
    "Task",
    "Verdict",
    "Way",
    "check",
    "diagnose",
    "examine",
    "general_mistakes",
    "in_form",
    "pick",
    "plain_word",
    "progress",
    "read_counts",
    "read_number",
    "read_numbers",
    "read_text",
    "read_words",
    "review",
    "set_language",
    "way_to_call",
    "with_keywords",
]
