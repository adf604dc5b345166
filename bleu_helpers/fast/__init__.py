"""Faster equivalents of the definitions, under the same names; they return the same numbers.

No lesson needs them. `tokens`, `texts` and `characters` turn sentences into integers, `engine` counts these integers,
`compiled` counts large corpora of texts in a loop that Numba compiles, and `edits` computes edit distances with
rapidfuzz. The first sentence in the docstring of each equivalent says for which inputs it runs, and a test checks that
it returns the same results as the definition.
"""
