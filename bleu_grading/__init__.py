"""Grade problem sets on hidden inputs, in a sandbox. This package is for instructors and builds on `bleu_helpers`.

An instructor's hidden cells call `grade(function, "count_clip", points=4)`, and the command
`python -m bleu_grading grade ps1` grades all submissions. Each of these subpackages imports only from those below it:

    instructor/   what an instructor uses: commands, `grade` in hidden cells, tasks, the configuration of a course
    records/      what is kept and shown: records, tables, the feedback page
    outside/      the trusted program: it keeps the seed and the answers, calls the functions, and writes the log
    inside/       what runs in the sandbox, together with the student's code
"""

from bleu_grading.instructor.hidden_cell import grade

__all__ = ["grade"]
