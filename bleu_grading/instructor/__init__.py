"""The commands and functions that an instructor uses.

In a terminal, `python -m bleu_grading` runs `command`, which runs `preflight` and nbgrader, and writes the tables of
`records`. In the files of a course, hidden cells call `hidden_cell.grade`, answers.py imports `authoring`, and
nbgrader_config.py calls `configuration`, so that nbgrader starts the `kernel_launcher` of `outside` for each notebook.
The instructor's files are trusted. Submissions are not, so they are opened only through `outside.submitted_files`.
"""
