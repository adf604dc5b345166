"""The trusted program outside the sandbox.

nbgrader starts the `kernel_launcher` as a notebook's kernel. It starts the real kernel, which is in `inside`, in a
`sandbox`, and next to it the `examiner`, which grades the functions that the kernel sends.
`problem_set` reads which functions may be graded, `student_function` calls them, and `points_and_feedback` writes the
feedback. Every result goes into the `grading_log`, from which `records` are made. Nothing here calls `records` or
`instructor`. This process is trusted with the seed and the answers, but it trusts nothing that the sandbox sends.
"""
