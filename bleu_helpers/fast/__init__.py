"""Quicker ways to get the same numbers, under the names of the definitions that they replace.

No lesson needs them. `engine` counts numbers; `tokens`, `texts` and `characters` make numbers of what they read, and
`edits` hands edit distances to rapidfuzz. The first sentence of each function that replaces a definition says for which
inputs it runs; a test holds it equal to the definition.
"""
