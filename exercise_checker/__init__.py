"""Says whether a learner's function is right, and names the mistake if it is known.

It runs the function on inputs that it draws, and compares what it does with what the right function does, and with what
known mistakes do. `Task` and `Mistake` say what is right and what goes wrong, `check` and `progress` are for a
notebook, `diagnose` gives what `check` prints as a value. It knows no course: it needs the standard library only.
"""

from exercise_checker._diagnosis import diagnose, examine
from exercise_checker._examination import Way, way_to_call
from exercise_checker._forms import in_form
from exercise_checker._mistakes import Mistake, general_mistakes
from exercise_checker._review import Review, ReviewFinding, review
from exercise_checker._session import check, progress
from exercise_checker._tasks import Corner, Hint, Task, pick
from exercise_checker._verdicts import Finding, Status, Verdict
from exercise_checker._words import plain_word
from exercise_checker.outcomes import Outcome, read_counts, read_number, read_numbers, read_text, read_words
from exercise_checker.shrinking import Arguments

__all__ = [
    "Arguments",
    "Corner",
    "Finding",
    "Hint",
    "Mistake",
    "Outcome",
    "Review",
    "ReviewFinding",
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
    "way_to_call",
]
