"""What an instructor types.

In a terminal: `python -m bleu_grading` calls `command`, which calls `preflight`, nbgrader, and the tables of `records`.
In a course's files: hidden cells call `hidden_cell.grade`, answers.py uses `authoring`, and nbgrader_config.py calls
`configuration`, with which nbgrader starts the examiner of `outside` for each notebook.
What the instructor wrote is trusted. What students handed in is not: it is opened by `outside.submitted_files` only.
"""
