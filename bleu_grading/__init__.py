"""Problem sets graded on hidden inputs, in a sandbox: for instructors only, and built on `bleu_helpers`.

`grade(function, "count_clip", points=4)` is what an instructor's hidden cells call, and
`python -m bleu_grading grade ps1` is the command for what was handed in. The rooms, each of which imports only from
those below it:

    instructor/   what an instructor types: commands, `grade` in hidden cells, tasks, the configuration of a course
    records/      what is kept and shown: records, tables, the feedback page, written answers
    outside/      the trusted program: it keeps the seed and the answers, asks the functions, and writes the log
    inside/       what runs in the sandbox, beside a student's code
"""

from bleu_grading.instructor.hidden_cell import grade

__all__ = ["grade"]
