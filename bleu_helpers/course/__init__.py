"""The old name of what grades a course, so that a folder made with it says what to change."""

raise SystemExit(
    "bleu_helpers.course is now the package bleu_grading: run `python3 run.py instructor`, type "
    "`python -m bleu_grading`, copy nbgrader_config.py from notebooks/assignments again, and import `grade` from "
    "bleu_grading (in the test cells) and the rest from bleu_grading.instructor.authoring (in answers.py)."
)
