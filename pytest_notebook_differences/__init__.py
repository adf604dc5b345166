"""A pytest plugin on top of nbval that says in plain words which cell of a notebook no longer gives its saved output.

`plugin` has pytest's hooks, `comparison` compares a cell's outputs and describes the differences, `pictures` reads
pictures, and `kernel` notices that a kernel has died. The plugin knows nothing about any particular course.
"""
