"""The trusted program outside of the sandbox.

nbgrader starts the `examiner` as a notebook's kernel. It starts the real kernel, which is in `inside`, in a `sandbox`.
`hidden_tests` says what may be asked, `student_function` asks, and `points_and_feedback` words the verdict.
All of it goes into the `grading_log`, from which `records` are made; nothing here calls `records` or `instructor`.
This process is trusted with the seed and the answers. It takes nothing that comes from the sandbox at its word.
"""
