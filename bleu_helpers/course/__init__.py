"""What grades a course, on inputs that nobody knows. It is built on `bleu_helpers.checks`, which knows nothing of it.

`grade(function, "count_clip", points=4)` stands in an instructor's hidden cells. The command for what was
handed in is `python -m bleu_helpers.course grade ps1`; what nbgrader's configuration calls is in `configuration` and
`page`; and what it takes to write a task of one's own, in `authoring`.
"""

from bleu_helpers.course._grading import grade

__all__ = ["grade"]
