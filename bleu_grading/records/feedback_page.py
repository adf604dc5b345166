"""Write the feedback page of one student, which replaces nbgrader's: what was graded, the points, and our verdicts.

nbgrader's own page shows the whole notebook, including the hidden cells and everything that the student's code printed
or drew while it was graded. This page shows no output at all. The verdicts come from the student's record, which is
based on what the examiner wrote outside the sandbox. Everything that a student wrote is escaped, so no script can run.
"""

import html
import json
import os
import sys
from collections.abc import Collection, Mapping
from datetime import date
from typing import Any

from nbconvert.exporters import Exporter
from traitlets import Unicode

from bleu_grading.outside.problem_set import Notebook, ProblemSet, grade_id, grading_data
from bleu_grading.outside.seed_and_answers import answers_file, read_seed
from bleu_grading.records.grades import read_scores
from bleu_grading.records.student_records import CellResult, read_records

INPUTS_VARIABLE = "BLEU_SHOW_INPUTS_FROM"
"""Contains the day from which pages show the smallest failing input, such as 2027-01-31. By default, they never do."""

STYLE = "body { max-width: 50em; margin: 2em auto; padding: 0 1em; font-family: sans-serif; line-height: 1.4 } \
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 0.6em; background: #f4f4f4 } \
pre.verdict { background: #fff; border-left: 4px solid #666 }"

# The policy allows only styles, so a browser runs no script and loads nothing, even if the escaping had a gap.
PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<h1>{title}</h1>
{body}
</body>
</html>
"""

# The feedback on one function.


def inputs_may_be_shown(today: date) -> bool:
    """Return whether the day that the instructor set has come.

    Raises:
        ValueError: the value of the environment variable is not a date.

    >>> inputs_may_be_shown(date(2027, 1, 31))
    False
    """
    day = os.environ.get(INPUTS_VARIABLE)
    return bool(day) and date.fromisoformat(str(day)) <= today


def verdict_lines(graded: CellResult, with_input: bool) -> list[str]:
    """Write the feedback on one function, which comes only from the student's record."""
    if graded.replaced:
        return [f"{graded.task}: these points did not come from grading. Ask your instructor to look at this."]
    example = graded.example if with_input else []
    shown = ["The smallest input that shows it:", *(f"  {line}" for line in example)] if example else []
    # Only one is shown, because the list of stopped cells comes from inside the sandbox and could carry a message.
    counted = "(Cells are counted from the top, including text cells.)"
    why = [f"This may be why: {line}. {counted}" for line in graded.losses[:1]]
    return [*graded.feedback.split("\n"), *why, *shown]


# The page.


def page(
    notebook: Notebook,
    facts: dict[str, Any],
    found: Mapping[str, CellResult],
    with_input: bool,
    unread: Collection[str],
) -> str:
    """Write the page of a graded notebook into which nbgrader has put points and comments.

    Args:
        notebook: the graded notebook.
        facts: nbgrader's data about the notebook: "notebook", "student", "score", "max_score" and "late_penalty".
        found: the verdict on each test cell.
        with_input: whether the smallest failing input is shown.
        unread: the names of the cells that a person still has to grade.
    """
    replaced = [cell for cell, graded in found.items() if graded.replaced]
    title = html.escape(f"{facts['notebook']}: {facts['student']}")
    score = f"{facts['score']:g} of {facts['max_score']:g} points"
    late = f", {facts['late_penalty']:g} deducted for lateness" if facts["late_penalty"] else ""
    total = f"{score}{late}." if not replaced else "Your instructor has to look at this notebook before it gets points."
    parts = [f"<p><strong>{total}</strong></p>"]
    if unread:
        parts.append("<p>Some answers have not been read yet, so the points will change.</p>")
    for cell in notebook["cells"]:
        data, name = grading_data(cell), grade_id(cell)
        if data.get("solution") or data.get("task"):
            parts.append(f"<h2>{html.escape(name)}</h2>\n{_text('', ''.join(cell['source']))}")
        if name in found:
            parts.append(_text("verdict", "\n".join(verdict_lines(found[name], with_input))))
        if data.get("grade") or data.get("task"):
            points = f"{data['score']:g} of {data['points']:g} points"
            if name in unread or name in replaced:
                points = "not read yet" if name in unread else "to be looked at"
            parts.append(f"<p><strong>{html.escape(name)}: {points}.</strong></p>")
        if data.get("comment"):
            parts.append(f"<p>Your instructor says:</p>\n{_text('', str(data['comment']))}")
    return PAGE.format(title=title, style=STYLE, body="\n".join(parts))


def _text(kind: str, text: str) -> str:
    return f'<pre class="{kind}">{html.escape(text)}</pre>'


class Page(Exporter):
    """The exporter that replaces nbgrader's own; it is set as `c.GenerateFeedback.exporter_class`."""

    file_extension = Unicode(".html")

    def from_notebook_node(self, nb: Any, resources: Any = None, **more: Any) -> tuple[Any, Any]:
        """Let nbgrader put points and comments into a graded notebook, then write its page."""
        graded, resources = super().from_notebook_node(nb, resources, **more)
        facts = resources["nbgrader"]
        notebook = json.loads(json.dumps(graded))
        problem_set, student = ProblemSet(answers_file().parent, facts["assignment"]), facts["student"]
        records = read_records(problem_set, [student])
        found = records[student].cells if records else {}
        cells = read_scores(problem_set).get(student, {})
        unread = {cell for cell, score in cells.items() if score.waits}
        for cell in found.keys() & {cell for cell, score in cells.items() if score.manual is not None}:
            found[cell].replaced = False  # a person has graded this cell
        return page(notebook, facts, found, inputs_may_be_shown(date.today()), unread), resources


# Checks before nbgrader generates the feedback.

_warned: set[str] = set()
"""The assignments for which the warning about unread answers has already been printed."""


def before_feedback(assignment: str, **_: object) -> None:
    """Exit if there is no seed or the day for inputs is not a date, and warn if answers wait to be graded by a person.

    nbgrader ignores exceptions in its hooks, so this one has to end the program instead.
    """
    try:
        inputs_may_be_shown(date.today())
        read_seed()
    except (OSError, ValueError) as problem:
        sys.exit(f"There is no feedback: {problem}")
    if assignment in _warned:
        return
    _warned.add(assignment)
    scores = read_scores(ProblemSet(answers_file().parent, assignment))
    if number := sum(score.waits for cells in scores.values() for score in cells.values()):
        waiting = f"Written answers that are waiting for a person: {number}. The points of these students will change."
        how = f"use nbgrader's formgrader, then python -m bleu_grading grade {assignment}"
        then = "then nbgrader generate_feedback with --force"
        print(f"{assignment}: {waiting} To grade them: {how}, {then}.", file=sys.stderr)
